"""The door: the one way to the network.

Everything that leaves the machine goes through `Door.get`: cached, paced, retried within bounds, redacted and recorded.
"""

from citecheck.door.answers import Answer
from citecheck.door.session import Door

__all__ = ["Answer", "Door"]
