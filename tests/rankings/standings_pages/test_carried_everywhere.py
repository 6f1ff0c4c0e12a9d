"""Points that are carried over three stages, the first of them in heats, count on every page, paper and file that names the ranking.

If this failed, an evening would have one winner on the wall and another one in the file that the union gets.
"""

import json
from functools import partial
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from pairing.chain import EVERYBODY
from printing.prints.heads import read_print_context
from printing.prints.registry import draw_certificates, draw_final_list, draw_standings
from publishing.static_pages.building import build_static_files
from rankings.seasons.queries import compute_ranking
from rankings.seasons.services import SeasonDetails, add_evening, create_season
from rankings.standings_pages.final_list import read_final_list
from tests.api.callers import Program
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
from tournaments.models import Match, Tournament
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
ROUNDS = {"heats": {"heats": 2, "rounds": 2}, "swiss": {"rounds": 2}, "danish": {"rounds": 2}}


def find_lower_number(match):
    """The side of the entry with the lower number."""
    return match.seats.order_by("entry__number").first().side


def play_three_stages():
    """Twelve pairs; the lower number wins every match, and everybody plays all six rounds."""
    heats = found_stage(12, "heats", name="Coppa", options=ROUNDS["heats"], public=True)
    tournament, director = heats.tournament, build_user("director")
    stages = [heats]
    for key in ("swiss", "danish"):
        source = StageSource(stages[-1], best_others=EVERYBODY, carries=True)
        stages.append(create_stage(tournament, actor=director, format_key=key, options=ROUNDS[key], source=source))
    for stage in stages:
        for _number in range(2):
            close(play_round(draw_and_publish(stage), find_lower_number))
    return Tournament.objects.get(pk=tournament.pk), stages


def count_matches_won(tournament):
    """By the results alone: how many matches of all three stages each entry has won."""
    won = dict.fromkeys(tournament.entries.values_list("name", flat=True), 0)
    for match in Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED).select_related("result"):
        seats = match.seats.filter(side=match.result.winner).values_list("entry__name", flat=True)
        won[seats.get()] += 1
    return won


def read_words(pdf):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_points_carried_over_heats_and_two_stages_count_everywhere():
    tournament, stages = play_three_stages()
    season = create_season(SeasonDetails("Inverno"), actor=build_user("director"))
    add_evening(season, tournament, actor=build_user("director"))
    won = count_matches_won(tournament)
    assert (sum(won.values()), len(set(won.values())) > 2) == (36, True)
    order = [line.name for line in read_final_list(tournament).lines]
    assert [won[name] for name in order] == sorted(won.values(), reverse=True)
    for told in (read_standings_page(tournament), read_static_standings(tournament), read_program_standings(tournament)):
        assert told == won
    for listed in (read_program_places(tournament), read_result_file(tournament, order), read_season(season, order)):
        assert listed == order
    context = read_print_context(tournament, str)
    for draw in (draw_final_list, partial(draw_standings, round_=stages[2].rounds.last())):
        assert [won[name] for name in find_order(read_words(draw(context)), order)] == [won[name] for name in order]
    assert f"{order[0]} place 1" in read_words(draw_certificates(context))


def find_order(words, names):
    return sorted(names, key=words.index)


def read_rows(page):
    """Matches won as a table of standings says them: played, then won."""
    rows = [row for row in page.find_all("tbody tr") if row.find("th")]
    return {row.find("th").text: int(row.text.partition(row.find("th").text)[2].split()[1]) for row in rows}


def read_standings_page(tournament):
    return read_rows(read_page(Client(headers={"accept-language": "en"}).get(reverse("scoring:public_standings", args=[tournament.slug]))))


def read_static_standings(tournament):
    files = {file.path: file for file in build_static_files(tournament, language="en")}
    return read_rows(read_page(files["standings/index.html"]))


def read_program_standings(tournament):
    lines = Program().read(f"/tournaments/{tournament.slug}/stages/3/standings").json()["items"]
    assert {line["played"] for line in lines} == {6}
    return {line["name"]: line["points"] for line in lines}


def read_program_places(tournament):
    return [line["name"] for line in Program().read(f"/tournaments/{tournament.slug}/standings").json()["items"]]


def read_result_file(tournament, order):
    """The pairs in the order of their places in the file."""
    document = json.loads(Client().get(f"/tournaments/{tournament.slug}/result.json").content)
    names = {person["id"]: person["name"] for person in document["persons"]}
    places = {" – ".join(names[person] for person in entry["persons"]): entry["place"] for entry in document["entries"]}
    return sorted(order, key=places.__getitem__)


def read_season(season, order):
    """The pairs in the order in which their players stand in the season."""
    ranking = compute_ranking(season, everything=True)
    ranks = {ranking.called[line.player].name: line.rank for line in ranking.lines}
    return sorted(order, key=lambda pair: ranks[pair.partition(" – ")[0]])
