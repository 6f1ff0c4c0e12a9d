"""Every face of the hall's screen fits, by measure. If this failed, a hall would read half of a list, or its last row nothing at all."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from playwright.sync_api import Browser

from scoring.matches.paper_style import read_style
from scoring.models import MatchResult
from tests.journeys.hall_screens import (
    HallBrowser,
    HallSeat,
    begin_tables,
    choose_style,
    draw_running,
    finish_round,
    found_hall,
    play_games,
    read_screen,
    rename_entries,
)
from tests.scoring.builders import build_user
from tournaments.halls.services import set_table_places
from tournaments.models import Match, Stage, Tournament
from visitors.screen import face_layouts, laying_out
from visitors.screen.reach import read_reach

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.turns(4)]

PAIRS = (8, 16, 32, 64, 128)
SMALLEST_AND_LARGEST = PAIRS[:: len(PAIRS) - 1]
SIZES = ((1280, 720), (1024, 768), (1920, 1080), (3840, 2160))
NAMES = ("short", "usual", "long")
SEATS = (None, HallSeat(55, 6), HallSeat(55, 10), HallSeat(43, 14))
STYLES = {
    "short": {"screen_message": "", "wifi_shown": False},
    "usual": {"screen_message": "La cucina è aperta", "wifi_shown": True, "wifi_name": "Circolo", "wifi_password": "asso-di-denari"},
    "long": {
        "screen_message": "Premiazione quando finisce l’ultimo tavolo; intanto chi aspetta trova torta, vino e caffè al banco in fondo.",
        "wifi_shown": True,
        "wifi_name": "Circolo ricreativo e culturale",
        "wifi_password": "una-parola-lunga-che-nessuno-ricorda-e-tutti-scrivono-sul-foglio",
    },
}
"""What stands beside the faces, as long as the names are."""
COMBINATIONS = tuple(product(NAMES, SEATS))


@pytest.fixture(autouse=True)
def _database_beside_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser's loop runs in this thread; nothing is asked of the database while it waits for an answer."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture
def hall_browser(browser: Browser) -> Iterator[HallBrowser]:
    hall_browser = HallBrowser(browser)
    yield hall_browser
    hall_browser.close()


def walk_evening(pairs: int) -> Iterator[tuple[str, Stage]]:
    """A knockout from its draw to its end: pairings, tables in play, everything between two rounds, the end of the bracket."""
    stage = found_hall(pairs)
    yield "drawn", stage
    begin_tables(stage.rounds.get(), 0.75)
    yield "played", stage
    round_ = finish_round(stage)
    yield "closed", stage
    while round_.matches.count() > 2:
        round_ = draw_running(stage)
        begin_tables(round_, 0.5)
        if round_.matches.count() <= 4:
            yield f"last {round_.matches.count()}", stage
        finish_round(stage)


def measure_screen(
    hall: HallBrowser, tournament: Tournament, names: str, seat: HallSeat | None, sizes: Sequence[tuple[int, int]] = SIZES
) -> tuple[list[str], int]:
    """What does not fit on any face and size, and how many faces were measured."""
    rename_entries(tournament, names)
    choose_style(tournament, seat, **STYLES[names])
    hall.open_page(read_screen(tournament))
    reach = read_reach(tournament, read_style(tournament), address=f"testserver/{tournament.pk}")
    faults, count = [], 0
    for width, height in sizes:
        for face, measured in hall.measure_faces(width, height).items():
            where = f"{face} {width}×{height} {names} {seat}"
            faults += [f"{where}: {problem}" for problem in measured["problems"][:3]]
            if measured["clocks"] > 1:
                faults.append(f"{where}: {measured['clocks']} clocks")
            if seat and reach:
                promised = seat.metres if reach.is_met else reach.metres
                read = seat.compute_reach(measured["letters"], width, height)
                if read < promised - 0.05:
                    faults.append(f"{where}: read from {read:.1f} m instead of {promised} m")
            count += 1
    return faults, count


@pytest.mark.parametrize("pairs", SMALLEST_AND_LARGEST)
def test_every_face_fits(hall_browser: HallBrowser, pairs: int):
    """The smallest and the largest hall at every moment; names, seats, texts and sizes change from moment to moment. The sizes between
    them: `make proofs`.
    """
    turn = PAIRS.index(pairs)
    faults = []
    for moment, (name, stage) in enumerate(walk_evening(pairs)):
        names, seat = COMBINATIONS[(5 * turn + moment) % len(COMBINATIONS)]
        found, _count = measure_screen(hall_browser, stage.tournament, names, seat, SIZES[(turn + moment) % 2 :: 2])
        faults += [f"{pairs} pairs, {name}, {fault}" for fault in found]
    assert faults == []


EVENINGS = {
    "five at a table": ("trionfo5", "tables_of_five", 20),
    "four at a table": ("mattazza", "tables_of_four", 25),
    "changing partners": ("marafon", "individual", 18),
    "pools": ("marafon", "round_robin", 24),
    "a bye": ("briscola2", "swiss", 13),
    "two brackets": ("marafon", "double_elimination", 8),
}
OPTIONS = {"round_robin": {"pool_size": 6}, "double_elimination": {}}


@pytest.mark.proof
@pytest.mark.parametrize("evening", EVENINGS)
def test_every_face_fits_whatever_is_played(hall_browser: HallBrowser, evening: str):
    """More than two sides, one player a side, pools, byes, disputes, a place for a table, and those who wait for one."""
    game_key, format_key, entries = EVENINGS[evening]
    options = OPTIONS.get(format_key, {"rounds": 3})
    tournament = play_games(game_key, format_key, entries, individual=format_key == "individual", options=options)
    set_table_places(tournament, actor=build_user("director"), numbers=[1, 2], place="Sala grande, sotto la finestra")
    MatchResult.objects.filter(match__round__stage__tournament=tournament, match__table=2).update(state="disputed")
    Match.objects.filter(round__stage__tournament=tournament, result=None, table__gt=1).update(table=None)
    turn = list(EVENINGS).index(evening)
    faults = []
    for names, seat in COMBINATIONS[turn::6]:
        found, _count = measure_screen(hall_browser, tournament, names, seat)
        faults += found
    assert faults == []


@pytest.mark.proof
@pytest.mark.parametrize("pairs", PAIRS)
def test_every_face_fits_with_all_names_and_seats(hall_browser: HallBrowser, figures, pairs: int):
    faults, faces = [], 0
    for name, stage in walk_evening(pairs):
        for names, seat in COMBINATIONS:
            found, count = measure_screen(hall_browser, stage.tournament, names, seat)
            faults += [f"{pairs} pairs, {name}, {fault}" for fault in found]
            faces += count
    figures(pairs=pairs, faces=faces, faults=len(faults))
    assert faults == []


def test_the_measure_finds_faces_that_are_not_cut(hall_browser: HallBrowser, monkeypatch: pytest.MonkeyPatch):
    """The positive control: without paging, without the style sheet, and for a seat that nobody stated."""
    stage = found_hall(64)
    rename_entries(stage.tournament, "usual")
    hall_browser.open_page(read_screen(stage.tournament))
    near = min(measured["letters"] for measured in hall_browser.measure_faces(1280, 720).values())
    assert HallSeat(55, 10).compute_reach(near, 1280, 720) < 10
    with monkeypatch.context() as patch:
        patch.setattr(face_layouts, "MOST_ROWS", 99)
        patch.setattr(face_layouts, "count_rows", lambda _height, _letter: 99)
        patch.setattr(laying_out, "MOST_PAIRING_FACES", 99)
        hall_browser.open_page(read_screen(stage.tournament, "en"))
        uncut = hall_browser.measure_faces(1280, 720)
    assert any("pairings" in face and measured["problems"] for face, measured in uncut.items())
    hall_browser.disabled = ("screen.css",)
    hall_browser.open_page(read_screen(stage.tournament))
    assert all(measured["problems"] for face, measured in hall_browser.measure_faces(1280, 720).items() if face != "phone")
