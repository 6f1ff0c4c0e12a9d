"""Nothing leaves its place on a score sheet: every game, every paper, whatever people are called."""

from dataclasses import replace

import pytest
from django.utils.translation import gettext, override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paper.layout import PrintPicture
from paper.sheets import Paper, render_blank_sheets, render_score_sheets
from tests.paper.reading import MM, faults, read
from tests.paper.samples import NASTY, nasty_names
from tests.paper.sheets.samples import GAME_KEYS, played, record_setup, setup, sheet
from tests.sweeps import sweep

pytestmark = pytest.mark.turns(4)

MARGINS = {Paper.A5_TWO_UP: 8.0, Paper.A4: 8.0, Paper.ROLL_80: 3.5}


def found(pdf: bytes, paper: Paper, *, struck: bool = False) -> list[str]:
    return [fault for page in read(pdf) for fault in faults(page, MARGINS[paper], struck=struck)]


@pytest.mark.parametrize(("game", "paper"), sweep(GAME_KEYS, tuple(Paper)))
def test_blank_and_named_sheets(game: str, paper: Paper) -> None:
    made = setup(game, paper)
    assert found(render_blank_sheets(made, 2), paper) == []
    assert found(render_score_sheets(made, [sheet(made.side_count)] * 3), paper) == []


@pytest.mark.parametrize(("game", "paper"), sweep(GAME_KEYS, tuple(Paper)))
def test_the_longer_words_of_italian(game: str, paper: Paper) -> None:
    made = replace(setup(game, paper), translate=gettext, language="it")
    with override("it"):
        blank = render_score_sheets(made, [sheet(made.side_count)])
        assert found(blank, paper) == []
        assert min(text.size for page in read(blank) for text in page.texts) >= 6
        assert found(render_score_sheets(made, [played(made, sheet(made.side_count), 3)]), paper, struck=True) == []


@pytest.mark.parametrize(("width", "height"), [(1600, 200), (800, 400), (500, 500), (200, 600)])
@pytest.mark.parametrize("paper", Paper)
def test_logos_of_every_shape(paper: Paper, width: int, height: int) -> None:
    plain = setup("mariglia", paper)
    logo = PrintPicture(width, height, grey=True, pixels=bytes(width * height))
    made = replace(plain, event=replace(plain.event, logo=logo, regulation="Si parla solo uscendo, con segni di mano. " * 3))
    pdf = render_score_sheets(made, [sheet()])
    assert found(pdf, paper) == []
    area = read(pdf)[0].areas[0]
    assert (area.x1 - area.x0) / (area.y1 - area.y0) == pytest.approx(width / height, rel=0.02)
    assert area.y1 - area.y0 >= 4.9 * MM


@pytest.mark.parametrize(("game", "paper", "hands"), sweep(GAME_KEYS, tuple(Paper), (40, 9, 1, 25)))
def test_records_of_any_length(game: str, paper: Paper, hands: int) -> None:
    made = record_setup(game, paper)
    pdf = render_score_sheets(made, [played(made, sheet(made.side_count), hands)])
    assert found(pdf, paper, struck=True) == []
    shown = [word for page in read(pdf) for word in page.words]
    assert shown.count("12") >= 2 * made.side_count * hands
    assert shown.count("54–16") == 3


@pytest.mark.parametrize(("nasty", "paper"), sweep(NASTY, tuple(Paper)))
def test_each_kind_of_malice(paper: Paper, nasty: str) -> None:
    made = setup("mariglia", paper, nasty)
    blank = sheet(2, nasty, nasty)
    assert found(render_score_sheets(made, [blank]), paper) == []
    assert found(render_score_sheets(made, [played(made, blank, 3, nasty)]), paper, struck=True) == []


def hostile(examples: int) -> settings:
    checks = [HealthCheck.too_slow, HealthCheck.large_base_example]
    return settings(max_examples=examples // len(Paper), suppress_health_check=checks, deadline=None)


def stand_in_their_boxes(paper: Paper, game: str, names: list[str]) -> None:
    """Spares, sheets with names, and records, of a tournament that is called like its players."""
    made = setup(game, paper, names[0])
    blank = sheet(made.side_count, *names)
    assert found(render_blank_sheets(made, 1), paper) == []
    assert found(render_score_sheets(made, [blank]), paper) == []
    assert found(render_score_sheets(made, [played(made, blank, 2, names[-1])]), paper, struck=True) == []


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("paper", Paper)
@hostile(18)
@given(st.sampled_from(GAME_KEYS), st.lists(nasty_names, min_size=1, max_size=3))
def test_hostile_names_stand_in_their_boxes(paper: Paper, game: str, names: list[str]) -> None:
    stand_in_their_boxes(paper, game, names)


@pytest.mark.proof
@pytest.mark.parametrize("paper", Paper)
@hostile(10_000)
@given(st.sampled_from(GAME_KEYS), st.lists(nasty_names, min_size=1, max_size=3))
def test_ten_thousand_hostile_sheets(paper: Paper, game: str, names: list[str]) -> None:
    stand_in_their_boxes(paper, game, names)
