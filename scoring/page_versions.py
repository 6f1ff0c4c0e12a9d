"""The version of a tournament's public pages, as one short text."""

from dataclasses import dataclass

from django.db import connections

from jobs.replicas import get_read_alias

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
"""Written out, because two hundred phones ask it every three seconds: building it anew costs ten times what it takes to answer."""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """`text` changes whenever a public page can change: it is the mark of the edition (`tournaments.page_versions`)."""

    public: bool
    text: str

    @property
    def evenings(self) -> str:
        """Of a season: the editions of its evenings, without its own mark."""
        return self.text.partition(" ")[2]


def read_page_version(slug: str) -> PageVersion | None:
    """None for a tournament that does not exist. One query on two keys, for any number of results."""
    with connections[get_read_alias()].cursor() as cursor:
        cursor.execute(_READ, [slug])
        row = cursor.fetchone()
    return None if row is None else PageVersion(bool(row[0]), row[1])


def read_season_page_version(slug: str) -> PageVersion | None:
    """The version of a season's pages: its own mark and the editions of all its evenings; None if it does not exist. One query."""
    with connections[get_read_alias()].cursor() as cursor:
        cursor.execute(_READ_SEASON, [slug])
        rows = cursor.fetchall()
    return PageVersion(bool(rows[0][0]), " ".join([rows[0][1], *(mark or "" for _public, _own, mark in rows)])) if rows else None
