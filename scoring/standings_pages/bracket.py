"""A stage that has a bracket: what was drawn, what was won, and the empty places that wait."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from pairing import Position, describe, format_by_key, title_of
from pairing.bracket_plan import Section, Shape, Source, shape_of
from pairing.codec import position_from_json
from paper.bracket_geometry import (
    BracketLayout,
    BracketMatch,
    BracketPart,
    BracketRound,
    BracketSlot,
    PlacedBox,
    PlacedText,
    Role,
    lay_out,
)
from scoring.matches.rounds import MatchRow, match_row
from tournaments.models import Match, Round, Stage
from tournaments.people.naming import IN_FULL, Naming

Rows = Mapping[Position, MatchRow]

MARGIN, BASELINE, LETTER = 6, 5, 7
"""In pixels: room beside a text, from its middle to its base line, and the usual width of a letter."""

CLASSES = {
    Role.TITLE: "round-title",
    Role.NUMBER: "seed",
    Role.NAME: "name",
    Role.SCORE: "score",
    Role.LABEL: "table",
    Role.HINT: "table",
}
FEW_WAYS = 2
"""Ways from one part of a drawing to another that need no numbers to be found: from the semi-finals to the match for third place."""


@dataclass(frozen=True, slots=True)
class BoxView:
    """A match in the drawing, with its address for a link; no code where nothing is drawn yet."""

    box: PlacedBox
    code: str
    label: str
    now: bool


@dataclass(frozen=True, slots=True)
class TextView:
    """A text where SVG wants it: by its base line, and squeezed to `length` when it is too long for its room."""

    text: str
    x: int
    y: int
    css: str
    strong: bool
    length: int


@dataclass(frozen=True, slots=True)
class BracketView:
    layout: BracketLayout
    boxes: tuple[BoxView, ...]
    texts: tuple[TextView, ...]


def bracket_view(stage: Stage, naming: Naming = IN_FULL) -> BracketView | None:
    """The drawing of a stage that has a bracket. Three queries."""
    parts = bracket_parts(stage, naming)
    if not parts:
        return None
    layout = _widened(lay_out(parts))
    boxes = tuple(BoxView(box, box.match.code, _names(box.match), now=box.match.late) for box in layout.boxes)
    return BracketView(layout, boxes, tuple(_placed(text) for text in layout.texts if text.text))


def bracket_parts(stage: Stage, naming: Naming = IN_FULL) -> list[BracketPart]:
    """The parts of the drawing; none where nothing is drawn yet, or the format has no bracket. Three queries."""
    rows = _rows(stage, naming)
    options = format_by_key(stage.format_key).options_from(stage.options)
    shape = shape_of(stage.format_key, options, _entrants(rows))
    return list(_Picture(shape, rows).parts()) if shape else []


def _rows(stage: Stage, naming: Naming) -> dict[Position, MatchRow]:
    matches = Match.objects.filter(round__stage=stage, bracket__isnull=False).exclude(round__state=Round.State.DRAFT)
    found = {}
    for match in matches.select_related("result").prefetch_related("seats__entry").order_by("round__number", "position"):
        position = position_from_json(match.bracket)
        if position is not None:
            found[position] = match_row(match, naming)
    return found


def _entrants(rows: Rows) -> int:
    """Everybody sits in the first round, which the first match belongs to, and a bracket keeps its width whoever has gone since."""
    first = next(iter(rows), None)
    if first is None:
        return 0
    seated = sum(len(row.names) for position, row in rows.items() if _kind(position) == _kind(first))
    return max(seated, first.width // 2 + 1) if first.bracket == "main" else seated


def _kind(position: Position) -> tuple[str, int, int]:
    return position.bracket, position.width, position.place


@dataclass(frozen=True)
class _Picture:
    """The shape of a bracket filled with what was drawn and won so far."""

    shape: Shape
    rows: Rows

    def parts(self) -> Iterator[BracketPart]:
        for section in self.shape.sections:
            rounds = tuple(
                BracketRound(describe(title_of(column[0]), _), tuple(self._drawn(position) for position in column))
                for column in section.columns
            )
            yield BracketPart(rounds, section.loose, aside=_stands_aside(section))

    @cached_property
    def _home(self) -> Mapping[Position, Section]:
        return {position: section for section in self.shape.sections for position in section.positions}

    @cached_property
    def _numbers(self) -> Mapping[Position, int]:
        """Of the matches that are played, where somebody must be led from one part of the drawing to another."""
        across = [source for (target, _side), source in self.shape.ways.items() if self._home[target] is not self._home[source.position]]
        if len(across) <= FEW_WAYS:
            return {}
        played = [position for section in self.shape.sections for position in section.positions if self._crowd[position] > 1]
        return {position: number for number, position in enumerate(played, start=1)}

    @cached_property
    def _crowd(self) -> Mapping[Position, int]:
        """How many sit, or will sit, at every match of the shape, feeders before those they feed."""
        found: dict[Position, int] = {}
        drawn = {_kind(position) for position in self.rows}

        def count(position: Position) -> int:
            if position not in found:
                found[position] = 0 if _kind(position) in drawn else sum(map(comes, self.shape.sources(position)))
                if position in self.rows:
                    found[position] = len(self.rows[position].names)
            return found[position]

        def comes(source: Source | None) -> bool:
            return source is None or count(source.position) >= (1 if source.won else 2)

        for position in self._home:
            count(position)
        return found

    def _drawn(self, position: Position) -> BracketMatch | None:
        """A match that waits has the names known so far; who plays nobody has no box at all."""
        row = self.rows.get(position)
        if self._crowd[position] < 2 or (position.bracket == "reset" and row is None and self._needless()):
            return None
        if row is not None:
            return _match(row, self._label(position, row))
        first, second = (self._waiting(position, source) for source in self.shape.sources(position))
        return BracketMatch((first, second), self._label(position, None))

    def _needless(self) -> bool:
        """Whether the winner of the winners' bracket has won the final too."""
        final = next((row for position, row in self.rows.items() if position.bracket == "final"), None)
        return final is not None and final.settled and final.winner == 0

    def _label(self, position: Position, row: MatchRow | None) -> str:
        number = self._numbers.get(position)
        texts = [_("match %(number)d") % {"number": number}] if number else []
        if row is not None and row.table:
            texts.append(_("table %(table)d") % {"table": row.table})
        if position.bracket == "reset" and row is None:
            texts.append(_("only if both have lost once"))
        return " · ".join(texts)

    def _waiting(self, position: Position, source: Source | None) -> BracketSlot:
        known = self._comer(source) if source else None
        if known is not None:
            return BracketSlot(known[0], str(known[1]))
        if source is None or self._home[source.position] is self._home[position]:
            return BracketSlot()
        number = self._numbers.get(source.position)
        words = _("winner of match %(number)d") if source.won else _("loser of match %(number)d")
        return BracketSlot(hint=words % {"number": number} if number else "")

    def _comer(self, source: Source) -> tuple[str, int] | None:
        """Name and number of who comes from there, once that is settled."""
        row = self.rows.get(source.position)
        if row is None:
            alone = self._crowd[source.position] == 1 and source.won
            ways = [way for way in self.shape.sources(source.position) if way is not None and self._sends(way)] if alone else []
            return self._comer(ways[0]) if ways else None
        if row.bye:
            return (row.names[0], row.numbers[0]) if source.won else None
        if not row.settled or row.winner is None:
            return None
        side = row.winner if source.won else 1 - row.winner
        return row.names[side], row.numbers[side]

    def _sends(self, source: Source) -> bool:
        return self._crowd[source.position] >= (1 if source.won else 2)


def _stands_aside(section: Section) -> bool:
    """The match for third place stands below the final."""
    return [(position.place, position.width) for position in section.positions] == [(3, 2)]


def _widened(layout: BracketLayout) -> BracketLayout:
    """Half as wide again as on paper: a screen scrolls, and names of pairs are long."""
    return BracketLayout(
        _wide(layout.width),
        layout.height,
        tuple(box._replace(x=_wide(box.x), width=_wide(box.width)) for box in layout.boxes),
        tuple(line._replace(x0=_wide(line.x0), x1=_wide(line.x1)) for line in layout.lines),
        tuple(text._replace(x=_wide(text.x), width=_wide(text.width)) for text in layout.texts),
    )


def _wide(x: int) -> int:
    return x * 3 // 2


def _placed(text: PlacedText) -> TextView:
    room = text.width - 2 * MARGIN
    x = text.x + text.width - MARGIN if text.role is Role.SCORE else text.x + MARGIN
    length = room if len(text.text) * LETTER > room else 0
    return TextView(text.text, x, text.y + text.height // 2 + BASELINE, CLASSES[text.role], text.strong, length)


def _match(row: MatchRow, label: str) -> BracketMatch:
    slots = [
        BracketSlot(
            name=name,
            number=str(row.numbers[side]),
            score=str(row.games_won[side]) if row.result else "",
            won=row.winner == side,
        )
        for side, name in enumerate(row.names)
    ]
    return BracketMatch((slots[0], slots[1]), label, row.code, late=row.late)


def _names(match: BracketMatch) -> str:
    return " – ".join(slot.name for slot in match.slots)
