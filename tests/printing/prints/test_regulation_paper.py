"""The regulation on a sheet says all that players agree to; the notice and the form to enrol are on paper too."""

import datetime as dt
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from printing.prints.heads import read_print_context
from printing.prints.registry import TOURNAMENT_PAPERS
from printing.prints.regulation_papers import build_enrolment_form, read_privacy_sections, read_regulation_sections
from scoring.models import PaperStyle
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.cash.services import save_fee_plan
from tournaments.models import Announcement, Tournament
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def planned():
    """An evening for which everything is declared, with two stages."""
    director = build_user()
    tournament = found_tournament(director, fee_cents=2000)
    plan = {"extras": "Cena: 15", "reentry_most": 2, "reentry_cents": 1000}
    save_fee_plan(tournament, fee_cents=2000, values=plan, actor=director)
    PaperStyle.objects.create(tournament=tournament, prizes="1: ham (80 €) · Salumeria Rossi\nDonne:\n1: fiori (15 €)")
    Announcement.objects.create(
        tournament=tournament, meets_at=dt.time(20, 0), starts_at=dt.time(20, 30), ends_by=dt.time(0, 30), who_may_play="Soci",
        fee_includes="Un bicchiere", late="Dopo 15 minuti si perde.", complaints="Al direttore, subito.", controller="Circolo Prova",
    )  # fmt: skip
    enter_pairs(tournament, director, 4)
    create_stage(tournament, actor=director, format_key="swiss", options={})
    return tournament


def read_sections(tournament):
    return {section.title: section for section in read_regulation_sections(read_print_context(tournament, str))}


def test_the_sheet_says_everything_from_where_it_is_kept(planned):
    sections = read_sections(planned)
    assert list(sections) == [
        "Game and targets",
        "Format",
        "Prizes",
        "Timetable",
        "Fees",
        "Late arrival",
        "Correcting a result",
        "Complaints",
        "Privacy",
        "Who organises",
    ]
    assert sections["Prizes"].rows == (("1", "ham (80 €) · Salumeria Rossi"), ("Donne, 1", "fiori (15 €)"))
    assert sections["Prizes"].paragraphs == ("Worth of all prizes: €95.00",)
    assert sections["Timetable"].paragraphs[0] == "Meeting time: 20:00 · Start: 20:30 · Over by: 00:30"
    assert sections["Fees"].paragraphs == (
        "Entry fee: €20.00.",
        "Included: Un bicchiere",
        "Cena: €15.00.",
        "Re-entry: €10.00, at most 2 times.",
    )
    assert "referee’s signature" in sections["Correcting a result"].paragraphs[0]


def test_what_nobody_stated_is_left_out():
    tournament = found_tournament(build_user(), fee_cents=0)
    assert list(read_sections(tournament)) == ["Game and targets", "Privacy"]


def test_a_hall_is_not_named_as_who_organises():
    tournament = found_tournament(build_user(), fee_cents=0)
    Tournament.objects.filter(pk=tournament.pk).update(venue="Palestra comunale")
    tournament.refresh_from_db()
    sections = read_sections(tournament)
    assert ("Who organises" in sections, sections["Where it is played"].paragraphs) == (False, ("Palestra comunale",))


def test_the_address_of_the_organizer_stands_once(planned):
    Announcement.objects.filter(tournament=planned).update(controller="Circolo Prova, Via Roma 1, Jesi", address="via Roma 1", town="Jesi")
    assert read_sections(planned)["Who organises"].paragraphs == ("Circolo Prova, Via Roma 1, Jesi",)
    Announcement.objects.filter(tournament=planned).update(controller="Circolo Prova")
    assert read_sections(planned)["Who organises"].paragraphs == ("Circolo Prova · via Roma 1, Jesi",)


def test_a_telephone_stands_where_it_is_told_and_not_in_the_middle_of_a_sentence(planned):
    Announcement.objects.filter(tournament=planned).update(contact="Gavino 333 1234567")
    assert "333" not in read_sections(planned)["Privacy"].paragraphs[0]
    assert "333" not in build_enrolment_form(read_print_context(planned, str)).controller


def test_it_fits_one_sheet_and_is_signed(planned):
    papers = {paper.key: paper for paper in TOURNAMENT_PAPERS}
    context = read_print_context(planned, str)
    pages = {key: PdfReader(BytesIO(papers[key].draw(context))).pages for key in ("regulation", "notice", "enrolment-form")}
    assert {key: len(listed) for key, listed in pages.items()} == {"regulation": 1, "notice": 1, "enrolment-form": 1}
    assert "The organiser" in pages["regulation"][0].extract_text()
    assert pages["enrolment-form"][0].extract_text().count("Circolo Prova") == 2


def test_page_and_paper_say_the_same_notice_and_the_same_regulation(planned):
    notice = read_page(Client().get(reverse("evenings:notice", args=[planned.slug]))).text
    for section in read_privacy_sections(read_print_context(planned, str)):
        assert section.title in notice
        assert section.paragraphs[0] in notice
    page = read_page(Client().get(reverse("scoring:public_rules", args=[planned.slug]))).text
    assert all(words in page for words in ("Entry fee: €20.00.", "Al direttore, subito.", "Salumeria Rossi", "Start: 20:30"))
