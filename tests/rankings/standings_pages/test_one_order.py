"""One order of a tournament: final list, podium, prizes, certificates and cash name the same entries at the same places. If this failed, a
club would pay somebody else than its final list names.
"""

import pytest

from desk.seats.services import let_seats_follow, let_stand, play_again
from desk.treasury.queries import read_due_prizes
from printing.prints.heads import read_print_context
from printing.prints.honours import read_award_certificates, read_honours, read_prizes, read_rewarded_honours
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import read_final_list, read_podium
from scoring.models import PaperStyle
from tests.scoring.builders import build_user
from tests.scoring.corrected import (
    close,
    draw_and_publish,
    enter_result,
    first_side,
    found_stage,
    origin_of,
    play_round,
    read_pairs,
    turn_result,
)
from tournaments.models import Match, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db

PRIZES = "1: 400 euro\n2: 200 euro\n3: 100 euro\n4: 80 euro\n5–8: 50 euro"


def follow(stage, format_key, **details):
    return create_stage(stage.tournament, actor=build_user("director"), format_key=format_key, options={}, **details)


def play_out(stage, winners=first_side):
    """Play rounds of a stage until none can be drawn."""
    while stage.rounds.filter(state="closed").count() < 10:
        try:
            round_ = stage.rounds.filter(state="published").first() or draw_and_publish(stage)
        except ChangeRefused:
            return
        close(play_round(round_, winners))


def turn_first_match_and_let_it_stand(stage):
    """Round 1 and 2 are played and closed, then the first result of round 1 is turned, and the seat is let stand: who sat, by number."""
    for _round in range(2):
        close(play_round(draw_and_publish(stage)))
    first = Match.objects.get(round__stage=stage, round__number=1, position=1)
    winner, loser = read_pairs(first.round)[0]
    turn_result(first)
    for point in read_open_points(stage.tournament).contradictions:
        let_stand(stage, point.key, actor=build_user("director"), origin=origin_of(), words="resta")
    return winner, loser


def read_story(tournament):
    context = read_print_context(tournament, str)
    final = [(line.number, line.rank) for line in read_final_list(tournament).lines]
    honours = [(honour.line.number, honour.line.rank) for honour in read_honours(context) if not honour.title]
    podium = [(line.number, line.rank) for line in read_podium(tournament)]
    return final, honours, podium


def finish(tournament):
    PaperStyle.objects.update_or_create(tournament=tournament, defaults={"prizes": PRIZES})
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    return Tournament.objects.get(pk=tournament.pk)


def test_a_pair_of_two_stages_stands_where_its_main_bracket_puts_it():
    stage = found_stage(8)
    seated, _due = turn_first_match_and_let_it_stand(stage)
    consolation = follow(stage, "knockout", name="Consolazione", source=StageSource(stage, lost=(1, 1)))
    play_out(stage)
    play_out(consolation)
    tournament = finish(stage.tournament)
    final, honours, podium = read_story(tournament)
    (finalists, _third) = read_pairs(stage.rounds.order_by("-number").first())
    assert seated in finalists
    assert [number for number, _rank in final[:2]] == list(finalists)
    assert (honours, podium) == (final, [place for place in final if place[1] <= 3])


def test_who_won_only_by_a_correction_and_whose_seat_stands_plays_on_among_the_losers():
    stage = found_stage(8)
    seated, due = turn_first_match_and_let_it_stand(stage)
    consolation = follow(stage, "knockout", name="Consolazione", source=StageSource(stage, lost=(1, 1)))
    numbers = {number for pair in read_pairs(draw_and_publish(consolation)) for number in pair}
    assert (len(numbers), due in numbers, seated in numbers) == (4, True, False)


def test_nobody_is_placed_above_a_match_that_another_played_for_it():
    """Its quarter-final was turned in its favour, its opponent stayed seated: it shares the places of who lost in that round."""
    stage = found_stage(8)
    _seated, due = turn_first_match_and_let_it_stand(stage)
    play_out(stage)
    final, honours, podium = read_story(finish(stage.tournament))
    (_finalists, third) = read_pairs(stage.rounds.order_by("-number").first())
    places = dict(final)
    assert [places[number] for number in third] == [3, 4]
    assert places[due] == 5
    assert (honours, podium) == (final, [place for place in final if place[1] <= 3])


def test_who_plays_a_consolation_of_a_round_that_it_did_not_reach_stands_where_it_went_out():
    """It sat in a semi-final, lost, and the consolation was drawn; then its quarter-final was turned and the semi-final played again."""
    stage = found_stage(8, options={"play_for": 2})
    for _round in range(2):
        close(play_round(draw_and_publish(stage)))
    consolation = follow(stage, "knockout", name="Consolazione", source=StageSource(stage, lost=(2, 2)))
    draw_and_publish(consolation)
    semifinal = Match.objects.get(round__stage=stage, round__number=2, position=1)
    out = semifinal.seats.get(side=1).entry
    turn_result(Match.objects.get(round__stage=stage, round__number=1, seats__entry=out))
    deciding = {"actor": build_user("director"), "origin": origin_of(), "words": "resta"}
    play_again(semifinal, **deciding)
    enter_result(semifinal, 0)
    [point] = read_open_points(stage.tournament).contradictions
    let_stand(consolation, point.key, **deciding | {"origin": origin_of()})
    close(play_round(consolation.rounds.get()))
    play_out(stage)
    final, honours, podium = read_story(finish(stage.tournament))
    losers = {pair[1] for pair in read_pairs(stage.rounds.get(number=2))}
    assert {number for number, _rank in final[2:4]} == losers
    assert dict(final)[out.number] >= 5
    assert (honours, podium) == (final, [place for place in final if place[1] <= 3])


def test_who_plays_on_pulls_no_final_of_the_consolation_above_its_round():
    """A first result is turned when the consolation is drawn: its loser takes the seat and reaches both finals."""
    stage = found_stage(8)
    close(play_round(draw_and_publish(stage)))
    draw_and_publish(stage)
    consolation = follow(stage, "round_robin", name="Consolazione", source=StageSource(stage, lost=(1, 1)))
    draw_and_publish(consolation)
    first = Match.objects.get(round__stage=stage, round__number=1, position=1)
    both = first.seats.get(side=1).entry
    turn_result(first)
    let_seats_follow(stage, 2, actor=build_user("director"), origin=origin_of(), words="corretto")
    [point] = read_open_points(stage.tournament).contradictions
    let_stand(consolation, point.key, actor=build_user("director"), origin=origin_of(), words="resta")
    for played in (stage, consolation, follow(consolation, "knockout", name="Finalina", source=StageSource(consolation, best_others=2))):
        play_out(played, lambda match: match.seats.filter(entry=both).values_list("side", flat=True).first() or 0)
    final, honours, podium = read_story(finish(stage.tournament))
    (finalists, third) = read_pairs(stage.rounds.order_by("-number").first())
    assert both.number == finalists[0] == final[0][0]
    assert {number for number, _rank in final[:4]} == {*finalists, *third}
    assert (honours, podium) == (final, [place for place in final if place[1] <= 3])


@pytest.mark.parametrize("format_key", ["swiss", "round_robin"])
def test_prizes_reach_to_the_last_place_that_has_one_over_all_stages(format_key):
    stage = found_stage(8, format_key, options={"rounds": 3} if format_key == "swiss" else None)
    play_out(stage)
    final_of_two = follow(stage, "knockout", name="Finale", source=StageSource(stage, of_each=2))
    play_out(final_of_two)
    tournament = finish(stage.tournament)
    context = read_print_context(tournament, str)
    final, honours, podium = read_story(tournament)
    assert (len(final), honours) == (8, final)
    assert podium == [place for place in final if place[1] <= 3]
    assert len(read_prizes(context)) == len(read_award_certificates(context)) == 8
    assert sum(prize.due for prize in read_due_prizes(context)) <= 98_000
    assert {honour.line.entry_id for honour in read_rewarded_honours(context)} == {prize.entry_id for prize in read_due_prizes(context)}
