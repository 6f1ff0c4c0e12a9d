"""The stage of everybody else beside the stage of the first: nobody plays both, and nobody is left out of both."""

import pytest

from desk.rounds.drafts import list_changes_since_draw
from desk.rounds.services import draw_next_round
from desk.seats.services import let_stand
from desk.seats.unpublishing import unpublish_round
from rankings.schemes.services import choose_scheme
from rankings.standings_pages.chains import read_tied_place
from rankings.standings_pages.contradictions import list_contradictions
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, origin_of, sides, turn_result
from tournaments.draws.services import discard_draft
from tournaments.entries.services import readmit_entry, withdraw_entry
from tournaments.models import Entry, Match, Round, Stage, StageEntry
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def pools(db):
    """Two pools of four in which the lower number won every match."""
    stage = found_stage(8, "round_robin", options={"pool_size": 4})
    for _round in range(3):
        round_ = draw_and_publish(stage)
        for match in round_.matches.all():
            one, other = sides(match)
            enter_result(match, 0 if one < other else 1)
        close(round_)
    return Stage.objects.get(pk=stage.pk)


def follow(pools, *, format_key="swiss", of_each=2, **source):
    options = {"rounds": 2} if format_key == "swiss" else {}
    source_chosen = StageSource(pools, of_each=of_each, **source)
    return create_stage(pools.tournament, actor=build_user("director"), format_key=format_key, options=options, source=source_chosen)


def read_pools(pools):
    """The numbers of each pool, the best first."""
    found = {}
    for number, pool in StageEntry.objects.filter(stage=pools).order_by("entry__number").values_list("entry__number", "pool"):
        found.setdefault(pool, []).append(number)
    return [found[name] for name in sorted(found)]


def playing(stage):
    return set(StageEntry.objects.filter(stage=stage).values_list("entry__number", flat=True))


def entry(pools, number):
    return Entry.objects.get(tournament=pools.tournament, number=number)


def withdraw(pools, number):
    withdraw_entry(entry(pools, number), actor=build_user("director"))


def readmit(pools, number):
    readmit_entry(entry(pools, number), actor=build_user("director"))


def turn(pools, one, other):
    (match,) = (match for match in Match.objects.filter(round__stage=pools, kind="played") if set(sides(match)) == {one, other})
    turn_result(match)


def stand(stage):
    (point,) = list_contradictions(stage)
    let_stand(stage, point.key, actor=build_user("director"), origin=origin_of(), words="pool corretto")


def open_numbers(stage):
    return [point.numbers for point in list_contradictions(stage)]


@pytest.mark.both_databases
@pytest.mark.parametrize("format_key", ["knockout", "swiss"])
def test_whoever_was_let_stand_in_the_knockout_plays_no_second_stage(pools, format_key):
    """The third of a pool would be second by the corrected result, and does not play the knockout: it plays the other stage."""
    final, consolation = follow(pools, format_key="knockout"), follow(pools, format_key=format_key, rest=True)
    (first, second, third, fourth), second_pool = read_pools(pools)
    draw_and_publish(final)
    turn(pools, second, third)
    stand(final)
    draw_and_publish(consolation)
    assert playing(final) == {first, second, *second_pool[:2]}
    assert playing(consolation) == {third, fourth, *second_pool[2:]}
    assert open_numbers(consolation) == []


def test_the_second_stage_is_drawn_beside_the_knockout_while_a_contradiction_is_open(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (_first, second, third, fourth), second_pool = read_pools(pools)
    draw_and_publish(final)
    turn(pools, second, third)
    draw_and_publish(consolation)
    assert playing(consolation) == {third, fourth, *second_pool[2:]}
    assert (open_numbers(final), open_numbers(consolation)) == ([(second, third)], [])


def test_one_decision_about_the_knockout_settles_both_stages(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (_first, second, third, _fourth), _second_pool = read_pools(pools)
    draw_and_publish(final)
    round_ = draw_and_publish(consolation)
    turn(pools, second, third)
    assert (open_numbers(final), open_numbers(consolation)) == ([(second, third)], [])
    stand(final)
    assert (open_numbers(final), open_numbers(consolation)) == ([], [])
    unpublish_round(round_, actor=build_user("director"), origin=origin_of(), words="")
    assert list_changes_since_draw(Round.objects.select_related("stage__tournament", "stage__source", "draw").get(pk=round_.pk)) == ()


def test_the_second_stage_is_asked_when_the_knockout_was_drawn_anew(pools):
    """Until then who plays it follows from the knockout; whoever plays it now is no part of the rest."""
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (_first, second, third, _fourth), _second_pool = read_pools(pools)
    round_ = draw_and_publish(final)
    draw_and_publish(consolation)
    turn(pools, second, third)
    unpublish_round(round_, actor=build_user("director"), origin=origin_of(), words="")
    discard_draft(Round.objects.get(pk=round_.pk), actor=build_user("director"))
    draw_and_publish(final)
    assert (open_numbers(final), open_numbers(consolation)) == ([], [(third, second)])


@pytest.mark.both_databases
def test_whoever_leaves_the_knockout_takes_nobody_from_the_second_stage(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (_first, second, third, fourth), second_pool = read_pools(pools)
    draw_and_publish(final)
    withdraw(pools, second)
    draw_and_publish(consolation)
    assert playing(consolation) == {third, fourth, *second_pool[2:]}
    readmit(pools, second)
    assert (open_numbers(final), open_numbers(consolation)) == ([], [])


def test_whoever_returns_after_the_knockout_was_drawn_plays_the_second_stage(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (first, second, third, fourth), second_pool = read_pools(pools)
    withdraw(pools, second)
    draw_and_publish(final)
    readmit(pools, second)
    draw_and_publish(consolation)
    assert playing(final) == {first, third, *second_pool[:2]}
    assert playing(consolation) == {second, fourth, *second_pool[2:]}


def test_the_best_of_the_rest_play_the_knockout_only(pools):
    """One of each pool and the best of the consolation: the second of one pool, until it leaves."""
    final = follow(pools, format_key="knockout", of_each=1, best_others=2)
    consolation = follow(pools, of_each=1, best_others=2, rest=True)
    numbers = {number for pool in read_pools(pools) for number in pool}
    draw_and_publish(final)
    withdraw(pools, min(playing(final)))
    draw_and_publish(consolation)
    assert playing(consolation) == numbers - playing(final)


def test_the_same_number_said_in_another_box_is_the_same_stage(pools):
    """Where one ranking is left, “the first four” and “the four best of the rest” are the same entries."""
    swiss = found_stage(8, "swiss", name="Svizzero", options={"rounds": 1})
    round_ = draw_and_publish(swiss)
    for match in round_.matches.all():
        enter_result(match, 0)
    close(round_)
    scheme = {"points": "match_won", "tie_break_1": "lots"} | {f"tie_break_{place}": "nothing" for place in range(2, 9)}
    choose_scheme(swiss, actor=build_user("director"), origin=origin_of(), typed=scheme)
    swiss = Stage.objects.get(pk=swiss.pk)
    final, consolation = follow(swiss, format_key="knockout", of_each=4), follow(swiss, of_each=0, best_others=4, rest=True)
    draw_and_publish(final)
    withdraw(swiss, min(playing(final)))
    draw_and_publish(consolation)
    assert playing(consolation) == playing(swiss) - playing(final)


def test_another_stage_that_takes_fewer_or_all_says_nothing_of_the_rest(pools):
    """Everybody plays the team match, the winners of the pools a show match; the rest is what the knockout leaves."""
    everybody, show = follow(pools, of_each=0, best_others=9999), follow(pools, format_key="knockout", of_each=1)
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    for stage in (everybody, show, final, consolation):
        draw_and_publish(stage)
    assert playing(consolation) == playing(everybody) - playing(final)


def test_before_the_knockout_is_drawn_the_results_say_who_is_left(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (first, second, third, fourth), second_pool = read_pools(pools)
    draw_next_round(final, actor=build_user("director"), seed="draft", at=NOW)
    turn(pools, second, third)
    draw_and_publish(consolation)
    assert playing(final) == {first, second, *second_pool[:2]}, "a draft that nobody has seen decides nothing"
    assert playing(consolation) == {second, fourth, *second_pool[2:]}


def test_a_tie_at_the_cut_is_no_question_of_the_second_stage_once_the_knockout_is_drawn(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    nothing = {f"tie_break_{place}": "nothing" for place in range(1, 9)}
    choose_scheme(pools, actor=build_user("director"), origin=origin_of(), typed={"points": "match_won", **nothing})
    (first, _second, third, fourth), second_pool = read_pools(pools)
    turn(pools, first, third)
    tied = read_tied_place(consolation)
    assert tied is not None
    assert tied == read_tied_place(final)
    turn(pools, first, third)
    draw_and_publish(final)
    turn(pools, first, third)
    assert (read_tied_place(final), read_tied_place(consolation)) == (tied, None)
    draw_and_publish(consolation)
    assert playing(consolation) == {third, fourth, *second_pool[2:]}


def test_whoever_was_let_stand_in_the_second_stage_plays_no_knockout(pools):
    """The other order: the second stage was drawn first, and its third would be second by the corrected result."""
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (first, second, third, fourth), second_pool = read_pools(pools)
    draw_and_publish(consolation)
    turn(pools, second, third)
    stand(consolation)
    draw_and_publish(final)
    assert playing(final) == {first, second, *second_pool[:2]}
    assert playing(consolation) == {third, fourth, *second_pool[2:]}
    assert (open_numbers(final), open_numbers(consolation)) == ([], [])
    turn(pools, second, fourth)
    turn(pools, third, fourth)
    assert open_numbers(final) == [(second, fourth)], "what was decided about the third says nothing of another"


def test_the_place_of_who_was_let_stand_in_the_second_stage_goes_to_nobody_of_it(pools):
    final, consolation = follow(pools, format_key="knockout"), follow(pools, rest=True)
    (first, second, third, fourth), second_pool = read_pools(pools)
    draw_and_publish(consolation)
    withdraw(pools, first)
    stand(consolation)
    draw_and_publish(final)
    assert (playing(final), playing(consolation)) == ({second, *second_pool[:2]}, {third, fourth, *second_pool[2:]})
    assert (open_numbers(final), open_numbers(consolation)) == ([], [])
