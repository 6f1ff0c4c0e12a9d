"""The big screen in the hall: what stands on its faces, that nothing is lost between them, and that an idle one costs nothing."""

import datetime as dt
import re

import pytest
import segno
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.confirmation.services import confirm_match, dispute_match
from scoring.models import MatchResult, PaperStyle
from scoring.screen.distances import list_reading_distances
from scoring.screen.queries import (
    BESIDE,
    FULL,
    ScreenFace,
    ScreenLine,
    ScreenSide,
    _build_faces,
    compute_face_seconds,
    fit_into_cycle,
    read_screen_faces,
    split_into_pages,
)
from tests.scoring.builders import NOW, build_actor, build_match, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, fresh_key, typed, win
from tournaments.models import Entry, Match, Member, Person, Tournament
from tournaments.pages.squares import build_qr_square

pytestmark = pytest.mark.django_db

URL = "/tournaments/evening/screen/"
PICTURE = b"\x89PNG and so on"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(match) -> Tournament:
    return match.round.stage.tournament


def kinds(tournament):
    return [face.kind for face in read_screen_faces(tournament)]


def shown(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


@given(st.lists(st.integers(1, 50), max_size=60))
def test_pages_lose_nothing_and_are_as_few_as_can_be(heights):
    pages = split_into_pages(heights, int, FULL)
    assert [one for page in pages for one in page] == heights
    assert all(sum(page) <= FULL or len(page) == 1 for page in pages)
    assert len(pages) <= 2 * -(-sum(heights) // FULL) + 1


def test_pages_are_about_equally_full():
    assert [len(page) for page in split_into_pages(["x"] * 11, lambda _x: 5, FULL)] == [6, 5]


def test_a_long_name_takes_more_room():
    short, long = ScreenSide("a" * BESIDE), ScreenSide("a" * (BESIDE + 1))
    assert [ScreenLine(1, sides).height() for sides in ((short, short), (short, long), (short,) * 5)] == [5, 9, 13]


def test_letters_are_smaller_where_that_saves_a_page():
    def pages(names: int, letters: int) -> list[tuple[int, bool]]:
        lines = [ScreenLine(table, (ScreenSide("a" * letters),) * 2) for table in range(names)]
        return [(len(face.lines), face.small) for face in _build_faces("pairings", "key", "", "", lines)]

    assert pages(9, BESIDE) == [(9, False)]
    assert pages(11, BESIDE) == [(11, True)]
    assert pages(12, BESIDE + 5) == [(6, True), (6, True)]
    assert pages(14, BESIDE) == [(7, False), (7, False)]


def test_faces_follow_the_evening(tournament, match):
    assert kinds(tournament) == ["pairings", "people", "phone"]
    win(match)
    confirm_match(match, origin=origin(fresh_key(), build_actor("second", tournament)), version=None)
    assert kinds(tournament) == ["tiles", "results", "standings", "phone"]


def name_in_full(tournament):
    """Two people an entry, with the longest names that a hall has."""
    for entry in tournament.entries.all():
        names = [f"Massimiliano Giovanni Della Torre {entry.number}", f"Maria Antonietta Castelfranchi {entry.number}"]
        persons = [Person.objects.create(name=name) for name in names]
        for position, person in enumerate(persons):
            Member.objects.create(tournament=tournament, entry=entry, person=person, position=position)
        Entry.objects.filter(pk=entry.pk).update(name=" / ".join(names))


def test_forty_tables_pass_in_45_seconds_before_and_while_they_are_played(tournament, match):
    for position in range(2, 41):
        build_match(match.round, position)
    name_in_full(tournament)
    before = read_screen_faces(tournament)
    assert [face.kind for face in before] == ["tiles", "people", "people", "people", "phone"]
    assert [tile.row.table for face in before for tile in face.tiles] == list(range(1, 41))
    listed = [line.number for face in before for column in face.people for line in column]
    assert sorted(listed) == sorted([*range(1, 81), *range(1, 81)])
    matches = list(Match.objects.filter(round=match.round))
    for played in matches[:19]:
        win(played)
    at_first = read_screen_faces(tournament)
    assert [face.kind for face in at_first] == [
        "tiles",
        "people",
        "people",
        "people",
        "results",
        "results",
        "standings",
        "standings",
        "phone",
    ]
    for played in matches[19:]:
        win(played)
    while_played = read_screen_faces(tournament)
    assert [face.kind for face in while_played] == ["tiles", "results", "results", "standings", "standings", "phone"]
    assert max(len(faces) * compute_face_seconds(len(faces)) for faces in (before, at_first, while_played)) <= 45


def test_a_cycle_never_takes_longer_while_tables_are_played():
    """With a bracket, a queue and the names of a large hall the second pages of standings and results wait."""
    faces = [ScreenFace(kind, kind, kind, "") for kind in ("pairings", "tiles", "bracket", "phone", *["people"] * 4)]
    faces += [ScreenFace(kind, f"{kind}-{page}", kind, "", page=page, pages=2) for kind in ("results", "standings") for page in (1, 2)]
    fitted = fit_into_cycle(faces)
    assert [(face.key, face.pages) for face in fitted if face.kind in ("results", "standings")] == [("results-1", 1), ("standings-1", 1)]
    assert fit_into_cycle(faces[3:]) == tuple(faces[3:])


def test_what_is_not_official_yet_is_told_apart(tournament, match):
    other = build_match(match.round, 2)
    win(match)
    win(other)
    actor = build_actor("second", tournament)
    dispute_match(other, origin=origin(fresh_key(), actor), version=None, words="38")
    faces = {face.kind: face for face in read_screen_faces(tournament)}
    assert {line.table: line.doubt for line in faces["results"].lines} == {match.table: "submitted", other.table: "disputed"}
    page = shown(Client().get(URL))
    assert ("◐ to be confirmed" in page, "⚠ disputed" in page) == (True, True)
    confirm_match(match, origin=origin(fresh_key(), actor), version=None)
    assert {line.table: line.doubt for face in read_screen_faces(tournament) for line in face.lines} == {
        match.table: "",
        other.table: "disputed",
    }


def test_the_end_of_a_bracket_has_a_face():
    tournament = play_evening(pairs=8, rounds=2, closed=1, format_key="knockout", name="Tabellone")
    [face] = [face for face in read_screen_faces(tournament) if face.kind == "bracket"]
    bracket = face.bracket
    assert ([len(column.matches) for column in bracket.folded], [len(column.matches) for column in bracket.columns]) == ([4], [2, 1, 1])
    assert all(slot.name for match in bracket.columns[0].matches for slot in match.slots)
    assert bracket.folded[0].results.count(" · ") == 3


def test_the_director_writes_on_the_screen_and_shows_the_logo(tournament, match):
    director = Client()
    director.force_login(build_user("director"))
    page = f"/desk/{tournament.slug}/screen/"
    assert "Television of 55 inches" in shown(director.get(page))
    answer = director.post(page, {"message": "The kitchen is open", "logo": "on"})
    assert (answer.status_code, "The kitchen is open" in shown(Client().get(URL))) == (302, True)
    assert Client().get(f"{URL}logo/").status_code == 404
    PaperStyle.objects.update(logo=PICTURE, follows_club=False)
    assert f"{URL}logo/?v=" in shown(Client().get(URL))
    assert Client().get(f"{URL}logo/")["Content-Type"] == "image/png"
    refused = director.post(page, {"message": "x" * 121})
    assert (refused.status_code, PaperStyle.objects.get().screen_message) == (422, "The kitchen is open")


@pytest.mark.parametrize(("inches", "metres"), [(43, 3.4), (55, 4.4), (75, 6.0)])
def test_the_reading_distance_follows_from_the_size_of_the_letters(inches, metres):
    """By hand: a 16:9 picture is 0.4903 of its diagonal high; a capital at 16 minutes of arc is read from 214.9 times its height."""
    by_hand = inches * 0.0254 * 0.4903 * 0.045 * 0.66 * 214.9
    computed = {distance.inches: distance.large for distance in list_reading_distances()}[inches]
    assert (round(computed, 1), round(by_hand, 1)) == (metres, metres)


def test_before_the_draw_the_screen_leads_to_the_page(tournament, match):
    Match.objects.all().delete()
    tournament.stages.get().rounds.all().delete()
    assert kinds(tournament) == ["phone"]
    assert "The pairings will appear here as soon as they are published" in shown(Client().get(URL))


def test_what_was_entered_last_comes_first(tournament, match):
    other = build_match(match.round, 2)
    win(match)
    win(other)
    MatchResult.objects.filter(match=other).update(updated_at=NOW - dt.timedelta(days=365))  # the clock was set back in between
    [face] = [face for face in read_screen_faces(tournament) if face.kind == "results"]
    assert [line.table for line in face.lines] == [other.table, match.table]
    assert [side.won for side in face.lines[0].sides] == [True, False]


@pytest.mark.parametrize("more", [0, 2])
def test_a_hall_of_any_size_asks_the_same_number_of_questions(tournament, match, more, django_assert_num_queries):
    for position in range(2, 2 + more):
        win(build_match(match.round, position))
    win(match)
    with django_assert_num_queries(QUERIES):
        read_screen_faces(tournament)


QUERIES = 20
"""Six of them compute the standings, which the first reader of a page version does."""


def test_an_idle_screen_gets_nothing_and_a_hand_wakes_it(match):
    client = Client()
    tag = client.get(URL, headers=HTMX)["ETag"]
    idle = client.get(URL, headers={**HTMX, "If-None-Match": tag})
    assert (idle.status_code, idle.content) == (304, b"")
    win(match)
    assert "Results of round" in shown(client.get(URL, headers={**HTMX, "If-None-Match": tag}))


def test_everybody_shares_one_drawing_but_not_the_address(match, settings):
    """The projector of another network must not show a square that leads nowhere from there."""
    settings.ALLOWED_HOSTS = ["192.168.1.20", "desk.local"]
    pages = {host: shown(Client().get(URL, headers={"host": host})) for host in ("192.168.1.20:8000", "desk.local", "192.168.1.20:8000")}
    assert ["192.168.1.20:8000/" in page for page in pages.values()] == [True, False]


def test_the_desks_own_computer_shows_the_address_of_the_hall(match, settings):
    settings.LAN_ADDRESSES, settings.PORT = ("192.168.1.20",), 8000
    page = shown(Client().get(URL, headers={"host": "localhost:8000"}))
    number = match.round.stage.tournament_id
    assert f"<strong>192.168.1.20:8000/{number}</strong>" in page
    assert build_qr_square(f"http://192.168.1.20:8000/{number}").path in page


def test_without_script_the_page_asks_for_its_next_face(match):
    win(match)
    page = shown(Client().get(URL + "?face=4"))
    assert '<noscript><meta http-equiv="refresh" content="11; url=?face=1"></noscript>' in page
    assert re.findall(r'data-face="(\w+)[^"]*"( hidden)?', page) == [
        *((kind, " hidden") for kind in ("tiles", "results", "standings")),
        ("phone", ""),
    ]


@pytest.mark.parametrize("asked", ["0", "-1", "99999", "x", "¹", ""])
def test_any_face_that_is_asked_for_is_one_that_there_is(match, asked):
    page = shown(Client().get(URL, {"face": asked}))
    assert len(re.findall(r'<section class="face[^>]*data-face="[^"]*"(?! hidden)', page)) == 1


def test_a_screen_that_is_held_stays(match):
    page = shown(Client().get(URL + "?face=1&hold=1"))
    assert ("http-equiv" in page, "data-held" in page) == (False, True)


def test_the_square_is_that_of_the_address():
    drawn = build_qr_square("http://192.168.1.20:8000/7")
    dark = {(int(x) + step, int(y)) for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", drawn.path) for step in range(int(width))}
    rows = segno.make("http://192.168.1.20:8000/7", error="m", micro=False).matrix
    assert dark == {(x + 4, y + 4) for y, row in enumerate(rows) for x, one in enumerate(row) if one}
    assert drawn.size == len(rows) + 8


def test_the_short_address_leads_to_the_public_page(tournament):
    address = reverse("scoring:short_address", args=[tournament.pk])
    assert (address, Client().get(address)["Location"]) == (f"/{tournament.pk}", "/tournaments/evening/")
    Tournament.objects.update(public=False)
    assert Client().get(address).status_code == 404
    assert Client().get("/999999").status_code == 404


def test_names_are_names_only(tournament, match):
    Entry.objects.update(note="telefono 333 1234567")
    enter(match, typed(45))
    assert "333 1234567" not in shown(Client().get(URL))
