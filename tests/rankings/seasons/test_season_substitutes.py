"""Who was substituted and who came both stand in the ranking of a season, each with what the rule says."""

import datetime as dt
import random
from fractions import Fraction

import pytest

from desk.rehearsal.playing import simulate_results
from desk.roster.substitutions import substitute_player
from desk.rounds.services import close_round, draw_next_round
from rankings.seasons.queries import compute_ranking
from rankings.seasons.services import set_rule
from rankings.seasons.wording import explain_season_cell
from scoring.ledger.appending import build_staff_actor
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.scoring.seasons import build_season
from tests.tournaments.doors import publish_round
from tournaments.models import Round, Stage, Substitution, Tournament

pytestmark = pytest.mark.django_db


def play_on(tournament, number):
    director, assistant = build_user("director"), build_user("assistant")
    stage = Stage.objects.get(tournament=tournament)
    round_ = publish_round(draw_next_round(stage, actor=director, seed=f"more-{number}", at=NOW), actor=director, at=NOW)
    people = {"enterer": build_staff_actor(assistant), "confirmer": build_staff_actor(director)}
    simulate_results(round_, rng=random.Random(number), at=NOW, prefix=f"more-{number}", **people)
    close_round(round_, actor=director, origin=origin_of(director))


def substitute(tournament, name, comes):
    director = build_user("director")
    member = tournament.entries.model.objects.get(tournament=tournament, members__person__name=name).members.get(person__name=name)
    substitute_player(member.entry, member.position, comes, actor=director, origin=origin_of(director), reason="febbre")


@pytest.fixture
def season(db):
    """A Swiss of three rounds: the first player of entry 1 leaves after the first round, and is back for the third."""
    tournament = play_evening(pairs=4, rounds=1, closed=1, options={}, substitutions=True)
    first = tournament.entries.get(number=1).members.get(position=0).person.name
    substitute(tournament, first, "Guido Nuovo")
    play_on(tournament, 2)
    substitute(tournament, "Guido Nuovo", first)
    play_on(tournament, 3)
    return finish(tournament), first


def finish(tournament):
    Stage.objects.filter(tournament=tournament).update(state=Stage.State.FINISHED)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED, demonstration=False)
    tournament.refresh_from_db()
    return build_season(tournament)


@pytest.mark.parametrize(
    ("rule", "parts"),
    [("rounds", (Fraction(2, 3), Fraction(1, 3))), ("equally", (Fraction(1, 2),) * 2), ("everybody", (1, 1)), ("last", (1, 0))],
)
def test_both_get_what_the_rule_says(season, rule, parts):
    season, first = season
    set_rule(season, actor=build_user("director"), typed={"substitutes": rule, "places": "60 48 36 24"})
    season.refresh_from_db()
    ranking = compute_ranking(season, everything=True)
    by_name = {called.name: player for player, called in ranking.called.items()}
    scores = {line.player: line.record.scores[0] for line in ranking.lines}
    there, came = scores[by_name[first]], scores[by_name["Guido Nuovo"]]
    assert (there.share, came.share, there.rounds, came.rounds) == (*parts, 2, 1)
    assert there.points == there.by_place * parts[0] + 1
    assert len(ranking.players) == 9


def test_the_number_says_how_many_rounds_were_played(season):
    season, _first = season
    ranking = compute_ranking(season, everything=True)
    guido = next(player for player, called in ranking.called.items() if called.name == "Guido Nuovo")
    cell = explain_season_cell(ranking, guido, "points")
    assert cell.parts[0].label.endswith("rounds played: 1; of the points of the place 33.33 %")


def test_who_came_after_whom_is_told_by_the_ledger_and_not_by_a_clock_that_was_set_back(db):
    """Three play a round each in one place."""
    tournament = play_evening(pairs=4, rounds=1, closed=1, options={}, substitutions=True)
    first = tournament.entries.get(number=1).members.get(position=0).person.name
    substitute(tournament, first, "Guido Nuovo")
    play_on(tournament, 2)
    substitute(tournament, "Guido Nuovo", "Carla Terza")
    play_on(tournament, 3)
    earlier = NOW - dt.timedelta(days=365)
    Substitution.objects.filter(comes__name="Carla Terza").update(made_at=earlier)
    Round.objects.filter(stage__tournament=tournament, number=3).update(published_at=earlier)
    season = finish(tournament)
    set_rule(season, actor=build_user("director"), typed={"substitutes": "rounds", "places": "60 48 36 24"})
    season.refresh_from_db()
    ranking = compute_ranking(season, everything=True)
    rounds = {ranking.called[line.player].name: line.record.scores[0].rounds for line in ranking.lines}
    assert [rounds[name] for name in (first, "Guido Nuovo", "Carla Terza")] == [1, 1, 1]
