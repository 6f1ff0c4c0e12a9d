"""The geometry of a knockout bracket: seed positions, and the next match of winners and losers."""

from collections.abc import Collection, Mapping

from pairing.values import PlayedMatch, Position

BOTH = 2


def compute_seed_order(width: int) -> tuple[int, ...]:
    """Seed numbers from the top of a bracket of `width` slots to its bottom: 1, 8, 5, 4, 3, 6, 7, 2 for eight.

    Seeds 1 and 2 meet last, 1–4 not before the semi-finals, and in every first match the numbers add up to `width + 1`.
    """
    order = [1]
    while len(order) < width:
        total = 2 * len(order) + 1
        order = [
            seed
            for index, better in enumerate(order)
            for seed in ((better, total - better) if index % 2 == 0 else (total - better, better))
        ]
    return tuple(order)


def compute_bracket_width(entrant_count: int) -> int:
    """The smallest power of two, at least 2, that holds so many entrants."""
    return 1 << max(1, (entrant_count - 1).bit_length())


def find_tree_match(width: int, number: int) -> Position | None:
    """The first match for the first place in round `number` of a bracket of `width` slots; None outside of its rounds."""
    left = width >> (number - 1) if number > 0 else 0
    return Position(1, left, 0) if left >= 2 else None


def find_winner_target(position: Position) -> tuple[Position, int] | None:
    """The match and the side (0 or 1) where the winner plays next; None after a match for one place."""
    if position.width == 2:
        return None
    return Position(position.place, position.width // 2, position.slot // 2, position.bracket), position.slot % 2


def find_loser_target(position: Position) -> tuple[Position, int] | None:
    """The match and the side (0 or 1) where the loser plays for the places below; None after a match for one place."""
    if position.width == 2:
        return None
    half = position.width // 2
    return Position(position.place + half, half, position.slot // 2, position.bracket), position.slot % 2


def winner_and_loser(played: PlayedMatch) -> tuple[int | None, int | None]:
    if played.winner < 0:
        return None, None
    return played.sides[played.winner], played.sides[1 - played.winner] if len(played.sides) == 2 else None


def is_taken(met: PlayedMatch, entrant: int, played: PlayedMatch, placed: Mapping[Position, PlayedMatch]) -> bool:
    """Whether somebody else sits in the seat of an entry that won its match, or has a bye there, and did not come to the next one: both
    seats are taken, or whom it beat before its bye is there alone.
    """
    if len(met.sides) == BOTH:
        return True
    before = [earlier for earlier in placed.values() if earlier.round < played.round and entrant in earlier.sides]
    beaten = max((earlier for earlier in before if len(earlier.sides) == BOTH), key=lambda earlier: earlier.round, default=None)
    return len(played.sides) == 1 and beaten is not None and set(beaten.sides) == {entrant, *met.sides}


def find_who_went_on(played: PlayedMatch, placed: Mapping[Position, PlayedMatch]) -> tuple[int | None, int | None]:
    """Winner and loser by the seats of the next match, played or not: exchanged where the loser alone sits there. Where two others sit
    there, nobody went on: a seat stands there that is not the winner's, whose bye followed a correction.
    """
    winner, loser = winner_and_loser(played)
    target = find_winner_target(played.position) if played.position is not None else None
    met = placed.get(target[0]) if target is not None else None
    if met is None or winner is None or winner in met.sides:
        return winner, loser
    if loser is not None and loser in met.sides:
        return loser, winner
    return (None, winner) if is_taken(met, winner, played, placed) else (winner, loser)


def find_seated_ends(played: PlayedMatch, ahead: Collection[int], behind: Collection[int]) -> tuple[int | None, int | None]:
    """Winner and loser of a match for what follows it. Those who played the winner's next match (`ahead`) and the loser's (`behind`) are
    these two there, also where the result was turned later and the seats stand.
    """
    winner, loser = winner_and_loser(played)
    if winner is None or loser is None:
        return winner, loser
    is_turned = loser not in behind and (winner in behind or (loser in ahead and winner not in ahead))
    return (loser, winner) if is_turned else (winner, loser)
