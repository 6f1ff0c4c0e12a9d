"""The desk's page of posters and its files, and the public pictures. If this failed, a director would hang a poster that says less than was
announced, sends guests to an address that nobody can open, or shows names that the tournament hides.
"""

import datetime as dt
import io
import re

import numpy as np
import pypdfium2
import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import translation
from PIL import Image

from evenings.posters.links import build_poster_link
from evenings.posters.queries import build_poster, list_missing, write_chat_text
from evenings.posters.services import choose_look
from jobs.worker import report_worker_alive
from paper.poster_art import PosterLook, PosterShape, draw_poster
from scoring.models import PaperStyle
from tests.paper.poster_art.samples import list_codes, list_words
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tournaments.announcing.queries import read_announcement, read_evening
from tournaments.models import Announcement, Entry, Match, Organizer, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.turns(4)]
FILES = ("a4.pdf", "a3.pdf", "leaflets.pdf", "square.png", "upright.png", "preview.png")
PRIVATE = re.compile(r"https?://(?:localhost|127\.|192\.168\.|10\.|testserver|[\w-]+\.local)")
PUBLIC_ADDRESS = "https://cards.example.org"


@pytest.fixture
def tournament():
    evening = play_evening(pairs=4, rounds=1, closed=1, name="Torneo di Natale", venue="Bar Sport")
    Tournament.objects.filter(pk=evening.pk).update(public=True, fee_cents=2050, date=dt.date(2026, 12, 3), state="preparing")
    return Tournament.objects.get(pk=evening.pk)


@pytest.fixture
def announced(tournament):
    details = {"meets_at": dt.time(20, 30), "starts_at": dt.time(21), "address": "Via Roma 12", "town": "Bosa", "places": 1200}
    more = {
        "contact": "Gavino 333 123 4567",
        "prizes": "1º prosciutto\n\n2º cesto",
        "fee_includes": "cena compresa",
        "who_may_play": "tutti",
    }
    Announcement.objects.create(tournament=tournament, **details, **more)
    return tournament


@pytest.fixture
def desk(tournament):
    report_worker_alive()
    client = Client()
    client.force_login(build_user("director"))
    return client


def read_pdf(content):
    return " ".join(pypdfium2.PdfDocument(io.BytesIO(content))[0].get_textpage().get_text_bounded().split())


def build_request(rf, host="testserver"):
    return rf.get("/", HTTP_HOST=host)


@pytest.mark.parametrize(
    ("language", "date", "fee", "hours"),
    [
        ("it", "giovedì 3 dicembre", "20,50 € a coppia", "Ritrovo ore 20:30 · inizio ore 21:00"),
        ("en", "Thursday 3 December", "€20.50 a pair", "Meeting at 20:30 · start at 21:00"),
    ],
)
def test_a_poster_says_what_is_stored(announced, language, date, fee, hours):
    with translation.override(language):
        poster = build_poster(announced, read_evening(announced))
    assert (poster.title, poster.date, poster.hours, poster.venue, poster.address) == (
        *("Torneo di Natale", date, hours, "Bar Sport", "Via Roma 12, Bosa"),
    )
    assert poster.prizes == ("1º prosciutto", "2º cesto")
    lines = [line for fact in poster.facts for line in fact.lines]
    assert {fee, "cena compresa", "tutti"} <= set(lines)
    assert [line for line in lines if "1.200" in line or "1,200" in line] != []


def test_an_organizer_is_named_and_a_computer_of_nobody_is_not(announced):
    assert build_poster(announced, read_evening(announced)).organizer == ""
    club = Organizer.objects.create(slug="arci", name="Circolo ARCI")
    Tournament.objects.filter(pk=announced.pk).update(organizer=club)
    renamed = Tournament.objects.get(pk=announced.pk)
    assert build_poster(renamed, read_evening(renamed)).organizer == "Circolo ARCI"


def test_prizes_of_the_list_say_their_sponsors_and_not_what_they_cost(announced):
    Announcement.objects.update(prizes="")
    PaperStyle.objects.create(
        tournament=announced, prizes="1: ham (85 €) · Salumeria Rossi\n2–3: voucher 50 € · Bar\nWomen:\n1: flowers (9 €)"
    )
    prizes = ("1: ham · Salumeria Rossi", "2–3: voucher 50 € · Bar", "Women, 1: flowers")
    assert build_poster(announced, read_evening(announced)).prizes == prizes
    assert "85" not in write_chat_text(announced, read_evening(announced), "")


def test_whole_euros_have_no_cents_and_nothing_is_no_fee(announced):
    with translation.override("it"):
        for cents, said in ((2000, "20 € a coppia"), (0, "cena compresa")):
            Tournament.objects.filter(pk=announced.pk).update(fee_cents=cents)
            fresh = Tournament.objects.get(pk=announced.pk)
            assert build_poster(fresh, read_evening(fresh)).facts[0].lines[0] == said


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("look", ["classic", "bold", "festive"])
def test_every_file_of_every_look_is_there(announced, desk, look, file):
    answer = desk.get(f"/desk/{announced.slug}/poster/{look}/{file}?language=it")
    assert answer.status_code == 200
    if file.endswith(".pdf"):
        assert "giovedì 3 dicembre" in read_pdf(answer.content).casefold()
    else:
        sizes = {"square.png": (1080, 1080), "upright.png": (1080, 1920), "preview.png": (420, 594)}
        assert Image.open(io.BytesIO(answer.content)).size == sizes[file]


@pytest.mark.parametrize("path", ["nonsense/a4.pdf", "classic/a5.pdf", "sheet/square.png"])
def test_no_other_file_exists(announced, desk, path):
    assert desk.get(f"/desk/{announced.slug}/poster/{path}").status_code == 404


@pytest.mark.parametrize("language", ["it", "en"])
def test_nothing_carries_a_private_address(announced, desk, language):
    """Page, text, posters and pictures of a desk that is opened by a name of its own network, and the codes in them."""
    page = desk.get(f"/desk/{announced.slug}/poster/?language={language}").content.decode()
    texts = [page, *(read_pdf(desk.get(f"/desk/{announced.slug}/poster/bold/{file}").content) for file in FILES[:3])]
    assert [PRIVATE.search(text) for text in texts] == [None] * 4
    for look in PosterLook:
        data = build_poster(announced, read_evening(announced))
        assert [list_codes(draw_poster(data, look, shape)) for shape in PosterShape] == [[] for _shape in PosterShape]


def test_a_public_address_is_in_text_and_code(announced, desk, rf, settings):
    settings.PUBLIC_ADDRESS = PUBLIC_ADDRESS
    page = desk.get(f"/desk/{announced.slug}/poster/").content.decode()
    assert f"{PUBLIC_ADDRESS}/tournaments/{announced.slug}/" in page
    link = build_poster_link(build_request(rf), announced, read_announcement(announced), enrols=True, hall=True)
    assert (link.address.startswith(PUBLIC_ADDRESS), link.note) == (True, ""), "a public address is not replaced by that of the hall"


def test_the_hall_gets_its_code_only_where_somebody_ticked_it_and_it_says_so(announced, desk, rf, settings):
    settings.LAN_ADDRESSES, settings.PORT = ("192.168.1.20",), 8000
    request, announcement = build_request(rf, "localhost"), read_announcement(announced)
    links = [build_poster_link(request, announced, announcement, enrols=False, hall=hall) for hall in (False, True)]
    assert links[0].address == ""
    assert (links[1].address.startswith("http://192.168.1.20:8000/"), links[1].note) == (True, "Works in this hall only")
    data = build_poster(announced, read_evening(announced), links[1])
    for look in PosterLook:
        for shape in PosterShape:
            drawing = draw_poster(data, look, shape)
            said = " ".join(item.text for item in list_words(drawing))
            assert (len(list_codes(drawing)), "Works in this hall only" in said) == (1, True)
    text = write_chat_text(announced, read_evening(announced), "")
    assert "192.168" not in text


@pytest.mark.parametrize("change", [{"public": False}, {"cancelled": True}])
def test_a_closed_page_and_a_cancelled_evening_have_no_code(announced, rf, settings, change):
    settings.PUBLIC_ADDRESS = PUBLIC_ADDRESS
    if "public" in change:
        Tournament.objects.filter(pk=announced.pk).update(public=False)
    else:
        Announcement.objects.update(cancelled_at=dt.datetime(2026, 12, 1, 9, tzinfo=dt.UTC))
    fresh = Tournament.objects.get(pk=announced.pk)
    assert build_poster_link(build_request(rf), fresh, read_announcement(fresh), enrols=True, hall=True).address == ""


def test_a_cancelled_evening_says_so_on_poster_text_and_page(announced, desk):
    Announcement.objects.update(cancelled_at=dt.datetime(2026, 12, 1, 9, tzinfo=dt.UTC))
    with translation.override("it"):
        poster, text = build_poster(announced, read_evening(announced)), write_chat_text(announced, read_evening(announced), "")
    assert (poster.band, text.splitlines()[0]) == ("Serata annullata", "Serata annullata")
    assert "is cancelled" in desk.get(f"/desk/{announced.slug}/poster/", headers={"accept-language": "en"}).content.decode()


def test_what_is_missing_is_said_with_the_way_to_write_it(tournament, announced, desk):
    assert list_missing(announced, read_evening(announced)) == []
    Announcement.objects.all().delete()
    Tournament.objects.filter(pk=tournament.pk).update(venue="", fee_cents=0)
    bare = Tournament.objects.get(pk=tournament.pk)
    assert [fact.key for fact in list_missing(bare, read_evening(bare))] == ["hour", "place", "town", "contact", "fee", "prizes"]
    page = desk.get(f"/desk/{bare.slug}/poster/").content.decode()
    assert f'href="/desk/{bare.slug}/announcement/"' in page


def test_an_evening_without_any_announcement_has_its_poster(tournament, desk):
    assert desk.get(f"/desk/{tournament.slug}/poster/").status_code == 200
    assert "torneo di natale" in read_pdf(desk.get(f"/desk/{tournament.slug}/poster/classic/a4.pdf").content).casefold()


def test_the_director_chooses_the_look_and_nobody_else(tournament, desk):
    answer = desk.post(f"/desk/{tournament.slug}/poster/look/", {"look": "festive"})
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{tournament.slug}/poster/")
    announcement = Announcement.objects.get()
    assert (announcement.look, announcement.sequence, announcement.history.count()) == ("festive", 0, 2)
    assert not choose_look(tournament, Announcement.Look.FESTIVE, actor=build_user("director"))
    with pytest.raises(PermissionDenied):
        choose_look(tournament, Announcement.Look.BOLD, actor=build_user("assistant"))
    assert desk.post(f"/desk/{tournament.slug}/poster/look/", {"look": "ugly"}).status_code == 404
    assert Announcement.objects.get().look == "festive"


def test_pictures_are_on_the_page_as_files(tournament):
    page = Client().get(f"/tournaments/{tournament.slug}/pictures/").content.decode()
    links = sorted(set(re.findall(r'href="(/tournaments/[^"]+\.png)"', page)))
    match = Match.objects.filter(round__stage__tournament=tournament, kind="played").first()
    assert f"/tournaments/{tournament.slug}/picture/match/{match.code}-square.png" in links
    assert f"/tournaments/{tournament.slug}/picture/standings-upright.png" in links
    for link in links:
        answer = Client().get(link)
        size = (1080, 1080) if "square" in link else (1080, 1920)
        assert (answer.status_code, Image.open(io.BytesIO(answer.content)).size) == (200, size)
    assert "winners" not in page, "nobody has won while it is played"


def test_winners_have_their_picture_once_it_is_over():
    evening = play_evening(pairs=4, rounds=3, closed=3, format_key="round_robin")
    Tournament.objects.filter(pk=evening.pk).update(public=True, state="finished")
    page = Client().get(f"/tournaments/{evening.slug}/pictures/").content.decode()
    assert f"/tournaments/{evening.slug}/picture/winners-square.png" in page
    assert Client().get(f"/tournaments/{evening.slug}/picture/winners-square.png").status_code == 200


@pytest.mark.parametrize("path", ["pictures/", "picture/announcement-square.png", "picture/standings-square.png"])
def test_a_tournament_without_a_public_page_shows_no_picture(tournament, path):
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    assert Client().get(f"/tournaments/{tournament.slug}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["announcement-sheet", "nonsense-square", "square", "match/ABCD2345-square"])
def test_a_picture_that_is_none_is_not_there(tournament, path):
    assert Client().get(f"/tournaments/{tournament.slug}/picture/{path}.png").status_code == 404


def test_hidden_names_are_on_no_page_of_pictures(tournament):
    names = list(Entry.objects.filter(tournament=tournament).values_list("name", flat=True))
    Entry.objects.filter(tournament=tournament).update(hidden=True)
    page = Client().get(f"/tournaments/{tournament.slug}/pictures/").content.decode()
    assert [name for name in names if name in page] == []


def test_a_picture_is_drawn_anew_when_the_announcement_changes(announced):
    address = f"/tournaments/{announced.slug}/picture/announcement-square.png"
    first = Client().get(address)
    again = Client().get(address, HTTP_IF_NONE_MATCH=first["ETag"])
    choose_look(announced, Announcement.Look.BOLD, actor=build_user("director"))
    changed = Client().get(address, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, changed.status_code) == (304, 200)
    assert first.content != changed.content


def test_every_fact_has_a_label_on_the_poster_and_in_the_text_for_a_chat(announced):
    Announcement.objects.update(more="Supper from seven", closes_at=NOW)
    evening = read_evening(announced)
    assert all(fact.label for fact in build_poster(announced, evening).facts)
    assert "Good to know: Supper from seven" in write_chat_text(announced, evening, "").splitlines()


LOGOS = {"round": (600, 600), "wide": (1600, 150), "tall": (200, 900)}


@pytest.mark.parametrize("logo", LOGOS)
@pytest.mark.parametrize("look", ["classic", "bold", "festive"])
def test_the_logo_of_the_club_is_whole_and_in_its_colour_on_every_look(announced, desk, look, logo):
    size, colour = LOGOS[logo], (0, 160, 90)
    stored = io.BytesIO()
    Image.new("RGB", size, colour).save(stored, "PNG")
    PaperStyle.objects.create(tournament=announced, logo=stored.getvalue(), follows_club=False)
    answer = desk.get(f"/desk/{announced.slug}/poster/{look}/square.png")
    picture = np.asarray(Image.open(io.BytesIO(answer.content)).convert("RGB")).astype(int)
    rows, columns = np.nonzero((abs(picture - colour) < 12).all(axis=2))
    height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
    assert min(height, width) > 15
    assert width / height == pytest.approx(size[0] / size[1], rel=0.1)
    assert len(rows) > 0.95 * height * width
