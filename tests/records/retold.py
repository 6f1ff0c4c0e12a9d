"""An evening told again from its public ledger alone: an independent program, which imports nothing of the site or of the engine.

It knows four games in their usual form: how a hand counts, to how many points, and how many games win a match.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, field

TARGETS = {"marafon": (41, 41, 41), "tressette": (31,), "pointsonly2": (100,), "briscola": ()}
TO_WIN = {"marafon": 2, "tressette": 1, "pointsonly2": 1, "briscola": 2}
COLUMNS = ("points", "second", "third", "fourth")


@dataclass
class Retold:
    """A match: hands as (game, score before, score after), games as (score, winner), bonuses as (name, side)."""

    hands: list = field(default_factory=list)
    games: list = field(default_factory=list)
    bonuses: list = field(default_factory=list)

    @property
    def winner(self):
        won = [winner for _score, winner in self.games]
        return max((0, 1), key=won.count)


def count_hand(game, hand):
    """What a hand gives to both sides."""
    if game == "pointsonly2":
        return tuple(sum((hand.get(column) or [0, 0])[side] for column in COLUMNS) for side in (0, 1))
    points = list(hand["points"])
    if game == "marafon" and hand["marafona"] is not None:
        points[hand["marafona"]] += 3
    if game == "tressette" and hand["accuse"]:
        points = [points[side] + hand["accuse"][side] for side in (0, 1)]
    return tuple(points)


def list_bonuses(game, hand):
    if game == "marafon" and hand["marafona"] is not None:
        yield "marafona", hand["marafona"]
    if game == "tressette" and hand["accuse"]:
        yield from (("accuse", side) for side in (0, 1) if hand["accuse"][side] > 0)
    counts = hand.get("tricks") or hand["points"]
    if game != "pointsonly2" and 0 in counts and max(counts) > 0:
        yield "sweep", 1 - counts.index(0)


def is_over(game, number, score):
    if score[0] == score[1]:
        return False
    targets = TARGETS[game]
    return not targets or max(score) >= targets[min(number, len(targets)) - 1]


def retell_match(game, hands):
    """The match from the boxes of its hands, in order; None while it is not over."""
    told, score = Retold(), (0, 0)
    for hand in hands:
        gained = count_hand(game, hand)
        after = (score[0] + gained[0], score[1] + gained[1])
        told.hands.append((len(told.games) + 1, score, after))
        told.bonuses += list_bonuses(game, hand)
        score = after
        if is_over(game, len(told.games) + 1, score):
            told.games.append((score, int(score[1] > score[0])))
            score = (0, 0)
        elif not TARGETS[game]:
            score = (0, 0)
        if told.games and max(sum(winner == side for _s, winner in told.games) for side in (0, 1)) == TO_WIN[game]:
            return told
    return None


def read_hands(lines):
    """By code of the match the boxes of its hands that count, and its last word: nothing of what was cancelled or disputed."""
    statements, place, words = defaultdict(dict), {}, {}
    for line in lines:
        entry = json.loads(line)
        code, kind, replaced = entry["match"], entry["kind"], entry["supersedes"]
        if not code or kind == "evidence":
            continue
        words[code] = "void" if kind == "void" and not replaced else kind
        if kind == "submit" or (kind in {"correct", "void"} and replaced):
            first = place.get(replaced, entry["seq"]) if replaced else entry["seq"]
            place[entry["seq"]] = first
            statements[code][first] = None if kind == "void" else json.loads(entry["payload"])
    for code, said in statements.items():
        current = [said[first] for first in sorted(said) if said[first] is not None]
        if words[code] not in {"void", "dispute"} and all(one.get("event", {}).get("kind") == "hand" for one in current):
            yield code, [one["event"] for one in current]


def retell(game, lines):
    """All matches of the ledger that are over, by code."""
    told = {code: retell_match(game, hands) for code, hands in read_hands(lines)}
    return {code: match for code, match in told.items() if match is not None}


def find_lengths(matches):
    """Hands of the shortest and of the longest match; two times nothing where all are of one length."""
    lengths = sorted({len(match.hands) for match in matches.values()})
    return (lengths[0], lengths[-1]) if len(lengths) > 1 else (None, None)


def find_closest(game, matches):
    """The smallest lead in a bella in which the loser had at least half of the winner's points."""
    most = 2 * TO_WIN[game] - 1
    scores = [match.games[-1][0] for match in matches.values() if len(match.games) == most > 1]
    leads = [max(score) - min(score) for score in scores if min(score) >= max(score) / 2]
    return min(leads, default=None)


def find_come_back(matches):
    """The most points that somebody who won a game was behind after one of its hands."""
    behind = [
        after[1 - winner] - after[winner]
        for match in matches.values()
        for number, (_score, winner) in enumerate(match.games, start=1)
        for game, _before, after in match.hands
        if game == number
    ]
    return max(behind, default=0)


def find_row(matches):
    """The most hands that one side won one after the other."""
    longest = 0
    for match in matches.values():
        signs = "".join(
            "abd"[2 if (lead := after[0] - before[0] - after[1] + before[1]) == 0 else lead < 0] for _g, before, after in match.hands
        )
        longest = max(longest, *(len(run) for run in signs.replace("d", " ").replace("ab", "a b").replace("ba", "b a").split()), 0)
    return longest


def count_bonuses(matches, sides):
    """By bonus and entries of a side, how many; `sides` by code."""
    counts = defaultdict(int)
    for code, match in matches.items():
        for bonus, side in match.bonuses:
            counts[bonus, sides[code][side]] += 1
    return dict(counts)


def sum_leads(matches, sides):
    """By entries of a side: matches won, matches, and points more than the opponents."""
    sums = defaultdict(lambda: [0, 0, 0])
    for code, match in matches.items():
        for side in (0, 1):
            of_side = sums[sides[code][side]]
            of_side[0] += match.winner == side
            of_side[1] += 1
            of_side[2] += sum(score[side] - score[1 - side] for score, _winner in match.games)
    return {side: tuple(values) for side, values in sums.items()}
