"""Before anything counts nobody has a place: entries stand in their starting order, on screen and on paper."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.services import draw_next_round
from printing.prints.heads import read_print_context
from printing.prints.honours import read_award_certificates, read_prizes
from printing.prints.stage_prints import build_standings_tables
from rankings.schemes.services import decide_penalty
from rankings.standings_pages.queries import read_standings_view
from scoring.confirmation.services import confirm_match
from scoring.standings.stored import StageStandings, compute_standings
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_user, origin
from tests.scoring.evenings import origin_of
from tests.scoring.hands import fresh_key, win
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Stage
from tournaments.stage_pages.queries import select_ranked_entries
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


def published(format_key, pairs=8, **options):
    director = build_user()
    tournament = found_tournament(director, public=True)
    enter_pairs(tournament, director, pairs)
    stage = create_stage(tournament, actor=director, format_key=format_key, options=options)
    publish_round(draw_next_round(stage, actor=director, seed="lots", at=NOW), actor=director, at=NOW)
    return Stage.objects.select_related("tournament").get(pk=stage.pk)


def view(stage):
    return read_standings_view(Stage.objects.select_related("tournament", "standings").get(pk=stage.pk))


def finish_one(stage):
    match = stage.rounds.get().matches.filter(kind="played").order_by("table").first()
    win(match)
    confirm_match(match, origin=origin(fresh_key(), build_actor("second", stage.tournament)), version=None)
    return match


def places(page):
    return [row[0] for row in read_page(page).rows][1:]


@pytest.mark.parametrize(("format_key", "options"), [("swiss", {}), ("knockout", {}), ("round_robin", {"pool_size": 0})])
def test_nobody_is_first_before_anything_counts(format_key, options):
    stage = published(format_key, **options)
    [group] = view(stage).groups
    assert [(line.number, line.place, line.shared) for line in group.lines] == [(number, "–", False) for number in range(1, 9)]
    finish_one(stage)
    [group] = view(stage).groups
    assert (view(stage).has_begun, group.lines[0].rank, "–" in {line.place for line in group.lines}) == (True, 1, False)


def test_the_page_says_so_for_desk_and_public():
    stage = published("swiss")
    desk = Client()
    desk.force_login(build_user())
    for client, name in ((desk, "scoring:desk_standings"), (Client(), "scoring:public_standings")):
        page = client.get(reverse(name, args=[stage.tournament.slug])).text
        assert "No results yet" in page
        assert places(page) == [str(number) for number in range(1, 9)]
        assert read_page(page).find_all(".cell") == [], "the list of the entries, without their zeros"
    finish_one(stage)
    page = desk.get(reverse("scoring:desk_standings", args=[stage.tournament.slug])).text
    assert ("No results yet" in page, "–" in places(page), places(page)[0]) == (False, False, "1")


def test_a_pool_that_has_not_begun_has_no_places_beside_one_that_has():
    stage = published("round_robin", pool_size=4)
    match = finish_one(stage)
    begun = {group.name: group.has_begun for group in view(stage).groups}
    assert begun == {"A": match.pool == "A", "B": match.pool == "B"}


def test_on_paper_too():
    stage = published("swiss")
    [table] = build_standings_tables(view(stage))
    assert [(row.rank, row.tied) for row in table.rows] == [("–", False)] * 8
    assert table.notes[0] == "No results yet: entries are in their starting order."
    around = read_print_context(stage.tournament, str)
    assert (read_prizes(around), read_award_certificates(around)) == ([], [])
    finish_one(stage)
    [table] = build_standings_tables(view(stage))
    assert (table.rows[0].rank, "No results yet" in " ".join(table.notes)) == ("1", False)
    assert read_award_certificates(around) == []  # not before the stage is finished
    Stage.objects.update(state=Stage.State.FINISHED)
    assert [award.text for award in read_award_certificates(around)][:1] == ["place 1"]


def test_a_penalty_counts_before_any_match():
    stage = published("swiss")
    last = stage.tournament.entries.get(number=1)
    decide_penalty(stage, last, actor=build_user(), origin=origin_of(build_user()), points=1, words="tardi")
    [group] = view(stage).groups
    assert [line.place for line in group.lines] == ["1="] * 7 + ["8"]


def test_the_twenty_seventh_pool_stands_after_the_twenty_sixth():
    stage = published("round_robin", pairs=81, pool_size=3)
    names = [group.name for group in view(stage).groups]
    assert (names[0], names[1], names[-2], names[-1]) == ("A", "B", "Z", "AA")
    assert [row.pool for row in select_ranked_entries(stage)][::3] == names
    assert list(StageStandings.from_json(compute_standings(stage).to_json()).groups) == names
