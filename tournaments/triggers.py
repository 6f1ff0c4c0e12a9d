"""Triggers that keep a row in its tournament where constraints cannot, because they compare with other tables.

Where SQLite rebuilds a table, `config.sqlite` sets the triggers aside and creates them again. A system check looks for them.
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

    def build_statements(self, vendor: str, name: str) -> tuple[str, ...]:
        """The SQL that creates it; empty where the database does not know the event."""
        ...


@dataclass(frozen=True, slots=True)
class GuardTrigger:
    """`wrong` is the SQL condition, over OLD and NEW, that refuses the `event` on `table`; of TRUNCATE, which only PostgreSQL knows, over
    the table as it is.
    """

    table: str
    event: str
    wrong: str
    message: str

    def build_statements(self, vendor: str, name: str) -> tuple[str, ...]:
        if vendor == "postgresql":
            returned_row = {"DELETE": "OLD", TRUNCATE: "NULL"}.get(self.event, "NEW")
            granularity = "STATEMENT" if self.event == TRUNCATE else "ROW"
            return (
                (
                    f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN IF {self.wrong} THEN"
                    f" RAISE EXCEPTION '{self.message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;"
                    f" RETURN {returned_row}; END $guard$"
                ),
                f"CREATE TRIGGER {name} BEFORE {self.event} ON {self.table} FOR EACH {granularity} EXECUTE FUNCTION {name}()",
            )
        if self.event == TRUNCATE:
            return ()
        return (
            (
                f"CREATE TRIGGER {name} BEFORE {self.event} ON {self.table} FOR EACH ROW WHEN {self.wrong}"
                f" BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
            ),
        )


def _guard_insert_and_update(name: str, table: str, wrong: str, message: str) -> dict[str, GuardTrigger]:
    return {
        f"{name}_inserted": GuardTrigger(table, "INSERT", wrong, message),
        f"{name}_updated": GuardTrigger(table, "UPDATE", wrong, message),
    }


def _guard_parent(table: str, column: str) -> GuardTrigger:
    return GuardTrigger(f"tournaments_{table}", "UPDATE", f"NEW.{column} <> OLD.{column}", f"a {table} stays where it was made")


FIRST_GUARDS: dict[str, GuardTrigger] = {
    **_guard_insert_and_update(
        "seat_in_its_round",
        "tournaments_seat",
        "NEW.round_id <> (SELECT match.round_id FROM tournaments_match AS match WHERE match.id = NEW.match_id)",
        "the match belongs to another round",
    ),
    **_guard_insert_and_update(
        "seat_in_its_tournament", "tournaments_seat", f"{_TOURNAMENT_OF_ENTRY} <> {_TOURNAMENT_OF_ROUND}", _OTHER_TOURNAMENT
    ),
    **_guard_insert_and_update(
        "seat_alone_at_bye",
        "tournaments_seat",
        "NEW.side <> 0 AND 'bye' = (SELECT match.kind FROM tournaments_match AS match WHERE match.id = NEW.match_id)",
        "a bye has one seat",
    ),
    "match_to_bye_alone": GuardTrigger(
        "tournaments_match",
        "UPDATE",
        "NEW.kind = 'bye' AND EXISTS (SELECT 1 FROM tournaments_seat AS seat WHERE seat.match_id = NEW.id AND seat.side <> 0)",
        "a bye has one seat",
    ),
    **_guard_insert_and_update(
        "stage_entry_in_its_tournament",
        "tournaments_stageentry",
        f"{_TOURNAMENT_OF_ENTRY} <> {_TOURNAMENT_OF_STAGE}",
        _OTHER_TOURNAMENT,
    ),
    **_guard_insert_and_update(
        "member_in_its_tournament", "tournaments_member", f"{_TOURNAMENT_OF_ENTRY} <> NEW.tournament_id", _OTHER_TOURNAMENT
    ),
    "entry_stays": _guard_parent("entry", "tournament_id"),
    "stage_stays": _guard_parent("stage", "tournament_id"),
    "round_stays": _guard_parent("round", "stage_id"),
    "match_stays": _guard_parent("match", "round_id"),
}

LATER_GUARDS: dict[str, GuardTrigger] = {
    **_guard_insert_and_update(
        "forbidden_pair_in_its_tournament",
        "tournaments_forbiddenpair",
        "EXISTS (SELECT 1 FROM tournaments_entry AS entry WHERE entry.id IN (NEW.first_id, NEW.second_id)"
        " AND entry.tournament_id <> NEW.tournament_id)",
        _OTHER_TOURNAMENT,
    ),
    **_guard_insert_and_update(
        "substitution_in_its_match",
        "tournaments_substitution",
        "NEW.match_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM tournaments_seat AS seat WHERE seat.match_id = NEW.match_id AND seat.entry_id = NEW.entry_id)",
        "the entry does not play this match",
    ),
    **_guard_insert_and_update(
        "seat_of_one_at_bye",
        "tournaments_seat",
        "NEW.place <> 0 AND 'bye' = (SELECT match.kind FROM tournaments_match AS match WHERE match.id = NEW.match_id)",
        "a bye has one seat",
    ),
}
"""Those that speak of tables and columns of migration 0004: an earlier one cannot make them."""

SEED_GUARDS: dict[str, GuardTrigger] = {
    "announced_seed_stays": GuardTrigger(
        "tournaments_stage",
        "UPDATE",
        "OLD.seed <> '' AND (NEW.seed <> OLD.seed OR NEW.seed_committed_at IS NULL OR NEW.seed_committed_at <> OLD.seed_committed_at)",
        "an announced seed stays",
    ),
    "seed_announced_before_draw": GuardTrigger(
        "tournaments_stage",
        "UPDATE",
        "OLD.seed = '' AND NEW.seed <> '' AND EXISTS (SELECT 1 FROM tournaments_round AS round WHERE round.stage_id = NEW.id)",
        "a seed is announced before the draw",
    ),
}

CASH_GUARDS: dict[str, GuardTrigger] = _guard_insert_and_update(
    "cash_line_in_its_tournament",
    "tournaments_cashline",
    f"NEW.entry_id IS NOT NULL AND {_TOURNAMENT_OF_ENTRY} <> NEW.tournament_id",
    _OTHER_TOURNAMENT,
)

GUARDS: dict[str, GuardTrigger] = {**FIRST_GUARDS, **LATER_GUARDS, **SEED_GUARDS, **CASH_GUARDS}


def install_triggers(connection: BaseDatabaseWrapper, triggers: Mapping[str, Trigger] = GUARDS) -> None:
    """Create every missing trigger."""
    with connection.cursor() as cursor:
        for name in find_missing_triggers(connection, triggers):
            for statement in triggers[name].build_statements(connection.vendor, name):
                cursor.execute(statement)


def remove_triggers(connection: BaseDatabaseWrapper, triggers: Mapping[str, Trigger] = GUARDS) -> None:
    """Drop the triggers: to reverse the migration, and for tests that prove what they prevent."""
    with connection.cursor() as cursor:
        for name, trigger in triggers.items():
            scope = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{scope}")


def find_missing_triggers(connection: BaseDatabaseWrapper, triggers: Mapping[str, Trigger] = GUARDS) -> tuple[str, ...]:
    """Names of the triggers that should exist and do not."""
    query = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return tuple(name for name, trigger in triggers.items() if name not in present and trigger.build_statements(connection.vendor, name))


def install_first_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, FIRST_GUARDS)


def remove_first_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, FIRST_GUARDS)


def install_later_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, LATER_GUARDS)


def remove_later_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, LATER_GUARDS)


def install_seeds_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, SEED_GUARDS)


def remove_seeds_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, SEED_GUARDS)


def install_cash_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, CASH_GUARDS)


def remove_cash_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, CASH_GUARDS)
