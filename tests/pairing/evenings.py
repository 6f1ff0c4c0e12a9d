"""Whole stages of any format, played with random results."""

import random
from dataclasses import dataclass, field

from pairing import DrawnRound, Entrant, MatchOutcome, draw_round, format_by_key
from standings import CountingScheme, StandingResult, build_pairing_standings, build_played_history, build_tally, rank_results

SCHEME = CountingScheme("points_scored", ("lots",), seed="s")


@dataclass
class Evening:
    """A stage in play: everything that the site would keep."""

    key: str
    entrants: list[Entrant]
    options: dict = field(default_factory=dict)
    seed: str = "s"
    draws: list[DrawnRound] = field(default_factory=list)
    results: list[StandingResult] = field(default_factory=list)
    no_shows: float = 0.0

    def __post_init__(self):
        self.format = format_by_key(self.key)
        self.chance = random.Random(self.seed)
        self.positions = {}

    @property
    def rounds(self):
        return self.format.count_rounds(self.format.options_from(self.options), len(self.entrants))

    def draw(self):
        ids = [entrant.id for entrant in self.entrants]
        lines = rank_results(ids, self.results, SCHEME)
        known = build_pairing_standings(build_tally(ids, self.results, SCHEME), lines, self.results, SCHEME) if self.results else ()
        draw = draw_round(
            self.key,
            options=self.options,
            entrants=self.entrants,
            round_number=len(self.draws) + 1,
            seed=self.seed,
            history=build_played_history(self.results, self.positions),
            standings=known,
            groups=self.draws[0].groups if self.draws and self.format.key != "repechage" else (),
        )
        self.draws.append(draw)
        return draw

    def play(self):
        draw = self.draw()
        for pairing in draw.pairings:
            number = len(self.results) + 1
            self.positions[number] = pairing.position
            self.results.append(self._result(number, draw.request.round, pairing))
        return draw

    def play_all(self):
        while len(self.draws) < self.rounds:
            self.play()
        return self

    def _result(self, number, round_number, pairing):
        sides = len(pairing.sides) // pairing.side_size
        if pairing.bye:
            return StandingResult(number, round_number, pairing.sides, (1,), (10,), 0, MatchOutcome.BYE)
        points = tuple(self.chance.randrange(20) for _side in range(sides))
        winner = max(range(sides), key=lambda side: (points[side], side))
        outcome = MatchOutcome.WALKOVER if sides == 2 and self.chance.random() < self.no_shows else MatchOutcome.PLAYED
        return StandingResult(
            number, round_number, pairing.sides, tuple(int(side == winner) for side in range(sides)), points, winner, outcome,
            pairing.first_dealer, pairing.side_size,
        )  # fmt: skip

    def withdraw(self, entrant_id):
        self.entrants = [Entrant(e.id, e.number, e.seed, e.club, e.strength, e.withdrawn or e.id == entrant_id) for e in self.entrants]

    def seats(self, draw):
        return [side for pairing in draw.pairings for side in pairing.sides]


def people(count, seeds=0, clubs=0):
    return [Entrant(100 + n, n, seed=n if n <= seeds else 0, club=f"club {n % clubs}" if clubs else "") for n in range(1, count + 1)]
