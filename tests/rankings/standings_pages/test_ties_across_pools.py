"""Ties of those who go on: in a pool first, then over pools; a decision says nothing of who was not asked; in a knockout it counts too."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.drafts import find_level_entries
from desk.rounds.services import draw_next_round
from rankings.schemes.services import choose_scheme, decide_tie
from rankings.standings_pages.chains import read_qualified_entries, read_tied_place
from scoring.standings.stored import compute_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, origin_of, play_round
from tournaments.models import Entry, Stage, StageEntry
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
UNBROKEN = {"points": "match_won", **{f"tie_break_{place}": "nothing" for place in range(1, 9)}}


def play_pools(stage):
    """In pool A the first wins all matches and the others one each; in all other pools the lower place wins."""
    for _round in range(3):
        round_ = draw_and_publish(stage)
        for match in round_.matches.filter(kind="played").order_by("position"):
            pool = list_pool(stage, match.pool)
            first, second = (pool.index(seat.entry_id) for seat in match.seats.order_by("side"))
            wins = first < second if match.pool != "A" or 0 in (first, second) else (first, second) in ((1, 2), (2, 3), (3, 1))
            enter_result(match, 0 if wins else 1)
        close(round_)
    return Stage.objects.get(pk=stage.pk)


def list_pool(stage, name):
    return list(StageEntry.objects.filter(stage=stage, pool=name).order_by("entry__number").values_list("entry_id", flat=True))


def follow(stage, format_key="knockout", **source):
    source = StageSource(stage, **source)
    return create_stage(stage.tournament, actor=build_user(), format_key=format_key, options={}, source=source)


def decide(stage, order):
    decide_tie(stage, order, actor=build_user(), origin=origin_of(), words="si taglia il mazzo")


def test_the_tie_in_the_pool_comes_before_that_of_the_best_of_the_rest():
    stage = found_stage(12, "round_robin", options={"pool_size": 4})
    choose_scheme(stage, actor=build_user(), origin=origin_of(), typed=UNBROKEN | {"tie_break_1": "decided"})
    pools = play_pools(stage)
    first, one, two, three = list_pool(pools, "A")
    thirds = [list_pool(pools, name)[2] for name in ("B", "C")]
    final = follow(pools, of_each=2, best_others=2)
    tie = read_tied_place(final)
    assert (set(tie.entries), tie.open_places) == ({one, two, three}, 1)
    decide(final, (two, one, three))
    tie = read_tied_place(final)
    assert (set(tie.entries), tie.open_places) == ({one, *thirds}, 2), "what a pool decided says nothing of other pools"
    decide(final, (*thirds, one))
    assert read_tied_place(final) is None
    lines = compute_standings(pools).groups["A"]
    assert [(line.rank, line.entrant) for line in lines] == [(1, first), (2, two), (3, one), (4, three)], "as the pool decided"
    through = {qualifier.entrant for qualifier in read_qualified_entries(final)}
    assert through & {first, one, two, three} == {first, two}
    assert through >= set(thirds)


def test_the_best_of_the_rest_of_a_larger_pool_is_not_before_that_of_a_smaller_one_for_its_one_match_more():
    stage = found_stage(7, "round_robin", options={"pool_size": 4})
    choose_scheme(stage, actor=build_user(), origin=origin_of(), typed=UNBROKEN | {"bye": "0"})
    pools = play_pools(stage)
    winner, *three = list_pool(pools, "A")
    small = list_pool(pools, "B")
    assert (len(three), len(small)) == (3, 3)
    final = follow(pools, of_each=1, best_others=1)
    assert {qualifier.entrant for qualifier in read_qualified_entries(final)} == {winner, *small[:2]}, "one win of two, not of three"
    Stage.objects.filter(pk=final.pk).update(per_match=False)  # as before 1.0
    tie = read_tied_place(Stage.objects.get(pk=final.pk))
    assert (set(tie.entries), tie.open_places) == ({*three, small[1]}, 1)


def test_losers_of_a_knockout_who_are_tied_are_divided_by_the_decision():
    stage = found_stage(8)
    for _round in range(3):
        close(play_round(draw_and_publish(stage)))
    swiss = follow(Stage.objects.get(pk=stage.pk), "swiss", best_others=6)
    tie = read_tied_place(swiss)
    assert (len(tie.entries), tie.open_places) == (4, 2)
    decide(swiss, tie.entries)
    assert read_tied_place(swiss) is None
    draw_next_round(swiss, actor=build_user(), seed="x", at=NOW)
    through = set(swiss.stage_entries.values_list("entry_id", flat=True))
    assert [entry in through for entry in tie.entries] == [True, True, False, False]


def test_who_comes_level_into_a_bracket_is_named_at_its_draft():
    """Who is first of them has the bye and the better crossing: nothing but the order of the list says who."""
    stage = found_stage(8, "round_robin", options={"pool_size": 4})
    choose_scheme(stage, actor=build_user(), origin=origin_of(), typed=UNBROKEN)
    pools = play_pools(stage)
    level = list_pool(pools, "A")[1:]
    final = follow(pools, of_each=4)
    draw_next_round(final, actor=build_user(), seed="seed", at=NOW)
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    page = client.get(reverse("tournaments:draft", args=[final.tournament.slug, final.number, 1]))
    names = ", ".join(f"{entry.number} {entry.name}" for entry in Entry.objects.filter(pk__in=level).order_by("number"))
    text = unescape(" ".join(page.content.decode().split()))
    assert f"Level on everything that counts: {names}. Their order in the list" in text
    assert text.count("Level on everything that counts") == 1
    assert find_level_entries(final.tournament, final.number, 2) == find_level_entries(final.tournament, stage.number, 1) == ()
