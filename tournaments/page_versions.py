"""The page version of a tournament's public pages: the database stores a new one whenever a row that they show changes.

Triggers write it, so that no writer can forget to. The version is a random mark: a restored database or a change that was
undone never repeats a mark that stood for something else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.triggers import install_triggers, remove_triggers

_CHANGED_ROWS = {"postgresql": "SELECT {column} FROM changed", "sqlite": "{row}.{column}"}
_NEW_MARK = {"postgresql": "replace(gen_random_uuid()::text, '-', '')", "sqlite": "lower(hex(randomblob(16)))"}
EVENTS = ("INSERT", "UPDATE", "DELETE")

TOURNAMENT_OF_STAGE = "SELECT tournament_id FROM tournaments_stage WHERE id IN ({rows})"
TOURNAMENT_OF_ROUND = (
    "SELECT stage.tournament_id FROM tournaments_round AS round JOIN tournaments_stage AS stage ON stage.id = round.stage_id"
    " WHERE round.id IN ({rows})"
)
TOURNAMENT_OF_MATCH = TOURNAMENT_OF_ROUND.format(rows="SELECT round_id FROM tournaments_match WHERE id IN ({rows})")
TOURNAMENT_OF_ENTRY = "SELECT tournament_id FROM tournaments_entry WHERE id IN ({rows})"
TOURNAMENTS_OF_CLUB = "SELECT tournament_id FROM tournaments_entry WHERE club_id IN ({rows})"
TOURNAMENTS_OF_PERSON = (
    "SELECT tournament_id FROM tournaments_member WHERE person_id IN ({rows})"
    " UNION SELECT entry.tournament_id FROM tournaments_entry AS entry JOIN tournaments_substitution AS one ON one.entry_id = entry.id"
    " WHERE one.leaves_id IN ({rows}) OR one.comes_id IN ({rows})"
)


@dataclass(frozen=True, slots=True)
class PageVersionRenewal:
    """A trigger: after `event` on `table` the tournaments that the SQL `of` finds by the values of `column` get a new page version.

    SQLite runs it for every row, PostgreSQL once for all rows of a statement,
    because there every further update of the same row is slower.
    """

    table: str
    event: str
    column: str
    of: str

    def build_statements(self, vendor: str, name: str) -> tuple[str, ...]:
        row, changed = ("OLD", "OLD TABLE") if self.event == "DELETE" else ("NEW", "NEW TABLE")
        tournaments = self.of.format(rows=_CHANGED_ROWS[vendor].format(column=self.column, row=row))
        frequency = f"REFERENCING {changed} AS changed FOR EACH STATEMENT" if vendor == "postgresql" else "FOR EACH ROW"
        renew = f"UPDATE tournaments_edition SET mark = {_NEW_MARK[vendor]} WHERE tournament_id IN ({tournaments});"  # noqa: S608 - of literals
        return _build_after_trigger(vendor, name, f"{self.event} ON {self.table} {frequency}", renew)


@dataclass(frozen=True, slots=True)
class FirstPageVersion:
    """A trigger: a new tournament gets its first page version."""

    table: str = "tournaments_tournament"

    def build_statements(self, vendor: str, name: str) -> tuple[str, ...]:
        insertion = f"INSERT INTO tournaments_edition (tournament_id, mark) VALUES (NEW.id, {_NEW_MARK[vendor]});"  # noqa: S608 - of literals
        return _build_after_trigger(vendor, name, f"INSERT ON {self.table} FOR EACH ROW", insertion)


def _build_after_trigger(vendor: str, name: str, event: str, action: str) -> tuple[str, ...]:
    if vendor == "postgresql":
        return (
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {action} RETURN NULL; END $$",
            f"CREATE TRIGGER {name} AFTER {event} EXECUTE FUNCTION {name}()",
        )
    return (f"CREATE TRIGGER {name} AFTER {event} BEGIN {action} END",)


def build_renewals(
    table: str, column: str = "tournament_id", of: str = "{rows}", events: tuple[str, ...] = EVENTS
) -> dict[str, PageVersionRenewal]:
    """The triggers of a table that public pages show, by name."""
    return {f"edition_after_{event.lower()}_{table}": PageVersionRenewal(table, event, column, of) for event in events}


PAGE_VERSION_TRIGGERS: Mapping[str, PageVersionRenewal | FirstPageVersion] = {
    "edition_first": FirstPageVersion(),
    **build_renewals("tournaments_tournament", "id", events=("UPDATE",)),
    **build_renewals("tournaments_stage"),
    **build_renewals("tournaments_stageentry", "stage_id", TOURNAMENT_OF_STAGE),
    **build_renewals("tournaments_round", "stage_id", TOURNAMENT_OF_STAGE),
    **build_renewals("tournaments_draw", "round_id", TOURNAMENT_OF_ROUND),
    **build_renewals("tournaments_match", "round_id", TOURNAMENT_OF_ROUND),
    **build_renewals("tournaments_seat", "round_id", TOURNAMENT_OF_ROUND),
    **build_renewals("tournaments_entry"),
    **build_renewals("tournaments_member"),
    **build_renewals("tournaments_substitution", "entry_id", TOURNAMENT_OF_ENTRY),
    **build_renewals("tournaments_halltable"),
    **build_renewals("tournaments_club", "id", TOURNAMENTS_OF_CLUB, events=("UPDATE",)),
    **build_renewals("tournaments_person", "id", TOURNAMENTS_OF_PERSON, events=("UPDATE",)),
}
ANNOUNCEMENT_TRIGGERS: Mapping[str, PageVersionRenewal] = {
    **build_renewals("tournaments_announcement"),
    **build_renewals("tournaments_enrolment"),
}
"""Of the tables that came later; the first migrations install those above."""


def begin_in_migration(apps: Any, editor: Any) -> None:
    """Give every existing tournament a page version and install the triggers."""
    mark = _NEW_MARK[editor.connection.vendor]
    editor.execute(f"INSERT INTO tournaments_edition (tournament_id, mark) SELECT id, {mark} FROM tournaments_tournament")  # noqa: S608 - of literals
    install_triggers(editor.connection, PAGE_VERSION_TRIGGERS)


def complete_in_migration(apps: Any, editor: Any) -> None:
    """Install the triggers that were added later, for databases that have page versions already."""
    install_triggers(editor.connection, PAGE_VERSION_TRIGGERS)


def renew_for_announcements_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, ANNOUNCEMENT_TRIGGERS)


def forget_announcements_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, ANNOUNCEMENT_TRIGGERS)


def end_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, PAGE_VERSION_TRIGGERS)
