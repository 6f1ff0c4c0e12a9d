"""From a draft to a round that is played: changes by hand, tables, publication, and the proof that a draw can be repeated."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

import pairing
from rules.problems import RuleViolation
from tournaments.draws.services import lock_draft
from tournaments.halls.services import give_tables
from tournaments.locks import lock_for_director
from tournaments.models import Draw, Entry, Match, Round, Seat, Stage, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import Refused
from tournaments.transactions import write_tx


def change_pairing(drafted: Round, *, actor: AbstractBaseUser, first: Entry, second: Entry, reason: str, at: dt.datetime) -> None:
    """Let two entries of a draft change places.

    1. Exchanges their seats. 2. Notes the change with its reason in the draw; what the engine drew stays beside it.
    3. Matches that are no longer the engine's lose the engine's reasons; those that are again get them back.

    Raises: Refused (no reason, not two entries of two matches, no draft); ValidationError of the reason; PermissionDenied.
    """
    why = read_reason(reason)
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        exchange_seats(lock_draft(drafted), first, second, why=why, actor=actor, at=at)


def read_reason(reason: str) -> str:
    """Why seats are exchanged, as it may be shown. Raises: Refused for none; ValidationError."""
    why = clean_name(reason)
    validate_name(why)
    if not why:
        raise Refused("no_reason", _("Say in a few words why the draw is changed: it will be shown with the round."))
    return why


def exchange_seats(current: Round, first: Entry, second: Entry, *, why: str, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Let two entries change places and note it in the draw. Call inside `write_tx`. Raises: Refused when not at two matches."""
    _exchange(current, first, second)
    draw = Draw.objects.select_for_update().get(round=current)
    draw.changes = [*draw.changes, {"first": first.pk, "second": second.pk, "reason": why, "by": actor.pk, "at": at.isoformat()}]
    draw.save(update_fields=["changes"])
    _renew_reasons(current, draw)


def publish_round(drafted: Round, *, actor: AbstractBaseUser, at: dt.datetime) -> Round:
    """Make a draft the round that everybody sees.

    1. Gives tables, as many as there are; whoever gets none waits for the second sitting.
    2. Publishes. 3. Stage and tournament are running from now on.

    Raises: Refused when it is no draft; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        return publish_under_lock(tournament, lock_draft(drafted), at=at)


def publish_under_lock(tournament: Tournament, current: Round, *, at: dt.datetime) -> Round:
    """What `publish_round` does, inside the transaction that locked the tournament and the draft."""
    give_tables(tournament, current)
    current.state, current.published_at = Round.State.PUBLISHED, at
    current.save(update_fields=["state", "published_at"])
    Stage.objects.filter(pk=current.stage_id).update(state=Stage.State.RUNNING)
    if tournament.state != Tournament.State.RUNNING:
        tournament.state = Tournament.State.RUNNING
        tournament.save()
    return current


def note_old_draft(current: Round, *, reason: str, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Note beside the draw that it is published although it was out of date, and why. Call inside `write_tx`."""
    draw = Draw.objects.select_for_update().get(round=current)
    draw.changes = [*draw.changes, {"out_of_date": True, "reason": reason, "by": actor.pk, "at": at.isoformat()}]
    draw.save(update_fields=["changes"])


CAME_LATE = "came_late"
"""The reason that a match carries whose second side came after the draw."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of drawing again: `same_draw` compares with the stored outcome, `same_seats` what is seated with outcome and changes."""

    same_draw: bool
    same_seats: bool
    problem: str = ""

    @property
    def proven(self) -> bool:
        return self.same_draw and self.same_seats


def replay_draw(draw: Draw) -> Replay:
    """Draw a stored round again and compare. Writes nothing."""
    same_seats = _seated(draw.round) == _expected_seats(draw)
    try:
        pairing.replay({**draw.outcome, "request": draw.inputs})
    except (pairing.DrawRefused, RuleViolation) as refusal:
        return Replay(same_draw=False, same_seats=same_seats, problem=str(refusal))
    return Replay(same_draw=True, same_seats=same_seats)


def _exchange(drafted: Round, first: Entry, second: Entry) -> None:
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=drafted, entry__in=[first, second])}
    if len(seats) != 2 or not _worth_swapping(*seats.values()):
        raise Refused("nothing_to_swap", _("Choose two entries of this round that do not already meet each other."))
    one, other = seats[first.pk], seats[second.pk]
    Seat.objects.filter(pk__in=[one.pk, other.pk]).delete()
    Seat.objects.bulk_create(
        [
            Seat(match_id=one.match_id, round=drafted, side=one.side, place=one.place, entry=second),
            Seat(match_id=other.match_id, round=drafted, side=other.side, place=other.place, entry=first),
        ]
    )


def _worth_swapping(one: Seat, other: Seat) -> bool:
    """At one table only opponents who have partners: then the partners change."""
    if one.match_id != other.match_id:
        return True
    return one.side != other.side and Seat.objects.filter(match_id=one.match_id, place=1).exists()


def _renew_reasons(drafted: Round, draw: Draw) -> None:
    """Who came late is no change by hand: that reason stays, and its entry counts as drawn there."""
    drawn = {one["order"]: one for one in draw.outcome["pairings"]}
    seated = _seated(drafted)
    matches = list(Match.objects.filter(round=drafted))
    for match in matches:
        one, late = drawn[match.position], [reason for reason in match.reasons if reason["code"] == CAME_LATE]
        stays = seated[match.position] == (*one["sides"], *_entrants(late))
        match.reasons = [*(one["reasons"] if stays else ()), *late]
    Match.objects.bulk_update(matches, ["reasons"])


def _seated(drafted: Round) -> dict[int, tuple[int, ...]]:
    """Ids of the entries by the position of the match, in the order of the sides."""
    seated: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round=drafted).order_by("match__position", "side", "place").values_list("match__position", "entry_id")
    for position, entry in rows:
        seated.setdefault(position, []).append(entry)
    return {position: tuple(entries) for position, entries in seated.items()}


def _expected_seats(draw: Draw) -> dict[int, tuple[int, ...]]:
    """Late entries first: no change from before they came speaks of them."""
    seats = {one["order"]: list(one["sides"]) for one in draw.outcome["pairings"]}
    for order, reasons in Match.objects.filter(round=draw.round_id).values_list("position", "reasons"):
        seats[order] += _entrants(reason for reason in reasons if reason["code"] == CAME_LATE)
    for change in draw.changes:
        if "first" not in change:
            continue
        swap = {change["first"]: change["second"], change["second"]: change["first"]}
        seats = {order: [swap.get(entry, entry) for entry in sides] for order, sides in seats.items()}
    return {order: tuple(sides) for order, sides in seats.items()}


def _entrants(reasons: Iterable[Mapping[str, Any]]) -> list[int]:
    return [reason["params"]["entrant"] for reason in reasons]
