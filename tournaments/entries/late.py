"""Whether a late entry can still join a stage, and how, and what comes for one that returns; by the format, and in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from pairing import format_by_key
from pairing.format import LateEntryRule
from tournaments.models import Entry, Match, Round, Stage
from tournaments.models.prefetches import prefetch_seats
from tournaments.seen import compute_fingerprint
from tournaments.stages.chains import admits_late_entries
from tournaments.stages.rounds import is_last_round

FREE_PLACE_REASONS = frozenset({"bye_by_seed", "bye_by_lot", "bye_odd_pool", "bye_half_table"})
"""Reasons of a rest that somebody else can fill: the bracket or the pool has a place that nobody was drawn into."""


@dataclass(frozen=True, slots=True)
class LateOffer:
    """`place` is the bye of the first round that the entry would fill; without one it plays from the next round on,
    after `missed` rounds.
    """

    stage: Stage
    sentence: str
    missed: int = 0
    place: Match | None = None
    allowed: bool = True

    @property
    def fingerprint(self) -> str:
        """What a director who admits an entry was shown: against whom at first, or how many rounds it has missed."""
        other = self.place.seats.all()[0].entry_id if self.place else 0
        return compute_fingerprint(self.allowed, self.missed, other)


def read_late_offers(entry: Entry) -> tuple[LateOffer, ...]:
    """An offer for every stage that is being played without this entry. Some queries for each."""
    if entry.state == Entry.State.WITHDRAWN:
        return ()
    running = Stage.objects.filter(Q(state=Stage.State.RUNNING) | Q(rounds__isnull=False), tournament=entry.tournament_id)
    open_stages = running.exclude(stage_entries__entry=entry).exclude(state=Stage.State.FINISHED).distinct().order_by("number")
    return tuple(read_late_offer(stage) for stage in open_stages.select_related("source") if admits_late_entries(stage))


def read_left_pools(entry: Entry) -> tuple[Stage, ...]:
    """The pool stages being played that a withdrawn entry has left, whose results can be cancelled. One query."""
    if entry.state != Entry.State.WITHDRAWN:
        return ()
    running = Stage.objects.filter(stage_entries__entry=entry, state=Stage.State.RUNNING).order_by("number")
    return tuple(stage for stage in running if not format_by_key(stage.format_key).uses_results)


def describe_return(entry: Entry) -> str:
    """What comes for an entry that plays again, in words: the next draw, or only the matches that are drawn already. Some queries."""
    running = Stage.objects.filter(stage_entries__entry=entry, state=Stage.State.RUNNING).order_by("number")
    drawn = next((stage for stage in running if _is_drawn_to_the_end(stage)), None)
    if drawn is None:
        return gettext("Entry %(entry)s plays again from the next draw on.") % {"entry": entry}
    sentence = gettext(
        "Entry %(entry)s plays again. All rounds of “%(stage)s” are drawn: its matches are listed on this page. "
        "Reopen one that went to the opponent, and it can be played."
    )
    return sentence % {"entry": entry, "stage": drawn.name}


def _is_drawn_to_the_end(stage: Stage) -> bool:
    last = stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    return last is not None and is_last_round(stage, last.number, stage.stage_entries.count())


def read_late_offer(stage: Stage) -> LateOffer:
    """The offer for a stage in which something was drawn."""
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    if not rounds or rounds[-1].state == Round.State.DRAFT:
        return _build_refusal(stage, gettext("A draft is open: discard it, then admit the entry and draw again."))
    chosen = format_by_key(stage.format_key)
    options, count = chosen.options_from(stage.options), stage.stage_entries.count()
    if chosen.joins_late is LateEntryRule.NEXT_ROUND:
        resting = _find_resting_match(rounds[0]) if len(rounds) == 1 and rounds[0].state == Round.State.PUBLISHED else None
        if resting is not None and chosen.sides == 2 and chosen.side_size == 1:
            return _offer_place(stage, resting, gettext("Plays %(other)s in the first round, who would have had a bye."))
        return _offer_next_round(stage, rounds, chosen.count_rounds(options, count))
    if chosen.joins_late is LateEntryRule.FREE_PLACE:
        same_rounds = chosen.count_rounds(options, count) == chosen.count_rounds(options, count + 1)
        return _offer_free_place(stage, rounds, fits=same_rounds)
    if chosen.joins_late is LateEntryRule.FREE_SEAT:
        return _offer_free_seat(stage, rounds, chosen.count_rounds(options, count), is_odd=count % 2 == 1)
    return _build_refusal(stage, gettext("In this format the first draw decides the whole bracket: nobody can join later."))


def _build_refusal(stage: Stage, sentence: str) -> LateOffer:
    return LateOffer(stage, sentence, allowed=False)


def _offer_next_round(stage: Stage, rounds: list[Round], total: int) -> LateOffer:
    played = rounds[-1].number
    if played >= total:
        return _build_refusal(stage, gettext("The last round is already drawn: it is too late to join."))
    sentence = gettext("Plays from round %(round)d on. Earlier rounds count as set in the scoring of the stage.")
    return LateOffer(stage, sentence % {"round": played + 1}, missed=played)


def _offer_free_place(stage: Stage, rounds: list[Round], *, fits: bool) -> LateOffer:
    if rounds[-1].number > 1 and rounds[0].state != Round.State.CLOSED:
        return _build_refusal(stage, gettext("All rounds are published: unpublish the first one, and the pools can take another entry."))
    if rounds[-1].number > 1 or rounds[-1].state == Round.State.CLOSED:
        return _build_refusal(stage, gettext("The first round is closed: in this format nobody can join later."))
    byes = Match.objects.filter(round=rounds[0], kind=Match.Kind.BYE).prefetch_related(prefetch_seats()).order_by("-position")
    place = next((match for match in byes if _is_free_place(match.reasons)), None) if fits else None
    if place is None:
        return _build_refusal(stage, gettext("The first draw left no free place: every bracket or pool is full."))
    return _offer_place(stage, place, gettext("Takes the free place of the first round and plays %(other)s, who would have had a bye."))


def _offer_free_seat(stage: Stage, rounds: list[Round], total: int, *, is_odd: bool) -> LateOffer:
    """The empty seat of an odd field: in the first round against who rests there, later from the next round on."""
    if not is_odd:
        return _build_refusal(stage, gettext("Every seat of the movement is taken: nobody can join later."))
    if len(rounds) == 1 and rounds[0].state == Round.State.PUBLISHED:
        return _offer_free_place(stage, rounds, fits=True)
    return _offer_next_round(stage, rounds, total)


def _find_resting_match(first: Round) -> Match | None:
    """The bye of a round that is being played, where a single one has it and can play instead."""
    byes = list(Match.objects.filter(round=first, kind=Match.Kind.BYE).prefetch_related(prefetch_seats()).order_by("-position"))
    return next((match for match in byes if match.seats.all()[0].entry.state != Entry.State.WITHDRAWN), None)


def _offer_place(stage: Stage, place: Match, sentence: str) -> LateOffer:
    return LateOffer(stage, sentence % {"other": place.seats.all()[0].entry}, place=place)


def _is_free_place(reasons: Iterable[dict[str, object]]) -> bool:
    return any(reason.get("code") in FREE_PLACE_REASONS for reason in reasons)
