"""The oddities of an evening and how rare each is. Pure: matches in, oddities out.

How rare something is comes from random matches under the same rules: `once` is the number of matches, hands or pairs among which it
happens once, and `chance` the probability that an evening of this size has it at least once. The smaller the chance, the odder.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from records.told_matches.telling import ToldHand, ToldMatch
from rules.scorebook import Score

LEAST_BEHIND, LEAST_ROW, LEAST_DECLARED = 5, 3, 2
"""Less than that nobody tells: points behind, hands in a row, bonuses of a pair."""
LEAST_MATCHES = 2
"""Of a pair of the evening."""


class OddityKind(StrEnum):
    LONGEST = "longest"
    SHORTEST = "shortest"
    CLOSEST = "closest"
    COME_BACK = "come_back"
    DECLARED = "declared"
    ROW = "row"
    HAND = "hand"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something worth telling. `codes` are its matches; `sides` the entries it is about, the one that is praised first.

    `numbers` are what the sentence says: hands, points, the score of a game, a count. `bonus` names what was declared.
    """

    kind: OddityKind
    codes: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    chance: float
    once: float
    bonus: str = ""


@dataclass(frozen=True)
class Usual:
    """What random matches under the same rules are like; the lists are in ascending order."""

    sample: tuple[ToldMatch, ...]

    @cached_property
    def lengths(self) -> list[int]:
        return sorted(len(match.played) for match in self.sample)

    @cached_property
    def margins(self) -> list[int]:
        """Of matches that their last possible game decided, the points of its loser that were missing; others count as never."""
        return sorted(find_closeness(match) for match in self.sample)

    @cached_property
    def come_backs(self) -> list[int]:
        return sorted(find_come_back(match)[0] for match in self.sample)

    @cached_property
    def rows(self) -> list[int]:
        return sorted(find_row(match)[0] for match in self.sample)

    @cached_property
    def shapes(self) -> Counter[tuple[int, ...]]:
        """How often a hand gave so many points, those who got most first."""
        return Counter(shape_hand(hand) for match in self.sample for hand in match.played)

    @cached_property
    def bonuses(self) -> dict[str, float]:
        """By bonus, how often a side has it in a hand."""
        hands = max(1, sum(len(match.played) for match in self.sample))
        counts = Counter(bonus for match in self.sample for hand in match.played for bonus, _side in hand.bonuses)
        return {bonus: count / hands / 2 for bonus, count in counts.items()}

    @cached_property
    def spread(self) -> float:
        """The standard deviation of the lead in points at the end of a match."""
        leads = [match.points[0] - match.points[1] for match in self.sample if len(match.points) == 2]
        return math.sqrt(sum(lead * lead for lead in leads) / len(leads)) if leads else 0.0


NEVER = 10**6


def find_oddities(matches: Sequence[ToldMatch], usual: Mapping[str, Usual]) -> tuple[Oddity, ...]:
    """The oddities of these matches, at most one of a kind, the oddest first; `usual` is found by the rules of a match."""
    whole = [match for match in matches if match.is_whole and match.played]
    varied = whole if len({len(match.played) for match in whole}) > 1 else []
    two = [match for match in whole if len(match.sides) == 2 and not match.lowest_wins]
    candidates = [
        _pick(OddityKind.LONGEST, varied, usual, _judge_longest),
        _pick(OddityKind.SHORTEST, varied, usual, _judge_shortest),
        _pick(OddityKind.CLOSEST, two, usual, _judge_closest),
        _pick(OddityKind.COME_BACK, two, usual, _judge_come_back),
        _pick(OddityKind.ROW, two, usual, _judge_row),
        _find_hand(whole, usual),
        *_find_declared(two, usual),
        _find_pair(two, usual),
    ]
    return tuple(sorted(filter(None, candidates), key=lambda oddity: (oddity.chance, list(OddityKind).index(oddity.kind))))


Judged = tuple[float, tuple[tuple[int, ...], ...], tuple[int, ...]] | None
"""The probability that a random match is as odd, the sides, and the numbers; None for nothing to tell."""


def _pick(
    kind: OddityKind, matches: Sequence[ToldMatch], usual: Mapping[str, Usual], judge: Callable[[ToldMatch, Usual], Judged]
) -> Oddity | None:
    """The match that is oddest of its kind; of equal ones the first."""
    judged = [(verdict, match) for match in matches if (verdict := judge(match, usual[match.rules])) is not None]
    if not judged:
        return None
    (probability, sides, numbers), match = min(judged, key=lambda pair: pair[0][0])
    return Oddity(kind, (match.code,), sides, numbers, _rise(probability, len(matches)), 1 / probability)


def _judge_longest(match: ToldMatch, usual: Usual) -> Judged:
    hands = len(match.played)
    return share_at_least(usual.lengths, hands), _put_first(match, match.winner), (hands,)


def _judge_shortest(match: ToldMatch, usual: Usual) -> Judged:
    hands = len(match.played)
    return share_at_most(usual.lengths, hands), _put_first(match, match.winner), (hands,)


def _judge_closest(match: ToldMatch, usual: Usual) -> Judged:
    margin = find_closeness(match)
    if margin == NEVER or match.winner is None:
        return None
    won, lost = match.games[-1][match.winner], match.games[-1][1 - match.winner]
    if 2 * lost < won:  # the least lead of the evening, and yet nobody would call it close
        return None
    return share_at_most(usual.margins, margin), _put_first(match, match.winner), (won, lost)


def _judge_come_back(match: ToldMatch, usual: Usual) -> Judged:
    behind, side, score = find_come_back(match)
    if behind < LEAST_BEHIND or side is None:
        return None
    return share_at_least(usual.come_backs, behind), _put_first(match, side), (score[side], score[1 - side])


def _judge_row(match: ToldMatch, usual: Usual) -> Judged:
    hands, side = find_row(match)
    return (share_at_least(usual.rows, hands), _put_first(match, side), (hands,)) if hands >= LEAST_ROW else None


def _find_hand(matches: Sequence[ToldMatch], usual: Mapping[str, Usual]) -> Oddity | None:
    """The hand with the result that random hands have most seldom."""
    hands = [(match, hand) for match in matches for hand in match.played]
    rare: list[tuple[float, int]] = []
    for place, (match, hand) in enumerate(hands):
        shapes = usual[match.rules].shapes
        rare.append(((shapes[shape_hand(hand)] + 1) / (shapes.total() + 1), place))
    if not rare:
        return None
    probability, place = min(rare)
    match, hand = hands[place]
    sides = _put_first(match, hand.best)
    ordered = [match.sides.index(side) for side in sides]
    gained = tuple(hand.gained[side] for side in ordered)
    return Oddity(OddityKind.HAND, (match.code,), sides, gained, _rise(probability, len(hands)), 1 / probability)


def _find_declared(matches: Sequence[ToldMatch], usual: Mapping[str, Usual]) -> Iterator[Oddity]:
    """For each bonus the side with most of them in the evening."""
    hands: Counter[tuple[int, ...]] = Counter()
    counts: Counter[tuple[str, tuple[int, ...]]] = Counter()
    codes: defaultdict[tuple[str, tuple[int, ...]], list[str]] = defaultdict(list)
    for match in matches:
        for side in match.sides:
            hands[side] += len(match.played)
        for bonus, index in (bonus for hand in match.played for bonus in hand.bonuses):
            key = bonus, match.sides[index]
            counts[key] += 1
            if match.code not in codes[key]:
                codes[key].append(match.code)
    for bonus in sorted({bonus for bonus, _side in counts}):
        rate = max(usual[match.rules].bonuses.get(bonus, 0.0) for match in matches) or 1 / (2 * max(1, sum(hands.values())))
        tails = {side: _compute_tail(count, hands[side], rate) for (name, side), count in counts.items() if name == bonus}
        side = min(tails, key=lambda one: (tails[one], -counts[bonus, one]))
        count = counts[bonus, side]
        if count >= LEAST_DECLARED:
            chance = _rise(tails[side], len(hands))
            yield Oddity(OddityKind.DECLARED, tuple(codes[bonus, side]), (side,), (count,), chance, 1 / tails[side], bonus)


def _find_pair(matches: Sequence[ToldMatch], usual: Mapping[str, Usual]) -> Oddity | None:
    """The side that was furthest ahead of what chance gives, by the lead in points of all its matches together."""
    leads: defaultdict[tuple[int, ...], int] = defaultdict(int)
    spread: defaultdict[tuple[int, ...], float] = defaultdict(float)
    codes: defaultdict[tuple[int, ...], list[ToldMatch]] = defaultdict(list)
    for match in matches:
        if len(match.points) != 2 or not usual[match.rules].spread:
            continue
        for index, side in enumerate(match.sides):
            leads[side] += match.points[index] - match.points[1 - index]
            spread[side] += usual[match.rules].spread ** 2
            codes[side].append(match)
    ahead = {side: leads[side] / math.sqrt(spread[side]) for side in leads if len(codes[side]) >= LEAST_MATCHES and leads[side] > 0}
    if not ahead:
        return None
    side = max(ahead, key=lambda one: ahead[one])
    won = sum(match.winner == match.sides.index(side) for match in codes[side])
    probability = max(0.5 * math.erfc(ahead[side] / math.sqrt(2)), 1e-9)
    numbers = won, len(codes[side]), leads[side]
    told_codes = tuple(match.code for match in codes[side])
    return Oddity(OddityKind.PAIR, told_codes, (side,), numbers, _rise(probability, len(leads)), 1 / probability)


def find_closeness(match: ToldMatch) -> int:
    """The lead at the end of a match that its last possible game decided; `NEVER` for every other match."""
    if not match.is_decider or len(match.games[-1]) != 2 or match.winner is None:
        return NEVER
    return abs(match.games[-1][0] - match.games[-1][1])


def find_come_back(match: ToldMatch) -> tuple[int, int | None, Score]:
    """How far the winner of a game was behind after a hand of it, the side, and the score then; (0, None, ()) without."""
    best: tuple[int, int | None, Score] = (0, None, ())
    running: list[ToldHand] = []
    for hand in match.hands:
        running.append(hand)
        if not hand.ends_game:
            continue
        winner = hand.game_winner
        for earlier in running[:-1]:
            if winner is None:
                break
            behind = earlier.after[1 - winner] - earlier.after[winner]
            best = (behind, winner, earlier.after) if behind > best[0] else best
        running = []
    return best


def find_row(match: ToldMatch) -> tuple[int, int | None]:
    """The most hands that a side won one after the other, and the side; a hand that nobody won ends the row."""
    best: tuple[int, int | None] = (0, None)
    side, length = None, 0
    for hand in match.played:
        length = length + 1 if hand.best is not None and hand.best == side else int(hand.best is not None)
        side = hand.best
        best = (length, side) if length > best[0] else best
    return best


def shape_hand(hand: ToldHand) -> tuple[int, ...]:
    """What the hand gave, most first."""
    return tuple(sorted(hand.gained, reverse=True))


def share_at_least(values: Sequence[int], least: int) -> float:
    """The share of ascending values from `least` up; never 0, as if this one were among them."""
    return (len(values) - bisect_left(values, least) + 1) / (len(values) + 1)


def share_at_most(values: Sequence[int], most: int) -> float:
    """The share of ascending values up to `most`; never 0, as if this one were among them."""
    return (bisect_left(values, most + 1) + 1) / (len(values) + 1)


def _rise(probability: float, number: int) -> float:
    """The probability that it happens at least once among so many."""
    return 1 - (1 - min(probability, 1.0)) ** max(1, number)


def _compute_tail(count: int, hands: int, rate: float) -> float:
    """The probability of at least so many among so many hands."""
    below = sum(math.comb(hands, number) * rate**number * (1 - rate) ** (hands - number) for number in range(min(count, hands + 1)))
    return max(1e-9, 1 - below)


def _put_first(match: ToldMatch, side: int | None) -> tuple[tuple[int, ...], ...]:
    """The sides of the match, this one first."""
    if side is None:
        return match.sides
    return (match.sides[side], *(entries for index, entries in enumerate(match.sides) if index != side))
