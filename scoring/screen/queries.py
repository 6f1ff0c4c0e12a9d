"""What the big screen in the hall shows: faces that follow each other, each with so little on it that it is read from ten metres."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import segno
from django.utils.translation import gettext as _

from paper import wifi_text
from scoring.halls.queries import Next
from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow, current_round, list_matches
from scoring.models import MatchResult, PaperStyle
from scoring.standings_pages.queries import Group, StandingLine, stages_of, standings_view
from tournaments.draws.queries import PairingLine, RoundView, open_rounds
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.people.naming import IN_FULL, Naming

FULL = 46
"""The height of a face, where a row with one line of names has a height of 5 and each line more of 4: nine rows with short names."""
ROW, MORE = 5, 4
BESIDE = 27
"""Letters of a name that stands in one line beside another."""
SMALLER = 0.82
"""The letters of a face that would need more pages otherwise (static/screen.css says the same)."""
RANKED = 24
"""Letters of a name between its place and its points, in half of the screen."""

BORDER = 4
DARK = re.compile(rb"\x01+")

One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class ScreenSide:
    name: str
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A match: who meets whom, where, and how it ended. `place` is where the table stands, if it has a place of its own."""

    table: int | None
    sides: tuple[ScreenSide, ...]
    result: str = ""
    place: str = ""
    rests: bool = False
    label: str = ""

    def height(self, letters: int = BESIDE) -> int:
        """With two names side by side, each on lines of so many letters."""
        pairs = (self.sides[at : at + 2] for at in range(0, len(self.sides), 2))
        return _height(sum(max(_lines(side.name, letters) for side in pair) for pair in pairs))


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places below each other under the name of their pool, if they have one."""

    name: str
    lines: tuple[StandingLine, ...]

    @property
    def height(self) -> int:
        return sum(map(_ranked_height, self.lines)) + (ROW if self.name else 0)


@dataclass(frozen=True, slots=True)
class Face:
    """`kind` is what its template draws; `key` stays the same while its rows change, so that a screen does not jump."""

    kind: str
    key: str
    title: str
    note: str
    lines: tuple[ScreenLine, ...] = ()
    columns: tuple[tuple[Ranking, ...], ...] = ()
    page: int = 1
    pages: int = 1
    small: bool = False
    """In smaller letters, so that more stands on a page."""


@dataclass(frozen=True, slots=True)
class ShownWifi:
    """The hall's network, for everybody who sees the screen."""

    name: str
    password: str

    @property
    def square(self) -> "Square":
        return square(wifi_text(self.name, self.password))


@dataclass(frozen=True, slots=True)
class Square:
    """A QR code as one SVG path; `size` counts its modules with the white border that a camera needs."""

    path: str
    size: int


def faces_of(tournament: Tournament, waiting: Sequence[Next] = (), naming: Naming = IN_FULL) -> tuple[Face, ...]:
    """In the order in which they follow each other; the last one leads phones to the public page. Eleven queries while one
    round is being played, however many matches it has."""
    views = open_rounds(tournament, naming)
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(pk__in=[view.id for view in views]).select_related("stage")}
    last = None if views else current_round(tournament)
    shown = [rounds[view.id] for view in views] or ([last] if last else [])
    return (
        *_waiting(waiting),
        *(face for view in views for face in _pairings(view)),
        *(face for round_ in shown for face in _results(round_, naming)),
        *(face for stage in _ranked(tournament, shown) for face in _standings(stage, naming)),
        Face("phone", "phone", _("Your table on your phone"), ""),
    )


def wifi_shown(slug: str) -> ShownWifi | None:
    """Only where the director said so. One query."""
    styles = PaperStyle.objects.filter(tournament__slug=slug, wifi_shown=True).exclude(wifi_name="")
    found = styles.values_list("wifi_name", "wifi_password").first()
    return ShownWifi(*found) if found else None


def square(text: str) -> Square:
    """The code of an address, for the eye of a phone."""
    made = segno.make(text, error="m", micro=False)
    rows = [bytes(row) for row in made.matrix_iter(border=BORDER)]
    bars = (f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z" for y, row in enumerate(rows) for run in DARK.finditer(row))
    return Square("".join(bars), len(rows))


def paged(items: Sequence[One], height: Callable[[One], int], most: int) -> list[tuple[One, ...]]:
    """Cut into pages that are about equally full, none higher than `most`; whatever is higher alone has a page of its own."""
    pages = len(_filled(items, height, most))
    even = next(top for top in range(1, most + 1) if top == most or len(_filled(items, height, top)) == pages)
    return _filled(items, height, even)


def _filled(items: Sequence[One], height: Callable[[One], int], most: int) -> list[tuple[One, ...]]:
    """One page after the other, each as full as it can be."""
    found: list[list[One]] = []
    room = 0
    for item in items:
        if not found or height(item) > room:
            found.append([])
            room = most
        found[-1].append(item)
        room -= height(item)
    return [tuple(page) for page in found]


def _lines(name: str, letters: int) -> int:
    return -(-len(name) // letters)


def _height(lines: int) -> int:
    return ROW + MORE * (lines - 1)


def _ranked_height(line: StandingLine) -> int:
    return _height(_lines(line.name, RANKED))


def _faces(kind: str, key: str, title: str, note: str, lines: Sequence[ScreenLine]) -> Iterator[Face]:
    large = paged(lines, ScreenLine.height, FULL)
    letters, room = int(BESIDE / SMALLER), int(FULL / SMALLER)
    small = paged(lines, lambda line: line.height(letters), room)
    pages = small if len(small) < len(large) else large
    for number, page in enumerate(pages, start=1):
        yield Face(kind, f"{key}-{number}", title, note, lines=page, page=number, pages=len(pages), small=pages is small)


def _waiting(waiting: Sequence[Next]) -> Iterator[Face]:
    lines = [ScreenLine(one.table, tuple(ScreenSide(name) for name in one.place.names), label=_turn(one)) for one in waiting]
    return _faces("pairings", "waiting", _("Who plays next"), "", lines)


def _turn(one: Next) -> str:
    return "" if one.table else f"{one.order}."


def _pairings(view: RoundView) -> Iterator[Face]:
    lines = [_pairing(one) for one in view.pairings]
    return _faces("pairings", f"pairings-{view.stage_number}", _("Round %(number)d") % {"number": view.number}, view.stage, lines)


def _pairing(one: PairingLine) -> ScreenLine:
    return ScreenLine(one.table, tuple(ScreenSide(side.name) for side in one.sides), place=one.place, rests=one.bye)


def _results(round_: Round, naming: Naming) -> Iterator[Face]:
    """What was entered last comes first."""
    stamps = MatchResult.objects.filter(match__round=round_, match__kind=Match.Kind.PLAYED).exclude(state=State.OPEN)
    order = {code: at for at, code in enumerate(stamps.order_by("-updated_at", "match__table").values_list("match__code", flat=True))}
    rows = sorted((row for row in list_matches(round_, naming) if row.code in order), key=lambda row: order[row.code])
    title = _("Results of round %(number)d") % {"number": round_.number}
    return _faces("results", f"results-{round_.stage.number}", title, round_.stage.name, [_result(row) for row in rows])


def _result(row: MatchRow) -> ScreenLine:
    sides = tuple(ScreenSide(name, won=side == row.winner, points=points) for side, (name, points) in enumerate(row.lines))
    return ScreenLine(row.table, sides, result="" if row.crowded else row.result)


def _ranked(tournament: Tournament, shown: Sequence[Round]) -> list[Stage]:
    """The stages whose rounds are shown, in their order."""
    wanted = {round_.stage_id for round_ in shown}
    return sorted((stage for stage in stages_of(tournament) if stage.pk in wanted), key=lambda stage: stage.number)


def _standings(stage: Stage, naming: Naming) -> Iterator[Face]:
    """Nothing before somebody has finished a match."""
    groups = [group for group in standings_view(stage, naming).groups if any(line.played for line in group.lines)]
    columns = paged([part for group in groups for part in _parts(group)], lambda part: part.height, FULL)
    pages = [tuple(columns[at : at + 2]) for at in range(0, len(columns), 2)]
    for number, page in enumerate(pages, start=1):
        key = f"standings-{stage.number}-{number}"
        yield Face("standings", key, _("Standings"), stage.name, columns=page, page=number, pages=len(pages))


def _parts(group: Group) -> Iterator[Ranking]:
    """A pool whole, or in parts that each fill a column."""
    name = _("Pool %(name)s") % {"name": group.name} if group.name else ""
    for lines in paged(group.lines, _ranked_height, FULL - ROW if name else FULL):
        yield Ranking(name, lines)
