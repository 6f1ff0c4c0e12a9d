"""Whether an entry that comes late can still join a stage, and how; by the format, and in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from pairing import format_by_key
from pairing.format import Joins
from tournaments.models import Entry, Match, Round, Stage

FREE_PLACES = frozenset({"bye_by_seed", "bye_by_lot", "bye_odd_pool"})
"""Reasons of a rest that somebody else can fill: the bracket or the pool has a place that nobody was drawn into."""


@dataclass(frozen=True, slots=True)
class LateOffer:
    """`place` is the rest of the first round that the entry would fill; without one it plays from the next round on, after `missed`."""

    stage: Stage
    sentence: str
    missed: int = 0
    place: Match | None = None
    allowed: bool = True


def late_offers(entry: Entry) -> tuple[LateOffer, ...]:
    """One for every stage that is being played without this entry. Some queries for each."""
    if entry.state == Entry.State.WITHDRAWN:
        return ()
    running = Stage.objects.filter(Q(state=Stage.State.RUNNING) | Q(rounds__isnull=False), tournament=entry.tournament_id, source=None)
    open_ones = running.exclude(stage_entries__entry=entry).exclude(state=Stage.State.FINISHED).distinct().order_by("number")
    return tuple(late_offer(stage) for stage in open_ones)


def pools_left(entry: Entry) -> tuple[Stage, ...]:
    """Pools being played that an entry has left, where what it played can be cancelled. One query."""
    if entry.state != Entry.State.WITHDRAWN:
        return ()
    running = Stage.objects.filter(stage_entries__entry=entry, state=Stage.State.RUNNING).order_by("number")
    return tuple(stage for stage in running if not format_by_key(stage.format_key).uses_results)


def late_offer(stage: Stage) -> LateOffer:
    """What can be offered for a stage of which something was drawn."""
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    if not rounds or rounds[-1].state == Round.State.DRAFT:
        return _refused(stage, gettext("A draft is open: discard it, then let the entry in and draw again."))
    chosen = format_by_key(stage.format_key)
    options, count = chosen.options_from(stage.options), stage.stage_entries.count()
    if chosen.joins_late is Joins.NEXT_ROUND:
        return _next_round(stage, rounds, chosen.round_count(options, count))
    if chosen.joins_late is Joins.FREE_PLACE:
        same = chosen.round_count(options, count) == chosen.round_count(options, count + 1)
        return _free_place(stage, rounds, fits=same)
    return _refused(stage, gettext("In this format everybody's way is fixed by the first draw: nobody can join afterwards."))


def _refused(stage: Stage, sentence: str) -> LateOffer:
    return LateOffer(stage, sentence, allowed=False)


def _next_round(stage: Stage, rounds: list[Round], total: int) -> LateOffer:
    played = rounds[-1].number
    if played >= total:
        return _refused(stage, gettext("The last round is drawn: there is nothing left to join."))
    said = gettext("Plays from round %(round)d on. The rounds before count what the stage's way of counting gives for them.")
    return LateOffer(stage, said % {"round": played + 1}, missed=played)


def _free_place(stage: Stage, rounds: list[Round], *, fits: bool) -> LateOffer:
    if rounds[-1].number > 1 or rounds[-1].state == Round.State.CLOSED:
        return _refused(stage, gettext("The first round is closed: in this format nobody can join afterwards."))
    byes = Match.objects.filter(round=rounds[0], kind=Match.Kind.BYE).prefetch_related("seats__entry").order_by("-position")
    place = next((match for match in byes if _is_free(match.reasons)), None) if fits else None
    if place is None:
        return _refused(stage, gettext("The first draw left no place free: every bracket or pool is full."))
    resting = place.seats.all()[0].entry
    said = gettext("Takes the free place of the first round and meets %(other)s, who would have rested.") % {"other": resting}
    return LateOffer(stage, said, place=place)


def _is_free(reasons: Iterable[dict[str, object]]) -> bool:
    return any(reason.get("code") in FREE_PLACES for reason in reasons)
