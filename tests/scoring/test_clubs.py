"""Clubs ranked by their entries: against every choice of entries, and on the pages of the desk and of the public."""

import itertools
import random

import pytest
from django.urls import reverse

from scoring.standings_pages.clubs import can_rank_clubs, rank_clubs
from scoring.standings_pages.queries import StandingLine, StandingsGroup, StandingsView
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Stage


def view_of(members):
    lines = [
        StandingLine(rank, False, rank, rank, f"Pair {rank}", club, "", 3, points, {}) for rank, (club, points) in enumerate(members, 1)
    ]
    return StandingsView(Stage(), (), (StandingsGroup("", tuple(lines)),), 0)


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


def test_the_desk_and_the_public_see_the_clubs_and_choose_how_many_count(db, client):
    tournament = play_evening(pairs=6)
    client.force_login(build_user("director"))
    for name in ("desk_standings", "public_standings"):
        address = reverse(f"scoring:{name}", args=[tournament.slug])
        assert [line.entries for line in client.get(address).context["clubs"]] == [2, 2, 2]
        best = client.get(address, {"best": "1"}).context["clubs"]
        assert [len(line.counted) for line in best] == [1, 1, 1]
        assert client.get(address, {"best": "x"}).status_code == 200
