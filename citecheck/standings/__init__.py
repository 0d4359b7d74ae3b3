"""Standings: the updates of one work, added up to what it is worth citing today.

A work's events are a set with dates, asserted by several sources that repeat and contradict each other. They are merged
by (kind, notice), what is stale or cleared is set aside, and the worst of what remains is the status.
"""

from citecheck.standings.judging import judge_standing, telling_update
from citecheck.standings.kinds import CLEARABLE, REINSTATEMENT, SEVERITY, UNKNOWN, VERSIONS, status_of
from citecheck.standings.merging import merge_updates
from citecheck.standings.saying import LATER_VERSION, NAMES, NO_RECORD, join_names, kinds_of, name_signal
from citecheck.standings.versions import told_by_successors

__all__ = [
    "CLEARABLE",
    "LATER_VERSION",
    "NAMES",
    "NO_RECORD",
    "REINSTATEMENT",
    "SEVERITY",
    "UNKNOWN",
    "VERSIONS",
    "join_names",
    "judge_standing",
    "kinds_of",
    "merge_updates",
    "name_signal",
    "status_of",
    "telling_update",
    "told_by_successors",
]
