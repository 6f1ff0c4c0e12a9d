"""Where the fewest added points win, who was not there leads nobody: against a count of the stored results, written here once more."""

import random
from collections import defaultdict

import pytest

from desk.rehearsal.playing import SimulatedClock, SimulatedDesk, confirm_played, play_match
from desk.roster.late_entries import join_stage
from pairing import format_by_key
from pairing.format import Family
from rankings.standings_pages.cells import explain_standings_cell
from rules import GAMES
from scoring.ledger.appending import build_staff_actor
from scoring.models import MatchResult
from scoring.standings.absences import read_absences
from scoring.standings.decisions import read_decisions
from scoring.standings.stored import compute_standings, read_scheme
from standings import CountingScheme, FormatCounting, StandingResult, rank_results
from standings.ranking import build_tally
from tests.desk.verification.test_every_format import SUITED, found, play_to_the_end
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, origin_of
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.models import Entry, Match, Round, Seat, Stage

pytestmark = pytest.mark.django_db
A, B, C, D = 1, 2, 3, 4


def build_added(form, **options):
    return {**FormatCounting(form).default_values, "points": "points_scored", **options}


def play_round(stage, chance):
    round_ = draw_and_publish(stage, f"lots {stage.rounds.count()}")
    desk = SimulatedDesk(
        build_staff_actor(build_user("assistant")), build_staff_actor(build_user("director")), SimulatedClock(NOW, chance), f"r{round_.pk}"
    )
    for match in round_.matches.filter(kind=Match.Kind.PLAYED):
        play_match(match, desk, chance)
        confirm_played(match, desk)
    return close(round_)


def count_points(stage):
    """The points of every entry by its number, from the rows alone: the penalties of its matches; for a bye their mean, half a point
    rounded to the fewer; for a round of which no row speaks the most penalties that anybody had in a match.
    """
    rounds = list(Round.objects.filter(stage=stage, state=Round.State.CLOSED).values_list("number", flat=True))
    penalties, rests = defaultdict(dict), defaultdict(set)
    for seat in Seat.objects.filter(match__round__stage=stage).select_related("match__round", "entry"):
        result = MatchResult.objects.filter(match=seat.match).first()
        if seat.match.kind == Match.Kind.BYE:
            rests[seat.entry.number].add(seat.match.round.number)
        elif result is not None:
            penalties[seat.entry.number][seat.match.round.number] = sum(game[seat.side] for game in result.summary["games"])
    most = max(value for one in penalties.values() for value in one.values())
    points = {}
    for number in stage.stage_entries.filter(entry__phantom=False).values_list("entry__number", flat=True):
        own = penalties[number]
        mean = -((-2 * sum(own.values()) + len(own)) // (2 * len(own))) if own else None
        points[number] = -sum(own.get(turn, mean if turn in rests[number] else most) for turn in rounds)
    return points


@pytest.fixture
def stage(db):
    """Nine players of Mattazza at tables of four, added points."""
    game = next(game for game in GAMES if game.key == "mattazza")
    stage = found(game, format_by_key("tables_of_four"), individual=False)
    Stage.objects.filter(pk=stage.pk).update(scheme=build_added(format_by_key("tables_of_four")), options={**stage.options, "rounds": 4})
    return Stage.objects.get(pk=stage.pk)


def read_points(stage):
    return {Entry.objects.get(pk=line.entrant).number: line.points for line in compute_standings(stage).lines}


@pytest.mark.parametrize("chance", range(3))
def test_who_came_late_or_left_does_not_lead(stage, chance):
    dice, director = random.Random(chance), build_user("director")
    play_round(stage, dice)
    late = add_entry(stage.tournament, EntryDetails(("Zita",)), actor=director)
    join_stage(stage, late, actor=director, origin=origin_of())
    play_round(stage, dice)
    gone = Entry.objects.get(tournament=stage.tournament, number=2)
    withdraw_entry(gone, actor=director)
    play_round(stage, dice)
    stage = Stage.objects.get(pk=stage.pk)
    points = read_points(stage)
    assert points == count_points(stage)
    absences = read_absences(stage, [late.pk, gone.pk], read_scheme(stage), read_decisions(stage))
    assert absences == {late.pk: 1, gone.pk: 1}
    first = next(compute_standings(stage).lines)
    assert first.entrant != gone.pk
    cell = explain_standings_cell(stage, gone.number, "points")
    assert [part.label for part in cell.parts].count("a round without a match") == 1


def test_a_price_for_the_rounds_before_counts_in_place_of_the_most(stage):
    dice, director = random.Random(5), build_user("director")
    Stage.objects.filter(pk=stage.pk).update(scheme={**stage.scheme, "missed": 3})
    play_round(stage, dice)
    late = add_entry(stage.tournament, EntryDetails(("Zita",)), actor=director)
    join_stage(stage, late, actor=director, origin=origin_of())
    play_round(stage, dice)
    stage = Stage.objects.get(pk=stage.pk)
    most = max(sum(game[side] for game in r.summary["games"]) for r in MatchResult.objects.all() for side in range(4))
    free = count_points(stage)
    assert read_points(stage)[late.number] == free[late.number] + most - 3
    assert read_absences(stage, [late.pk], read_scheme(stage), read_decisions(stage)) == {}


LOWEST = {game.key for game in GAMES if game.build_plan(game.options_from({})).lowest_wins}
EVERY = [case for case in SUITED if case[0].key in LOWEST and case[1].family is not Family.BRACKET]


@pytest.mark.parametrize(("game", "form", "individual"), EVERY, ids=lambda one: getattr(one, "key", str(one)))
def test_nobody_is_absent_where_everybody_stayed(game, form, individual):
    """A bye is a row of its own in every format, and no round is one without a place."""
    stage = found(game, form, individual)
    Stage.objects.filter(pk=stage.pk).update(scheme=build_added(form))
    play_to_the_end(Stage.objects.get(pk=stage.pk), random.Random(1))
    stage = Stage.objects.get(pk=stage.pk)
    entries = list(stage.stage_entries.values_list("entry_id", flat=True))
    assert read_absences(stage, entries, read_scheme(stage), read_decisions(stage)) == {}


def test_an_absence_costs_the_most_penalties_of_a_match_only_where_they_are_added():
    played = [StandingResult(1, 1, (A, B), (1, 0), (-6, -10), 0), StandingResult(2, 2, (A, C), (0, 0), (-15, -4))]
    for scheme, expected in (
        (CountingScheme("points_scored", (), fewest_win=True), {A: -21, B: -25, C: -19, D: -30}),
        (CountingScheme("points_scored", (), fewest_win=True, everybody_meets=True), {A: -21, B: -10, C: -4, D: 0}),
        (CountingScheme("points_scored", ()), {A: -21, B: -10, C: -4, D: 0}),
        (CountingScheme("match_won", (), fewest_win=True), {A: 1, B: 0, C: 0, D: 0}),
    ):
        tally = build_tally([A, B, C, D], played, scheme, absences={B: 1, C: 1, D: 2})
        assert dict(zip([A, B, C, D], (tally.points / scheme.system.unit).tolist(), strict=True)) == expected, scheme
    assert rank_results([A, B], played[:1], CountingScheme("points_scored", (), fewest_win=True))[0].entrant == A
