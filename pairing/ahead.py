"""Which matches of a bracket can begin although an earlier round is still being played: those whose sides are certain."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from pairing.bracket_plan import BracketPlan, SideSource
from pairing.seats import number_pairings
from pairing.values import DrawRequest, MatchOutcome, Pairing, PlayedMatch, Position


def select_certain(pairings: Iterable[Pairing], plan: BracketPlan | None, request: DrawRequest) -> tuple[Pairing, ...]:
    """The pairings of a bracket's round whose sides no open match can change, numbered anew.

    A side is certain once the match that it comes from is over, or once it is certain that nobody comes from there. A match that no
    other leads to (a second grand final, a first round) is never drawn ahead.
    """
    certain = find_certain_positions(plan, request) if plan else frozenset()
    return tuple(number_pairings(pairing for pairing in pairings if pairing.position in certain))


def find_certain_positions(plan: BracketPlan, request: DrawRequest) -> frozenset[Position]:
    """The places of the bracket at which everybody who can come has come, whether they have played there or not."""
    played = {match.position: match for match in request.history if match.position is not None}
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}

    @cache
    def is_certain(position: Position) -> bool:
        sources = [source for source in plan.get_sources(position) if source is not None]
        return bool(sources) and all(is_decided(source.position) for source in sources)

    @cache
    def is_decided(position: Position) -> bool:
        """Whether nothing more is played there: the match is over, or nobody comes to it."""
        return position in played or (is_certain(position) and not any(map(sends_somebody, plan.get_sources(position))))

    def sends_somebody(source: SideSource | None) -> bool:
        match = played.get(source.position) if source else None
        if match is None or source is None or match.winner < 0:
            return False
        return any(side not in gone for index, side in enumerate(match.sides) if (index == match.winner) == source.won)

    return frozenset(position for section in plan.sections for position in section.positions if is_certain(position))


def extend_request(stored: DrawRequest, history: Sequence[PlayedMatch], withdrawn: Iterable[int], *, ahead: bool) -> DrawRequest:
    """The request of a round that was drawn ahead, with the matches of `history` that were not over then.

    What it was drawn from stays: a result that was corrected since puts nobody elsewhere here. Of the `withdrawn` only those are left
    out who sit nowhere yet.
    """
    before = {match.position for match in stored.history}
    gone = set(withdrawn)
    entrants = tuple(replace(entrant, withdrawn=entrant.withdrawn or entrant.id in gone) for entrant in stored.entrants)
    added = (match for match in history if match.round < stored.round and match.position not in before)
    return replace(stored, history=(*stored.history, *added), entrants=entrants, ahead=ahead)


def build_bye_match(pairing: Pairing, number: int) -> PlayedMatch:
    """The bye of a drawn round as later rounds know it: who has it goes on."""
    return PlayedMatch(number, pairing.sides, 0, MatchOutcome.BYE, pairing.position)
