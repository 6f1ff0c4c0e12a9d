"""The rounds of a knockout are called by their names wherever the desk tells of them; the rounds of pools by their numbers."""

import pytest
from django.test import Client

from desk.rounds.drafts import describe_reopened_match
from desk.seats.queries import read_points_to_decide
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from rankings.standings_pages.stage_progress import read_stage_progress
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tournaments.models import Stage
from tournaments.stages.rounds import read_named_rounds, read_quoted_round

pytestmark = pytest.mark.django_db


def test_a_knockout_names_its_rounds():
    stage = Stage.objects.get(tournament=play_evening(pairs=8, rounds=2, closed=1, format_key="knockout"))
    assert [read_quoted_round(stage, number) for number in (1, 2, 3)] == ["“Quarter-final”", "“Semi-final”", "“Final”"]
    name = stage.name
    assert read_named_rounds(stage.tournament) == {(1, 1): f"{name} · Quarter-final", (1, 2): f"{name} · Semi-final"}
    titles = [section.title for section in read_minutes(read_print_context(stage.tournament, str))]
    assert [title for title in titles if title.startswith("Results")] == [
        f"Results: {name} · Quarter-final",
        f"Results: {name} · Semi-final",
    ]
    assert read_stage_progress(stage).format_moment(None).endswith("round “Semi-final”")
    results = read_page(Client().get(f"/tournaments/{stage.tournament.slug}/results/")).find("nav[aria-label=Rounds]")
    assert results.texts("a") == [f"{name}: Quarter-final", f"{name}: Semi-final"]
    assert (describe_reopened_match(stage), bool(read_points_to_decide(stage.tournament))) == ("", False)


def test_rounds_without_a_name_keep_their_numbers():
    stage = Stage.objects.get(tournament=play_evening(pairs=4, rounds=1, closed=0, format_key="round_robin"))
    assert (read_quoted_round(stage, 1), read_named_rounds(stage.tournament)) == ("1", {})
    assert read_stage_progress(stage).format_moment(None).endswith("round 1")
