"""The big screen in the hall: a sequence of faces, in large letters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _

from paper import format_wifi_text
from scoring.halls.queries import QueueEntry
from scoring.ledger.match_log import State
from scoring.matches.paper_style import find_style
from scoring.matches.rounds import MatchRow, build_match_row, find_current_round, list_rounds_being_played, select_matches
from scoring.models import PaperStyle
from scoring.public.directory import PersonLine
from scoring.public.glance import Tile
from scoring.screen.hall_faces import (
    ScreenBracket,
    format_people_title,
    has_begun,
    list_people_pages,
    list_tile_pages,
    read_bracket_face,
)
from scoring.standings_pages.contradictions import read_open_points
from scoring.standings_pages.queries import StandingLine, StandingsGroup, list_published_stages, read_standings_view
from tournaments.draws.queries import PairingLine, RoundView, build_pairing_lines, list_open_rounds, select_pairings
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.pages.squares import QrSquare, build_qr_square
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

MOST_LINES = 200
"""Of results and of a ranking: at nine lines every twelve seconds nobody waits for more."""
MOST_FACES = 2
"""Of results and of a ranking while tables are played: the screen comes back to everybody's table in less than a minute."""
MOST_PAIRING_FACES = 3
MOST_PEOPLE = 360
"""More would need more faces than a cycle has time for: they search on their phones."""
"""Of pairings by table; a larger hall gets all tables at a glance instead."""
CYCLE_SECONDS, LEAST_SECONDS, MOST_SECONDS = 45, 5, 12
"""How long all faces take together, where no face stays for less or more than the other two."""


One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class ScreenSide:
    name: str
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A match: sides, table and result. `place` is where the table stands, if it has a place of its own."""

    table: int | None
    sides: tuple[ScreenSide, ...]
    result: str = ""
    place: str = ""
    rests: bool = False
    label: str = ""
    doubt: str = ""
    """"submitted" or "disputed" where the result is not official yet."""

    def height(self, letters: int = BESIDE) -> int:
        """Height with two names side by side, each wrapped after `letters` letters."""
        pairs = (self.sides[start : start + 2] for start in range(0, len(self.sides), 2))
        return _compute_height(sum(max(_count_name_lines(side.name, letters) for side in pair) for pair in pairs))


@dataclass(frozen=True, slots=True)
class ScreenRanking:
    """Places below each other under the name of their pool, if they have one."""

    name: str
    lines: tuple[StandingLine, ...]

    @property
    def height(self) -> int:
        return sum(map(_compute_ranked_height, self.lines)) + (ROW if self.name else 0)


@dataclass(frozen=True, slots=True)
class ScreenFace:
    """One page of the screen. `kind` selects the template; `key` stays the same while the rows change, so that the screen does not jump."""

    kind: str
    key: str
    title: str
    note: str
    lines: tuple[ScreenLine, ...] = ()
    columns: tuple[tuple[ScreenRanking, ...], ...] = ()
    tiles: tuple[Tile, ...] = ()
    people: tuple[tuple[PersonLine, ...], ...] = ()
    bracket: ScreenBracket | None = None
    page: int = 1
    pages: int = 1
    small: bool = False
    """In smaller letters, so that more stands on a page."""

    @property
    def has_unconfirmed(self) -> bool:
        return State.SUBMITTED in self._states

    @property
    def has_disputed(self) -> bool:
        return State.DISPUTED in self._states

    @property
    def _states(self) -> set[str]:
        return {line.doubt for line in self.lines} | {tile.row.state for tile in self.tiles}


@dataclass(frozen=True, slots=True)
class ShownWifi:
    """The hall's network for the screen."""

    name: str
    password: str

    @property
    def square(self) -> QrSquare:
        return build_qr_square(format_wifi_text(self.name, self.password))


def read_screen_faces(tournament: Tournament, waiting: Sequence[QueueEntry] = (), naming: Naming = IN_FULL) -> tuple[ScreenFace, ...]:
    """All faces in their order; the last one leads phones to the public page. Fourteen queries while one round is played, which read of a
    large hall what the faces show.
    """
    playing = {round_.pk for round_ in list_rounds_being_played(tournament)}
    views = [_add_first_pairings(tournament, view, naming) for view in list_open_rounds(tournament) if view.id in playing]
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(pk__in=[view.id for view in views]).select_related("stage")}
    last = None if views else find_current_round(tournament)
    shown_rounds = [rounds[view.id] for view in views] or ([last] if last else [])
    rows = {round_.pk: [build_match_row(match, naming) for match in select_matches(round_)[: MOST_LINES + 1]] for round_ in shown_rounds}
    stages = _list_ranked_stages(tournament, shown_rounds)
    faces = (
        *_build_waiting_faces(waiting),
        *_build_seating_faces(tournament, views, rows, naming),
        *(face for round_ in shown_rounds for face in _limit(_build_result_faces(round_, naming), busy=bool(views))),
        *(face for stage in stages for face in _build_bracket_faces(stage, naming)),
        *(face for stage in stages for face in _limit(_build_standings_faces(stage, naming), busy=bool(views))),
        ScreenFace("phone", "phone", _("Your table on your phone"), ""),
    )
    return fit_into_cycle(faces) if views else faces


def _add_first_pairings(tournament: Tournament, view: RoundView, naming: Naming) -> RoundView:
    """The round with its first pairings: with more than a face of tables has, it is shown at a glance."""
    matches = list(select_pairings([view.id])[: MOST_LINES + 1])
    return replace(view, pairings=tuple(build_pairing_lines(tournament, matches, naming)))


def fit_into_cycle(faces: Sequence[ScreenFace]) -> tuple[ScreenFace, ...]:
    """Leave out later pages of standings, then of results, as long as the faces together take longer than a cycle."""
    cycle = list(faces)
    for kind in ("standings", "results"):
        later = [face for face in reversed(cycle) if face.kind == kind and face.page > 1]
        for face in later[: max(0, len(cycle) - CYCLE_SECONDS // LEAST_SECONDS)]:
            rest = [remaining for remaining in cycle if remaining is not face]
            cycle = [replace(remaining, pages=face.page - 1) if remaining.title == face.title else remaining for remaining in rest]
    return tuple(cycle)


def compute_face_seconds(faces: int) -> int:
    return max(LEAST_SECONDS, min(MOST_SECONDS, CYCLE_SECONDS // faces))


def find_shown_wifi(slug: str) -> ShownWifi | None:
    """The network, if the director chose to show it. One query, two where it is shown."""
    if not PaperStyle.objects.filter(tournament__slug=slug, wifi_shown=True).exists():
        return None
    style = find_style(slug)
    return ShownWifi(style.wifi_name, style.wifi_password) if style and style.wifi_name else None


def read_shown_logo(slug: str) -> bytes:
    """The logo, if the director chose to show it; empty otherwise. One query."""
    style = find_style(slug)
    return style.picture if style and style.screen_logo else b""


def split_into_pages(items: Sequence[One], height: Callable[[One], int], most: int) -> list[tuple[One, ...]]:
    """Split items into pages of about equal height, none above `most`; an item above `most` gets a page of its own."""
    pages = len(_fill_pages(items, height, most))
    even = next(top for top in range(1, most + 1) if top == most or len(_fill_pages(items, height, top)) == pages)
    return _fill_pages(items, height, even)


def _fill_pages(items: Sequence[One], height: Callable[[One], int], most: int) -> list[tuple[One, ...]]:
    """Fill one page after the other."""
    pages: list[list[One]] = []
    room = 0
    for item in items:
        if not pages or height(item) > room:
            pages.append([])
            room = most
        pages[-1].append(item)
        room -= height(item)
    return [tuple(page) for page in pages]


def _count_name_lines(name: str, letters: int) -> int:
    return -(-len(name) // letters)


def _compute_height(lines: int) -> int:
    return ROW + MORE * (lines - 1)


def _compute_ranked_height(line: StandingLine) -> int:
    return _compute_height(_count_name_lines(line.name, RANKED))


def _build_faces(kind: str, key: str, title: str, note: str, lines: Sequence[ScreenLine]) -> Iterator[ScreenFace]:
    large = split_into_pages(lines, ScreenLine.height, FULL)
    letters, room = int(BESIDE / SMALLER), int(FULL / SMALLER)
    small = split_into_pages(lines, lambda line: line.height(letters), room)
    pages = small if len(small) < len(large) else large
    for number, page in enumerate(pages, start=1):
        yield ScreenFace(kind, f"{key}-{number}", title, note, lines=page, page=number, pages=len(pages), small=pages is small)


def _limit(faces: Iterator[ScreenFace], *, busy: bool) -> list[ScreenFace]:
    """All faces; the first few of them while tables are played."""
    listed = list(faces)
    if not busy or len(listed) <= MOST_FACES:
        return listed
    return [replace(face, pages=MOST_FACES) for face in listed[:MOST_FACES]]


def _build_seating_faces(
    tournament: Tournament, views: Sequence[RoundView], rows: Mapping[int, Sequence[MatchRow]], naming: Naming
) -> Iterator[ScreenFace]:
    """Where everybody sits: pairings by table and people by surname until half of the tables have begun, then all tables at a glance."""
    has_everybody_found = bool(views) and all(has_begun(rows[view.id]) for view in views)
    for view in views:
        pairings = [] if len(view.pairings) > MOST_LINES else list(_build_pairing_faces(view))
        if has_everybody_found or not 0 < len(pairings) <= MOST_PAIRING_FACES:
            yield from _build_tile_faces(view, rows[view.id], tournament, naming)
        else:
            yield from pairings
    people = tournament.entry_size * sum(len(row.numbers) for view in views for row in rows[view.id])
    if views and not has_everybody_found and people <= MOST_PEOPLE:
        pages = list_people_pages(tournament, naming)
        for number, columns in enumerate(pages, start=1):
            yield ScreenFace("people", f"people-{number}", format_people_title(), "", people=columns, page=number, pages=len(pages))


def _build_tile_faces(view: RoundView, rows: Sequence[MatchRow], tournament: Tournament, naming: Naming) -> Iterator[ScreenFace]:
    pages = list_tile_pages(rows[:MOST_LINES], tournament, naming)
    limit = _("the first %(number)d") % {"number": MOST_LINES}
    note = f"{view.stage} · {limit}" if len(rows) > MOST_LINES else view.stage
    for number, tiles in enumerate(pages, start=1):
        title = _("Round %(number)d") % {"number": view.number}
        yield ScreenFace("tiles", f"tiles-{view.stage_number}-{number}", title, note, tiles=tiles, page=number, pages=len(pages))


def _build_bracket_faces(stage: Stage, naming: Naming) -> Iterator[ScreenFace]:
    bracket = read_bracket_face(stage, naming)
    if bracket is not None:
        yield ScreenFace("bracket", f"bracket-{stage.number}", _("Bracket"), stage.name, bracket=bracket)


def _build_waiting_faces(waiting: Sequence[QueueEntry]) -> Iterator[ScreenFace]:
    lines = [ScreenLine(entry.table, tuple(ScreenSide(name) for name in entry.place.names), label=_format_turn(entry)) for entry in waiting]
    return _build_faces("pairings", "waiting", _("Next to play"), "", lines)


def _format_turn(entry: QueueEntry) -> str:
    return "" if entry.table else f"{entry.order}."


def _build_pairing_faces(view: RoundView) -> Iterator[ScreenFace]:
    lines = [_build_pairing_line(pairing) for pairing in view.pairings]
    return _build_faces("pairings", f"pairings-{view.stage_number}", _("Round %(number)d") % {"number": view.number}, view.stage, lines)


def _build_pairing_line(pairing: PairingLine) -> ScreenLine:
    return ScreenLine(pairing.table, tuple(ScreenSide(side.name) for side in pairing.sides), place=pairing.place, rests=pairing.bye)


def _build_result_faces(round_: Round, naming: Naming) -> Iterator[ScreenFace]:
    """Faces of the results of a round, the latest entered first. Two queries."""
    entered = select_matches(round_).filter(kind=Match.Kind.PLAYED, result__isnull=False).exclude(result__state=State.OPEN)
    order = ("table",) if round_.state == Round.State.CLOSED else ("-result__seq", "table")  # closing a round tells all of them once more
    latest = entered.order_by(*order)[: MOST_LINES + 1]
    rows = [build_match_row(match, naming) for match in latest]
    title = _("Results of round %(number)d") % {"number": round_.number}
    limit = _("the latest %(number)d") % {"number": MOST_LINES}
    note = f"{round_.stage.name} · {limit}" if len(rows) > MOST_LINES else round_.stage.name
    return _build_faces("results", f"results-{round_.stage.number}", title, note, [_build_result_line(row) for row in rows[:MOST_LINES]])


def _build_result_line(row: MatchRow) -> ScreenLine:
    sides = tuple(ScreenSide(name, won=side == row.winner, points=points) for side, (name, points) in enumerate(row.lines))
    doubt = row.state.value if row.state in (State.SUBMITTED, State.DISPUTED) else ""
    return ScreenLine(row.table, sides, result="" if row.crowded else row.result, doubt=doubt)


def _list_ranked_stages(tournament: Tournament, shown_rounds: Sequence[Round]) -> list[Stage]:
    """The stages of the shown rounds, in their order."""
    stage_ids = {round_.stage_id for round_ in shown_rounds}
    return sorted((stage for stage in list_published_stages(tournament) if stage.pk in stage_ids), key=lambda stage: stage.number)


def _build_standings_faces(stage: Stage, naming: Naming) -> Iterator[ScreenFace]:
    """Faces of the standings; none before the first finished match."""
    groups = [group for group in read_standings_view(stage, naming).groups if group.has_begun]
    columns = split_into_pages([part for group in groups for part in _split_group(group)], lambda part: part.height, FULL)
    limit = _("the first %(number)d") % {"number": MOST_LINES}
    note = f"{stage.name} · {limit}" if any(len(group.lines) > MOST_LINES for group in groups) else stage.name
    if stage.number in read_open_points(stage.tournament).provisional_stages:
        note = " · ".join((note, _("provisional")))
    pages = [tuple(columns[at : at + 2]) for at in range(0, len(columns), 2)]
    for number, page in enumerate(pages, start=1):
        key = f"standings-{stage.number}-{number}"
        yield ScreenFace("standings", key, _("Standings"), note, columns=page, page=number, pages=len(pages))


def _split_group(group: StandingsGroup) -> Iterator[ScreenRanking]:
    """A pool whole, or in parts that each fill a column."""
    name = _("Pool %(name)s") % {"name": group.name} if group.name else ""
    for lines in split_into_pages(group.lines[:MOST_LINES], _compute_ranked_height, FULL - ROW if name else FULL):
        yield ScreenRanking(name, lines)
