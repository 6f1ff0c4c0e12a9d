"""What a tournament's public pages depend on, as one short text."""

from dataclasses import dataclass

from django.db import connection

_READ = """
SELECT tournament.public, edition.mark
FROM tournaments_tournament AS tournament JOIN tournaments_edition AS edition ON edition.tournament_id = tournament.id
WHERE tournament.slug = %s
"""
_READ_SEASON = """
SELECT season.public, season.mark, edition.mark
FROM tournaments_season AS season LEFT JOIN tournaments_seasonevening AS evening ON evening.season_id = season.id
LEFT JOIN tournaments_edition AS edition ON edition.tournament_id = evening.tournament_id
WHERE season.slug = %s ORDER BY evening.id
"""
"""Written out, because two hundred phones ask it every fifteen seconds: building it anew costs ten times what it takes to answer."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """`text` changes whenever a public page could: it is the mark of the edition (`tournaments.page_versions`)."""

    public: bool
    text: str


def read_stamp(slug: str) -> Stamp | None:
    """None for a tournament that does not exist. One query on two keys, however many results there are."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [slug])
        found = cursor.fetchone()
    return None if found is None else Stamp(bool(found[0]), found[1])


def read_season_stamp(slug: str) -> Stamp | None:
    """As `read_stamp`, of a season: its own mark, and the editions of all its evenings. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_READ_SEASON, [slug])
        found = cursor.fetchall()
    return Stamp(bool(found[0][0]), " ".join([found[0][1], *(mark or "" for _public, _own, mark in found)])) if found else None
