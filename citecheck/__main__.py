"""The command, for `python -m citecheck`."""

from citecheck.cli import main

if __name__ == "__main__":
    main()
