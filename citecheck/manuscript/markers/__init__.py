"""One grammar of citation markers, for the scanner of Markdown and for the walker of Pandoc's tree.

Each family of markers has a file of its own; `grammar` puts them in order.
"""

from citecheck.manuscript.markers.grammar import find_marks
from citecheck.manuscript.markers.mark import Known, Mark

__all__ = ["Known", "Mark", "find_marks"]
