"""How well the rating foretells evenings that it has not seen, and how long it takes.

    python -m benchmarks.rating [--json] [--quick]

Log-loss by match, the less the better; a coin has 0.693. Players of known strength meet in pairs that change, and the last third of the
evenings is foretold, each from what was played before it. Beside the rating: places alone (the mean place of a person on former evenings,
with the steepness that fits these best), the share of matches won, and the true strengths, which nobody can beat. Of the demonstration
season the third evening is foretold; its results are made up, so there is nothing to be known. `--quick` takes few evenings once.
"""

import argparse
import datetime as dt
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from benchmarks.throw_away_site import open_throw_away_site

open_throw_away_site("rating")

from rich.console import Console  # noqa: E402 - needs the settings
from rich.table import Table  # noqa: E402 - needs the settings

from backup.new_database import create_tables  # noqa: E402 - needs the settings
from desk.demonstrations.services import create_demonstration_season, play_demonstration  # noqa: E402 - needs the settings
from federation.ratings.reading import read_evening_matches  # noqa: E402 - needs the settings
from federation.skills.updating import RatedMatch, Skill, rate_evening  # noqa: E402 - needs the settings
from tests.scoring.builders import build_user  # noqa: E402 - needs the settings
from tournaments.models import Member  # noqa: E402 - needs the settings

SPREADS = {"near": 0.2, "usual": 0.4, "wide": 0.6}
"""How far strengths are apart: their standard deviation, in units of which one makes 73 matches of 100."""
GAP = 0.8
"""How much stronger than the other the second of two circles is; seven of ten who come are of the circle of the evening."""
STEEPNESS = [step / 4 for step in range(21)]
EVENINGS, PAIRS, ROUNDS, REGULARS, REPEATS = 60, 16, 4, 120, 5
PERSONS, MATCHES = 10_000, 200_000
Evening = list[RatedMatch]
Predictor = Callable[[RatedMatch], float]


@dataclass
class Past:
    """What was played so far: strengths of the rating, places from 0 (first) to 1 (last), wins and matches by person."""

    skills: dict[Hashable, Skill] = field(default_factory=dict)
    places: defaultdict[Hashable, list[float]] = field(default_factory=lambda: defaultdict(list))
    wins: defaultdict[Hashable, int] = field(default_factory=lambda: defaultdict(int))
    matches: defaultdict[Hashable, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, evening: Evening) -> None:
        self.skills |= {person: step.after for person, step in rate_evening(self.skills, evening).items()}
        won: defaultdict[Hashable, int] = defaultdict(int)
        for match in evening:
            for side, rank in zip(match.sides, match.ranks, strict=True):
                for person in side:
                    won[person] += rank == 0
                    self.matches[person] += 1
                    self.wins[person] += rank == 0
        for person, count in won.items():
            ahead, level = sum(wins > count for wins in won.values()), sum(wins == count for wins in won.values())
            self.places[person].append((ahead + (level - 1) / 2) / max(1, len(won) - 1))

    def predict_by_rating(self, match: RatedMatch) -> float:
        return rate_evening(self.skills, [match])[match.sides[0][0]].expected

    def predict_by_places(self, match: RatedMatch, steepness: float) -> float:
        first, second = (fmean(fmean(self.places[person] or [0.5]) for person in side) for side in match.sides)
        return 1 / (1 + math.exp(-steepness * (second - first)))

    def predict_by_wins(self, match: RatedMatch) -> float:
        def compute_odds(person: Hashable) -> float:
            won, lost = self.wins[person], self.matches[person] - self.wins[person]
            return math.log((won + 4) / (lost + 4))  # as if eight matches had been shared: without it the first evenings say too much

        first, second = (fmean(compute_odds(person) for person in side) for side in match.sides)
        return 1 / (1 + math.exp(second - first))


def simulate_evenings(rng: random.Random, spread: float, evenings: int, *, circles: bool) -> tuple[list[Evening], dict[Hashable, float]]:
    """Evenings of pairs by lot, and the true strengths. With two circles they take turns."""
    strengths: dict[Hashable, float] = {person: rng.gauss(GAP * (person % 2) if circles else 0, spread) for person in range(REGULARS)}
    played = []
    for number in range(evenings):
        own = round(2 * PAIRS * (0.7 if circles else 0.5))
        people = rng.sample(range(number % 2, REGULARS, 2), own) + rng.sample(range(1 - number % 2, REGULARS, 2), 2 * PAIRS - own)
        rng.shuffle(people)
        pairs = [(people[place], people[place + 1]) for place in range(0, len(people), 2)]
        matches = []
        for _round in range(ROUNDS):
            rng.shuffle(pairs)
            for first, second in zip(pairs[::2], pairs[1::2], strict=True):
                won = rng.random() < compute_chance(strengths, first, second)
                matches.append(RatedMatch((first, second), (0, 1) if won else (1, 0)))
        played.append(matches)
    return played, strengths


def compute_chance(strengths: Mapping[Hashable, float], first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    return 1 / (1 + math.exp(sum(strengths[person] for person in second) - sum(strengths[person] for person in first)))


def compute_loss(evening: Evening, predict: Predictor) -> float:
    """The mean log-loss over matches with a winner."""
    chances = [predict(match) if match.ranks[0] < match.ranks[1] else 1 - predict(match) for match in evening if len(set(match.ranks)) > 1]
    return fmean(-math.log(chance) for chance in chances)


def foretell(evenings: Sequence[Evening], first_unseen: int, truth: Predictor | None = None) -> dict[str, float]:
    """The mean losses over the evenings from number `first_unseen` on. The steepness of places is the one that fits the evenings before."""
    past, fitted = Past(), dict.fromkeys(STEEPNESS, 0.0)
    losses: defaultdict[str, list[float]] = defaultdict(list)
    for number, evening in enumerate(evenings):
        if number >= first_unseen:
            steepness = min(STEEPNESS, key=fitted.__getitem__)
            losses["rating"].append(compute_loss(evening, past.predict_by_rating))
            losses["places"].append(compute_loss(evening, lambda match, steepness=steepness: past.predict_by_places(match, steepness)))
            losses["wins"].append(compute_loss(evening, past.predict_by_wins))
            if truth:
                losses["truth"].append(compute_loss(evening, truth))
        for steepness in STEEPNESS:
            fitted[steepness] += compute_loss(evening, lambda match, steepness=steepness: past.predict_by_places(match, steepness))
        past.add(evening)
    return {name: fmean(values) for name, values in losses.items()}


def measure_simulated(repeats: int, evenings: int) -> dict[str, float]:
    ratios = {}
    for word, spread in {**SPREADS, "circles": SPREADS["usual"]}.items():
        results = []
        for seed in range(repeats):
            played, strengths = simulate_evenings(random.Random(f"{word} {seed}"), spread, evenings, circles=word == "circles")

            def predict_truly(match: RatedMatch, strengths: Mapping[Hashable, float] = strengths) -> float:
                return compute_chance(strengths, *match.sides)

            results.append(foretell(played, 2 * evenings // 3, predict_truly))
        ratios |= {f"{word}_{name}": round(fmean(result[name] for result in results), 4) for name in results[0]}
    return ratios


def name_side(side: Sequence[Hashable], names: Mapping[int, str]) -> tuple[str, ...]:
    """The names of persons whom nobody has recognised: their keys end with that of their row."""
    return tuple(names[key[2]] for key in side if isinstance(key, tuple))


def measure_season() -> dict[str, float]:
    """The third evening of the demonstration season, from the first two; a person is a name there."""
    create_tables("default")
    director = build_user("director")
    _season, tournaments = create_demonstration_season(actor=director, at=dt.datetime(2026, 11, 28, 21, tzinfo=dt.UTC))
    evenings = []
    for tournament in tournaments:
        play_demonstration(tournament, director, at=dt.datetime(2026, 11, 28, 21, tzinfo=dt.UTC), whole=True)
        names = dict(Member.objects.filter(tournament=tournament).values_list("person", "person__name"))
        matches = [match for _day, match in read_evening_matches(tournament, {})]
        evenings.append([RatedMatch(tuple(name_side(side, names) for side in match.sides), match.ranks) for match in matches])
    return {f"season_{name}": round(loss, 4) for name, loss in foretell(evenings, 2).items()}


def measure_speed(persons: int, matches: int) -> float:
    """Seconds for so many matches of pairs, which are as many placings of persons when each plays four on an evening."""
    rng = random.Random(1)
    skills: dict[Hashable, Skill] = {}
    evenings = []
    for _evening in range(matches // 200):
        people = rng.sample(range(persons), 200)
        sides = [(people[place], people[place + 1]) for place in range(0, 200, 2)]
        evening = []
        for _round in range(4):
            rng.shuffle(sides)
            evening += [RatedMatch(pair, (0, 1)) for pair in zip(sides[::2], sides[1::2], strict=True)]
        evenings.append(evening)
    started = time.process_time()
    for evening in evenings:
        skills |= {person: step.after for person, step in rate_evening(skills, evening).items()}
    return time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the figures as one object on the last line")
    parser.add_argument("--quick", action="store_true", help="few evenings, once")
    arguments = parser.parse_args()
    repeats, evenings, matches = (1, 6, 2_000) if arguments.quick else (REPEATS, EVENINGS, MATCHES)
    ratios = measure_simulated(repeats, evenings) | measure_season()
    ratios["seconds"] = round(measure_speed(PERSONS, matches), 2)
    result_table = Table("figure", "value", title=f"Rating: log-loss on evenings not seen, seconds for {matches} matches")
    for name, value in ratios.items():
        result_table.add_row(name.replace("_", " "), f"{value:.4g}")
    Console(stderr=True).print(result_table)
    if arguments.json:
        print(json.dumps({"benchmark": "rating", "ratios": ratios, "goals": {"seconds": 20}}))


if __name__ == "__main__":
    main()
