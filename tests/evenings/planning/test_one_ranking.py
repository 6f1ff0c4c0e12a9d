"""An evening of ten pairs as clubs of burraco play it: the plan is adopted, both stages are played, and one ranking says who has won.

If this failed, the page, the paper and the file of an evening would not name the same winner.
"""

import random

import pytest
from django.test import Client
from django.urls import reverse

from desk.rehearsal.services import start_rehearsal
from desk.verification.queries import verify_tournament
from exchange.writing import build_document
from printing.prints.heads import read_print_context
from printing.prints.honours import read_honours
from rankings.standings_pages.final_list import read_final_list, read_podium
from scoring.standings.stored import compute_standings
from tests.evenings.planning.test_plan_page import adopt
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, play_round
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.models import StaffRole, Stage, Tournament

pytestmark = pytest.mark.django_db


def test_ten_pairs_play_mitchell_and_danish_in_one_ranking():
    director = build_user("director")
    evening = found_tournament(director, "Burraco", public=True)
    StaffRole.objects.create(tournament=evening, user=build_user("assistant"), role=StaffRole.Role.ASSISTANT)
    enter_pairs(evening, director, 10)
    client = Client(headers={"accept-language": "en"})
    client.force_login(director)
    asked = {"entries": "10", "tables": "5", "begins": "15:00", "ends_by": "23:00"}
    page = client.get(f"/desk/{evening.slug}/plan/", asked)
    (title,) = [card.title for card in page.context["planner"].cards if "one ranking" in card.title]
    assert adopt(client, evening, title, asked).status_code == 302
    first, second = Stage.objects.filter(tournament=evening).order_by("number")
    assert (first.format_key, second.format_key, second.carries) == ("mitchell", "danish", True)
    rng = random.Random(10)
    for stage, rounds in ((first, 2), (second, second.options["rounds"])):
        for _number in range(rounds):
            close(play_round(draw_and_publish(stage), lambda _match: rng.randrange(2)))
    evening = Tournament.objects.get(pk=evening.pk)
    assert evening.state == Tournament.State.FINISHED
    ranked = [(line.entrant, line.rank) for line in compute_standings(second).lines]
    assert [line.played for line in compute_standings(second).lines] == [2 + second.options["rounds"]] * 10
    final = [(line.entry_id, line.rank) for line in read_final_list(evening).lines]
    assert sorted(final) == sorted(ranked)
    assert [line.entry_id for line in read_podium(evening)] == [entry for entry, rank in final if rank <= 3]
    assert [honour.line.entry_id for honour in read_honours(read_print_context(evening, str))] == [entry for entry, _rank in final]
    assert not verify_tournament(evening)
    assert [stage.get("carries", False) for stage in map(dict, build_document(evening)["stages"])] == [False, True]
    copy = start_rehearsal(evening, actor=director, at=NOW)
    assert list(copy.stages.order_by("number").values_list("carries", flat=True)) == [False, True]
    winner = read_final_list(evening).lines[0]
    public = Client(headers={"accept-language": "en"})
    for name in ("scoring:public_standings", "scoring:public_final"):
        assert winner.name in public.get(reverse(name, args=[evening.slug])).content.decode()
    assert client.get(reverse("scoring:standings_trf", args=[evening.slug]) + "?stage=2").status_code == 200
