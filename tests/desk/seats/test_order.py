"""If this fails, a bracket stays as it was drawn although a corrected result has exchanged the first and the second of a pool, unasked."""

import pytest

from desk.rounds.services import redraw_from_results
from desk.seats.queries import read_points_to_decide
from desk.seats.services import let_stand
from desk.seats.unpublishing import unpublish_round
from rankings.standings_pages.chains import read_qualified_entries
from rankings.standings_pages.contradictions import list_contradictions
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, origin_of, play_round, read_pairs, sides, turn_result
from tests.tournaments.doors import publish_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Match, StageEntry
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
WORDS = "risultato corretto"


def draw_final(pools, *, seeded=True):
    director = build_user("director")
    final = create_stage(
        pools.tournament, actor=director, format_key="knockout", options={}, source=StageSource(pools, of_each=2), seeded=seeded
    )
    draw_and_publish(final)
    return final


def exchange_leaders(pools):
    """The match between the first and the second of pool A is corrected: their numbers, the first of now first."""
    pool = list(StageEntry.objects.filter(stage=pools, pool="A").order_by("entry__number").values_list("entry__number", flat=True))
    first, second = pool[:2]
    match = next(match for match in Match.objects.filter(round__stage=pools, kind="played") if sorted(sides(match)) == [first, second])
    turn_result(match)
    return second, first


def read_order(final):
    numbers = dict(Entry.objects.values_list("pk", "number"))
    return [numbers[qualifier.entrant] for qualifier in read_qualified_entries(final)]


def test_a_pool_whose_first_two_are_exchanged_is_named_and_drawn_anew(pools):
    final = draw_final(pools)
    before = read_pairs(final.rounds.get())
    assert list_contradictions(final) == []
    now, then = exchange_leaders(pools)
    (point,) = list_contradictions(final)
    assert (point.seated, point.due, point.numbers) == ((), (), (now, then))
    (card,) = read_points_to_decide(pools.tournament).seats
    assert ("another order" in card.sentence, f"{now} " in card.sentence, card.round_to_unpublish) == (True, True, 1)
    director = build_user("director")
    unpublish_round(final.rounds.get(), actor=director, origin=origin_of(), words=WORDS)
    redraw_from_results(final.rounds.get(), actor=director, seed="again", at=NOW)
    publish_round(final.rounds.get(), actor=director, at=NOW)
    assert list_contradictions(final) == []
    assert list(StageEntry.objects.filter(stage=final).order_by("rank").values_list("entry__number", flat=True)) == read_order(final)
    assert read_pairs(final.rounds.get()) != before


def test_it_can_stand_and_is_asked_again_only_where_it_has_changed(pools):
    final = draw_final(pools)
    exchange_leaders(pools)
    (point,) = list_contradictions(final)
    let_stand(final, point.key, actor=build_user("director"), origin=origin_of(), words=WORDS)
    assert list_contradictions(final) == []
    exchange_leaders(pools)
    assert list_contradictions(final) == []


def test_where_seeds_do_not_count_nothing_is_asked(pools):
    final = draw_final(pools, seeded=False)
    exchange_leaders(pools)
    assert list_contradictions(final) == []


def test_who_withdraws_moves_nobody(pools):
    final = draw_final(pools)
    withdraw_entry(StageEntry.objects.filter(stage=final).order_by("rank").first().entry, actor=build_user("director"))
    assert list_contradictions(final) == []


def test_a_round_that_is_over_is_not_asked_about(pools):
    final = draw_final(pools)
    close(play_round(final.rounds.get()))
    exchange_leaders(pools)
    assert list_contradictions(final) == []
