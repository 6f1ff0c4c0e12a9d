"""Triggers that write what happened, in the transaction in which it happened: nothing is lost by a kill, nothing told that was undone.

Each writes an event, and a job that spreads it, where somebody is told of the tournament; elsewhere it costs the look into an empty index.
On a site PostgreSQL says so in its answer, and workers are woken after the commit; the worker of a desk looks every few seconds.
What is taken in from a file is told to nobody, and neither are practice copies, demonstrations and pictures of what another desk keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jobs.wake import NOTICE
from tournaments.triggers import install_triggers, remove_triggers

SPREAD = "webhooks_spread"
_NOW = {"postgresql": "now()", "sqlite": "strftime('%Y-%m-%d %H:%M:%f', 'now')"}
_UUID = {"postgresql": "gen_random_uuid()", "sqlite": "lower(hex(randomblob(16)))"}
_FALSE = {"postgresql": "false", "sqlite": "0"}
_RECENT = {
    "postgresql": "NEW.made_at > now() - interval '1 hour'",
    "sqlite": "NEW.made_at > strftime('%Y-%m-%d %H:%M:%f', 'now', '-1 hour')",
}
_TOURNAMENT_OF_STAGE = "(SELECT stage.tournament_id FROM tournaments_stage AS stage WHERE stage.id = NEW.stage_id)"
_IS_HEARD = """EXISTS (
    SELECT 1 FROM webhooks_subscription AS subscription JOIN tournaments_tournament AS tournament ON tournament.id = {tournament}
    WHERE subscription.state = 'active' AND tournament.demonstration = {false} AND tournament.shown_from = ''
    AND (subscription.tournament_id = tournament.id OR subscription.organizer_id = tournament.organizer_id)
)"""
_IS_QUEUED = {
    # One writer at a time: what is queued begins after this transaction, and sees its event.
    "sqlite": f"WHERE NOT EXISTS (SELECT 1 FROM jobs_job WHERE kind = '{SPREAD}' AND state = 'queued')",  # noqa: S608 - of literals
    # A job that others see queued may have looked before this transaction ends: each event brings its own.
    "postgresql": "",
}


@dataclass(frozen=True, slots=True)
class OutboxTrigger:
    """After `event` on `table`, where `when` holds: an event of the `kind` for the tournament that the SQL `tournament` names.

    `key` is the column of the outbox that takes NEW's `row` (SQL).
    """

    table: str
    event: str
    kind: str
    when: str
    tournament: str
    key: str = ""
    row: str = "NEW.id"
    recent: bool = False

    def build_statements(self, vendor: str, name: str) -> tuple[str, ...]:
        heard = _IS_HEARD.format(tournament=self.tournament, false=_FALSE[vendor])
        when = f"{self.when} AND {_RECENT[vendor]}" if self.recent else self.when
        if vendor == "postgresql":
            body = f"IF {when} AND {heard} THEN {self._build_insertions(vendor)} END IF; RETURN NULL;"
            return (
                f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$",
                f"CREATE TRIGGER {name} AFTER {self.event} ON {self.table} FOR EACH ROW EXECUTE FUNCTION {name}()",
            )
        head = f"CREATE TRIGGER {name} AFTER {self.event} ON {self.table} FOR EACH ROW WHEN {when} AND {heard}"
        return (f"{head} BEGIN {self._build_insertions(vendor)} END",)

    def _build_insertions(self, vendor: str) -> str:
        now = _NOW[vendor]
        column, value = (f", {self.key}", f", {self.row}") if self.key else ("", "")
        event = (
            f"INSERT INTO webhooks_outboxevent (tournament_id, kind, happened_at, is_spread{column})"  # noqa: S608 - of literals
            f" VALUES ({self.tournament}, '{self.kind}', {now}, {_FALSE[vendor]}{value});"
        )
        columns = "id, kind, dedupe_key, arguments, language, state, attempts, run_after, created_at"
        columns += ", result_path, result_name, result_type, error"
        values = f"{_UUID[vendor]}, '{SPREAD}', '', '{{}}', 'en', 'queued', 0, {now}, {now}, '', '', '', ''"
        wake = f" RAISE NOTICE '{NOTICE}{SPREAD}';" if vendor == "postgresql" else ""
        return f"{event} INSERT INTO jobs_job ({columns}) SELECT {values} {_IS_QUEUED[vendor]};{wake}"


def _watch_round(kind: str, before: str, after: str) -> OutboxTrigger:
    when = f"OLD.state = '{before}' AND NEW.state = '{after}'"
    return OutboxTrigger("tournaments_round", "UPDATE", kind, when, _TOURNAMENT_OF_STAGE, "round_key")


OUTBOX_TRIGGERS: Mapping[str, OutboxTrigger] = {
    "webhook_round_published": _watch_round("round.published", "draft", "published"),
    "webhook_round_closed": _watch_round("round.closed", "published", "closed"),
    # A ledger that is taken in has no head until all of it is there.
    "webhook_match_confirmed": OutboxTrigger(
        "scoring_ledgerentry",
        "INSERT",
        "match.confirmed",
        "NEW.kind = 'confirm' AND NEW.match_id IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM scoring_ledgerhead AS head WHERE head.tournament_id = NEW.tournament_id)",
        "NEW.tournament_id",
        "match_key",
        "NEW.match_id",
    ),
    "webhook_tournament_finished": OutboxTrigger(
        "tournaments_tournament", "UPDATE", "tournament.finished", "OLD.state <> 'finished' AND NEW.state = 'finished'", "NEW.id"
    ),
    # Older ones come from a file.
    "webhook_enrolment_made": OutboxTrigger(
        "tournaments_enrolment", "INSERT", "enrolment.made", "NEW.number > 0", "NEW.tournament_id", "enrolment_key", recent=True
    ),
    "webhook_enrolment_changed": OutboxTrigger(
        "tournaments_enrolment",
        "UPDATE",
        "enrolment.changed",
        "(OLD.state <> NEW.state OR OLD.looking <> NEW.looking)",
        "NEW.tournament_id",
        "enrolment_key",
    ),
}


def install_in_migration(apps: Any, editor: Any) -> None:
    install_triggers(editor.connection, OUTBOX_TRIGGERS)


def remove_in_migration(apps: Any, editor: Any) -> None:
    remove_triggers(editor.connection, OUTBOX_TRIGGERS)
