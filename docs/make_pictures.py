"""Draw the demonstration's reports: `terminal.svg` by rich, `report.png` and `quotations.png` by a headless Chromium; and how
quotations are matched, `fold.svg` and `near-miss.svg`.

`--check` compares the last two, which are the same each time. Of the reports it tells only whether they are there: drawn anew
they differ in moments and fonts, and no run compares them.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from make_readme import choose_blocks, without_moments
from parts.matching import draw_fold, draw_near_miss
from rich.console import Console
from rich.text import Text

from citecheck.demo.running import run_demo
from citecheck.records import Receipt
from citecheck.report import render

PICTURES = Path(__file__).parent / "pictures"
WIDTH = 100
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_QUOTATIONS = "<style>header, footer, main > section:not([aria-labelledby=quotations]) { display: none }</style>"
SCREENS = {"report.png": ("", "1000,1500"), "quotations.png": (_QUOTATIONS, "1000,1150")}
"""Each picture: what is put on the page for it, and its size."""
DRAWN = {"fold.svg": draw_fold, "near-miss.svg": draw_near_miss}
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.S)
"""The fonts that rich fetches from elsewhere: a picture fetches nothing."""


def main() -> int:
    """Draw the pictures, or with `--check` look whether they are there."""
    if "--check" in sys.argv[1:]:
        missing = [name for name in ("terminal.svg", *SCREENS) if not (PICTURES / name).is_file()]
        for name in missing:
            print(f"docs/pictures/{name} is not there; run python docs/make_pictures.py", file=sys.stderr)
        stale = [name for name, draw in DRAWN.items() if _text_of(PICTURES / name) != draw()]
        for name in stale:
            print(f"docs/pictures/{name} is not current; run python docs/make_pictures.py", file=sys.stderr)
        return 1 if missing or stale else 0
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
    receipt = run_demo()
    (PICTURES / "terminal.svg").write_text(draw_terminal(receipt), encoding="utf-8")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("No Chromium is on the path; the pictures of the page stay as they are.", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        written = render(receipt, "html")
        for name, (style, size) in SCREENS.items():
            page.write_text(written.replace("</head>", f"{style}</head>", 1), encoding="utf-8")
            _photograph(browser, page.as_uri(), size, PICTURES / name)
    return 0


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def draw_terminal(receipt: Receipt) -> str:
    """Draw a few findings and all counters as they stand on a terminal, in colour."""
    lines = render(receipt, "text", colour=True, width=WIDTH).splitlines()
    shown = "\n\n".join(choose_blocks(without_moments(lines)))
    out = Console(record=True, file=io.StringIO(), width=WIDTH, force_terminal=True, legacy_windows=False)
    out.print(Text.from_ansi(f"$ citecheck demo\n\n{shown}"))
    return _FONTS.sub("", out.export_svg(title="citecheck demo", unique_id="citecheck"))


def _photograph(browser: str, address: str, size: str, target: Path) -> None:
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}")
    words = [browser, *flags, f"--screenshot={target}", address]
    subprocess.run(words, check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    sys.exit(main())
