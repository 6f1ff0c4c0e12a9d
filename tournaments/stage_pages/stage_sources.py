"""The stages of a tournament as a picture: boxes from top to bottom, arrows from each source stage."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, ngettext

from pairing import Format, format_by_key
from pairing.format import Family
from tournaments.models import Round, Stage, Tournament
from tournaments.stages.chains import StageSource, count_expected_by_stage, find_stage_problems, get_source

WIDTH, HEIGHT, GAP_ACROSS, GAP_DOWN = 260, 64, 24, 76
MIN_PICTURE_WIDTH = 420
"""What goes along an arrow may be wider than the boxes that it joins."""


USUAL_OF_EACH, MOST_USUAL = 2, 8


def propose_source(stages: Sequence[Stage], chosen: Format, entries: int) -> StageSource | None:
    """Whom a bracket takes where nobody has said: the first two of each pool of the stage before, or the best of its standings. None where
    nothing is before it, or where another bracket is.
    """
    before = stages[-1] if stages else None
    if chosen.family is not Family.BRACKET or before is None or format_by_key(before.format_key).family is Family.BRACKET:
        return None
    if format_by_key(before.format_key).family is Family.POOLS:
        return StageSource(before, of_each=USUAL_OF_EACH)
    return StageSource(before, best_others=next((size for size in (MOST_USUAL, 4) if 2 * size <= entries), 2))


@dataclass(frozen=True, slots=True)
class StageBox:
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
class StageArrow:
    """From the lower edge of a box to the upper edge of another, labelled with the entries that it stands for."""

    x1: int
    y1: int
    x2: int
    y2: int
    text: str

    @property
    def turn_y(self) -> int:
        """The height of the arrow's bend."""
        return self.y1 + 16

    @property
    def text_y(self) -> int:
        return self.turn_y + 26


@dataclass(frozen=True, slots=True)
class ChainPicture:
    width: int
    height: int
    boxes: tuple[StageBox, ...]
    arrows: tuple[StageArrow, ...]
    box_width: int = WIDTH
    box_height: int = HEIGHT

    @property
    def problems(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a stage's name and a problem of it."""
        return tuple((box.name, problem) for box in self.boxes for problem in box.problems)


def read_chain_picture(tournament: Tournament) -> ChainPicture | None:
    """The picture of the stages; None for fewer than two. At most three queries."""
    rows = Stage.objects.filter(tournament=tournament).annotate(is_drawn=Exists(Round.objects.filter(stage=OuterRef("pk"))))
    stages = list(rows.select_related("tournament", "source").order_by("number"))
    if len(stages) < 2:
        return None
    drawn = {stage.pk for stage in stages if stage.is_drawn}
    counts = count_expected_by_stage(stages, drawn)
    depths = _compute_depths(stages)
    width = 4 + max(Counter(depths.values()).values()) * (WIDTH + GAP_ACROSS) - GAP_ACROSS
    margin = max(0, MIN_PICTURE_WIDTH - width) // 2
    boxes: dict[int, StageBox] = {}
    last_column: dict[int, int] = {}
    for stage in stages:
        depth = depths[stage.pk]
        column = last_column[depth] = last_column.get(depth, -1) + 1
        problems = () if stage.pk in drawn else find_stage_problems(stage, counts)
        x, y = 2 + margin + column * (WIDTH + GAP_ACROSS), 2 + depth * (HEIGHT + GAP_DOWN)
        boxes[stage.pk] = StageBox(stage.number, stage.name, _format_stage(stage, counts[stage.pk]), problems, x, y)
    arrows = tuple(_build_arrow(boxes, stage) for stage in stages if stage.source_id)
    return ChainPicture(max(width, MIN_PICTURE_WIDTH), max(box.y for box in boxes.values()) + HEIGHT + 2, tuple(boxes.values()), arrows)


def format_source(source: StageSource) -> str:
    """The entries that a source sends, in words."""
    who = _format_who(source)
    return gettext("%(who)s, with their points") % {"who": who} if source.carries else who


def _format_who(source: StageSource) -> str:
    if source.takes_everybody:
        return gettext("everybody")
    if source.rest:
        return gettext("everybody else")
    if source.lost:
        first, last = source.lost
        if first == last:
            return gettext("losers of round %(round)d") % {"round": first}
        return gettext("losers of rounds %(first)d–%(last)d") % {"first": first, "last": last}
    return _format_first(source)


def _format_first(source: StageSource) -> str:
    """The first of each pool or venue and the best of the rest; in a stage with one ranking simply the first."""
    chosen, each, others = format_by_key(source.stage.format_key), source.of_each, source.best_others
    in_pools = chosen.family is Family.POOLS
    if not each or not (in_pools or chosen.in_venues):
        return ngettext("only the first", "the first %(count)d", each + others) % {"count": each + others}
    if in_pools:
        first = ngettext("the first of each pool", "the first %(count)d of each pool", each) % {"count": each}
    else:
        first = ngettext("the first of each venue", "the first %(count)d of each venue", each) % {"count": each}
    best = ngettext("the best of the rest", "the best %(count)d of the rest", others) % {"count": others}
    return f"{first} + {best}" if others else first


def _compute_depths(stages: Sequence[Stage]) -> dict[int, int]:
    """How many stages lie before each stage, by id; a source always has a smaller number than its followers."""
    depths: dict[int, int] = {}
    for stage in stages:
        depths[stage.pk] = depths[stage.source_id] + 1 if stage.source_id else 0
    return depths


def _format_stage(stage: Stage, count: int) -> str:
    values = {"format": gettext(format_by_key(stage.format_key).name), "count": count}
    return gettext("%(count)d entries · %(format)s") % values


def _build_arrow(boxes: dict[int, StageBox], stage: Stage) -> StageArrow:
    source = get_source(stage)
    upper, lower = boxes[stage.source_id or 0], boxes[stage.pk]
    return StageArrow(upper.middle, upper.y + HEIGHT, lower.middle, lower.y - 7, format_source(source) if source else "")
