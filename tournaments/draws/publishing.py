"""From a draft to a published round: changes by hand, tables, publication, and the proof that a draw can be repeated."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

import pairing
from jobs.databases import write_tx
from rules.problems import RuleViolation
from tournaments.draws.seatings import CAME_LATE, list_late_entrants, read_seated_entries, update_reasons
from tournaments.draws.services import lock_draft
from tournaments.halls.services import assign_tables
from tournaments.locks import lock_for_director
from tournaments.models import Draw, Entry, Match, Round, Seat, Stage, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused


def change_pairing(
    drafted: Round, *, actor: AbstractBaseUser, first: Entry, second: Entry, reason: str, at: dt.datetime, seen: str = ""
) -> None:
    """Exchange two entries of a draft.

    1. Exchanges their seats. 2. Notes the change with its reason in the draw, beside the engine's pairings.
    3. Matches that differ from the engine's lose the engine's reasons; those that are equal again get them back.

    Raises: ChangeRefused (no reason, not two entries of two matches, no draft); ValidationError of the reason; PermissionDenied.
    """
    clean_reason = clean_change_reason(reason)
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        exchange_seats(lock_draft(drafted, seen), first, second, why=clean_reason, actor=actor, at=at)


def clean_change_reason(reason: str) -> str:
    """The reason for an exchange as it may be shown. Raises: ChangeRefused for an empty one; ValidationError."""
    why = clean_name(reason)
    validate_name(why)
    if not why:
        raise ChangeRefused("no_reason", _("Give a short reason for the change: it will be shown with the round."))
    return why


def exchange_seats(current: Round, first: Entry, second: Entry, *, why: str, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Exchange two entries and note it in the draw. Call inside `write_tx`. Raises: ChangeRefused when they are not at two matches."""
    _exchange_entries(current, first, second)
    draw = Draw.objects.select_for_update().get(round=current)
    draw.changes = [*draw.changes, {"first": first.pk, "second": second.pk, "reason": why, "by": actor.pk, "at": at.isoformat()}]
    draw.save(update_fields=["changes"])
    update_reasons(current, draw)


def replace_seat(current: Round, leaves: Entry, comes: Entry, *, why: str, actor: AbstractBaseUser, at: dt.datetime) -> tuple[int, ...]:
    """Seat `comes` where `leaves` sits, who takes the other's seat if there is one, and note it in the draw like an exchange by hand.

    Return the ids of the changed matches. Call inside `write_tx`.
    """
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=current, entry__in=[leaves, comes])}
    Seat.objects.filter(pk__in=[seat.pk for seat in seats.values()]).delete()
    takes = {leaves.pk: comes, comes.pk: leaves}
    Seat.objects.bulk_create(
        Seat(match_id=seat.match_id, round=current, side=seat.side, place=seat.place, entry=takes[entry]) for entry, seat in seats.items()
    )
    draw = Draw.objects.select_for_update().get(round=current)
    draw.changes = [*draw.changes, {"first": leaves.pk, "second": comes.pk, "reason": why, "by": actor.pk, "at": at.isoformat()}]
    draw.save(update_fields=["changes"])
    update_reasons(current, draw)
    return tuple(seat.match_id for seat in seats.values())


def publish_under_lock(tournament: Tournament, current: Round, *, at: dt.datetime) -> Round:
    """Publish a draft. Call inside the transaction that locked the tournament and the draft.

    1. Assigns tables, as many as there are; matches without one wait for the second sitting.
    2. Publishes. 3. Sets stage and tournament to running.
    """
    assign_tables(tournament, current)
    current.state, current.published_at = Round.State.PUBLISHED, at
    current.save(update_fields=["state", "published_at"])
    Stage.objects.filter(pk=current.stage_id).update(state=Stage.State.RUNNING)
    if tournament.state != Tournament.State.RUNNING:
        tournament.state = Tournament.State.RUNNING
        tournament.save()
    return current


def note_old_draft(current: Round, *, reason: str, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Note in the draw that it is published although it was out of date, and why. Call inside `write_tx`."""
    draw = Draw.objects.select_for_update().get(round=current)
    draw.changes = [*draw.changes, {"out_of_date": True, "reason": reason, "by": actor.pk, "at": at.isoformat()}]
    draw.save(update_fields=["changes"])


@dataclass(frozen=True, slots=True)
class DrawReplay:
    """The result of repeating a draw: `same_draw` compares with the stored outcome, `same_seats` the seats with outcome and changes."""

    same_draw: bool
    same_seats: bool
    problem: str = ""

    @property
    def proven(self) -> bool:
        return self.same_draw and self.same_seats


def replay_draw(draw: Draw) -> DrawReplay:
    """Repeat a stored draw and compare. Writes nothing."""
    same_seats = read_seated_entries(draw.round_id) == _compute_expected_seats(draw)
    try:
        pairing.repeat_draw({**draw.outcome, "request": draw.inputs})
    except (pairing.DrawRefused, RuleViolation) as refusal:
        return DrawReplay(same_draw=False, same_seats=same_seats, problem=str(refusal))
    return DrawReplay(same_draw=True, same_seats=same_seats)


def _exchange_entries(drafted: Round, first: Entry, second: Entry) -> None:
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=drafted, entry__in=[first, second])}
    if len(seats) != 2 or not _can_exchange(*seats.values()):
        raise ChangeRefused("nothing_to_swap", _("Choose two entries of this round that do not already play each other."))
    first_seat, second_seat = seats[first.pk], seats[second.pk]
    Seat.objects.filter(pk__in=[first_seat.pk, second_seat.pk]).delete()
    Seat.objects.bulk_create(
        [
            Seat(match_id=first_seat.match_id, round=drafted, side=first_seat.side, place=first_seat.place, entry=second),
            Seat(match_id=second_seat.match_id, round=drafted, side=second_seat.side, place=second_seat.place, entry=first),
        ]
    )


def _can_exchange(first_seat: Seat, second_seat: Seat) -> bool:
    """Whether an exchange changes anything: at one table only between opponents who have partners."""
    if first_seat.match_id != second_seat.match_id:
        return True
    return first_seat.side != second_seat.side and Seat.objects.filter(match_id=first_seat.match_id, place=1).exists()


def _compute_expected_seats(draw: Draw) -> dict[int, tuple[int, ...]]:
    """The seats that follow from the outcome and the changes; late entries first, because no earlier change refers to them."""
    seats = {drawn_pairing["order"]: list(drawn_pairing["sides"]) for drawn_pairing in draw.outcome["pairings"]}
    for order, reasons in Match.objects.filter(round=draw.round_id).values_list("position", "reasons"):
        seats[order] += list_late_entrants(reason for reason in reasons if reason["code"] == CAME_LATE)
    for change in draw.changes:
        if "first" not in change:
            continue
        swap = {change["first"]: change["second"], change["second"]: change["first"]}
        seats = {order: [swap.get(entry, entry) for entry in sides] for order, sides in seats.items()}
    return {order: tuple(sides) for order, sides in seats.items()}
