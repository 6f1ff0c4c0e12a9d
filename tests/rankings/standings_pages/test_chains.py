"""Stages that follow each other: who goes on, in which order, and what cannot work."""

import random

import pytest
from django.urls import reverse

from desk.rehearsal.playing import simulate_results
from desk.rounds.services import close_round, draw_next_round
from pairing.heats import select_qualifiers
from rankings.schemes.services import choose_scheme, remove_stage
from rankings.standings_pages.chains import _find_tie, _group_places, _StandingPlace
from rankings.standings_pages.queries import find_deciding_stage
from scoring.ledger.appending import build_staff_actor
from scoring.standings.stored import compute_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.stage_sources import read_chain_picture
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
LOTS = {"points": "match_won", "tie_break_1": "point_difference", "tie_break_2": "lots", "tie_break_3": "nothing", "tie_break_4": "nothing"}


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def pools(director):
    """Two pools of four, all played."""
    tournament = play_evening(pairs=8, rounds=3, closed=3, format_key="round_robin")
    stage = tournament.stages.get()
    choose_scheme(stage, actor=director, origin=origin_of(director), typed=LOTS)
    return Stage.objects.get(pk=stage.pk)


def follow(stage, director, **source):
    return create_stage(stage.tournament, actor=director, format_key="knockout", options={}, source=StageSource(stage, **source))


def ranking(stage):
    return [[line.entrant for line in lines] for lines in compute_standings(stage).groups.values()]


def refusal(call, *arguments, **named):
    with pytest.raises(ChangeRefused) as refused:
        call(*arguments, **named)
    return refused.value.code


@pytest.mark.both_databases
def test_the_first_two_of_every_pool_meet_across(pools, director):
    one, other = ranking(pools)
    final = follow(pools, director, of_each=2)
    assert not StageEntry.objects.filter(stage=final).exists()
    drawn = draw_next_round(final, actor=director, seed="x", at=NOW)
    enrolled = list(StageEntry.objects.filter(stage=final).order_by("rank"))
    assert {one.entry_id for one in enrolled[:2]} == {one[0], other[0]}
    assert {one.entry_id for one in enrolled[2:]} == {one[1], other[1]}
    for match in drawn.matches.all():
        origins = {StageEntry.objects.get(stage=final, entry=seat.entry).origin for seat in match.seats.all()}
        assert len(origins) == 2


def test_the_others_play_a_consolation(pools, director):
    one, other = ranking(pools)
    consolation = follow(pools, director, of_each=2, rest=True)
    draw_next_round(consolation, actor=director, seed="x", at=NOW)
    assert set(consolation.stage_entries.values_list("entry_id", flat=True)) == {*one[2:], *other[2:]}


def test_prizes_go_to_who_won_the_final_and_not_the_consolation_after_it(pools, director):
    final = follow(pools, director, of_each=2)
    consolation = follow(pools, director, of_each=2, rest=True)
    for stage, played in ((consolation, pools), (final, final), (consolation, final)):
        if not stage.rounds.exists():
            publish_round(draw_next_round(stage, actor=director, seed="x", at=NOW), actor=director, at=NOW)
        assert find_deciding_stage(pools.tournament) == played


@pytest.mark.both_databases
def test_who_has_withdrawn_makes_room(pools, director):
    one, other = ranking(pools)
    withdraw_entry(pools.tournament.entries.get(pk=one[1]), actor=director)
    final = follow(pools, director, of_each=2)
    draw_next_round(final, actor=director, seed="x", at=NOW)
    assert set(final.stage_entries.values_list("entry_id", flat=True)) == {one[0], one[2], *other[:2]}


def test_a_stage_waits_for_its_source(director):
    tournament = play_evening(pairs=8, rounds=1, closed=0, format_key="round_robin")
    final = follow(tournament.stages.get(), director, of_each=2)
    assert refusal(draw_next_round, final, actor=director, seed="x", at=NOW) == "source_not_finished"
    assert not final.rounds.exists()


def test_nobody_goes_on_by_the_order_of_a_list(pools, director):
    nothing = {f"tie_break_{place}": "nothing" for place in range(1, 9)}
    choose_scheme(pools, actor=director, origin=origin_of(director), typed={"points": "match_won", **nothing})
    codes = set()
    for of_each in (1, 2, 3):
        final = follow(pools, director, of_each=of_each)
        try:
            draw_next_round(final, actor=director, seed="x", at=NOW)
        except ChangeRefused as refused:
            codes.add(refused.code)
            remove_stage(final, actor=director, origin=origin_of(director))
    groups = compute_standings(Stage.objects.get(pk=pools.pk)).groups.values()
    tied = any(len({line.rank for line in lines}) < len(lines) for lines in groups)
    assert codes == ({"tied_at_the_cut"} if tied else set())


def test_the_last_of_the_best_others_is_no_accident_either(director):
    """Two pools of three of which the first and the best of all others go on; places are those in the pool and over all, best first."""
    tournament = found_tournament(director, "Gironi")
    enter_pairs(tournament, director, 6)
    ids = list(tournament.entries.values_list("pk", flat=True))

    def judge(best_others, *ranks):
        where = [("A", 1), ("B", 1), ("A", 2), ("B", 2), ("A", 3), ("B", 3)]
        found = [_StandingPlace(pk, group, place, rank) for pk, (group, place), rank in zip(ids, where, ranks, strict=True)]
        order = sorted(ids, key=lambda pk: ranks[ids.index(pk)])
        through = select_qualifiers(_group_places(found), order, of_each=1, best_others=best_others)
        tie = _find_tie(StageSource(None, of_each=1, best_others=best_others), found, through)
        return tie and ([ids.index(pk) for pk in tie.entries], tie.open_places)

    assert judge(1, 1, 2, 3, 4, 5, 6) is None
    assert judge(2, 1, 2, 3, 3, 5, 6) is None
    assert judge(1, 1, 2, 3, 3, 5, 6) == ([2, 3], 1)
    assert judge(1, 1, 4, 2, 5, 6, 5) is None
    assert judge(2, 1, 3, 2, 5, 6, 5) is None, "of one pool the places in it decide"
    assert judge(2, 1, 3, 2, 5, 5, 6) == ([3, 4], 1)


@pytest.mark.parametrize("source", [{}, {"of_each": 9}, {"of_each": 4, "rest": True}])
def test_what_cannot_work_is_refused(pools, director, source):
    assert refusal(follow, pools, director, **source) == "chain_impossible"
    assert pools.tournament.stages.count() == 1


@pytest.mark.both_databases
def test_a_source_stays_while_something_follows(director):
    tournament = play_evening(pairs=8, rounds=0, closed=0, format_key="round_robin")
    pools = tournament.stages.get()
    final = follow(pools, director, of_each=2)
    assert refusal(remove_stage, pools, actor=director, origin=origin_of(director)) == "stage_followed"
    remove_stage(final, actor=director, origin=origin_of(director))
    remove_stage(pools, actor=director, origin=origin_of(director))


def test_the_picture(pools, director):
    assert read_chain_picture(pools.tournament) is None
    follow(pools, director, of_each=2)
    follow(pools, director, of_each=2, rest=True)
    picture = read_chain_picture(pools.tournament)
    assert [(box.number, box.line.split(" · ")[0]) for box in picture.boxes] == [(1, "8 entries"), (2, "4 entries"), (3, "4 entries")]
    assert [arrow.text for arrow in picture.arrows] == ["the first 2 of each pool", "everybody else"]


def test_by_the_pages_until_the_tournament_is_over(pools, director, client):
    client.force_login(director)
    slug = pools.tournament.slug
    address = reverse("tournaments:stage_create", args=[slug]) + "?format=knockout"
    assert client.get(address).context["source_form"].stages == {1: pools}
    shown = client.get(address).context
    typed = {f"options-{name}": value for name, value in shown["options"].initial.items()} | {"seeded": "on", "source-takes": "first"}
    refused = client.post(address, typed | {"source-stage": "1"})
    assert (refused.status_code, Stage.objects.count()) == (422, 1)
    assert client.post(address, typed | {"source-stage": "1", "source-of_each": "2"}).status_code == 302
    page = client.get(reverse("tournaments:stage", args=[slug, 2])).text
    assert "<svg" in page
    assert reverse("scoring:draw", args=[slug, 2]) in page
    assert client.post(reverse("scoring:draw", args=[slug, 2])).status_code == 302
    play_to_the_end(Stage.objects.get(number=2), director)
    assert Tournament.objects.get(slug=slug).state == Tournament.State.FINISHED


def play_to_the_end(stage, director):
    while Stage.objects.get(pk=stage.pk).state != Stage.State.FINISHED:
        drafted = stage.rounds.filter(state="draft").first() or draw_next_round(stage, actor=director, seed="x", at=NOW)
        round_ = publish_round(drafted, actor=director, at=NOW)
        desk = {"enterer": build_staff_actor(build_user("assistant")), "confirmer": build_staff_actor(director)}
        simulate_results(round_, **desk, rng=random.Random(1), at=NOW, prefix=f"final-{round_.number}")
        close_round(round_, actor=director, origin=origin_of(director))
