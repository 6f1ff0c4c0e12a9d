"""A table counted once more, entry by entry and with fractions: from FIDE C.07 and from what the point systems say of themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import floor

from pairing.values import MatchOutcome
from standings import CountingScheme, StandingResult

Part = tuple[int, int, int | None, Fraction, str]
"""Round, match, opponent, value and kind."""
WORTH = {"match_won": (1, 0), "two_one_zero": (2, 1), "three_one_zero": (3, 1), "three_zero": (3, 0)}
"""A match won and one drawn."""
TABLES = {
    "victory_three": (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "victory_four": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}


@dataclass(frozen=True)
class Line:
    """What one result is for one of its entries."""

    result: StandingResult
    side: int
    entry: int

    @property
    def met(self) -> bool:
        return self.result.outcome is MatchOutcome.PLAYED

    @property
    def bye(self) -> bool:
        return self.result.outcome is MatchOutcome.BYE

    @property
    def won(self) -> bool:
        return self.result.winner == self.side and not self.bye

    @property
    def drawn(self) -> bool:
        return self.met and self.result.winner == -1

    @property
    def away(self) -> bool:
        """Lost without playing."""
        return not (self.met or self.bye or self.won)

    @property
    def kind(self) -> str:
        return "match" if self.met else "rest" if self.bye else "unplayed_won" if self.won else "unplayed_lost"

    @property
    def against(self) -> int | None:
        """The one entry on the other side, met or not."""
        return self.result.sides[1 - self.side] if len(self.result.sides) == 2 and self.result.side_size == 1 else None

    def get_own(self, values: Sequence[int]) -> int:
        return values[self.side] if values else 0

    def get_others(self, values: Sequence[int]) -> int:
        return sum(value for side, value in enumerate(values) if side != self.side)

    def compute_place(self) -> Fraction:
        """The mean of the places that the score shares, the first being worth as many points as players sit there; who won is first."""
        sides = [seat // self.result.side_size for seat in range(len(self.result.sides))]
        most = max(self.result.points, default=0) + 1
        players = [most if side == self.result.winner else (self.result.points or (0,) * 99)[side] for side in sides]
        own = players[self.side * self.result.side_size]
        shared = [len(players) - place for place, value in enumerate(sorted(players, reverse=True)) if value == own]
        return Fraction(sum(shared), len(shared))


@dataclass
class Book:
    """Everything about `entries`; those behind `ranked` played in the stages before and are not ranked."""

    entries: Sequence[int]
    results: Sequence[StandingResult]
    scheme: CountingScheme
    penalties: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines: dict[int, list[Line]] = {entry: [] for entry in self.entries}
        for result in sorted(self.results, key=lambda one: one.round):
            for seat, entry in enumerate(result.sides):
                if entry in self.lines:
                    self.lines[entry].append(Line(result, seat // result.side_size, entry))
        self.everything = [line for lines in self.lines.values() for line in lines]
        self.rounds = max((line.result.round for line in self.everything), default=0)
        self.earned = {line: self.compute_earned(line) for line in self.everything}
        self.points = {
            entry: sum((self.earned[line] for line in lines), Fraction(0)) - self.penalties.get(entry, 0)
            for entry, lines in self.lines.items()
        }

    @property
    def draw(self) -> int:
        """What a drawn match is worth."""
        if self.scheme.points == "own_values":
            return self.scheme.values[1]
        if self.scheme.points in TABLES:
            return 10
        return (
            len(self.scheme.steps or TABLES["victory_three"])
            if self.scheme.points == "victory_own"
            else WORTH.get(self.scheme.points, (0, 0))[1]
        )

    @property
    def usual_bye(self) -> int | None:
        key = self.scheme.points
        if key.startswith("victory"):
            steps = TABLES.get(key) or self.scheme.steps or TABLES["victory_three"]
            return -(-6 * len(steps) // 5)
        fixed = {"games_won": None, "points_scored": None, "places": 3, "own_values": self.scheme.values[0]}
        return fixed[key] if key in fixed else WORTH[key][0]

    def compute_worth(self, line: Line) -> Fraction:
        """What a row brings, byes apart."""
        key, result = self.scheme.points, line.result
        if key.startswith("victory"):
            steps = TABLES.get(key) or self.scheme.steps or TABLES["victory_three"]
            if not line.met:
                return Fraction(-(-6 * len(steps) // 5) if line.won else 0)
            difference = line.get_own(result.points) - line.get_others(result.points)
            more = sum(abs(difference) > step for step in steps)
            return Fraction(len(steps) + (more if difference > 0 else -more))
        if key == "own_values":
            win, draw, loss = self.scheme.values
            return Fraction(win if line.won else draw if line.drawn else loss if line.met else 0)
        if key in WORTH:
            win, draw = WORTH[key]
            return Fraction(win * line.won + draw * line.drawn)
        if key == "games_won":
            return Fraction(line.get_own(result.games))
        if key == "points_scored":
            return Fraction(line.get_own(result.points))
        return line.compute_place() if line.met or line.won else Fraction(0)

    def compute_mean(self, lines: Sequence[Line]) -> Fraction:
        """To hundredths where byes are averages, else to whole points, half of one rounded up."""
        parts = 100 if self.scheme.bye_average else 1
        if not lines:
            return Fraction(0)
        return Fraction(floor(sum(map(self.compute_worth, lines)) * parts / len(lines) + Fraction(1, 2)), parts)

    def compute_earned(self, line: Line) -> Fraction:
        bye = self.usual_bye if self.scheme.bye is None else self.scheme.bye
        own = self.lines[line.entry]
        if self.scheme.fewest_win and self.scheme.points == "points_scored":
            return self.compute_penalties(line, bye)
        if not line.bye:
            return self.compute_worth(line)
        if self.scheme.bye_average and (others := [one for one in own if not one.bye]):
            return self.compute_mean(others)
        return self.compute_worth(line) if bye is None else Fraction(bye)

    def compute_penalties(self, line: Line, bye: int | None) -> Fraction:
        """Who rests or waits in vain has the mean of the own matches or what is said, who stays away the most of a match."""
        played = [one for one in self.everything if one.met]
        if line.met:
            return self.compute_worth(line)
        if line.away:
            return min([Fraction(0), *map(self.compute_worth, played)])
        if bye is not None and not self.scheme.bye_average:
            return Fraction(-bye)
        if own := [one for one in self.lines[line.entry] if one.met]:
            return self.compute_mean(own)
        return self.compute_mean(played) if bye is None else Fraction(-bye)

    def count_missed(self, entry: int) -> int:
        """Rounds without any result; in pools there are none."""
        return 0 if self.scheme.everybody_meets else self.rounds - len(self.lines[entry])

    def compute_adjusted(self, entry: int) -> Fraction:
        """Article 16.3: for opponents the rounds after an entry has left count as drawn."""
        if self.scheme.everybody_meets:
            return self.points[entry]
        last = max((line.result.round for line in self.lines[entry] if not line.away), default=0)
        told = {line.result.round for line in self.lines[entry]}
        return self.points[entry] + self.draw * sum(number not in told for number in range(last + 1, self.rounds + 1))

    def compute_fictitious(self, entry: int) -> Fraction:
        """Article 16.4: an opponent of one's own points, at most those of draws throughout."""
        return min(self.points[entry], Fraction(self.draw * self.rounds)) if self.draw else self.points[entry]

    def compute_opponent(self, line: Line) -> Fraction:
        other = line.against if line.against in self.lines else None
        if other is not None and line.met:
            return self.compute_adjusted(other)
        if self.scheme.everybody_meets:
            return Fraction(0)
        if other is not None:
            return min(self.points[line.entry], self.compute_adjusted(other))
        return self.compute_fictitious(line.entry)

    def tell_opponent(self, line: Line) -> int | None:
        return line.against if line.against in self.lines else None

    def list_parts(self, entry: int, values: Mapping[Line, Fraction]) -> list[Part]:
        return [(one.result.round, one.result.match, self.tell_opponent(one), values[one], one.kind) for one in self.lines[entry]]

    def list_buchholz(self, entry: int, cuts: int) -> list[tuple[Part, bool]]:
        """Every part, and whether it counts: what the entry stayed away from is cut before any opponent (16.5)."""
        parts = self.list_parts(entry, {line: self.compute_opponent(line) for line in self.lines[entry]})
        parts += [(0, 0, None, self.compute_fictitious(entry), "missed")] * self.count_missed(entry)
        left = [place for place, part in enumerate(parts) if not self.scheme.everybody_meets or part[4] == "match"]
        away = {place for place in left if parts[place][4] in ("unplayed_lost", "missed")}
        cut: list[int] = []
        if cuts and left:
            cut.append(min(left, key=lambda place: (place not in away, parts[place][3])))
        if rest := [place for place in left if place not in cut] if cuts > 1 else []:
            cut.append(max(rest, key=lambda place: (parts[place][3], place not in away, place)))
        return [(part, place not in cut) for place, part in enumerate(parts)]

    def compute_gain(self, key: str, line: Line) -> Fraction:
        """What a row brings to a tie-break that adds up."""
        result, opponent = line.result, self.compute_opponent(line)
        best = max((self.earned[one] for one in self.everything if one.won), default=Fraction(1))
        bye_weight = (2 if not self.draw else min(2, self.earned[line] // self.draw)) if line.bye else 0
        return Fraction(
            {
                "games_won": line.get_own(result.games),
                "points_scored": line.get_own(result.points),
                "points_conceded": line.get_others(result.points),
                "sonneborn_berger": (2 * line.won + line.drawn + bye_weight) * opponent,
                "progressive": self.earned[line] * (self.rounds + 1 - result.round),
                "wins": line.won,
                "wins_with_byes": line.won or (line.bye and self.earned[line] >= best),
                "wins_at_table": line.won and line.met,
                "wins_second_dealer": line.won
                and line.met
                and len(result.sides) == 2 * result.side_size
                and result.first_dealer != line.side,
            }[key]
        )

    def compute_cell(self, key: str, entry: int) -> Fraction:
        lines = self.lines[entry]
        if key.startswith("buchholz"):
            parts = self.list_buchholz(entry, ("buchholz", "buchholz_cut", "buchholz_median").index(key))
            return sum((part[3] for part, counted in parts if counted), Fraction(0))
        if key == "games_ratio":
            won, lost = (
                sum(get(line.result.games) for line in lines for get in (getattr(line, name),)) for name in ("get_own", "get_others")
            )
            return Fraction(won, max(won + lost, 1))
        if key == "point_difference":
            return self.compute_cell("points_scored", entry) - self.compute_cell("points_conceded", entry)
        return sum((self.compute_gain(key, line) for line in lines), Fraction(0))

    def count_among(self, key: str, group: Sequence[int]) -> dict[int, Fraction]:
        """Of a direct tie-break: what each of the tied has from matches with the others of them."""

        def count(line: Line) -> Fraction:
            scored = line.get_own(line.result.points) - line.get_others(line.result.points)
            return {"direct_encounter": self.earned[line], "direct_games": Fraction(line.get_own(line.result.games))}.get(
                key, Fraction(scored)
            )

        among = {entry: [line for line in self.lines[entry] if line.met and line.against in group] for entry in group}
        found = {entry: sum(map(count, lines), Fraction(0)) for entry, lines in among.items()}
        met = {frozenset((entry, line.against)) for entry, lines in among.items() for line in lines}
        if key != "direct_encounter" or len(met) == len(list(combinations(group, 2))):
            return found
        return self.rank_leaders(found, {entry: sum(frozenset((entry, one)) not in met for one in group) - 1 for entry in group})

    def rank_leaders(self, found: Mapping[int, Fraction], missing: Mapping[int, int]) -> dict[int, Fraction]:
        """Article 6: who stays ahead of all behind however their missing matches end, one after the other; the rest have nothing."""
        most = max([Fraction(0), *self.earned.values()])
        ranked = dict.fromkeys(found, Fraction(0))
        order = sorted(found, key=lambda entry: -found[entry])
        for place, leader in enumerate(order):
            if any(found[rival] + most * missing[rival] >= found[leader] for rival in order[place + 1 :]):
                break
            ranked[leader] = Fraction(len(order) - place)
        return ranked
