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
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_match, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, fresh_key, typed, win
from tournaments.models import Entry, Match, Member, Person, Round, Tournament
from tournaments.pages.qr_codes import build_qr_code
from visitors.screen.bracket_face import BracketColumn, ScreenBracketMatch, ScreenSlot, lay_out_bracket_face
from visitors.screen.distances import Seat, list_reading_distances
from visitors.screen.face_layouts import FARTHEST, MOST_MESSAGE, TABLE, WIDTH, FaceRoom, count_letters, lay_out_message, split_into_pages
from visitors.screen.faces import PlayedRound, ScreenContents, ScreenFace, ScreenLine, ScreenSide, ScreenTile
from visitors.screen.laying_out import (
    CYCLE_SECONDS,
    LEAST_SECONDS,
    LONG_CYCLE_SECONDS,
    compute_face_seconds,
    fit_into_cycle,
    lay_out_screen,
)
from visitors.screen.persons import split_persons
from visitors.screen.queries import find_seat, read_hall_screen
from visitors.tournament_pages.directory import PersonLine

pytestmark = pytest.mark.django_db

URL = "/tournaments/evening/screen/"
PICTURE = b"\x89PNG and so on"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(match) -> Tournament:
    return match.round.stage.tournament


def read_faces(tournament):
    return read_hall_screen(tournament).faces


def kinds(tournament):
    return [face.kind for face in read_faces(tournament)]


def shown(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


@given(st.lists(st.integers(1, 5), max_size=60), st.integers(5, 24))
def test_pages_lose_nothing_and_are_as_few_as_can_be(heights, most):
    pages = split_into_pages(heights, int, most)
    assert [height for page in pages for height in page] == heights
    assert all(sum(page) <= most for page in pages)
    assert len(pages) <= 2 * -(-sum(heights) // most) + 1


def test_pages_are_about_equally_full():
    assert [len(page) for page in split_into_pages(["x"] * 11, lambda _x: 1, 9)] == [6, 5]


def build_contents(tables: int, name: str = "Deiana – Ricci") -> ScreenContents:
    """Tables of two sides before they begin, and their four players each."""
    lines = tuple(ScreenLine(table, (ScreenSide(name),) * 2) for table in range(1, tables + 1))
    tiles = tuple(ScreenTile(row=None, sides=line.sides) for line in lines)
    people = tuple(PersonLine("Deiana Salvatore", 1, 1, "", (), "", table=table) for table in range(1, tables + 1) for _person in range(4))
    return ScreenContents(rounds=(PlayedRound("1", "Round 1", "", "", lines, lines, tiles, has_begun=False),), people=people)


@given(
    st.integers(1, 64),
    st.sampled_from(["Re", "Deiana – Ricci", "Castelfranchi-Montebello – Castelfranchi-Montebello"]),
    st.floats(1, 5),
    st.floats(1, 30),
)
def test_a_seat_is_met_or_the_screen_says_how_far_it_is_read(tables, name, diagonal, distance):
    """Letters are never smaller than what is told; every table stands on some face, and all of them come round in time."""
    seat = Seat(diagonal, distance)
    screen = lay_out_screen(build_contents(tables, name), seat)
    needed = 100 * distance / 214.86 / 0.66 / (diagonal * 0.4903)  # by hand: a capital is read from 214.86 times its height
    assert screen.is_met == (screen.letter >= screen.asked)
    assert not screen.is_met or screen.letter >= needed - 0.01
    assert seat.compute_reach(screen.letter) >= distance - 0.01 or not screen.is_met
    assert screen.turn <= LONG_CYCLE_SECONDS
    shown = [line.table for face in screen.faces for line in face.lines]
    assert shown == list(range(1, tables + 1)) or sum(len(face.tiles) for face in screen.faces) == tables


def test_a_farther_seat_gets_larger_letters_on_more_pages():
    screens = [lay_out_screen(build_contents(16), Seat(1.4, metres)) for metres in (4, 7, 10)]
    letters, pages = [screen.letter for screen in screens], [len(screen.faces) for screen in screens]
    assert (letters, pages) == (sorted(set(letters)), sorted(set(pages)))


def test_what_is_too_far_or_too_many_is_said():
    far, crowded = (lay_out_screen(build_contents(tables), Seat(1.1, metres)) for tables, metres in ((4, 20), (64, 9)))
    assert (far.is_met, far.room.need) == (False, FARTHEST)
    assert (crowded.is_met, crowded.leaves_people_out) == (False, True)


def test_a_long_name_gives_way_to_a_short_one():
    assert [(person.name, person.gives_way) for person in split_persons("Loi – Castelfranchi")] == [("Loi", False), ("Castelfranchi", True)]
    assert not any(person.gives_way for person in split_persons("Montanari – Bernardini"))


def test_long_names_stand_one_below_the_other_where_no_further_page_is_needed():
    long = "De Montis Serra Gavina – De Montis Serra Gavino"
    few, many = (lay_out_screen(build_contents(tables, long)).faces[0] for tables in (4, 33))
    assert (few.kind, few.layout.stacked, many.layout.stacked) == ("pairings", True, False)
    assert count_letters(WIDTH, few.layout.letter, TABLE + 0.5) >= len(long)


def test_a_message_never_takes_more_than_its_share():
    heights = [lay_out_message("x" * length, need).height for length in (0, 1, 60, 120) for need in (0.0, 6.0, 13.0)]
    assert (heights[:3], max(heights) <= MOST_MESSAGE) == ([0.0] * 3, True)


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
    before = read_faces(tournament)
    assert [face.kind for face in before] == ["tiles", "tiles", "people", "people", "phone"]
    assert [tile.row.table for face in before for tile in face.tiles] == list(range(1, 41))
    listed = [line.number for face in before for line in face.people]
    assert sorted(listed) == sorted([*range(1, 81), *range(1, 81)])
    matches = list(Match.objects.filter(round=match.round))
    for played in matches[:19]:
        win(played)
    at_first = read_faces(tournament)
    assert [face.kind for face in at_first] == [
        *["tiles", "tiles", "people", "people"],
        *["results", "results", "standings", "standings", "phone"],
    ]
    for played in matches[19:]:
        win(played)
    while_played = read_faces(tournament)
    assert [face.kind for face in while_played] == ["tiles", "tiles", "results", "results", "standings", "standings", "phone"]
    assert max(len(faces) * compute_face_seconds(len(faces)) for faces in (before, at_first, while_played)) <= 45


def test_a_cycle_never_takes_longer_while_tables_are_played():
    """With a bracket, a queue and the names of a large hall the second pages of standings and results wait."""
    faces = [ScreenFace(kind, kind, kind, "") for kind in ("pairings", "tiles", "bracket", "phone", *["people"] * 4)]
    faces += [ScreenFace(kind, f"{kind}-{page}", kind, "", page=page, pages=2) for kind in ("results", "standings") for page in (1, 2)]
    fitted = fit_into_cycle(faces, CYCLE_SECONDS // LEAST_SECONDS)
    assert [(face.key, face.pages) for face in fitted if face.kind in ("results", "standings")] == [("results-1", 1), ("standings-1", 1)]
    assert fit_into_cycle(faces[3:], CYCLE_SECONDS // LEAST_SECONDS) == tuple(faces[3:])


def test_what_is_not_official_yet_is_told_apart(tournament, match):
    other = build_match(match.round, 2)
    win(match)
    win(other)
    actor = build_actor("second", tournament)
    dispute_match(other, origin=origin(fresh_key(), actor), version=None, words="38")
    faces = {face.kind: face for face in read_faces(tournament)}
    assert {line.table: line.doubt for line in faces["results"].lines} == {match.table: "submitted", other.table: "disputed"}
    page = shown(Client().get(URL))
    assert ("◐ to be confirmed" in page, "⚠ disputed" in page) == (True, True)
    confirm_match(match, origin=origin(fresh_key(), actor), version=None)
    assert {line.table: line.doubt for face in read_faces(tournament) for line in face.lines} == {
        match.table: "",
        other.table: "disputed",
    }


def test_the_end_of_a_bracket_has_a_face():
    tournament = play_evening(pairs=8, rounds=2, closed=1, format_key="knockout", name="Tabellone")
    [face] = [face for face in read_faces(tournament) if face.kind == "bracket"]
    bracket = face.bracket
    assert ([len(column.matches) for column in bracket.folded], [len(column.matches) for column in bracket.columns]) == ([4, 2], [1, 1])
    assert all(slot.name for match in bracket.columns[0].matches for slot in match.slots)
    assert bracket.folded[0].results.count(" · ") == 3


def test_the_director_writes_on_the_screen_and_shows_the_logo(tournament, match):
    director = Client()
    director.force_login(build_user("director"))
    page = f"/desk/{tournament.slug}/screen/"
    assert "Television of 55 inches" in shown(director.get(page))
    answer = director.post(page, {"message": "The kitchen is open", "logo": "on", "unit": "in"})
    assert (answer.status_code, "The kitchen is open" in shown(Client().get(URL))) == (302, True)
    assert Client().get(f"{URL}logo/").status_code == 404
    PaperStyle.objects.update(logo=PICTURE, follows_club=False)
    assert f"{URL}logo/?v=" in shown(Client().get(URL))
    assert Client().get(f"{URL}logo/")["Content-Type"] == "image/png"
    refused = director.post(page, {"message": "x" * 121, "unit": "in"})
    assert (refused.status_code, PaperStyle.objects.get().screen_message) == (422, "The kitchen is open")


def test_the_director_states_the_farthest_seat(tournament, match):
    director = Client()
    director.force_login(build_user("director"))
    page = f"/desk/{tournament.slug}/screen/"
    assert director.post(page, {"diagonal": "140", "unit": "cm", "seat": "6"}).status_code == 302
    assert "Every name, table and result is read from 6 m. All pages together take" in shown(director.get(page))
    assert read_page(director.get(page)).find("[name=diagonal]").value == "140"
    assert read_seated(tournament).letter >= find_seat(PaperStyle.objects.get()).letter
    director.post(page, {"diagonal": "43", "unit": "in", "seat": "20"})
    told = shown(director.get(page))
    reach, inches = re.search(r"Readable to ([\d.]+) m. For 20 m use a picture of (\d+) inches", told).groups()
    smallest = read_seated(tournament).letter
    assert float(reach) == pytest.approx(43 * 0.0254 * 0.4903 * smallest / 100 * 0.66 * 214.9, abs=0.1)
    assert int(inches) == pytest.approx(43 * 20 / float(reach), rel=0.02)


def read_seated(tournament):
    return read_hall_screen(tournament, style=PaperStyle.objects.get(), address="testserver/1")


@pytest.mark.parametrize(
    ("typed_lengths", "sentence"),
    [
        ({"seat": "10"}, "State the diagonal too"),
        ({"diagonal": "55"}, "State the farthest seat too"),
        ({"diagonal": "55", "seat": "10", "unit": "cm"}, ""),
        ({"diagonal": "9", "seat": "10"}, "Check the unit"),
        ({"diagonal": "800", "seat": "10"}, "Check the unit"),
    ],
)
def test_half_a_seat_is_refused(tournament, match, typed_lengths, sentence):
    director = Client()
    director.force_login(build_user("director"))
    answer = director.post(f"/desk/{tournament.slug}/screen/", {"unit": "in", **typed_lengths})
    assert (answer.status_code, sentence in shown(answer)) == ((422, True) if sentence else (302, True))
    assert PaperStyle.objects.filter(screen_seat__isnull=False).exists() == (not sentence)


def test_one_clock_stands_on_a_face(tournament, match):
    """If this failed, two times would stand side by side, and a hall would ask which of them counts."""
    page = shown(Client().get(URL))
    assert ("data-clock" in page, page.count("<time")) == (False, 1)
    Tournament.objects.update(round_minutes=40)
    Round.objects.update(starts_at=NOW)
    page = shown(Client().get(URL))
    assert page.count('class="round-clock') == page.count("data-face=") > 0


def build_column(title: str, *matches: str) -> BracketColumn:
    """A round: "2-0" is over, "now" is played, "half" knows one side, "" nobody."""
    built = []
    for state in matches:
        names = {"half": ("Deiana – Ricci", ""), "": ("", "")}.get(state, ("Deiana – Ricci", "Loi – Zoli"))
        is_over = "-" in state
        slots = (ScreenSlot(name, state[::2][side] if is_over else "", is_over and not side, "") for side, name in enumerate(names))
        built.append(ScreenBracketMatch(tuple(slots), "table 1"))
    return BracketColumn(title, tuple(built))


@pytest.mark.parametrize(
    ("columns", "shown_titles", "folded_titles"),
    [
        ((["now"] * 4, ["", ""], [""], [""]), ["QF", "SF"], []),
        ((["2-0"] * 4, ["now", "now"], [""], [""]), ["SF", "F"], ["QF"]),
        ((["2-0"] * 4, ["2-1", "now"], ["half"], ["half"]), ["SF", "F"], ["QF"]),
        ((["2-0"] * 4, ["2-1", "2-0"], ["now"], ["now"]), ["F", "3"], ["QF", "SF"]),
        ((["2-0"] * 4, ["2-1", "2-0"], ["2-0"], ["now"]), ["F", "3"], ["QF", "SF"]),
    ],
)
def test_a_bracket_shows_who_plays_now_and_folds_what_is_over(columns, shown_titles, folded_titles):
    built = [build_column(title, *matches) for title, matches in zip(("QF", "SF", "F", "3"), columns, strict=True)]
    layout, [bracket] = lay_out_bracket_face(built, FaceRoom())
    assert [column.title for column in bracket.columns] == shown_titles
    assert [column.title for column in bracket.folded] == folded_titles
    far, pages = lay_out_bracket_face(built, FaceRoom(need=9.0))
    assert far.letter >= 9 > layout.letter
    playing = [match for column in built for match in column.matches if match.is_now]
    assert all(match in [one for page in pages for column in page.columns for one in column.matches] for match in playing)


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
    [face] = [face for face in read_faces(tournament) if face.kind == "results"]
    assert [line.table for line in face.lines] == [other.table, match.table]
    assert [side.won for side in face.lines[0].sides] == [True, False]


@pytest.mark.parametrize("more", [0, 2])
def test_a_hall_of_any_size_asks_the_same_number_of_questions(tournament, match, more, django_assert_num_queries):
    for position in range(2, 2 + more):
        win(build_match(match.round, position))
    win(match)
    with django_assert_num_queries(QUERIES):
        read_faces(tournament)


QUERIES = 20
"""Six of them compute the standings, which the first reader of a page version does."""


def test_an_idle_screen_gets_nothing_and_a_hand_wakes_it(match):
    client = Client()
    tag = client.get(URL, headers=HTMX)["ETag"]
    idle = client.get(URL, headers={**HTMX, "If-None-Match": tag})
    assert (idle.status_code, idle.content) == (304, b"")
    win(match)
    assert "Results" in read_page(client.get(URL, headers={**HTMX, "If-None-Match": tag})).texts("h2")


def test_everybody_shares_one_drawing_but_not_the_address(match, settings):
    """The projector of another network must not show a QR code that leads nowhere from there."""
    settings.ALLOWED_HOSTS = ["192.168.1.20", "desk.local"]
    pages = {host: shown(Client().get(URL, headers={"host": host})) for host in ("192.168.1.20:8000", "desk.local", "192.168.1.20:8000")}
    assert ["192.168.1.20:8000/" in page for page in pages.values()] == [True, False]


def test_the_desks_own_computer_shows_the_address_of_the_hall(match, settings):
    settings.LAN_ADDRESSES, settings.PORT = ("192.168.1.20",), 8000
    page = shown(Client().get(URL, headers={"host": "localhost:8000"}))
    number = match.round.stage.tournament_id
    assert f"192.168.1.20:8000/{number}" in read_page(page).texts("strong")
    assert build_qr_code(f"http://192.168.1.20:8000/{number}").path in page


def test_without_script_the_page_asks_for_its_next_face(match):
    win(match)
    page = read_page(Client().get(URL + "?face=4"))
    assert [asked["content"] for asked in page.find_all("noscript meta[http-equiv=refresh]")] == ["11; url=?face=1"]
    faces = [(re.match(r"\w+", face["data-face"])[0], "hidden" in face) for face in page.find_all("[data-face]")]
    assert faces == [*((kind, True) for kind in ("tiles", "results", "standings")), ("phone", False)]


@pytest.mark.parametrize("asked", ["0", "-1", "99999", "x", "¹", ""])
def test_any_face_that_is_asked_for_is_one_that_there_is(match, asked):
    faces = read_page(Client().get(URL, {"face": asked})).find_all("section.face[data-face]")
    assert len([face for face in faces if "hidden" not in face]) == 1


def test_a_screen_that_is_held_stays(match):
    page = shown(Client().get(URL + "?face=1&hold=1"))
    assert ("http-equiv" in page, "data-held" in page) == (False, True)


def test_the_qr_code_is_that_of_the_address():
    drawn = build_qr_code("http://192.168.1.20:8000/7")
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
