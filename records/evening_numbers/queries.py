"""The oddities of a tournament as it stands now, in words."""

import hashlib
from functools import lru_cache

from django.core.cache import caches
from django.utils.translation import get_language

from records.evening_numbers.oddities import Usual, find_oddities
from records.evening_numbers.wording import ToldLine, tell_oddity
from records.told_matches.queries import read_told_evening, simulate_matches
from tournaments.models import Edition, Entry, Tournament
from tournaments.people.naming import Naming

LEAST_MATCHES = 2
"""Nobody compares a single match."""


@lru_cache(maxsize=32)
def read_usual(rules: str) -> Usual:
    """What is usual under the rules of a told match; computed once in a process."""
    return Usual(simulate_matches(rules))


def read_oddities(tournament: Tournament, naming: Naming, *, short: bool = False) -> tuple[ToldLine, ...]:
    """The oddities of the matches that are over, the oddest first; `short`: with surnames alone.

    Computed once for each version of the public pages: one query for the version, and those of `read_told_evening` and of the naming
    where it is new. Who is named nowhere, and their matches, are left out.
    """
    mark = Edition.objects.values_list("mark", flat=True).get(tournament=tournament)
    key = hashlib.sha256(f"oddities {tournament.pk} {mark} {get_language()} {type(naming).__name__} {short}".encode()).hexdigest()
    lines: tuple[ToldLine, ...] | None = caches["drawn"].get(key)
    if lines is None:
        lines = _tell_oddities(tournament, naming, short=short)
        caches["drawn"].set(key, lines)
    return lines


def _tell_oddities(tournament: Tournament, naming: Naming, *, short: bool) -> tuple[ToldLine, ...]:
    matches = read_told_evening(tournament).named
    if len(matches) < LEAST_MATCHES:
        return ()
    oddities = find_oddities(matches, {match.rules: read_usual(match.rules) for match in matches})
    entries = Entry.objects.filter(pk__in={pk for oddity in oddities for side in oddity.sides for pk in side})
    names = {entry.pk: naming.format_name(entry) for entry in entries}
    if short:
        names = {pk: naming.format_surnames(name, surname_first=tournament.surname_first) for pk, name in names.items()}
    return tuple(tell_oddity(oddity, names, tournament.game, tournament.entry_size) for oddity in oddities)
