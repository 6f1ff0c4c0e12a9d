"""One list over all stages, and what is provisional while anything that it rests on is open."""

import pytest
from django.test import Client
from django.urls import reverse

from printing.prints.heads import read_print_context
from printing.prints.honours import read_award_certificates, read_prizes
from printing.prints.list_rows import read_final_rows
from printing.prints.registry import draw_certificates, draw_final_list
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import find_consolations, read_final_list
from scoring.models import PaperStyle
from tests.pages import read_page
from tests.paper.reading import read
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round, read_pairs, sign, turn_result
from tests.scoring.evenings import play_evening
from tournaments.entries.services import withdraw_entry
from tournaments.models import Match, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db):
    """Eight pairs: a knockout to its end, and a consolation of the four who lost in its first round."""
    stage = found_stage(8)
    close(play_round(draw_and_publish(stage)))
    consolation = create_stage(
        stage.tournament,
        actor=build_user("director"),
        format_key="knockout",
        options={"play_for": 2},
        name="Coppa",
        source=StageSource(stage, lost=(1, 1)),
    )
    for _number in range(2):
        close(play_round(draw_and_publish(stage)))
    for _number in range(2):
        close(play_round(draw_and_publish(consolation)))
    return Tournament.objects.get(pk=stage.tournament_id)


def context_of(tournament):
    return read_print_context(tournament, str)


def test_everybody_stands_once_and_the_consolation_below_the_semifinals(finished):
    final = read_final_list(finished)
    main, consolation = finished.stages.order_by("number")
    (last_main, third), (last_aside,) = (read_pairs(stage.rounds.order_by("-number").first()) for stage in (main, consolation))
    assert [line.number for line in final.lines[:6]] == [*last_main, *third, *last_aside]
    assert [line.place for line in final.lines] == ["1", "2", "3", "4", "5", "6", "7=", "7="]
    assert {line.stage for line in final.lines[4:]} == {"Coppa"}
    assert [line.consolation for line in final.lines] == [False] * 4 + [True] * 4
    assert (final.lines[0].reached, final.lines[2].reached) == ("Final", "Match for place 3")
    assert (final.over, final.provisional) == (True, False)


def test_the_rows_of_the_file_are_those_of_the_page(finished):
    rows = read_final_rows(context_of(finished)).rows
    assert [(row[0], row[2], row[3]) for row in rows] == [(line.rank, line.number, line.name) for line in read_final_list(finished).lines]


def test_the_consolation_has_prizes_and_a_certificate_of_its_own(finished):
    PaperStyle.objects.create(tournament=finished, prizes="Prosciutto\nOlio\nCoppa:\nVino\nPane")
    prizes = read_prizes(context_of(finished))
    assert [(prize.rank, prize.prize) for prize in prizes] == [
        ("1", "Prosciutto"),
        ("2", "Olio"),
        ("3", ""),
        ("Coppa, 1", "Vino"),
        ("Coppa, 2", "Pane"),
    ]
    assert [certificate.text for certificate in read_award_certificates(context_of(finished))][3:] == [
        "place 1 · Coppa",
        "place 2 · Coppa",
    ]
    assert [stage.name for stage in find_consolations(finished)] == ["Coppa"]


def test_the_main_ranking_is_seen_first(finished):
    """On the desk and on the public page, although the consolation was played later."""
    Tournament.objects.update(public=True)
    main = finished.stages.get(number=1)
    page = read_page(Client().get(reverse("scoring:public_standings", args=[finished.slug])))
    assert page.find_all(f"a[href=?stage={main.number}][aria-current=true]") != []
    assert page.find_all(f"[href*={reverse('scoring:public_final', args=[finished.slug])}]") != []


def test_a_reopened_final_is_provisional_everywhere(finished):
    Tournament.objects.update(public=True)
    final = Match.objects.get(round__stage__tournament=finished, round__stage__number=1, round__number=3, position=1)
    turn_result(final, confirm=False)
    assert read_open_points(finished).provisional_stages == {1, 2}
    assert read_final_list(finished).provisional
    with pytest.raises(ChangeRefused) as refused:
        draw_certificates(context_of(finished))
    assert refused.value.code == "provisional"
    phone, desk = Client(), Client()
    desk.force_login(build_user("director"))
    sentence = "Provisional: a result is being checked"
    for name in ("scoring:public_standings", "scoring:public_bracket", "scoring:public_final", "tournaments:public"):
        assert sentence in phone.get(reverse(name, args=[finished.slug])).content.decode(), name
    overview = desk.get(reverse("tournaments:desk", args=[finished.slug])).content.decode()
    assert "1 match of a closed round is open again." in overview
    assert "Next: decide what is open" in overview
    answer = desk.get(reverse("scoring:print_paper", args=[finished.slug, "certificates"]), follow=True)
    assert "Not printed: places can still change." in answer.content.decode()
    sign(final)
    assert not read_open_points(finished)
    assert draw_certificates(context_of(finished)).startswith(b"%PDF")


def test_a_swiss_and_its_final_are_one_list(db):
    """Who is fifth: the best of those who did not reach the final of four."""
    tournament = play_evening(pairs=8, rounds=3, closed=3)
    swiss = tournament.stages.get()
    swiss.options = {**swiss.options, "rounds": 3}
    swiss.save()
    Stage.objects.filter(pk=swiss.pk).update(state="finished")
    final = create_stage(tournament, actor=build_user("director"), format_key="knockout", options={}, source=StageSource(swiss, of_each=4))
    for _number in range(2):
        close(play_round(draw_and_publish(final)))
    lines = read_final_list(Tournament.objects.get(pk=tournament.pk)).lines
    finalists = set(final.stage_entries.values_list("entry_id", flat=True))
    assert {line.entry_id for line in lines[:4]} == finalists
    assert [line.reached for line in lines[4:]] == [f"place {rank}" for rank in range(5, 9)]


def test_the_last_stage_is_printed_only_where_it_differs(finished):
    assert {"Last stage", "Coppa"} <= read_printed_words(finished)
    single = play_evening(pairs=4, rounds=1, closed=1)
    printed = read_printed_words(single)
    assert ("Last stage" in printed, "Reached" in printed) == (False, True)


def read_printed_words(tournament):
    return {word for page in read(draw_final_list(context_of(tournament))) for word in page.words}


def test_who_comes_to_the_final_alone_has_reached_it(db):
    stage = found_stage(4, options={"play_for": 2})
    semifinals = play_round(draw_and_publish(stage))
    gone = semifinals.matches.get(position=1).seats.get(side=0).entry
    close(semifinals)
    withdraw_entry(gone, actor=build_user("director"))
    close(play_round(draw_and_publish(stage)))
    first, second = read_final_list(Tournament.objects.get(pk=stage.tournament_id)).lines[:2]
    assert (first.reached, second.entry_id) == ("Final", gone.pk)
