#!/usr/bin/env python3
"""The filter from a checkout, where citecheck is not installed: `pandoc paper.md --filter filters/citecheck-uninstalled.py`.

The Python that runs it needs the libraries that citecheck uses.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from citecheck.filter import main

if __name__ == "__main__":
    main()
