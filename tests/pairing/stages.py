"""Stages of every format as an evening can ask for them, played with results of chance, and told line by line.

The standings between the rounds are counted here, from wins alone: whatever `standings` may become, a stage is the same.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pairing import (
    DrawnRound,
    DrawReason,
    Entrant,
    EntrantStanding,
    EntryGroup,
    MatchOutcome,
    Pairing,
    PlayedMatch,
    draw_round,
    format_by_key,
)
from pairing.format import Family
from pairing.lucky_losers import list_candidates
from pairing.met_opponents import find_passed_over
from pairing.reasons import build_match_title
from pairing.values import Position

WIN = 2


@dataclass(frozen=True)
class Scene:
    """A stage: how many come, what is known of them, and what happens. `gone` and `late` are numbers by the round before which they go or
    come; `declining` so many of those who are drawn back do not want to.
    """

    key: str
    count: int
    options: Mapping[str, object] = field(default_factory=dict)
    seeds: int = 0
    clubs: int = 0
    pools: int = 0
    strong: bool = False
    apart: tuple[tuple[int, int], ...] = ()
    gone: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    late: Mapping[int, int] = field(default_factory=dict)
    declining: int = 0
    calm: bool = False
    """Nobody stays away, nothing is drawn or annulled."""

    def __str__(self) -> str:
        told = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("key", "count")}
        return f"{self.key} of {self.count}" + "".join(f", {name} {value}" for name, value in told.items() if value)

    def build_entrant(self, number: int) -> Entrant:
        chance = random.Random(f"{self.key} {number}")
        return Entrant(
            100 + number,
            number,
            seed=number if number <= self.seeds else 0,
            club=f"club {chance.randrange(self.clubs)}" if self.clubs and number % 5 else "",
            strength=chance.randrange(3) if self.strong else 0,
            pool="ABCDEFGH"[(number - 1) % self.pools] if self.pools and number % 6 else "",
        )


class PlayedStage:
    """A scene in play, with everything that the site would keep."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.form = scene, format_by_key(scene.key)
        self.chance = random.Random(str(scene))
        self.options = self.form.options_from(scene.options)
        self.entrants = [scene.build_entrant(number) for number in range(1, scene.count + 1)]
        self.history: list[PlayedMatch] = []
        self.lines: dict[int, EntrantStanding] = {}
        self.draws: list[DrawnRound] = []
        self.declined: tuple[int, ...] = ()

    @property
    def rounds(self) -> int:
        return self.form.count_rounds(self.options, self.scene.count)

    def play_all(self) -> "PlayedStage":
        while len(self.draws) < self.rounds:
            self.play()
        return self

    def play(self) -> DrawnRound:
        draw = self.draw()
        ended = [match for pairing in draw.pairings if (match := self.finish(draw.request.round, pairing))]
        self.history += ended
        self.count_round(ended)
        return draw

    def draw(self) -> DrawnRound:
        number = len(self.draws) + 1
        gone = {100 + one for one in self.scene.gone.get(number, ())}
        self.entrants = [replace(one, withdrawn=one.withdrawn or one.id in gone) for one in self.entrants]
        self.entrants += [self.scene.build_entrant(len(self.entrants) + 1 + place) for place in range(self.scene.late.get(number, 0))]
        draw = self.draw_once(number)
        if self.scene.declining and number == 2:
            coming = [one.entrant for one in list_candidates(str(draw.request.options["way"]), draw.request) if one.comes]
            self.declined = tuple(coming[: self.scene.declining])
            draw = self.draw_once(number)
        self.draws.append(draw)
        return draw

    def draw_once(self, number: int) -> DrawnRound:
        first = self.draws[0].certificate if self.draws else {}
        return draw_round(
            self.form,
            options=dict(self.scene.options),
            entrants=self.entrants,
            round_number=number,
            seed=f"{self.scene.key} {self.scene.count}",
            history=self.history,
            standings=self.list_standings(),
            forbidden=[(100 + one, 100 + other) for one, other in self.scene.apart],
            groups=self.list_groups(),
            declined=self.declined,
            win_points=WIN if self.form.is_accelerated(self.options) else 0,
            accelerated=first.get("acceleration", {}).get("members", ()),
        )

    def list_groups(self) -> tuple[EntryGroup, ...]:
        """Those of the first draw; in a Mitchell movement who comes late stands behind the moving line."""
        groups = self.draws[0].groups if self.draws and self.form.key != "repechage" else ()
        if self.form.key != "mitchell" or not groups:
            return groups
        fixed, moving = groups
        late = [one.id for one in self.entrants if one.id not in {*fixed.members, *moving.members}]
        return (fixed, EntryGroup(moving.name, (*moving.members, *late)))

    def finish(self, number: int, pairing: Pairing) -> PlayedMatch | None:
        """The match with a result of chance; none where it was annulled."""
        sides, chance = len(pairing.teams), self.chance.random()
        winner, outcome = self.chance.randrange(sides), MatchOutcome.BYE if pairing.bye else MatchOutcome.PLAYED
        if not pairing.bye and not self.scene.calm and sides == 2:
            if chance < 0.05 and self.form.family is Family.BRACKET:
                return None
            if chance < 0.15:
                outcome = MatchOutcome.WALKOVER
            elif chance < 0.2:
                outcome, winner = MatchOutcome.ABSENT, -1
            elif chance < 0.35 and self.form.family is not Family.BRACKET:
                winner = -1
        return PlayedMatch(number, pairing.sides, winner, outcome, pairing.position, pairing.side_size, pairing.first_dealer)

    def count_round(self, ended: Sequence[PlayedMatch]) -> None:
        """Two points for a match won, a bye or a walk-over, one for a draw; floated is whom the other score met."""
        before = dict(self.lines)
        self.lines = {one: replace(line, floated=False) for one, line in before.items()}
        for match in ended:
            for place, side in enumerate(match.teams):
                for one in side:
                    line = self.lines.get(one, EntrantStanding(one, 0, 0))
                    won, played = place == match.winner, match.outcome is MatchOutcome.PLAYED
                    across = [other for team in match.teams if team is not side for other in team] if played else []
                    scores = {before[other].primary if other in before else 0 for other in (one, *across)}
                    self.lines[one] = replace(
                        line,
                        primary=line.primary + (WIN if won else int(match.winner < 0 and played)),
                        secondary=line.secondary + self.chance.randrange(3) + won,
                        opponents=(*line.opponents, *across),
                        byes=line.byes + (match.outcome is MatchOutcome.BYE),
                        forfeit_wins=line.forfeit_wins + (won and match.outcome is MatchOutcome.WALKOVER),
                        floated=len(scores) > 1,
                    )

    def list_standings(self) -> tuple[EntrantStanding, ...]:
        order = sorted(self.lines.values(), key=lambda line: (-line.primary, -line.secondary, line.entrant))
        return tuple(replace(line, rank=rank) for rank, line in enumerate(order, start=1))


def tell_reason(reason: DrawReason) -> str:
    values = ", ".join(f"{name} {value}" for name, value in reason.params)
    return f"{reason.code} ({values})" if values else reason.code


def tell_position(position: Position | None) -> str:
    return f" at {position.place}/{position.width}/{position.slot}/{position.bracket}" if position else ""


def tell_pairing(pairing: Pairing, table: int | None) -> str:
    sides = " ".join(f"{one}*" if place == pairing.first_dealer else str(one) for place, one in enumerate(pairing.sides))
    where = f" in {pairing.group}" if pairing.group else ""
    title = f" ({tell_reason(build_match_title(pairing.position))})" if pairing.position else ""
    reasons = ", ".join(map(tell_reason, pairing.reasons))
    return f"{pairing.order}: {sides}{tell_position(pairing.position)}{title}{where}, table {'-' if table is None else table}: {reasons}"


def tell_round(stage: PlayedStage, draw: DrawnRound) -> Iterator[str]:
    number = draw.request.round
    yield f"-- round {number}, version {draw.version}, {draw.digest[:12]}"
    tables = stage.form.assign_tables(draw.pairings, draw.groups)
    yield from (tell_pairing(pairing, tables.get(pairing.order)) for pairing in draw.pairings)
    if number == 1 or stage.form.key == "repechage":
        yield from (f"group {group.name}: {' '.join(map(str, group.members))}" for group in draw.groups)
    if draw.certificate:
        yield json.dumps(draw.certificate, separators=(",", ":"))
    for pair, reasons in find_passed_over(draw).items():
        yield f"passed over by {' '.join(map(str, sorted(pair)))}: {', '.join(map(tell_reason, reasons))}"


def tell_places(places: Sequence[Sequence[int]]) -> str:
    return " / ".join(" ".join(map(str, tied)) for tied in places)


def tell_stage(scene: Scene) -> Iterator[str]:
    """The whole stage, round by round, with the places after each where the format gives them."""
    stage = PlayedStage(scene)
    yield f"== {scene}: {stage.rounds} rounds, {stage.form.count_groups(stage.options, scene.count)} groups"
    while len(stage.draws) < stage.rounds:
        draw = stage.play()
        yield from tell_round(stage, draw)
        number = draw.request.round
        history = tuple(stage.history)
        places = stage.form.compute_places(stage.options, stage.entrants, history)
        if places:
            yield f"places: {tell_places(places)}"
            yield f"while it is played: {tell_places(stage.form.compute_places(stage.options, stage.entrants, history, number))}"
        if stage.form.is_over(stage.options, replace(draw.request, round=number + 1, history=history, entrants=tuple(stage.entrants))):
            yield f"over after round {number}"
