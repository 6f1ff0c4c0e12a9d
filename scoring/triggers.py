"""Triggers for what constraints cannot check: the ledger is append-only, its numbers have no gap, each row belongs to its tournament;
and the triggers that change the version of the public pages when results change (`tournaments.page_versions`).

Where SQLite rebuilds a table, `config.sqlite` sets the triggers aside and creates them again. A system check looks for missing triggers.
"""

from typing import Any

from tournaments.page_versions import TOURNAMENT_OF_MATCH, TOURNAMENT_OF_STAGE, build_renewals
from tournaments.triggers import TRUNCATE, GuardTrigger, install_triggers, remove_triggers

APPEND_ONLY = "the ledger is append-only"

_LEDGER = "scoring_ledgerentry"
_RESULT = "scoring_matchresult"
_TOURNAMENT_OF_MATCH = (
    "(SELECT stage.tournament_id FROM tournaments_match AS match"
    " JOIN tournaments_round AS round ON round.id = match.round_id"
    " JOIN tournaments_stage AS stage ON stage.id = round.stage_id WHERE match.id = NEW.match_id)"
)
_WINNER_STANDS = (
    "NEW.winner IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM tournaments_seat AS seat WHERE seat.match_id = NEW.match_id AND seat.side = NEW.winner)"
)
_SIGNED_BY_ITS_ENTERER = """NEW.kind = 'confirm' AND NEW.payload <> '{"one_person":true}'
    AND EXISTS (SELECT 1 FROM scoring_ledgerhead AS head WHERE head.tournament_id = NEW.tournament_id)
    AND EXISTS (
        SELECT 1 FROM scoring_ledgerentry AS said
        WHERE said.match_id = NEW.match_id AND (said.kind = 'submit' OR said.supersedes IS NOT NULL)
        AND NOT EXISTS (
            SELECT 1 FROM scoring_ledgerentry AS later
            WHERE later.match_id = said.match_id AND later.seq > said.seq
            AND CASE WHEN NEW.via = 'table' OR said.kind = 'void'
                THEN later.kind = 'submit' OR later.supersedes IS NOT NULL
                ELSE later.supersedes = said.seq END
        )
        AND CASE WHEN NEW.via = 'table'
            THEN said.via = 'table' AND substr(said.actor, length(said.actor)) = substr(NEW.actor, length(NEW.actor))
            ELSE said.actor = NEW.actor END
    )"""

FIRST_GUARDS: dict[str, GuardTrigger] = {
    "ledger_never_updated": GuardTrigger(_LEDGER, "UPDATE", "1 = 1", APPEND_ONLY),
    "ledger_never_deleted": GuardTrigger(_LEDGER, "DELETE", "1 = 1", APPEND_ONLY),
    "ledger_without_gap": GuardTrigger(
        _LEDGER,
        "INSERT",
        "NEW.seq <> 1 + COALESCE((SELECT MAX(earlier.seq) FROM scoring_ledgerentry AS earlier"
        " WHERE earlier.tournament_id = NEW.tournament_id), 0)",
        "the ledger has no gaps",
    ),
    "ledger_is_chained": GuardTrigger(
        _LEDGER,
        "INSERT",
        "NEW.prev <> COALESCE((SELECT earlier.digest FROM scoring_ledgerentry AS earlier"
        " WHERE earlier.tournament_id = NEW.tournament_id AND earlier.seq = NEW.seq - 1),"
        " '0000000000000000000000000000000000000000000000000000000000000000')",
        "the entry does not follow the last one",
    ),
    "ledger_match_of_its_tournament": GuardTrigger(
        _LEDGER,
        "INSERT",
        f"NEW.match_id IS NOT NULL AND NEW.tournament_id <> {_TOURNAMENT_OF_MATCH}",
        "the match belongs to another tournament",
    ),
    "ledger_supersedes_own_match": GuardTrigger(
        _LEDGER,
        "INSERT",
        "NEW.supersedes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoring_ledgerentry AS earlier"
        " WHERE earlier.tournament_id = NEW.tournament_id AND earlier.seq = NEW.supersedes AND earlier.match_id = NEW.match_id)",
        "an entry supersedes one of the same match",
    ),
    "ledger_text_only_erased": GuardTrigger(
        "scoring_ledgertext",
        "UPDATE",
        "NEW.text <> '' OR NEW.seq <> OLD.seq OR NEW.tournament_id <> OLD.tournament_id",
        "words beside the ledger can only be erased",
    ),
    "ledger_text_never_deleted": GuardTrigger("scoring_ledgertext", "DELETE", "1 = 1", APPEND_ONLY),
    "result_winner_sits_inserted": GuardTrigger(_RESULT, "INSERT", _WINNER_STANDS, "the winner is one of the sides"),
    "result_winner_sits_updated": GuardTrigger(_RESULT, "UPDATE", _WINNER_STANDS, "the winner is one of the sides"),
}

TRUNCATE_GUARDS: dict[str, GuardTrigger] = {
    "ledger_never_emptied": GuardTrigger(_LEDGER, TRUNCATE, "EXISTS (SELECT 1 FROM scoring_ledgerentry)", APPEND_ONLY),
    "ledger_text_never_emptied": GuardTrigger("scoring_ledgertext", TRUNCATE, "EXISTS (SELECT 1 FROM scoring_ledgertext)", APPEND_ONLY),
}
"""PostgreSQL empties a table without asking the triggers of its rows."""

SIGNATURE_GUARDS: dict[str, GuardTrigger] = {
    "ledger_signed_by_another": GuardTrigger(_LEDGER, "INSERT", _SIGNED_BY_ITS_ENTERER, "who entered a match does not confirm it"),
}
"""Staff whose word stands on a line, and whoever changed a line last, do not sign; the side that did so neither, by any of its slips.
A ledger that is taken in has no head until all of it is there: what an older release let pass is taken in as it is."""

_IS_KEPT_HERE = (
    "EXISTS (SELECT 1 FROM tournaments_tournament AS tournament WHERE tournament.id = OLD.tournament_id AND tournament.shown_from = '')"
)
SHOWN_GUARDS: dict[str, GuardTrigger] = {
    "ledger_never_deleted": GuardTrigger(_LEDGER, "DELETE", _IS_KEPT_HERE, APPEND_ONLY),
    "ledger_text_never_deleted": GuardTrigger("scoring_ledgertext", "DELETE", _IS_KEPT_HERE, APPEND_ONLY),
}
"""A tournament that is shown from a desk is kept there: what is here is a picture of it, which is taken anew and taken down."""

GUARDS: dict[str, GuardTrigger] = {**FIRST_GUARDS, **TRUNCATE_GUARDS, **SIGNATURE_GUARDS, **SHOWN_GUARDS}

FIRST_EDITIONS = {
    **build_renewals("scoring_ledgerhead"),
    **build_renewals("scoring_matchresult", "match_id", TOURNAMENT_OF_MATCH),
    **build_renewals("scoring_standingscache", "stage_id", TOURNAMENT_OF_STAGE),
    **build_renewals("scoring_paperstyle"),
}
"""With every line of the ledger its head moves, and no line is ever changed: the head stands for them all."""

CLUB_EDITIONS = build_renewals(
    "scoring_organizerpaper", "organizer_id", "SELECT id FROM tournaments_tournament WHERE organizer_id IN ({rows})"
)
"""The screen shows the logo and the Wi-Fi of the club whose paper a tournament follows."""

EDITIONS = {**FIRST_EDITIONS, **CLUB_EDITIONS}


def install_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, FIRST_GUARDS)


def remove_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, FIRST_GUARDS)


def install_signature_guards(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, SIGNATURE_GUARDS)


def remove_signature_guards(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, SIGNATURE_GUARDS)


def install_shown_guards(apps: Any, editor: Any) -> None:
    """Put the guards in the place of the first ones with the same names."""
    remove_triggers(editor.connection, SHOWN_GUARDS)
    install_triggers(editor.connection, SHOWN_GUARDS)


def remove_shown_guards(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, SHOWN_GUARDS)
    install_triggers(editor.connection, {name: FIRST_GUARDS[name] for name in SHOWN_GUARDS})


def install_truncate_guards(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, TRUNCATE_GUARDS)


def remove_truncate_guards(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, TRUNCATE_GUARDS)


def install_editions_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, FIRST_EDITIONS)


def remove_editions_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, FIRST_EDITIONS)


def install_club_editions(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, CLUB_EDITIONS)


def remove_club_editions(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, CLUB_EDITIONS)
