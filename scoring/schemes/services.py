"""What a director decides about a stage: how it counts, a penalty, a place decided at the table. Each is an entry of the ledger."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from scoring.ledger.appending import Line, Submission, append_entry, lock_head
from scoring.models import LedgerEntry, LedgerHead
from scoring.standings_pages.decisions import PENALTY, PLACE, SCHEME
from scoring.standings_pages.stored import keep_standings
from standings import Counting
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Stage, Tournament
from tournaments.people.names import clean_name
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

HIGHEST_AMOUNT = 10_000


def choose_scheme(stage: Stage, *, actor: AbstractBaseUser, origin: Submission, typed: Mapping[str, object]) -> None:
    """Say how the stage counts, at any time.

    1. Reads point system, rest and tie-breaks. 2. Notes them in the ledger. 3. Stores them with the stage and ranks it anew.

    Raises: rules.problems.RuleViolation; PermissionDenied.
    """
    counting = Counting(format_by_key(stage.format_key))
    chosen = counting.options_to_json(counting.options_from(typed))
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        head = lock_head(tournament)
        current = Stage.objects.select_related("tournament").get(pk=stage.pk)
        if current.scheme != chosen:
            _note_scheme(current, chosen, head, origin)
            keep_standings(current, seq=head.seq)


def settle_scheme(stage: Stage, head: LedgerHead, *, origin: Submission) -> None:
    """Where nobody chose how the stage counts, make what is usual today its choice, so that another release with other habits ranks nobody
    anew: a decision in the ledger like any other. Call inside the transaction that locked `head`."""
    if stage.scheme:
        return
    counting = Counting(format_by_key(stage.format_key))
    _note_scheme(stage, counting.options_to_json(counting.options_from({})), head, origin)


def _note_scheme(stage: Stage, chosen: Mapping[str, Any], head: LedgerHead, origin: Submission) -> None:
    told = {"decision": SCHEME, "stage": stage.number, "scheme": chosen}
    append_entry(head, Line(LedgerEntry.Kind.SUBMIT, _engine(stage.tournament), told), origin)
    stage.scheme = dict(chosen)
    stage.save(update_fields=["scheme"])


def decide_penalty(stage: Stage, entry: Entry, *, actor: AbstractBaseUser, origin: Submission, points: int, words: str) -> None:
    """Take points off an entry in this stage, in all so many; 0 gives them back. Raises: Refused; PermissionDenied."""
    _decide(stage, entry, PENALTY, points, actor=actor, origin=origin, words=words)


def decide_place(stage: Stage, entry: Entry, *, actor: AbstractBaseUser, origin: Submission, place: int, words: str) -> None:
    """Note what was decided at the table between the tied: the lower place comes first, where the tie-break “decided” is asked.

    Raises: Refused; PermissionDenied.
    """
    _decide(stage, entry, PLACE, place, actor=actor, origin=origin, words=words)


def _decide(stage: Stage, entry: Entry, what: str, amount: int, *, actor: AbstractBaseUser, origin: Submission, words: str) -> None:
    why = clean_name(words)
    if not why:
        raise Refused("no_reason", _("Say in a few words why: it stays in the ledger."))
    if not 0 <= amount <= HIGHEST_AMOUNT:
        raise Refused("amount_impossible", _("Type a number from 0 to 10,000; 0 takes the decision back."))
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        head = lock_head(tournament)
        if not stage.stage_entries.filter(entry=entry).exists():
            raise Refused("not_in_stage", _("This entry does not play this stage."))
        told = {"decision": what, "stage": stage.number, "entry": entry.number, "amount": amount}
        line = Line(LedgerEntry.Kind.SUBMIT, _engine(tournament), told, reason=LedgerEntry.Reason.REFEREE, words=why)
        append_entry(head, line, origin)
        keep_standings(Stage.objects.get(pk=stage.pk), seq=head.seq)


def _engine(tournament: Tournament) -> str:
    return f"{tournament.game_key}/{tournament.rules_version}"
