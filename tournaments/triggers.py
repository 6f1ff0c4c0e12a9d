"""Triggers that keep a row in the tournament it belongs to, where constraints cannot reach: they compare with other tables.

A migration that rebuilds one of these tables on SQLite loses its triggers: it begins with `set_aside_in_migration` and ends with
`put_back_in_migration`.
A system check looks for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.backends.base.base import BaseDatabaseWrapper

_TOURNAMENT_OF_ENTRY = "(SELECT entry.tournament_id FROM tournaments_entry AS entry WHERE entry.id = NEW.entry_id)"
_TOURNAMENT_OF_STAGE = "(SELECT stage.tournament_id FROM tournaments_stage AS stage WHERE stage.id = NEW.stage_id)"
_TOURNAMENT_OF_ROUND = (
    "(SELECT stage.tournament_id FROM tournaments_round AS round"
    " JOIN tournaments_stage AS stage ON stage.id = round.stage_id WHERE round.id = NEW.round_id)"
)
TRUNCATE = "TRUNCATE"
_OTHER_TOURNAMENT = "the entry belongs to another tournament"


class Trigger(Protocol):
    """What the database does by itself when rows of `table` change."""

    @property
    def table(self) -> str: ...

    def statements(self, vendor: str, name: str) -> tuple[str, ...]:
        """What makes it; nothing where the database does not know such an event."""
        ...


@dataclass(frozen=True, slots=True)
class Guard:
    """`wrong` is the SQL condition, over OLD and NEW, that refuses the `event` on `table`; of TRUNCATE, which only PostgreSQL knows, over
    the table as it is."""

    table: str
    event: str
    wrong: str
    message: str

    def statements(self, vendor: str, name: str) -> tuple[str, ...]:
        if vendor == "postgresql":
            outcome = {"DELETE": "OLD", TRUNCATE: "NULL"}.get(self.event, "NEW")
            every = "STATEMENT" if self.event == TRUNCATE else "ROW"
            return (
                (
                    f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN IF {self.wrong} THEN"
                    f" RAISE EXCEPTION '{self.message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;"
                    f" RETURN {outcome}; END $guard$"
                ),
                f"CREATE TRIGGER {name} BEFORE {self.event} ON {self.table} FOR EACH {every} EXECUTE FUNCTION {name}()",
            )
        if self.event == TRUNCATE:
            return ()
        return (
            (
                f"CREATE TRIGGER {name} BEFORE {self.event} ON {self.table} FOR EACH ROW WHEN {self.wrong}"
                f" BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
            ),
        )


def _on_insert_and_update(name: str, table: str, wrong: str, message: str) -> dict[str, Guard]:
    return {
        f"{name}_inserted": Guard(table, "INSERT", wrong, message),
        f"{name}_updated": Guard(table, "UPDATE", wrong, message),
    }


def _never_moves(table: str, column: str) -> Guard:
    return Guard(f"tournaments_{table}", "UPDATE", f"NEW.{column} <> OLD.{column}", f"a {table} stays where it was made")


FIRST_GUARDS: dict[str, Guard] = {
    **_on_insert_and_update(
        "seat_in_its_round",
        "tournaments_seat",
        "NEW.round_id <> (SELECT match.round_id FROM tournaments_match AS match WHERE match.id = NEW.match_id)",
        "the match belongs to another round",
    ),
    **_on_insert_and_update(
        "seat_in_its_tournament", "tournaments_seat", f"{_TOURNAMENT_OF_ENTRY} <> {_TOURNAMENT_OF_ROUND}", _OTHER_TOURNAMENT
    ),
    **_on_insert_and_update(
        "seat_alone_at_bye",
        "tournaments_seat",
        "NEW.side <> 0 AND 'bye' = (SELECT match.kind FROM tournaments_match AS match WHERE match.id = NEW.match_id)",
        "a bye has one seat",
    ),
    "match_to_bye_alone": Guard(
        "tournaments_match",
        "UPDATE",
        "NEW.kind = 'bye' AND EXISTS (SELECT 1 FROM tournaments_seat AS seat WHERE seat.match_id = NEW.id AND seat.side <> 0)",
        "a bye has one seat",
    ),
    **_on_insert_and_update(
        "stage_entry_in_its_tournament",
        "tournaments_stageentry",
        f"{_TOURNAMENT_OF_ENTRY} <> {_TOURNAMENT_OF_STAGE}",
        _OTHER_TOURNAMENT,
    ),
    **_on_insert_and_update(
        "member_in_its_tournament", "tournaments_member", f"{_TOURNAMENT_OF_ENTRY} <> NEW.tournament_id", _OTHER_TOURNAMENT
    ),
    "entry_stays": _never_moves("entry", "tournament_id"),
    "stage_stays": _never_moves("stage", "tournament_id"),
    "round_stays": _never_moves("round", "stage_id"),
    "match_stays": _never_moves("match", "round_id"),
}

LATER_GUARDS: dict[str, Guard] = {
    **_on_insert_and_update(
        "forbidden_pair_in_its_tournament",
        "tournaments_forbiddenpair",
        "EXISTS (SELECT 1 FROM tournaments_entry AS entry WHERE entry.id IN (NEW.first_id, NEW.second_id)"
        " AND entry.tournament_id <> NEW.tournament_id)",
        _OTHER_TOURNAMENT,
    ),
    **_on_insert_and_update(
        "substitution_in_its_match",
        "tournaments_substitution",
        "NEW.match_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM tournaments_seat AS seat WHERE seat.match_id = NEW.match_id AND seat.entry_id = NEW.entry_id)",
        "the entry does not play this match",
    ),
    **_on_insert_and_update(
        "seat_of_one_at_bye",
        "tournaments_seat",
        "NEW.place <> 0 AND 'bye' = (SELECT match.kind FROM tournaments_match AS match WHERE match.id = NEW.match_id)",
        "a bye has one seat",
    ),
}
"""Those that speak of tables and columns of migration 0004: an earlier one cannot make them."""

SEED_GUARDS: dict[str, Guard] = {
    "announced_seed_stays": Guard(
        "tournaments_stage",
        "UPDATE",
        "OLD.seed <> '' AND (NEW.seed <> OLD.seed OR NEW.seed_committed_at IS NULL OR NEW.seed_committed_at <> OLD.seed_committed_at)",
        "an announced seed stays",
    ),
    "seed_announced_before_draw": Guard(
        "tournaments_stage",
        "UPDATE",
        "OLD.seed = '' AND NEW.seed <> '' AND EXISTS (SELECT 1 FROM tournaments_round AS round WHERE round.stage_id = NEW.id)",
        "a seed is announced before the draw",
    ),
}

GUARDS: dict[str, Guard] = {**FIRST_GUARDS, **LATER_GUARDS, **SEED_GUARDS}


def install(connection: BaseDatabaseWrapper, triggers: Mapping[str, Trigger] = GUARDS) -> None:
    """Make every trigger that is missing."""
    with connection.cursor() as cursor:
        for name in missing(connection, triggers):
            for statement in triggers[name].statements(connection.vendor, name):
                cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper, triggers: Mapping[str, Trigger] = GUARDS) -> None:
    """Take the triggers away: for undoing the migration, and for tests that prove what they hold back."""
    with connection.cursor() as cursor:
        for name, trigger in triggers.items():
            scope = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{scope}")


def missing(connection: BaseDatabaseWrapper, triggers: Mapping[str, Trigger] = GUARDS) -> tuple[str, ...]:
    """Names of the triggers that should be there and are not."""
    question = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(question)
        present = {row[0] for row in cursor.fetchall()}
    return tuple(name for name, trigger in triggers.items() if name not in present and trigger.statements(connection.vendor, name))


def install_first_in_migration(apps: Any, editor: Any) -> None:
    install(editor.connection, FIRST_GUARDS)


def remove_first_in_migration(apps: Any, editor: Any) -> None:
    remove(editor.connection, FIRST_GUARDS)


def install_later_in_migration(apps: Any, editor: Any) -> None:
    install(editor.connection, LATER_GUARDS)


def remove_later_in_migration(apps: Any, editor: Any) -> None:
    remove(editor.connection, LATER_GUARDS)


def install_seeds_in_migration(apps: Any, editor: Any) -> None:
    install(editor.connection, SEED_GUARDS)


def remove_seeds_in_migration(apps: Any, editor: Any) -> None:
    remove(editor.connection, SEED_GUARDS)


def set_aside_in_migration(apps: Any, editor: Any) -> None:
    """SQLite rebuilds no table that a trigger names, whichever package's: all step aside, kept in a table until they are put back."""
    if editor.connection.vendor != "sqlite":
        return
    with editor.connection.cursor() as cursor:
        cursor.execute("CREATE TABLE triggers_set_aside AS SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        cursor.execute("SELECT name FROM triggers_set_aside")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


def put_back_in_migration(apps: Any, editor: Any) -> None:
    """The other half of `set_aside_in_migration`."""
    if editor.connection.vendor != "sqlite":
        return
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM triggers_set_aside")
        for (statement,) in cursor.fetchall():
            cursor.execute(statement)
        cursor.execute("DROP TABLE triggers_set_aside")
