"""Cut what the screen tells into faces that fit, in letters that the farthest seat reads, as long as all faces come round in time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from visitors.screen.bracket_face import lay_out_bracket_face
from visitors.screen.distances import Seat
from visitors.screen.face_layouts import (
    ENOUGH_OF_PAIR,
    ENOUGH_OF_PERSON,
    FARTHEST,
    GAME,
    GUTTER,
    LARGEST,
    MOST_COLUMNS,
    NARROW,
    RESULT,
    STEP,
    TABLE,
    USUAL_ROW,
    USUAL_SMALL,
    WIDTH,
    BoxGrid,
    FaceLayout,
    FaceRoom,
    choose_enough,
    choose_tracks,
    count_letters,
    count_rows,
    find_letter,
    lay_out_grid,
    lay_out_message,
    lay_out_rows,
    round_up,
    split_into_pages,
)
from visitors.screen.faces import (
    HallScreen,
    PlayedRound,
    ScreenContents,
    ScreenFace,
    ScreenLine,
    ScreenList,
    ScreenRanking,
    ScreenStandings,
    list_names,
)
from visitors.screen.told_face import lay_out_told

MOST_FACES = 2
"""Of results and of a ranking while tables are played: the screen comes back to everybody's table in less than a minute."""
MOST_PAIRING_FACES = 3
"""Of pairings by table; a larger hall gets all tables at a glance instead, unless that takes more faces."""
CYCLE_SECONDS, LONG_CYCLE_SECONDS, LEAST_SECONDS, MOST_SECONDS = 45, 90, 5, 12
"""How long all faces take together, without and with a stated seat, where no face stays for less or more than the other two."""
PLACE, RESULT_MARK, DIGIT = 6.0, 1.6, 0.55
"""Widths in letters: of where a table stands, of the mark beside a result, of one of its digits."""
RANKED = 5.0
"""Of a place and its points, in the narrow figures of a ranking."""
QR_WIDTH = 55.0
MOST_ADDRESS_LINES = 3
TILE_PADDING = 1.6


def lay_out_screen(contents: ScreenContents, seat: Seat | None = None) -> HallScreen:
    """All faces; with a seat in letters that are read there, or the next smaller ones with which the faces come round in time."""
    asked = round_up(seat.letter) if seat else 0.0
    need = min(asked, FARTHEST)
    while True:
        screen = _try_need(contents, need, asked, LONG_CYCLE_SECONDS if seat else CYCLE_SECONDS)
        if not need or (screen.letter >= need and _is_in_time(screen)):
            return screen
        need = need - STEP if need - STEP > USUAL_SMALL else 0.0


def _is_in_time(screen: HallScreen) -> bool:
    return not screen.is_busy or screen.turn <= LONG_CYCLE_SECONDS


def _try_need(contents: ScreenContents, need: float, asked: float, cycle: int) -> HallScreen:
    room = FaceRoom(need, lay_out_message(contents.message, need))
    faces = tuple(_build_faces(contents, room))
    is_busy = bool(contents.rounds)
    fitted = fit_into_cycle(faces, cycle // LEAST_SECONDS) if is_busy else faces
    without = any(face.kind == "people" for face in faces) and not any(face.kind == "people" for face in fitted)
    return HallScreen(fitted, room, asked, compute_face_seconds(len(fitted), cycle), is_busy, without)


def fit_into_cycle(faces: Sequence[ScreenFace], most: int) -> tuple[ScreenFace, ...]:
    """Leave out later pages of standings, then of results, then everybody by surname, as long as there are more than `most` faces."""
    cycle = list(faces)
    for kind in ("standings", "results"):
        later = [face for face in reversed(cycle) if face.kind == kind and face.page > 1]
        for face in later[: max(0, len(cycle) - most)]:
            rest = [remaining for remaining in cycle if remaining is not face]
            cycle = [
                replace(remaining, pages=face.page - 1) if (remaining.kind, remaining.stage) == (kind, face.stage) else remaining
                for remaining in rest
            ]
    return tuple(cycle if len(cycle) <= most else [face for face in cycle if face.kind != "people"])


def compute_face_seconds(faces: int, cycle: int = CYCLE_SECONDS) -> int:
    return max(LEAST_SECONDS, min(MOST_SECONDS, cycle // max(1, faces)))


def _build_faces(contents: ScreenContents, room: FaceRoom) -> Iterator[ScreenFace]:
    busy = bool(contents.rounds)
    waiting = ScreenList("waiting", _("Next to play"), "", "", contents.waiting)
    yield from _build_row_faces("pairings", waiting, room)
    for round_ in contents.rounds:
        yield from _build_table_faces(round_, room)
    yield from _build_people_faces(contents, room)
    for results in contents.results:
        yield from _limit_faces(_build_row_faces("results", results, room), busy=busy)
    yield from _build_bracket_faces(contents, room)
    for standings in contents.standings:
        yield from _limit_faces(_build_standings_faces(standings, room), busy=busy)
    yield from _build_told_faces(contents, room)
    yield from _build_phone_faces(contents, room)


def _limit_faces(faces: Iterator[ScreenFace], *, busy: bool) -> list[ScreenFace]:
    """All faces; the first few of them while tables are played."""
    listed = list(faces)
    if not busy or len(listed) <= MOST_FACES:
        return listed
    return [replace(face, pages=MOST_FACES) for face in listed[:MOST_FACES]]


def _build_table_faces(round_: PlayedRound, room: FaceRoom) -> list[ScreenFace]:
    """The tables of a round: before they begin who plays whom, then how it stands; in rows or at a glance, whatever takes fewer faces."""
    tiles = list(_build_tile_faces(round_, room))
    rows = list(
        _build_row_faces("pairings", ScreenList(f"pairings-{round_.key}", *_describe_round(round_), _choose_round_lines(round_)), room)
    )
    if round_.has_begun:
        return rows if len(rows) < len(tiles) or not tiles else tiles
    return rows if len(rows) <= max(MOST_PAIRING_FACES if not room.need else 0, len(tiles)) else tiles


def _describe_round(round_: PlayedRound) -> tuple[str, str, str]:
    return round_.title, round_.note, round_.stage


def _choose_round_lines(round_: PlayedRound) -> tuple[ScreenLine, ...]:
    return round_.running if round_.has_begun else round_.pairings


def _build_row_faces(kind: str, listed: ScreenList, room: FaceRoom) -> Iterator[ScreenFace]:
    lines = listed.lines
    longest = max((len(name) for line in lines for name in list_names(line)), default=0)
    aside = max(map(_measure_aside, lines), default=0.0)
    points = 2 * GAME if any(side.points is not None for line in lines for side in line.sides) else 0.0
    least = room.choose_least(USUAL_ROW)
    layout, pages = lay_out_rows(lines, lambda line: (line.rows, line.stacked_rows), longest, aside + points, least, room.height)
    for number, page in enumerate(pages, start=1):
        key = f"{listed.key}-{number}"
        yield ScreenFace(kind, key, listed.title, listed.note, listed.stage, layout, lines=page, page=number, pages=len(pages))


def _measure_aside(line: ScreenLine) -> float:
    """Width in letters beside the names."""
    return max(RESULT, RESULT_MARK + DIGIT * len(line.result)) if line.result or line.doubt else PLACE if line.place else 0.0


def _build_tile_faces(round_: PlayedRound, room: FaceRoom) -> Iterator[ScreenFace]:
    sides = [side for tile in round_.tiles for side in tile.sides]
    numbers = any(side.games is not None for side in sides) + any(side.points is not None for side in sides)
    least = room.choose_least(USUAL_SMALL)
    grid = BoxGrid(
        lines=max((len(tile.sides) for tile in round_.tiles), default=2),
        padding=TILE_PADDING,
        aside=TABLE + 1.0 + numbers * GAME,
        longest=max((len(side.name) for side in sides), default=0),
        enough=choose_enough(least, ENOUGH_OF_PAIR),
    )
    layout, pages = lay_out_grid(round_.tiles, grid, least, room.height)
    for number, tiles in enumerate(pages, start=1):
        key = f"tiles-{round_.key}-{number}"
        yield ScreenFace("tiles", key, *_describe_round(round_), layout, tiles=tuple(tiles), page=number, pages=len(pages))


def _build_people_faces(contents: ScreenContents, room: FaceRoom) -> Iterator[ScreenFace]:
    least = room.choose_least(USUAL_SMALL)
    longest = max((len(line.listed) for line in contents.people), default=0)
    grid = BoxGrid(1, 0.0, TABLE, longest, choose_enough(least, ENOUGH_OF_PERSON))
    layout, pages = lay_out_grid(contents.people, grid, least, room.height)
    for number, people in enumerate(pages, start=1):
        title = _("Where do I play?")
        yield ScreenFace("people", f"people-{number}", title, layout=layout, people=tuple(people), page=number, pages=len(pages))


def _build_bracket_faces(contents: ScreenContents, room: FaceRoom) -> Iterator[ScreenFace]:
    for drawing in contents.brackets:
        if all(column.is_empty for column in drawing.columns):
            continue
        layout, brackets = lay_out_bracket_face(drawing.columns, room)
        for number, bracket in enumerate(brackets, start=1):
            key = drawing.key if len(brackets) == 1 else f"{drawing.key}-{number}"
            title, stage = _("Bracket"), drawing.stage
            yield ScreenFace("bracket", key, title, stage, stage, layout, bracket=bracket, page=number, pages=len(brackets))


def _build_standings_faces(standings: ScreenStandings, room: FaceRoom) -> Iterator[ScreenFace]:
    """Faces of a ranking: pools whole where they fit a column, else in parts that each fill one."""
    least = room.choose_least(USUAL_ROW)
    rows = count_rows(room.height, least)
    parts = [part for group in standings.groups for part in _split_group(group, rows)]
    longest = max((len(line.side.name) for part in parts for line in part.lines), default=0)
    columns = _count_ranked_columns(least, min(longest, choose_enough(least, ENOUGH_OF_PERSON)))
    listed = split_into_pages(parts, lambda part: part.height, rows)
    columns = min(columns, max(1, len(listed)))
    fullest = max((sum(part.height for part in column) for column in listed), default=1)

    def fits(letter: float) -> bool:
        return fullest <= count_rows(room.height, letter) and (letter <= least or _count_ranked_columns(letter, longest) >= columns)

    letter = find_letter(fits, least)
    layout = FaceLayout(letter, choose_tracks(fullest, room.height, letter), columns)
    pages = [tuple(listed[at : at + columns]) for at in range(0, len(listed), columns)]
    for number, page in enumerate(pages, start=1):
        key, title = f"{standings.key}-{number}", _("Standings")
        yield ScreenFace("standings", key, title, standings.note, standings.stage, layout, columns=page, page=number, pages=len(pages))


def _count_ranked_columns(letter: float, enough: int) -> int:
    """As many columns as show `enough` letters of every name."""
    widths = [(count, (WIDTH - GUTTER * (count - 1)) / count) for count in range(1, MOST_COLUMNS + 1)]
    return max((count for count, width in widths if count_letters(width, letter, RANKED) >= enough), default=1)


def _split_group(group: ScreenRanking, rows: int) -> Iterator[ScreenRanking]:
    for lines in split_into_pages(group.lines, lambda _line: 1, max(1, rows - bool(group.name))):
        yield ScreenRanking(group.name, lines)


def _build_told_faces(contents: ScreenContents, room: FaceRoom) -> Iterator[ScreenFace]:
    if not contents.told:
        return
    layout, pages = lay_out_told(contents.told, room)
    for number, lines in enumerate(pages, start=1):
        title = _("Numbers of the evening")
        yield ScreenFace("told", f"told-{number}", title, layout=layout, told=lines, page=number, pages=len(pages))


def _build_phone_faces(contents: ScreenContents, room: FaceRoom) -> Iterator[ScreenFace]:
    """The way to the public page; the Wi-Fi beside it, or on a face of its own where letters are large."""
    title = _("On your phone")
    half = (WIDTH - GUTTER) / 2
    texts = (contents.address, contents.wifi)
    beside = find_letter(lambda letter: all(len(text) * NARROW * letter <= half for text in texts), USUAL_ROW, LARGEST)
    if contents.wifi and beside >= max(room.need, USUAL_ROW):
        yield ScreenFace("phone", "phone", title, layout=FaceLayout(beside, columns=2))
        return
    if contents.wifi:
        yield ScreenFace("wifi", "wifi", _("Wi-Fi"), layout=_lay_out_address(contents.wifi, room))
    yield ScreenFace("phone", "phone", title, layout=_lay_out_address(contents.address, room))


def _lay_out_address(text: str, room: FaceRoom) -> FaceLayout:
    """Letters beside a QR code: those in which the text has a line, or those that are needed, in several lines."""
    width = WIDTH - QR_WIDTH

    def fits(letter: float) -> bool:
        return len(text) * NARROW * letter <= width * (1 if letter > room.need else MOST_ADDRESS_LINES)

    return FaceLayout(find_letter(fits, room.need or USUAL_SMALL, LARGEST))
