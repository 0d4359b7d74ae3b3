"""Run a program and measure it; print rows with their ratios. Imported by the other scripts here."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(sys.executable).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One row: a name, its best time in seconds, and its peak memory in megabytes."""

    name: str
    seconds: float
    megabytes: float


def measure(
    name: str,
    words: Sequence[str | Path],
    *,
    tries: int = 3,
    cwd: str | Path = ".",
    environ: Mapping[str, str] | None = None,
) -> Measured:
    """Run a program several times, offline, with a fresh cache each, and keep the best time and the largest memory.

    `environ` may say otherwise of network and cache.
    """
    times, peaks = [], []
    for _ in range(tries):
        with tempfile.TemporaryDirectory(prefix="citecheck-bench-") as cache:
            path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
            own = {"CITECHECK_OFFLINE": "1", "CITECHECK_CACHE_DIR": cache, "PATH": path}
            told = {**os.environ, **own, **(environ or {})}
            began = time.perf_counter()
            process = subprocess.Popen(
                [str(each) for each in words],
                cwd=cwd,
                env=told,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            _, status, usage = os.wait4(process.pid, 0)
            times.append(time.perf_counter() - began)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            raise SystemExit(f"{name}: ended with {process.returncode}")
        peaks.append(usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024))
    return Measured(name=name, seconds=min(times), megabytes=max(peaks))


def print_rows(title: str, rows: Sequence[Measured], *, counts: Sequence[int] | None = None) -> None:
    """Print a table; the ratio is to the first row, and with counts there is a rate as well."""
    print(title)
    rate = f"{'rows/s':>10}" if counts else ""
    print(f"  {'':34}{'seconds':>9}{'ratio':>8}{'peak MB':>9}{rate}")
    for number, row in enumerate(rows):
        told = f"{counts[number] / row.seconds:>10,.0f}" if counts else ""
        print(f"  {row.name:34}{row.seconds:>9.3f}{row.seconds / rows[0].seconds:>8.2f}{row.megabytes:>9.0f}{told}")
