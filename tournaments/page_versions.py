"""The edition of a tournament's public pages: the database itself marks it anew whenever a row that they show changes.

Triggers do it, so that no writer can forget to. The mark is drawn at random: a state that was restored, or a change that was taken back,
never brings one back that stood for something else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.triggers import install, remove

_ROWS = {"postgresql": "SELECT {column} FROM changed", "sqlite": "{row}.{column}"}
_MARK = {"postgresql": "replace(gen_random_uuid()::text, '-', '')", "sqlite": "lower(hex(randomblob(16)))"}
EVENTS = ("INSERT", "UPDATE", "DELETE")

OF_STAGE = "SELECT tournament_id FROM tournaments_stage WHERE id IN ({rows})"
OF_ROUND = (
    "SELECT stage.tournament_id FROM tournaments_round AS round JOIN tournaments_stage AS stage ON stage.id = round.stage_id"
    " WHERE round.id IN ({rows})"
)
OF_MATCH = OF_ROUND.format(rows="SELECT round_id FROM tournaments_match WHERE id IN ({rows})")
OF_ENTRY = "SELECT tournament_id FROM tournaments_entry WHERE id IN ({rows})"
OF_CLUB = "SELECT tournament_id FROM tournaments_entry WHERE club_id IN ({rows})"
OF_PERSON = (
    "SELECT tournament_id FROM tournaments_member WHERE person_id IN ({rows})"
    " UNION SELECT entry.tournament_id FROM tournaments_entry AS entry JOIN tournaments_substitution AS one ON one.entry_id = entry.id"
    " WHERE one.leaves_id IN ({rows}) OR one.comes_id IN ({rows})"
)


@dataclass(frozen=True, slots=True)
class Renewal:
    """After `event` on `table` begins another edition of the tournaments that `of` finds by the values of `column`.

    SQLite runs it for every row, PostgreSQL once for all rows of a statement: there each change of the same row makes the next one slower.
    """

    table: str
    event: str
    column: str
    of: str

    def statements(self, vendor: str, name: str) -> tuple[str, ...]:
        row, changed = ("OLD", "OLD TABLE") if self.event == "DELETE" else ("NEW", "NEW TABLE")
        tournaments = self.of.format(rows=_ROWS[vendor].format(column=self.column, row=row))
        each = f"REFERENCING {changed} AS changed FOR EACH STATEMENT" if vendor == "postgresql" else "FOR EACH ROW"
        renew = f"UPDATE tournaments_edition SET mark = {_MARK[vendor]} WHERE tournament_id IN ({tournaments});"  # noqa: S608 - of literals
        return _after(vendor, name, f"{self.event} ON {self.table} {each}", renew)


@dataclass(frozen=True, slots=True)
class FirstEdition:
    """A tournament is born with an edition."""

    table: str = "tournaments_tournament"

    def statements(self, vendor: str, name: str) -> tuple[str, ...]:
        begin = f"INSERT INTO tournaments_edition (tournament_id, mark) VALUES (NEW.id, {_MARK[vendor]});"  # noqa: S608 - of literals
        return _after(vendor, name, f"INSERT ON {self.table} FOR EACH ROW", begin)


def _after(vendor: str, name: str, when: str, what: str) -> tuple[str, ...]:
    if vendor == "postgresql":
        return (
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {what} RETURN NULL; END $$",
            f"CREATE TRIGGER {name} AFTER {when} EXECUTE FUNCTION {name}()",
        )
    return (f"CREATE TRIGGER {name} AFTER {when} BEGIN {what} END",)


def renewed_by(table: str, column: str = "tournament_id", of: str = "{rows}", events: tuple[str, ...] = EVENTS) -> dict[str, Renewal]:
    """The triggers of a table that public pages show."""
    return {f"edition_after_{event.lower()}_{table}": Renewal(table, event, column, of) for event in events}


EDITIONS: Mapping[str, Renewal | FirstEdition] = {
    "edition_first": FirstEdition(),
    **renewed_by("tournaments_tournament", "id", events=("UPDATE",)),
    **renewed_by("tournaments_stage"),
    **renewed_by("tournaments_stageentry", "stage_id", OF_STAGE),
    **renewed_by("tournaments_round", "stage_id", OF_STAGE),
    **renewed_by("tournaments_draw", "round_id", OF_ROUND),
    **renewed_by("tournaments_match", "round_id", OF_ROUND),
    **renewed_by("tournaments_seat", "round_id", OF_ROUND),
    **renewed_by("tournaments_entry"),
    **renewed_by("tournaments_member"),
    **renewed_by("tournaments_substitution", "entry_id", OF_ENTRY),
    **renewed_by("tournaments_halltable"),
    **renewed_by("tournaments_club", "id", OF_CLUB, events=("UPDATE",)),
    **renewed_by("tournaments_person", "id", OF_PERSON, events=("UPDATE",)),
}


def begin_in_migration(apps: Any, editor: Any) -> None:
    """An edition for every tournament that there is already, and from now on by triggers."""
    mark = _MARK[editor.connection.vendor]
    editor.execute(f"INSERT INTO tournaments_edition (tournament_id, mark) SELECT id, {mark} FROM tournaments_tournament")  # noqa: S608 - of literals
    install(editor.connection, EDITIONS)


def complete_in_migration(apps: Any, editor: Any) -> None:
    """For databases whose pages showed less when their editions began."""
    install(editor.connection, EDITIONS)


def end_in_migration(apps: Any, editor: Any) -> None:
    remove(editor.connection, EDITIONS)
