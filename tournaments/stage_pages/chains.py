"""The stages of a tournament as a picture: boxes from top to bottom, arrows from where the entries come."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing import format_by_key
from tournaments.models import Round, Stage, Tournament
from tournaments.stages.chains import Source, expected_counts, source_of, stage_problems

WIDTH, HEIGHT, GAP_ACROSS, GAP_DOWN = 260, 64, 24, 76
NARROWEST = 420
"""What goes along an arrow may be wider than the boxes that it joins."""


@dataclass(frozen=True, slots=True)
class Box:
    """A stage in the picture; `problems` say why it cannot be played as planned.

    `x` and `y` are its upper left corner in the units of the viewBox.
    """

    number: int
    name: str
    line: str
    problems: tuple[str, ...]
    x: int
    y: int

    @property
    def middle(self) -> int:
        return self.x + WIDTH // 2


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the lower edge of a box to the upper edge of another, with what goes along."""

    x1: int
    y1: int
    x2: int
    y2: int
    text: str

    @property
    def turn_y(self) -> int:
        """Where the arrow turns aside."""
        return self.y1 + 16

    @property
    def text_y(self) -> int:
        return self.turn_y + 26


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    box_width: int = WIDTH
    box_height: int = HEIGHT

    @property
    def problems(self) -> tuple[tuple[str, str], ...]:
        """Name of the stage and what is wrong with it."""
        return tuple((box.name, problem) for box in self.boxes for problem in box.problems)


def chain_picture(tournament: Tournament) -> Picture | None:
    """Nothing while there is at most one stage. Three queries."""
    stages = list(Stage.objects.filter(tournament=tournament).select_related("source").order_by("number"))
    if len(stages) < 2:
        return None
    counts = expected_counts(stages)
    drawn = set(Round.objects.filter(stage__in=stages).values_list("stage_id", flat=True))
    depths = _depths(stages)
    width = 4 + max(Counter(depths.values()).values()) * (WIDTH + GAP_ACROSS) - GAP_ACROSS
    aside = max(0, NARROWEST - width) // 2
    boxes: dict[int, Box] = {}
    taken: dict[int, int] = {}
    for stage in stages:
        depth = depths[stage.pk]
        across = taken[depth] = taken.get(depth, -1) + 1
        problems = () if stage.pk in drawn else stage_problems(stage, counts)
        x, y = 2 + aside + across * (WIDTH + GAP_ACROSS), 2 + depth * (HEIGHT + GAP_DOWN)
        boxes[stage.pk] = Box(stage.number, stage.name, _line(stage, counts[stage.pk]), problems, x, y)
    arrows = tuple(_arrow(boxes, stage) for stage in stages if stage.source_id)
    return Picture(max(width, NARROWEST), max(box.y for box in boxes.values()) + HEIGHT + 2, tuple(boxes.values()), arrows)


def words_of(source: Source) -> str:
    """Who goes along, in words."""
    if source.rest:
        return gettext("everybody else")
    if source.lost:
        first, last = source.lost
        if first == last:
            return gettext("whoever loses in round %(round)d") % {"round": first}
        return gettext("whoever loses in rounds %(first)d–%(last)d") % {"first": first, "last": last}
    parts = []
    if source.of_each:
        parts.append(gettext("the first %(count)d of each pool") % {"count": source.of_each})
    if source.best_others:
        sentence = gettext("the best %(count)d others") if source.of_each else gettext("the first %(count)d")
        parts.append(sentence % {"count": source.best_others})
    return " + ".join(parts)


def _depths(stages: Sequence[Stage]) -> dict[int, int]:
    """How many stages lie before each; a source always has a smaller number than what follows it."""
    depths: dict[int, int] = {}
    for stage in stages:
        depths[stage.pk] = depths[stage.source_id] + 1 if stage.source_id else 0
    return depths


def _line(stage: Stage, count: int) -> str:
    told = {"format": gettext(format_by_key(stage.format_key).name), "count": count}
    return gettext("%(count)d entries · %(format)s") % told


def _arrow(boxes: dict[int, Box], stage: Stage) -> Arrow:
    source = source_of(stage)
    upper, lower = boxes[stage.source_id or 0], boxes[stage.pk]
    return Arrow(upper.middle, upper.y + HEIGHT, lower.middle, lower.y - 7, words_of(source) if source else "")
