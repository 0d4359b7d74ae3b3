"""Sweeping again: what became known of an earlier run's works since, asked afresh.

It is made to run nightly. No kept update is used, so each signal carries the date of its asking; what comes back is kept for the
next check. A work that cannot be asked is told as that, and its earlier standing stays what is known of it.
"""

from citecheck.resweeping.again import sweep_again
from citecheck.resweeping.earlier import read_earlier
from citecheck.resweeping.records import Change, KnownWork, News, Sweep, Unasked

__all__ = ["Change", "KnownWork", "News", "Sweep", "Unasked", "read_earlier", "sweep_again"]
