"""A knockout stage as a bracket: what was drawn, what was won, and the empty places that wait."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.queries.rounds import MatchRow, match_row
from tournaments.brackets import BracketLayout, BracketMatch, BracketRound, BracketSlot, PlacedBox, PlacedText, Role, lay_out
from tournaments.models import Match, Round, Stage
from tournaments.pairing import Position, describe, title_of
from tournaments.pairing.codec import position_from_json

Rows = Mapping[Position, MatchRow]

MARGIN, BASELINE, LETTER = 6, 5, 7
"""In pixels: room beside a text, from its middle to its base line, and the usual width of a letter."""

CLASSES = {Role.TITLE: "round-title", Role.NUMBER: "seed", Role.NAME: "name", Role.SCORE: "score", Role.LABEL: "table"}


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


def bracket_view(stage: Stage) -> BracketView | None:
    """The drawing of a stage that has a bracket. Three queries."""
    rows = _rows(stage)
    main = [position for position in rows if position.place == 1 and position.bracket == "main"]
    if not main:
        return None
    columns = _columns(max(position.width for position in main))
    extras = _extras(rows)
    layout = _widened(lay_out(*_pictured(rows, columns, extras)))
    return BracketView(layout, tuple(_boxes(layout, columns, extras, rows)), tuple(_placed(text) for text in layout.texts if text.text))


def bracket_on_paper(stage: Stage) -> tuple[list[BracketRound], list[tuple[str, BracketMatch]]] | None:
    """Rounds, and the matches beside the tree, of a stage that has a bracket. Three queries."""
    rows = _rows(stage)
    main = [position for position in rows if position.place == 1 and position.bracket == "main"]
    if not main:
        return None
    return _pictured(rows, _columns(max(position.width for position in main)), _extras(rows))


def _pictured(
    rows: Rows, columns: list[list[Position]], extras: list[Position]
) -> tuple[list[BracketRound], list[tuple[str, BracketMatch]]]:
    rounds = [BracketRound(_title(column[0]), tuple(_drawn(rows, position) for position in column)) for column in columns]
    return rounds, [(_title(position), _match(rows[position])) for position in extras]


def _extras(rows: Rows) -> list[Position]:
    """Matches outside the tree, such as that for place 3."""
    return [position for position in rows if position.place > 1 and position.width == 2]


def _rows(stage: Stage) -> dict[Position, MatchRow]:
    matches = Match.objects.filter(round__stage=stage, bracket__isnull=False).exclude(round__state=Round.State.DRAFT)
    found = {}
    for match in matches.select_related("result").prefetch_related("seats__entry"):
        position = position_from_json(match.bracket)
        if position is not None:
            found[position] = match_row(match)
    return found


def _columns(width: int) -> list[list[Position]]:
    columns = []
    while width >= 2:
        columns.append([Position(1, width, slot) for slot in range(width // 2)])
        width //= 2
    return columns


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


def _title(position: Position) -> str:
    return describe(title_of(position), _)


def _drawn(rows: Rows, position: Position) -> BracketMatch | None:
    """A match that waits is an empty box; a bye is no box at all."""
    row = rows.get(position)
    if row is None:
        return BracketMatch()
    return None if row.bye else _match(row)


def _match(row: MatchRow) -> BracketMatch:
    label = _("table %(table)d") % {"table": row.table} if row.table else ""
    slots = [
        BracketSlot(
            name=name,
            number=str(row.numbers[side]),
            score=str(row.games_won[side]) if row.result else "",
            won=row.winner == side,
        )
        for side, name in enumerate(row.names)
    ]
    return BracketMatch((slots[0], slots[1]), label)


def _boxes(layout: BracketLayout, columns: list[list[Position]], extras: list[Position], rows: Rows) -> Iterable[BoxView]:
    for box in layout.boxes:
        position = extras[box.place] if box.round < 0 else columns[box.round][box.place]
        row = rows.get(position)
        if row is None:
            yield BoxView(box, "", "", now=False)
        else:
            yield BoxView(box, row.code, " – ".join(row.names), now=row.late)
