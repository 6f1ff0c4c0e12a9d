"""From a draft to a round that is played: changes by hand, tables, publication, and the proof that a draw can be repeated."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from rules.problems import RuleViolation
from tournaments import pairing
from tournaments.models import Draw, Entry, HallTable, Match, Round, Seat, Stage, Tournament
from tournaments.names import clean_name, validate_name
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

from .draws import lock_draft
from .locks import lock_for_director


def change_pairing(drafted: Round, *, actor: AbstractBaseUser, first: Entry, second: Entry, reason: str, at: dt.datetime) -> None:
    """Let two entries of a draft change places.

    1. Exchanges their seats. 2. Notes the change with its reason in the draw; what the engine drew stays beside it.
    3. Matches that are no longer the engine's lose the engine's reasons; those that are again get them back.

    Raises: Refused (no reason, not two entries of two matches, no draft); ValidationError of the reason; PermissionDenied.
    """
    why = clean_name(reason)
    validate_name(why)
    if not why:
        raise Refused("no_reason", _("Say in a few words why the draw is changed: it will be shown with the round."))
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted)
        _exchange(current, first, second)
        draw = Draw.objects.select_for_update().get(round=current)
        draw.changes = [
            *draw.changes,
            {"first": first.pk, "second": second.pk, "reason": why, "by": actor.pk, "at": at.isoformat()},
        ]
        draw.save(update_fields=["changes"])
        _renew_reasons(current, draw)


def publish_round(drafted: Round, *, actor: AbstractBaseUser, at: dt.datetime) -> Round:
    """Make a draft the round that everybody sees.

    1. Gives tables: fixed ones first, then in order, passing over those out of use and those of other rounds that are being played.
    2. Publishes. 3. Stage and tournament are running from now on.

    Raises: Refused when it is no draft; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted)
        _give_tables(tournament, current)
        current.state, current.published_at = Round.State.PUBLISHED, at
        current.save(update_fields=["state", "published_at"])
        Stage.objects.filter(pk=current.stage_id).update(state=Stage.State.RUNNING)
        if tournament.state != Tournament.State.RUNNING:
            tournament.state = Tournament.State.RUNNING
            tournament.save()
    return current


def set_tables_in_use(tournament: Tournament, *, actor: AbstractBaseUser, numbers: Iterable[int], in_use: bool) -> None:
    """Take tables out of use, or back into it, from the next publication on. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        for number in sorted(set(numbers)):
            HallTable.objects.update_or_create(tournament=locked, number=number, defaults={"in_use": in_use})


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
    if len(seats) != 2 or len({seat.match_id for seat in seats.values()}) != 2:
        raise Refused("nothing_to_swap", _("Choose two entries of this round that do not already meet each other."))
    one, other = seats[first.pk], seats[second.pk]
    Seat.objects.filter(pk__in=[one.pk, other.pk]).delete()
    Seat.objects.bulk_create(
        [
            Seat(match_id=one.match_id, round=drafted, side=one.side, entry=second),
            Seat(match_id=other.match_id, round=drafted, side=other.side, entry=first),
        ]
    )


def _renew_reasons(drafted: Round, draw: Draw) -> None:
    drawn = {one["order"]: one for one in draw.outcome["pairings"]}
    seated = _seated(drafted)
    matches = list(Match.objects.filter(round=drafted))
    for match in matches:
        one = drawn[match.position]
        match.reasons = one["reasons"] if seated[match.position] == tuple(one["sides"]) else []
    Match.objects.bulk_update(matches, ["reasons"])


def _seated(drafted: Round) -> dict[int, tuple[int, ...]]:
    """Ids of the entries by the position of the match, in the order of the sides."""
    seated: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round=drafted).order_by("match__position", "side").values_list("match__position", "entry_id")
    for position, entry in rows:
        seated.setdefault(position, []).append(entry)
    return {position: tuple(entries) for position, entries in seated.items()}


def _expected_seats(draw: Draw) -> dict[int, tuple[int, ...]]:
    seats = {one["order"]: list(one["sides"]) for one in draw.outcome["pairings"]}
    for change in draw.changes:
        swap = {change["first"]: change["second"], change["second"]: change["first"]}
        seats = {order: [swap.get(entry, entry) for entry in sides] for order, sides in seats.items()}
    return {order: tuple(sides) for order, sides in seats.items()}


def _give_tables(tournament: Tournament, drafted: Round) -> None:
    matches = list(Match.objects.filter(round=drafted, kind=Match.Kind.PLAYED).order_by("position"))
    unusable = set(HallTable.objects.filter(tournament=tournament, in_use=False).values_list("number", flat=True))
    others = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    busy = {table for table in others.values_list("table", flat=True) if table is not None}
    fixed = _fixed_tables(drafted, unusable | busy)
    free = (number for number in range(1, len(matches) + len(unusable | busy) + len(fixed) + 1))
    open_tables = (number for number in free if number not in unusable | busy | set(fixed.values()))
    for match in matches:
        match.table = fixed.get(match.pk) or next(open_tables)
    Match.objects.bulk_update(matches, ["table"])


def _fixed_tables(drafted: Round, unusable: set[int]) -> dict[int, int]:
    """Table by match, for entries that always play at one; where two of them meet, the lower table is theirs."""
    seats = Seat.objects.filter(round=drafted, match__kind=Match.Kind.PLAYED, entry__fixed_table__isnull=False)
    wishes = seats.order_by("-entry__fixed_table").values_list("match_id", "entry__fixed_table")
    return {match: table for match, table in wishes if table is not None and table not in unusable}
