"""The places of a bracket, as far as its matches have decided them."""

from collections.abc import Mapping, Sequence
from itertools import count

from pairing.bracket import find_loser_target, find_who_went_on, find_winner_target
from pairing.values import Entrant, PlayedMatch, Position

FIRST_ROUND = 1


def compute_bracket_places(
    history: Sequence[PlayedMatch], play_for: int, entrants: Sequence[Entrant] = (), playing: int | None = None
) -> list[list[int]]:
    """Groups of entry ids from the first place down, tied entries together, as far as the bracket has decided.

    An entry that has not played yet can still come first. An entry that did not come to the match that it had reached has lost
    it; while that round is being played (`Format.compute_places`), it may still come. So have both whose first match was annulled, once a
    later round is played. Where the loser of a match sits in the next one instead of its winner (the result was corrected, the seat was
    let stand), the seat decides: nobody has a place above a match that somebody else played for it.
    """
    placed = {played.position: played for played in history if played.position is not None}
    last = max((played.round for played in placed.values()), default=0)
    last = min(last, playing or last)
    width = max((position.width for position in placed), default=0)
    best = {entrant.id: 1 + width // 2 if last > FIRST_ROUND else 1 for entrant in entrants}
    for position, played in sorted(placed.items(), key=lambda pair: pair[1].round):
        winner, loser = find_who_went_on(played, placed)
        for entrant in played.sides:
            best[entrant] = position.place if entrant == winner else position.place + position.width // 2
        for reached, find_target in ((winner, find_winner_target), (loser, find_loser_target)):
            target = find_target(position)
            place = None if reached is None else _find_place_of_absent(reached, target, placed, range(played.round + 1, last), play_for)
            if reached is not None and place is not None:
                best[reached] = place
    return [[entrant for entrant in best if best[entrant] == rank] for rank in sorted(set(best.values()))]


def _find_place_of_absent(
    entrant: int, target: tuple[Position, int] | None, placed: Mapping[Position, PlayedMatch], later: range, play_for: int
) -> int | None:
    """The place of an entry that did not come to the match that it had reached, nor to those that its losers play; None where it came.

    `later` are the rounds from that of the match on that are over: there a match that nobody came to is lost too.
    """
    place = None
    for number in count(later.start):
        met = placed.get(target[0]) if target else None
        if target is None or target[0].place >= play_for or (entrant in met.sides if met else number not in later):
            break
        place = target[0].place + target[0].width // 2
        target = find_loser_target(target[0])
    return place
