"""What can be told from an address alone, before anything is loaded."""

import re

READS = frozenset({"GET", "HEAD"})
PUBLIC_METHODS = ("GET", "HEAD", "OPTIONS")
_OF_TOURNAMENT = re.compile(r"tournaments/([-a-zA-Z0-9_]{1,60})(?:/|$)")


def find_tournament_slug(rest: str) -> str:
    """The tournament whose page version decides whether the answer has changed; empty where something else does.

    What is said of one tournament alone, `tournaments/NAME`, also says whether enrolment is open, which the clock decides.
    """
    address_match = _OF_TOURNAMENT.match(rest)
    return address_match[1] if address_match and "/" in rest.removeprefix("tournaments/").rstrip("/") else ""
