"""A roll of honour as it is read: evenings of this program with their podium, and years that were typed in."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from rankings.standings_pages.final_list import read_podium
from records.honour_rolls.trophies import find_kept_trophies
from records.models import HonourLine, HonourRoll
from records.told_matches.queries import find_unnamed_entries
from tournaments.models import Entry, Organizer, Tournament
from tournaments.people.names import compute_person_key
from tournaments.people.naming import PublicNaming

BETWEEN_NAMES = re.compile(r"\s+[-–—]\s+|[/,;+]")
"""What people type between two winners."""
UNNAMED = "…"
"""Instead of winners who are named nowhere."""


@dataclass(frozen=True, slots=True)
class HonourYear:
    """A year. `winners` is as it is shown; `slug` leads to the final list, empty where there is none; `wins` counts this victory of the
    same winners; `keeps` says that they keep the trophy.
    """

    pk: int
    year: int
    title: str
    winners: str
    remark: str
    slug: str
    typed: bool
    wins: int = 0
    keeps: bool = False


def read_roll(roll: HonourRoll, *, public: bool) -> tuple[HonourYear, ...]:
    """The lines, the latest year first; `public`: without tournaments that have no public page. About ten queries for each tournament."""
    rows = [row for row in roll.lines.select_related("tournament") if not (public and row.tournament and not row.tournament.public)]
    rows.sort(key=lambda row: (row.year, row.tournament.date if row.tournament else dt.date.min, row.pk))
    lines = [_read_line(row) for row in rows]
    people = [_list_keys(line.winners) for line in lines]
    trophies = find_kept_trophies(people, roll.wins, in_a_row=roll.in_a_row)
    numbered = [
        HonourYear(*_unpack(line), wins=people[: place + 1].count(people[place]) if people[place] else 0, keeps=trophies[place])
        for place, line in enumerate(lines)
    ]
    return tuple(reversed(numbered))


def _unpack(line: HonourYear) -> tuple[int, int, str, str, str, str, bool]:
    return line.pk, line.year, line.title, line.winners, line.remark, line.slug, line.typed


def _read_line(row: HonourLine) -> HonourYear:
    if row.tournament is None:
        return HonourYear(row.pk, row.year, row.title, row.winners, row.remark, "", typed=True)
    tournament = row.tournament
    winners = " / ".join(_list_winners(tournament)) or UNNAMED
    slug = tournament.slug if tournament.public else ""
    return HonourYear(row.pk, row.year, row.title or tournament.name, winners, row.remark, slug, typed=False)


def _list_winners(tournament: Tournament) -> Iterator[str]:
    """Who shares the first place, as the tournament’s public page calls them; dots for who is named nowhere."""
    unnamed = find_unnamed_entries(tournament)
    naming = PublicNaming(tournament)
    first = [line.entry_id for line in read_podium(tournament, naming) if line.rank == 1]
    for entry in Entry.objects.filter(pk__in=first).order_by("number"):
        yield UNNAMED if entry.pk in unnamed else naming.format_name(entry)


def _list_keys(winners: str) -> frozenset[str]:
    """The persons of a line, whatever their order; empty where somebody is not named."""
    keys = [compute_person_key(name) for name in BETWEEN_NAMES.split(winners) if name.strip()]
    return frozenset() if UNNAMED in winners else frozenset(keys)


def select_addable_tournaments(roll: HonourRoll) -> QuerySet[Tournament]:
    """Finished tournaments of the club that are not in the roll, the latest first."""
    over = Tournament.objects.filter(organizer=roll.organizer, state=Tournament.State.FINISHED, demonstration=False)
    return over.exclude(pk__in=roll.lines.filter(tournament__isnull=False).values("tournament")).order_by("-date", "-pk")


def list_rolls(organizer: Organizer) -> list[HonourRoll]:
    return list(HonourRoll.objects.filter(organizer=organizer))
