"""What a tournament's public pages depend on, as one short text."""

from dataclasses import dataclass

from django.db import connection

_READ = """
SELECT tournament.public, edition.mark
FROM tournaments_tournament AS tournament JOIN tournaments_edition AS edition ON edition.tournament_id = tournament.id
WHERE tournament.slug = %s
"""
"""Written out, because two hundred phones ask it every fifteen seconds: building it anew costs ten times what it takes to answer."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """`text` changes whenever a public page could: it is the mark of the edition (`tournaments.editions`)."""

    public: bool
    text: str


def read_stamp(slug: str) -> Stamp | None:
    """None for a tournament that does not exist. One query on two keys, however many results there are."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [slug])
        found = cursor.fetchone()
    return None if found is None else Stamp(bool(found[0]), found[1])
