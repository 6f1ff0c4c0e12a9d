"""A season's ranking follows from the standings of its evenings, and from nothing else."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from desk.seats.services import let_stand
from rankings.seasons.queries import EveningStanding, read_ranking
from rankings.seasons.services import (
    SeasonDetails,
    add_director,
    add_evening,
    create_season,
    edit_season,
    mark_as_different,
    merge_players,
    remove_director,
    remove_evening,
    set_final,
    set_rule,
    split_player,
)
from rankings.seasons.wording import explain_season_cell, list_season_rows
from rankings.standings_pages.contradictions import list_contradictions
from rules.problems import RuleViolation
from scoring.models import MatchResult
from scoring.page_versions import read_season_page_version
from scoring.standings.stored import read_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, origin_of, play_round, turn_result
from tests.scoring.evenings import play_evening
from tests.scoring.seasons import RULE, build_evening, build_season, ids, keep, ranking_of, told
from tournaments.models import Entry, Season, SeasonEvening, SeasonNaming, Stage, Tournament
from tournaments.refusals import ChangeRefused

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def winter(director):
    """Three evenings of pairs that change; the last one a final.

              Anna        Berta       Carla       Dora        (10 6 4 3, and 1 for coming)
    7 Nov     1st: 11     1st: 11     2nd: 7      2nd: 7
    14 Nov    1st: 11     2nd: 7      1st: 11     2nd: 7
    21 Nov    1 = 2: 9    1 = 2: 9    1 = 2: 9    1 = 2: 9    the mean of 10 and 6, and 1; × 2 = 18
    """
    season = build_season(
        build_evening("Prima", 7, "Anna / Berta, Bar", "Carla / Dora, Bar"),
        build_evening("Seconda", 14, "Anna / Carla, Bar", "Berta / Dora, Bar"),
        build_evening("Finale", 21, ("Anna / Dora, Bar", "Berta / Carla, Bar")),
    )
    set_rule(season, actor=director, typed=RULE)
    set_final(season, season.evenings.last(), actor=director, final=True)
    return season


def test_an_example_counted_by_hand(winter):
    assert told(winter) == [(1, "Anna", "40"), (2, "Berta", "36"), (2, "Carla", "36"), (4, "Dora", "32")]


def test_only_the_best_count_and_the_others_are_shown(winter, director):
    set_rule(winter, actor=director, typed={**RULE, "best": 2})
    rows = list_season_rows(ranking_of(winter))
    assert [(row.name, row.cells["points"], len(row.left_out)) for row in rows] == [
        ("Anna", "29", 1), ("Berta", "29", 1), ("Carla", "29", 1), ("Dora", "25", 1),
    ]  # fmt: skip
    assert [row.rank for row in rows] == [1, 2, 2, 4]  # Anna won two evenings outright and shared one


def test_every_number_says_how_it_came_about(winter):
    ranking = ranking_of(winter)
    (anna,), final = ids(winter, "Anna"), ranking.evenings[-1].id
    cell = explain_season_cell(ranking, anna, f"e{final}")
    assert [(part.label, part.value) for part in cell.parts] == [
        ("place 1 of 2, 2 tied", "8"), ("for taking part", "1"), ("a final: all its points are multiplied by", "2"),
    ]  # fmt: skip
    assert cell.total == "18"
    points = explain_season_cell(ranking, anna, "points")
    assert [part.value for part in points.parts] == ["11", "11", "18"]
    assert (explain_season_cell(ranking, anna, "evenings_won").total, explain_season_cell(ranking, anna, "nonsense")) == ("3", None)


def test_teams_are_ranked_when_the_director_says_so(director):
    season = build_season(
        build_evening("Prima", 7, "Rossi / Bianchi", "Verdi / Neri"), build_evening("Seconda", 14, "Verdi / Neri", "BIANCHI / Rossi")
    )
    set_rule(season, actor=director, typed={**RULE, "ranks": "teams"})
    assert told(season) == [(1, "Verdi – Neri", "18"), (2, "BIANCHI – Rossi", "18")]


def test_a_later_correction_changes_the_season(winter):
    stage = Stage.objects.get(tournament__name="Prima")
    before, version = told(winter), read_season_page_version(winter.slug)
    lines = read_standings(stage).lines
    keep(stage, [line._replace(rank=3 - line.rank) for line in lines])
    assert before != told(winter)
    stage.tournament.save()  # as every correction moves ledger or tournament
    assert read_season_page_version(winter.slug) != version


def test_the_ranking_is_kept_while_the_version_stays(winter):
    winter.refresh_from_db()
    version = read_season_page_version(winter.slug)
    kept = read_ranking(winter, version, everything=True)
    with CaptureQueriesContext(connection) as queries:
        again = read_ranking(winter, version, everything=True)
    assert (len(queries), again) == (0, kept)


def test_what_is_not_over_waits(winter):
    going_on = build_evening("Quarta", 28, "Anna / Berta, Bar", "Carla / Dora, Bar")
    Tournament.objects.filter(pk=going_on.pk).update(state=Tournament.State.RUNNING)
    add_evening(winter, going_on, actor=build_user("director"))
    MatchResult.objects.filter(match__round__stage__tournament__name="Prima").update(state=MatchResult.State.OPEN)
    ranking = ranking_of(winter)
    assert [one.standing for one in ranking.evenings] == [
        EveningStanding.REOPENED,
        EveningStanding.IN,
        EveningStanding.IN,
        EveningStanding.NOT_OVER,
    ]
    assert [one.name for one in ranking.counted] == ["Seconda", "Finale"]


def test_an_evening_in_which_something_is_to_be_decided_waits(director):
    stage = found_stage(4)
    for _round in range(2):
        close(play_round(draw_and_publish(stage)))
    season = build_season(stage.tournament)
    assert [one.standing for one in ranking_of(season).evenings] == [EveningStanding.IN]
    semifinal = stage.rounds.get(number=1).matches.order_by("position").first()
    turn_result(semifinal)
    ranking = ranking_of(season)
    assert ([one.standing for one in ranking.evenings], ranking.lines) == ([EveningStanding.TO_DECIDE], ())
    while points := list_contradictions(Stage.objects.get(pk=stage.pk)):
        let_stand(stage, points[0].key, actor=director, origin=origin_of(), words="giocata così")
    assert [one.standing for one in ranking_of(season).evenings] == [EveningStanding.IN]


def test_who_never_came_gets_nothing(director):
    season = build_season(build_evening("Prima", 7, "Anna", "Berta", "Carla", played=False))
    set_rule(season, actor=director, typed=RULE)
    assert told(season) == [(1, "Anna", "11"), (2, "Berta", "7")]


def test_an_evening_without_a_public_page_does_not_count_in_public(winter):
    Tournament.objects.filter(name="Finale").update(public=False)
    assert told(winter, everything=False) == [(1, "Anna", "22"), (2, "Carla", "18"), (3, "Berta", "18"), (4, "Dora", "14")]
    assert ranking_of(winter, everything=False).withheld == 1
    assert told(winter)[0] == (1, "Anna", "40")


# ------------------------------------------------------------------------------------------------------------- who is who


def test_a_season_is_of_one_game_or_of_any(director):
    season = build_season(build_evening("Prima", 7, "Anna"))
    with pytest.raises(ChangeRefused) as refusal:
        edit_season(season, SeasonDetails("Winter", "marafon"), actor=director)
    assert refusal.value.code == "other_game"
    edit_season(season, SeasonDetails("Inverno", "mariglia", public=False), actor=director)
    season.refresh_from_db()
    assert (season.name, season.slug, season.public) == ("Inverno", "winter", False)
    other = build_evening("Altra", 14, "Anna", game_key="marafon")
    with pytest.raises(ChangeRefused):
        add_evening(season, other, actor=director)


def test_rehearsals_count_nowhere(director):
    with pytest.raises(ChangeRefused) as refusal:
        build_season(build_evening("Prova", 7, "Anna", demonstration=True))
    assert refusal.value.code == "demonstration"


def test_nobody_adds_somebody_elses_evening(director):
    season = create_season(SeasonDetails("Altrui"), actor=build_user("stranger"))
    with pytest.raises(PermissionDenied):
        add_evening(season, build_evening("Prima", 7, "Anna"), actor=build_user("stranger"))


def test_strangers_change_nothing(winter):
    stranger, evening = build_user("stranger"), winter.evenings.first()
    changes = (
        lambda **who: edit_season(winter, SeasonDetails("x"), **who),
        lambda **who: set_rule(winter, typed=RULE, **who),
        lambda **who: add_evening(winter, evening.tournament, **who),
        lambda **who: remove_evening(winter, evening, **who),
        lambda **who: set_final(winter, evening, final=True, **who),
        lambda **who: add_director(winter, user=stranger, **who),
        lambda **who: remove_director(winter, user=build_user("director"), **who),
        lambda **who: merge_players(winter, [], at=NOW, **who),
        lambda **who: mark_as_different(winter, [], at=NOW, **who),
        lambda **who: split_player(winter, "", [], at=NOW, **who),
    )
    for change in changes:
        with pytest.raises(PermissionDenied):
            change(actor=stranger)


def test_one_director_stays(winter, director):
    other = build_user("other")
    add_director(winter, actor=director, user=other)
    remove_director(winter, actor=other, user=director)
    with pytest.raises(ChangeRefused) as refusal:
        remove_director(winter, actor=other, user=other)
    assert refusal.value.code == "last_director"


@pytest.mark.parametrize("typed", [{"places": "5 6"}, {"tie_break_1": "lots", "tie_break_2": "lots"}, {"best": "-1"}, {"places": "x"}])
def test_a_rule_that_cannot_be_is_refused(winter, director, typed):
    with pytest.raises(RuleViolation):
        set_rule(winter, actor=director, typed=typed)


def test_illegal_rows_cannot_be_stored(winter, director):
    evening, entry = winter.evenings.first(), Entry.objects.first()
    decision = mark_as_different(winter, list(ranking_of(winter).players)[:2], actor=director, at=NOW)
    naming = decision.namings.first()
    broken = (
        lambda: SeasonEvening.objects.create(season=winter, tournament=evening.tournament),
        lambda: winter.directors.create(user=director),
        lambda: Season.objects.create(slug=winter.slug, name="x", rule={}, seed="x", created_by=director),
        lambda: decision.namings.create(entry=naming.entry, person=naming.person, part=1),
        lambda: SeasonNaming.objects.bulk_create(SeasonNaming(decision=decision, entry=entry, part=1) for _twice in range(2)),
        lambda: decision.namings.create(entry=entry, part=0),
    )
    for store in broken:
        with pytest.raises(IntegrityError), transaction.atomic():
            store()


def test_a_long_season_asks_as_often_as_a_short_one(director):
    def asked(count):
        evenings = [build_evening(f"Sera {count} {day}", day, "Anna / Berta", "Carla / Dora") for day in range(1, count + 1)]
        season = build_season(*evenings, name=f"Stagione {count}")
        with CaptureQueriesContext(connection) as queries:
            ranking_of(season)
        return len(queries)

    assert asked(1) == asked(3)


def test_evenings_that_were_played_count(director):
    """Through the services, to the last round: the order of the bracket, the points of its places."""
    tournament = play_evening(pairs=4, rounds=2, format_key="knockout", closed=2)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False)
    tournament.refresh_from_db()
    season = build_season(tournament)
    set_rule(season, actor=director, typed=RULE)
    assert tournament.state == Tournament.State.FINISHED
    assert sorted(points for _rank, _name, points in told(season)) == sorted(["11", "11", "7", "7", "5", "5", "4", "4"])
