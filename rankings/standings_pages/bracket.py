"""The drawing of a bracket stage: drawn matches, results, and empty places."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from pairing import Position, build_match_title, format_by_key, format_reason
from pairing.bracket_plan import BracketPlan, BracketSection, SideSource
from pairing.codec import position_from_json
from paper.bracket_geometry import (
    BracketLayout,
    BracketMatch,
    BracketPart,
    BracketRound,
    BracketSlot,
    PlacedBox,
    PlacedText,
    TextRole,
    lay_out_bracket,
)
from rankings.standings_pages.contradictions import list_contradictions
from scoring.matches.rounds import MatchRow, build_match_row
from tournaments.models import Match, Round, Stage
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming

Rows = Mapping[Position, MatchRow]

MARGIN, BASELINE, LETTER = 6, 5, 7
"""In pixels: room beside a text, from its middle to its base line, and the usual width of a letter."""

CLASSES = {
    TextRole.TITLE: "round-title",
    TextRole.NUMBER: "seed",
    TextRole.NAME: "name",
    TextRole.SCORE: "score",
    TextRole.LABEL: "table",
    TextRole.HINT: "table",
}
FEW_WAYS = 2
"""Ways from one part of a drawing to another that need no numbers to be found: from the semi-finals to the match for third place."""


@dataclass(frozen=True, slots=True)
class BoxView:
    """A match in the drawing with its code for a link; the code is empty when the match is not drawn yet."""

    box: PlacedBox
    code: str
    label: str
    now: bool
    to_play: bool
    """Drawn, and nobody has won it yet."""
    numbers: str
    """Numbers of the entries that sit there, separated by blanks."""


@dataclass(frozen=True, slots=True)
class TextView:
    """A text in SVG coordinates: `x`, `y` of its baseline, and `length` to squeeze it to (0 when it fits)."""

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
    rounds: tuple[BracketRound, ...]
    """The same matches as a list, for screens on which a drawing must be moved about."""


def read_bracket_view(stage: Stage, naming: Naming = IN_FULL, *, narrow: bool = False) -> BracketView | None:
    """Read the drawing of a stage; None without a bracket. Three queries, and those of `list_contradictions` after a correction.

    `narrow`: surnames in boxes of which a phone shows one whole, with its scores; the list and the labels of the links keep whole names.
    """
    parts = read_bracket_parts(stage, naming)
    if not parts:
        return None
    plain = lay_out_bracket(parts)
    layout = _write_surnames(plain, stage, naming) if narrow else _widen_layout(plain)
    boxes = tuple(_build_box(box) for box in layout.boxes)
    rounds = tuple(round_ for part in parts for round_ in part.rounds)
    return BracketView(layout, boxes, tuple(_place_text(text) for text in layout.texts if text.text), rounds)


def read_bracket_parts(stage: Stage, naming: Naming = IN_FULL) -> list[BracketPart]:
    """Read the parts of the drawing; empty before the first draw or without a bracket. Queries as `read_bracket_view`."""
    rows, ahead = _read_rows(stage, naming)
    form, count = format_by_key(stage.format_key), _count_entrants(rows)
    shape = form.build_bracket_plan(form.options_from(stage.options), count) if count > 1 else None
    checked = frozenset(contradiction.code for contradiction in list_contradictions(stage))
    return list(_BracketDrawing(shape, rows, ahead, checked).build_parts()) if shape else []


def _read_rows(stage: Stage, naming: Naming) -> tuple[dict[Position, MatchRow], frozenset[Position]]:
    """The drawn matches, and the places of those whose round is drawn only in part, because an earlier one is still being played."""
    matches = Match.objects.filter(round__stage=stage, bracket__isnull=False).exclude(round__state=Round.State.DRAFT)
    rows, ahead, first_open = {}, set(), None
    for match in matches.select_related("round", "result").prefetch_related(prefetch_seats()).order_by("round__number", "position"):
        position = position_from_json(match.bracket)
        if position is None:
            continue
        rows[position] = build_match_row(match, naming)
        if first_open is None and match.round.state == Round.State.PUBLISHED:
            first_open = match.round.number
        if first_open is not None and match.round.number > first_open:
            ahead.add(position)
    return rows, frozenset(ahead)


def _count_entrants(rows: Rows) -> int:
    """Count the entrants: all sit in the round of the first match, and a bracket keeps its width when entries withdraw."""
    first = next(iter(rows), None)
    if first is None:
        return 0
    seated = sum(len(row.names) for position, row in rows.items() if _round_key(position) == _round_key(first))
    return max(seated, first.width // 2 + 1) if first.bracket == "main" else seated


def _round_key(position: Position) -> tuple[str, int, int]:
    return position.bracket, position.width, position.place


@dataclass(frozen=True)
class _BracketDrawing:
    """The shape of a bracket filled with the drawn matches and their results."""

    shape: BracketPlan
    rows: Rows
    ahead: frozenset[Position] = frozenset()
    """Places of drawn matches in rounds that are not drawn whole."""
    checked: frozenset[str] = frozenset()
    """Codes of the matches whose seats contradict the results."""

    def build_parts(self) -> Iterator[BracketPart]:
        for section in self.shape.sections:
            rounds = tuple(
                BracketRound(format_reason(build_match_title(column[0]), _), tuple(self._build_match(position) for position in column))
                for column in section.columns
            )
            yield BracketPart(rounds, section.loose, aside=_is_third_place_match(section))

    @cached_property
    def _section_of(self) -> Mapping[Position, BracketSection]:
        return {position: section for section in self.shape.sections for position in section.positions}

    @cached_property
    def _match_numbers(self) -> Mapping[Position, int]:
        """Numbers of the played matches, when winners or losers move between parts of the drawing more than FEW_WAYS times; else empty."""
        across = [
            source
            for (target, _side), source in self.shape.sources_by_side.items()
            if self._section_of[target] is not self._section_of[source.position]
        ]
        if len(across) <= FEW_WAYS:
            return {}
        played = [position for section in self.shape.sections for position in section.positions if self._side_counts[position] > 1]
        return {position: number for number, position in enumerate(played, start=1)}

    @cached_property
    def _side_counts(self) -> Mapping[Position, int]:
        """How many sides sit, or will sit, at every match of the shape; feeders come before the matches they feed."""
        counts: dict[Position, int] = {}
        drawn = {_round_key(position) for position in self.rows.keys() - self.ahead}

        def count_sides(position: Position) -> int:
            if position not in counts:
                counts[position] = 0 if _round_key(position) in drawn else sum(map(has_arrival, self.shape.get_sources(position)))
                if position in self.rows:
                    counts[position] = len(self.rows[position].names)
            return counts[position]

        def has_arrival(source: SideSource | None) -> bool:
            return source is None or count_sides(source.position) >= (1 if source.won else 2)

        for position in self._section_of:
            count_sides(position)
        return counts

    def _build_match(self, position: Position) -> BracketMatch | None:
        """Build the box of a match; a match that waits has the names known so far. None for a match with fewer than two sides."""
        row = self.rows.get(position)
        if self._side_counts[position] < 2 or (position.bracket == "reset" and row is None and self._is_reset_needless()):
            return None
        if row is not None:
            return _build_bracket_match(row, self._format_label(position, row))
        first, second = (self._build_waiting_slot(position, source) for source in self.shape.get_sources(position))
        return BracketMatch((first, second), self._format_label(position, None))

    def _is_reset_needless(self) -> bool:
        """Whether the winner of the winners' bracket has also won the final."""
        final = next((row for position, row in self.rows.items() if position.bracket == "final"), None)
        return final is not None and final.settled and final.winner == 0

    def _format_label(self, position: Position, row: MatchRow | None) -> str:
        number = self._match_numbers.get(position)
        texts = [_("match %(number)d") % {"number": number}] if number else []
        if row is not None and row.table:
            texts.append(_("table %(table)d") % {"table": row.table})
        if row is not None and row.code in self.checked:
            texts.append(_("being checked"))
        if position.bracket == "reset" and row is None:
            texts.append(_("only if both have lost once"))
        return " · ".join(texts)

    def _build_waiting_slot(self, position: Position, source: SideSource | None) -> BracketSlot:
        arrival = self._find_arrival(source) if source else None
        if arrival is not None:
            return BracketSlot(arrival[0], str(arrival[1]))
        if source is None or self._section_of[source.position] is self._section_of[position]:
            return BracketSlot()
        number = self._match_numbers.get(source.position)
        words = _("winner of match %(number)d") if source.won else _("loser of match %(number)d")
        return BracketSlot(hint=words % {"number": number} if number else "")

    def _find_arrival(self, source: SideSource) -> tuple[str, int] | None:
        """Name and number of the entry that comes from `source`; None until that is settled."""
        row = self.rows.get(source.position)
        if row is None:
            alone = self._side_counts[source.position] == 1 and source.won
            ways = (
                [way for way in self.shape.get_sources(source.position) if way is not None and self._sends_somebody(way)] if alone else []
            )
            return self._find_arrival(ways[0]) if ways else None
        if row.bye:
            return (row.names[0], row.numbers[0]) if source.won else None
        if not row.settled or row.winner is None:
            return None
        side = row.winner if source.won else 1 - row.winner
        return row.names[side], row.numbers[side]

    def _sends_somebody(self, source: SideSource) -> bool:
        return self._side_counts[source.position] >= (1 if source.won else 2)


def _is_third_place_match(section: BracketSection) -> bool:
    """Whether the section is the match for third place, which stands below the final."""
    return [(position.place, position.width) for position in section.positions] == [(3, 2)]


def _write_surnames(layout: BracketLayout, stage: Stage, naming: Naming) -> BracketLayout:
    surname_first = stage.tournament.surname_first
    return layout._replace(
        texts=tuple(
            text._replace(text=naming.format_surnames(text.text, surname_first=surname_first)) if text.role is TextRole.NAME else text
            for text in layout.texts
        )
    )


def _widen_layout(layout: BracketLayout) -> BracketLayout:
    """Widen the layout by half: a screen scrolls, and names of pairs are long."""
    return BracketLayout(
        _widen(layout.width),
        layout.height,
        tuple(box._replace(x=_widen(box.x), width=_widen(box.width)) for box in layout.boxes),
        tuple(line._replace(x0=_widen(line.x0), x1=_widen(line.x1)) for line in layout.lines),
        tuple(text._replace(x=_widen(text.x), width=_widen(text.width)) for text in layout.texts),
    )


def _widen(x: int) -> int:
    return x * 3 // 2


def _build_box(box: PlacedBox) -> BoxView:
    match = box.match
    to_play = bool(match.code) and not any(slot.won for slot in match.slots)
    return BoxView(box, match.code, _format_names(match), match.late, to_play, _list_numbers(match))


def _place_text(text: PlacedText) -> TextView:
    room = text.width - 2 * MARGIN
    x = text.x + text.width - MARGIN if text.role is TextRole.SCORE else text.x + MARGIN
    length = room if len(text.text) * LETTER > room else 0
    return TextView(text.text, x, text.y + text.height // 2 + BASELINE, CLASSES[text.role], text.strong, length)


def _build_bracket_match(row: MatchRow, label: str) -> BracketMatch:
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


def _list_numbers(match: BracketMatch) -> str:
    return " ".join(slot.number for slot in match.slots if slot.number)


def _format_names(match: BracketMatch) -> str:
    return " – ".join(slot.name for slot in match.slots)
