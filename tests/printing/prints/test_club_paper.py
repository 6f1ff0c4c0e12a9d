"""How a club prints: chosen once, followed by every tournament without print settings of its own."""

import base64

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from backup.erasure import _forget_words
from config.computer import find_wifi
from exchange.extras import build_paper_section
from scoring.matches.paper_style import read_style
from scoring.models import OrganizerPaper, PaperStyle
from tests.scoring.builders import build_tournament, build_user
from tournaments.models import Organizer, OrganizerMember, Tournament
from tournaments.permissions import Role
from visitors.screen.queries import find_shown_wifi, read_shown_logo
from visitors.screen.services import ScreenChoice, change_screen

pytestmark = pytest.mark.django_db
DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")
CHOSEN = {"sheet_kind": "slip", "suits": "french", "language": "it", "signatures": "Peppino Loi", "wifi_name": "Nuraghe"}
OWN = {"sheet_kind": "full", "suits": "italian", "language": "", "prizes": "1st", "signatures": "Anna Rossi", "printed_columns": []}


@pytest.fixture
def club():
    club = Organizer.objects.create(slug="nuraghe", name="Nuraghe")
    OrganizerMember.objects.create(organizer=club, user=build_user("director"), role=Role.DIRECTOR)
    return club


@pytest.fixture
def tournament(club):
    tournament = build_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(organizer=club)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def director():
    client = Client()
    client.force_login(build_user("director"))
    return client


def choose_for_club(director, **more):
    return director.post("/organizers/nuraghe/paper/", CHOSEN | more)


def test_every_tournament_prints_as_its_club_until_it_chooses_itself(tournament, director):
    assert read_style(tournament).signers == ()
    assert choose_for_club(director, logo_file=SimpleUploadedFile("logo.png", DOT)).status_code == 302
    style = read_style(tournament)
    assert (style.sheet_kind, style.suits, style.signers, style.picture) == ("slip", "french", ("Peppino Loi",), DOT)
    settings = f"/desk/{tournament.slug}/print/settings/"
    page = director.get(settings).content.decode()
    assert "This is how the club prints." in page
    assert 'value="Peppino Loi"' in page
    assert director.post(settings, OWN).status_code == 302
    assert (read_style(tournament).signers, read_style(tournament).suits) == (("Anna Rossi",), "italian")
    assert director.post(settings, {"follow_club": "yes"}).status_code == 302
    assert (read_style(tournament).signers, read_style(tournament).prize_lines) == (("Peppino Loi",), ("1st",))


@pytest.mark.parametrize(("game", "suits"), [("mariglia", "french"), ("marafon", "italian"), ("marjolet", "french")])
def test_where_nobody_chose_suits_papers_have_those_of_the_game_as_phones_do(db, game, suits):
    tournament = build_tournament(game_key=game)
    assert read_style(tournament).suits == suits
    PaperStyle.objects.create(tournament=tournament, follows_club=True, prizes="1st")  # whoever wrote prizes chose no suits
    assert (read_style(tournament).suits, read_style(tournament).prize_lines) == (suits, ("1st",))


def test_a_message_on_the_screen_is_no_choice_of_paper(tournament, director):
    change_screen(tournament, ScreenChoice("Buffet", logo=True), actor=build_user("director"))
    choose_for_club(director, logo_file=SimpleUploadedFile("logo.png", DOT))
    style = read_style(tournament)
    assert (style.screen_message, style.sheet_kind, read_shown_logo(tournament.slug)) == ("Buffet", "slip", DOT)


def test_the_wifi_of_the_club_is_that_of_its_screens_and_of_the_computer(tournament, director):
    assert find_wifi() is None
    choose_for_club(director)
    assert find_wifi().name == "Nuraghe"
    assert find_shown_wifi(tournament.slug) is None
    PaperStyle.objects.create(tournament=tournament, follows_club=True, wifi_shown=True)
    assert find_shown_wifi(tournament.slug).name == "Nuraghe"


def test_the_look_goes_with_the_file_and_a_name_out_of_it_when_it_is_erased(tournament, director):
    assert build_paper_section(tournament) is None
    choose_for_club(director)
    assert build_paper_section(tournament)["signatures"] == "Peppino Loi"
    _forget_words([tournament], ["Peppino Loi"])
    assert "Loi" not in OrganizerPaper.objects.get().signatures


def test_what_is_no_logo_is_refused_and_the_rest_stays_typed(club, director):
    refused = choose_for_club(director, logo_file=SimpleUploadedFile("logo.png", b"hello"))
    assert refused.status_code == 422
    assert ("neither PNG nor JPEG" in refused.content.decode(), 'value="Peppino Loi"' in refused.content.decode()) == (True, True)
    assert not OrganizerPaper.objects.exists()
    assert director.get("/organizers/nuraghe/paper/logo/").status_code == 404
