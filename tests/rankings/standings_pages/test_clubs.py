"""Clubs ranked by their entries: against every choice of entries, and on the pages of the desk and of the public."""

import csv
import io
import itertools
import random
from dataclasses import replace

import pytest
from django.urls import reverse

from pairing import FORMATS
from printing.prints.club_papers import build_club_section
from printing.prints.heads import read_print_context
from printing.prints.lists import list_round_lists
from rankings.standings_pages.clubs import can_rank_clubs, rank_clubs
from rankings.standings_pages.queries import StandingLine, StandingsGroup, StandingsView
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Round, Stage


def view_of(members, format_key="swiss"):
    lines = [
        StandingLine(rank, False, rank, rank, f"Pair {rank}", club, "", 3, points, {}) for rank, (club, points) in enumerate(members, 1)
    ]
    return StandingsView(Stage(format_key=format_key), (), (StandingsGroup("", tuple(lines)),), 0)


@pytest.mark.parametrize("best", [0, 1, 2, 3])
def test_the_best_entries_of_a_club_are_those_whose_sum_no_other_choice_exceeds(best):
    rng = random.Random(best)
    for _ in range(60):
        members = [(rng.choice(["Arci", "Bar", "Endas", ""]), rng.randint(0, 6)) for _ in range(rng.randint(4, 12))]
        ranked = rank_clubs(view_of(members), best)
        for line in ranked:
            own = [points for club, points in members if club == line.club]
            size = min(best or len(own), len(own))
            assert line.points == max(sum(choice) for choice in itertools.combinations(own, size))
            assert line.entries == len(own)
        assert {line.club for line in ranked} == {club for club, _points in members} - {""}
        for better, worse in itertools.pairwise(ranked):
            assert better.points >= worse.points
            assert better.rank <= worse.rank


def test_equal_clubs_share_a_place_unless_the_best_of_them_tells():
    ranked = rank_clubs(view_of([("A", 3), ("B", 2), ("C", 3), ("B", 2), ("A", 1), ("C", 1)]), 0)
    assert [(line.club, line.place) for line in ranked] == [("A", "1="), ("C", "1="), ("B", "3")]


def test_one_club_or_clubs_of_single_entries_are_not_ranked():
    assert not can_rank_clubs(view_of([("A", 3), ("A", 2)]))
    assert not can_rank_clubs(view_of([("A", 3), ("B", 2)]))
    assert can_rank_clubs(view_of([("A", 3), ("B", 2), ("B", 1)]))


def test_clubs_that_are_the_teams_get_no_second_ranking():
    """By the points of the pairs, byes included, second and third were exchanged."""
    team_formats = [chosen.key for chosen in FORMATS if chosen.in_teams]
    assert team_formats
    for key in team_formats:
        stage = Stage(format_key=key)
        assert not can_rank_clubs(view_of([("A", 3), ("B", 2), ("B", 1)], key))
        assert [round_list.key for round_list in list_round_lists(stage) if round_list.key in {"clubs", "teams"}] == ["teams"]


def test_the_desk_and_the_public_see_the_clubs_and_choose_how_many_count(db, client):
    tournament = play_evening(pairs=6)
    client.force_login(build_user("director"))
    for name in ("desk_standings", "public_standings"):
        address = reverse(f"scoring:{name}", args=[tournament.slug])
        assert [line.entries for line in client.get(address).context["clubs"]] == [2, 2, 2]
        best = client.get(address, {"best": "1"}).context["clubs"]
        assert [len(line.counted) for line in best] == [1, 1, 1]
        assert client.get(address, {"best": "x"}).status_code == 200


def test_standings_have_a_column_of_clubs_only_where_there_are_clubs(db, client):
    tournament = play_evening(pairs=6)
    client.force_login(build_user("director"))
    address = reverse("scoring:desk_standings", args=[tournament.slug])
    heads = [[column.name for column in client.get(address).context["tables"][0][1].columns]]
    tournament.entries.update(club=None)
    heads.append([column.name for column in client.get(address).context["tables"][0][1].columns])
    assert [name for name in heads[0] if name not in heads[1]] == ["club"]


def test_the_ranking_is_saved_and_printed_as_it_is_on_the_page(db, client):
    tournament = play_evening(pairs=6)
    client.force_login(build_user("director"))
    clubs = client.get(reverse("scoring:desk_standings", args=[tournament.slug]), {"best": "1"}).context["clubs"]
    asked = {"stage": "1", "best": "1"}
    answer = client.get(reverse("scoring:list_csv", args=[tournament.slug, "clubs"]), asked)
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))[1:]
    assert [(row[1], row[2], row[4]) for row in rows] == [(line.club, str(line.points), line.counted[0].name) for line in clubs]
    assert client.get(reverse("scoring:print_paper", args=[tournament.slug, "clubs"]), asked).content.startswith(b"%PDF")
    context = replace(read_print_context(tournament, str), best=1)
    section = build_club_section(context, Round.objects.filter(stage__tournament=tournament).latest("number"))
    assert [row[:3] for row in section.rows] == [(line.place, line.club, str(line.points)) for line in clubs]


def test_where_nobody_names_a_club_no_such_paper_is_offered(db, client):
    tournament = play_evening(pairs=4)
    Entry.objects.update(club=None)
    client.force_login(build_user("director"))
    assert client.get(reverse("scoring:print_paper", args=[tournament.slug, "clubs"])).status_code == 404
