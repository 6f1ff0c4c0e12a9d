"""A stage that nobody named is called in the language of whoever reads; what somebody typed stays."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from exchange.writing import build_document
from printing.prints.heads import read_print_context
from printing.prints.honours import list_all_prizes
from printing.prints.prize_papers import read_handover_sections
from scoring.models import PaperStyle
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
from tests.tournaments.conftest import enter_pairs
from tournaments.models import PrizeHandover, Stage, Tournament
from tournaments.models.default_names import STAGE_LABELS, translate_stage_name
from tournaments.stage_pages.services import rename_stage
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


def say(stage, *languages):
    spoken = []
    for language in languages:
        with override(language):
            spoken.append(stage.name)
    return spoken


@pytest.mark.parametrize("maker", ["en", "it", "fr"])
def test_an_untouched_name_is_said_in_the_language_of_the_reader(evening, director, maker):
    enter_pairs(evening, director, 8)
    with override(maker):
        stage = create_stage(evening, actor=director, format_key="knockout", options={})
    assert say(stage, "en", "it", "fr") == ["Knockout", "Eliminazione diretta", "Élimination directe"]


def test_the_stages_of_a_plan_are_called_so_whoever_planned_them():
    for stored in ("Final", "Finale"):
        with override("it"):
            assert translate_stage_name(stored, "knockout") == "Finale"
        with override("en"):
            assert translate_stage_name(stored, "knockout") == STAGE_LABELS["final"] == "Final"


def test_what_somebody_typed_stays(evening, director):
    enter_pairs(evening, director, 8)
    stage = create_stage(evening, actor=director, format_key="knockout", options={}, name="Coppa Gianni")
    assert say(stage, "en", "it", "fr") == ["Coppa Gianni"] * 3
    assert say(Stage(stored_name="Knockout", format_key="of-a-plug-in-that-went"), "it") == ["Knockout"]
    rename_stage(stage, actor=director, name="Coppa Pino")
    assert say(Stage.objects.get(), "en", "it") == ["Coppa Pino"] * 2


def test_a_form_that_is_sent_in_another_language_names_nothing(evening, director):
    """The box holds the name as it was read; so a director who changes something else leaves it untouched."""
    enter_pairs(evening, director, 8)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    with override("it"):
        rename_stage(stage, actor=director, name=stage.name)
    assert Stage.objects.get().stored_name == "Knockout"
    rename_stage(stage, actor=director, name="Eliminazione diretta")
    assert say(Stage.objects.get(), "en", "it") == ["Knockout", "Eliminazione diretta"]


def test_files_carry_what_is_stored(evening, director):
    enter_pairs(evening, director, 8)
    with override("it"):
        create_stage(evening, actor=director, format_key="swiss", options={})
    with override("en"):
        documents = [build_document(evening)["stages"]]
    with override("it"):
        documents.append(build_document(evening)["stages"])
    assert [stage["name"] for stages in documents for stage in stages] == ["Sistema svizzero"] * 2


def test_public_pages_say_it_in_the_language_of_the_phone(evening, director):
    enter_pairs(evening, director, 8)
    draw_and_publish(create_stage(evening, actor=director, format_key="knockout", options={}))
    Tournament.objects.update(public=True)
    for language, said, other in (("en", "Knockout", "Eliminazione"), ("it", "Eliminazione diretta", "Knockout")):
        page = Client(headers={"accept-language": language}).get(reverse("scoring:public_bracket", args=[evening.slug]))
        assert (said in read_page(page).text, other in read_page(page).text) == (True, False), language


@pytest.fixture
def consoled(db):
    """Eight pairs; the four that lost at once play a consolation."""
    stage = found_stage(8)
    close(play_round(draw_and_publish(stage)))
    consolation = create_stage(
        stage.tournament,
        actor=build_user("director"),
        format_key="knockout",
        options={"play_for": 2},
        name="Consolation",
        source=StageSource(stage, lost=(1, 1)),
    )
    for each in (stage, stage, consolation, consolation):
        close(play_round(draw_and_publish(each)))
    return Tournament.objects.get(pk=stage.tournament_id)


def test_prizes_of_a_consolation_are_found_in_any_language_and_given_once(consoled):
    """The director writes the list in Italian; whoever prints or hands over reads English."""
    PaperStyle.objects.create(tournament=consoled, prizes="Prosciutto\nConsolazione:\nVino")
    context = read_print_context(consoled, str)
    won = {prize.rank: (prize.prize, bool(prize.party.names)) for prize in list_all_prizes(context)}
    assert won["Consolazione, 1"] == ("Vino", True)
    assert "Consolation, 1" not in won
    (row,) = [row for row in read_handover_sections(context)[0].rows if row[1] == "Vino"]
    winner = consoled.entries.get(number=int(row[2].split()[0]))
    gives = {"given_at": timezone.now(), "given_by": build_user("director")}
    PrizeHandover.objects.create(tournament=consoled, entry=winner, award="consolazione", place=1, text="Vino", **gives)
    for language in ("en", "it"):
        with override(language):
            rows = [row for row in read_handover_sections(context)[0].rows if row[1] == "Vino"]
            assert [bool(row[3]) for row in rows] == [True], language
