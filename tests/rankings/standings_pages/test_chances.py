"""Who can still get there, on the pages of the standings."""

import random

import pytest
from django.urls import reverse

from desk.rehearsal.playing import simulate_results
from desk.rounds.services import draw_next_round
from rankings.standings_pages.chances import read_chances
from rankings.standings_pages.queries import read_standings_view
from scoring.ledger.appending import build_staff_actor
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.doors import publish_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Seat, Stage
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


def shown(tournament):
    return read_chances(read_standings_view(Stage.objects.select_related("tournament").get(tournament=tournament, number=1)))


def points_of(tournament):
    view = read_standings_view(Stage.objects.get(tournament=tournament, number=1))
    return [{line.name: line.points for line in group.lines} for group in view.groups]


def test_before_the_last_round_of_a_pool_every_way_is_tried():
    """A pool of four after two rounds: two matches are left, the four ways they can end are looked at one by one."""
    tournament = play_evening(pairs=4, rounds=2, closed=2, format_key="round_robin")
    stage = tournament.stages.get()
    create_stage(tournament, actor=build_user("director"), format_key="knockout", options={}, source=StageSource(stage, of_each=2))
    (points,) = points_of(tournament)
    (told,) = shown(tournament) or (None,)
    winners = [name for name, value in points.items() if value == 2]
    losers = [name for name, value in points.items() if value == 0]
    if len(winners) == 2:
        assert (set(told.through), set(told.out)) == (set(winners), set(losers))
    else:
        assert told is None or set(told.through) <= set(winners)
    if told:
        assert {*told.through, *told.out, *(hope.name for hope in told.possible)} == set(points)


def test_who_withdraws_makes_room_for_the_next():
    """A pool of four after two rounds, of which the first two go on, and the leader leaves: two of the other three go on."""
    tournament = play_evening(pairs=4, rounds=2, closed=2, format_key="round_robin")
    stage = tournament.stages.get()
    create_stage(tournament, actor=build_user("director"), format_key="knockout", options={}, source=StageSource(stage, of_each=2))
    first, *others = read_standings_view(Stage.objects.get(pk=stage.pk)).groups[0].lines
    leader = Entry.objects.get(pk=first.entry_id)
    withdraw_entry(leader, actor=build_user("director"))
    met = {seat.entry_id for seat in Seat.objects.filter(match__seats__entry=leader, round__stage=stage)}
    playing = [line.name for line in others if line.entry_id in met]
    points = {line.name: line.points for line in others}
    futures = [{**points, winner: points[winner] + 1} for winner in playing]
    (told,) = shown(tournament)
    safe = {name for name in points if all(sum(rival >= one[name] for rival in one.values()) <= 2 for one in futures)}
    lost = {name for name in points if all(sum(rival > one[name] for rival in one.values()) >= 2 for one in futures)}
    assert (set(told.through), set(told.out)) == (safe, {leader.name, *lost})


def test_the_page_says_it_until_the_stage_has_ended(client):
    tournament = play_evening(pairs=8, rounds=5, closed=4)
    told = shown(tournament)
    everybody = set(points_of(tournament)[0])
    assert told == () or {*told[0].through, *told[0].out, *(hope.name for hope in told[0].possible)} == everybody
    finished = play_evening(pairs=8, rounds=5, closed=5, name="Finita", desk=("director2", "assistant2"))
    assert shown(finished) == ()
    page = client.get(reverse("scoring:public_standings", args=[tournament.slug]))
    assert ("Who can still win" in page.text) == bool(told)


def test_before_the_last_round_is_drawn_nobody_is_named_who_may_still_fail():
    tournament = play_evening(pairs=8, rounds=4, closed=4)
    (told,) = shown(tournament)
    (points,) = points_of(tournament)
    best = max(points.values())
    assert set(told.out) == {name for name, value in points.items() if value < best - 1}
    through = set(told.through)
    stage = tournament.stages.get()
    round_ = publish_round(draw_next_round(stage, actor=build_user("director"), seed="last", at=NOW), actor=build_user("director"), at=NOW)
    desk = {"enterer": build_staff_actor(build_user("assistant")), "confirmer": build_staff_actor(build_user("director"))}
    simulate_results(round_, **desk, rng=random.Random(3), at=NOW, prefix="last")
    (after,) = points_of(tournament)
    winners = {name for name, value in after.items() if value == max(after.values())}
    assert through <= winners
    assert not winners & set(told.out)


def test_where_points_have_no_bound_nothing_is_said():
    tournament = play_evening(pairs=8, rounds=4, closed=4, format_key="danish")
    stage = tournament.stages.get()
    Stage.objects.filter(pk=stage.pk).update(scheme={"points": "points_scored"})
    assert shown(tournament) == ()


def in_words(told):
    return told.through, {hope.name: hope.needs for hope in told.possible}, told.out


def test_in_a_knockout_it_is_said_how_many_matches_are_to_be_won():
    """Eight pairs, the first two go on: after the quarter-finals four are out and four need one match; then two are through."""
    tournament = play_evening(pairs=8, rounds=1, closed=1, format_key="knockout", one_person=True)
    stage = tournament.stages.get()
    create_stage(tournament, actor=build_user("director"), format_key="knockout", options={}, source=StageSource(stage, best_others=2))
    (points,) = points_of(tournament)
    winners = {name for name, value in points.items() if value}
    through, possible, out = in_words(*shown(tournament))
    assert (through, possible, set(out)) == ((), dict.fromkeys(winners, "1 more match to be won"), set(points) - winners)
    round_ = publish_round(draw_next_round(stage, actor=build_user("director"), seed="semi", at=NOW), actor=build_user("director"), at=NOW)
    assert in_words(*shown(tournament)) == (through, possible, out)
    gone = round_.matches.get(position=1).seats.get(side=0).entry
    withdraw_entry(gone, actor=build_user("director"))
    _through, possible, out = in_words(*shown(tournament))
    assert gone.name in out
    assert set(possible) == winners - {gone.name}


def test_who_shares_a_place_at_the_cut_is_told_so():
    """Without a match for third place, three of four go on: the losers of the semi-finals share the third place."""
    tournament = play_evening(pairs=4, rounds=1, closed=1, format_key="knockout")
    stage = tournament.stages.get()
    Stage.objects.filter(pk=stage.pk).update(options={**stage.options, "play_for": 2})
    create_stage(tournament, actor=build_user("director"), format_key="round_robin", options={}, source=StageSource(stage, best_others=3))
    (points,) = points_of(tournament)
    through, possible, out = in_words(*shown(tournament))
    assert (set(through), out) == ({name for name, value in points.items() if value}, ())
    assert set(possible.values()) == {"tied: a draw or a play-off decides"}


@pytest.mark.parametrize(("source", "groups"), [({"best_others": 2}, [""]), ({"of_each": 1}, ["Venue A", "Venue B"])])
def test_in_heats_those_compete_who_compete_for_the_same_places(source, groups):
    """Two venues of four, all three rounds played, the last not closed: the first two of all go on, or the first of each venue."""
    tournament = play_evening(pairs=8, rounds=3, closed=2, format_key="heats")
    stage = tournament.stages.get()
    create_stage(tournament, actor=build_user("director"), format_key="knockout", options={}, source=StageSource(stage, **source))
    told = shown(tournament)
    assert [one.group for one in told] == groups
    (points,) = points_of(tournament)
    for one in told:
        names = {*one.through, *one.out, *(hope.name for hope in one.possible)}
        most = max(points[name] for name in names)
        assert {name for name in names if points[name] == most} <= {*one.through, *(hope.name for hope in one.possible)}
    assert {name for one in told for name in (*one.through, *one.out, *(hope.name for hope in one.possible))} == set(points)
