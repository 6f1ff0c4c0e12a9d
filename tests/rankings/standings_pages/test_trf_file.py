"""A stage written as TRF: its rounds make the points of the standings, its places are theirs."""

import pytest
from django.urls import reverse
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from pairing import DrawRefused
from pairing.trf.reading import parse_trf
from pairing.trf.record_readers import read_records
from pairing.trf.report import ResultCode
from rankings.standings_pages.trf_file import format_stage_as_trf
from scoring.models import StandingsCache
from scoring.standings.stored import compute_standings, read_standings
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Club, Entry, Person, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db):
    tournament = play_evening(pairs=7, rounds=3, closed=3)
    Entry.objects.filter(tournament=tournament).update(club=None)
    Entry.objects.filter(tournament=tournament, number__lte=2).update(club=Club.objects.create(name="Circolo Su Nuraghe"))
    third = Person.objects.filter(memberships__entry__number=3, memberships__entry__tournament=tournament, memberships__position=0)
    third.update(membership="770077")
    fourth = Person.objects.filter(memberships__entry__number=4, memberships__entry__tournament=tournament, memberships__position=0)
    fourth.update(membership="ARCI 77")
    return Stage.objects.select_related("tournament").get(tournament=tournament)


def test_places_clubs_and_membership_numbers_are_in_it(stage):
    records = read_records(format_stage_as_trf(stage))
    lines = [line for group in read_standings(stage).groups.values() for line in group]
    names = dict(Entry.objects.filter(tournament=stage.tournament).values_list("pk", "name"))
    assert {team.name: team.match_points for team in records.teams} == {names[line.entrant][:32].strip(): 2 * line.points for line in lines}
    text = format_stage_as_trf(stage).splitlines()
    ranks = {line[14:47].strip(): int(line[85:89]) for line in text if line.startswith("001")}
    assert ranks == {names[line.entrant][:33].strip(): line.rank for line in lines}
    (club,) = records.teams_of_2016
    assert (club.name, len(club.members)) == ("Circolo Su Nuraghe", 2)
    assert [player.fide_id for player in records.players if player.fide_id] == ["770077"]


def test_the_page_offers_it_where_matches_are_between_two(stage, client):
    client.force_login(build_user("director"))
    page = client.get(reverse("scoring:desk_standings", args=[stage.tournament.slug]))
    address = reverse("scoring:standings_trf", args=[stage.tournament.slug])
    assert f'href="{address}?stage=1"' in page.content.decode()
    answer = client.get(f"{address}?stage=1")
    assert answer.content.decode() == format_stage_as_trf(stage)
    assert answer["Content-Disposition"].endswith('-1.trf"')
    assert client.get(f"{address}?stage=2").status_code == 404


@pytest.mark.parametrize("points", ["two_one_zero", "three_one_zero"])
def test_gacrux_reads_it_and_counts_the_same_points_and_buchholz(stage, points):
    """Another program's reader and count. Three have had a bye and nobody has drawn: what a draw is worth only the stage knows."""
    Stage.objects.filter(pk=stage.pk).update(scheme={**stage.scheme, "points": points, "tie_break_1": "buchholz"})
    StandingsCache.objects.filter(stage=stage).delete()
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    file = trf2json()
    file.parse_file(format_stage_as_trf(stage), 0)
    assert file.get_status() == 0
    tournament = file.get_tournament(1)
    tally = tiebreak(tournament, 3, None)
    for place, code in enumerate(("PTS", "BH"), start=1):
        tally.compute_single_tiebreak(tally.parse_tiebreak(place, code))
    counted = {number: [float(detail["val"]) for detail in team["tiebreakDetails"]] for number, team in tally.cmps.items()}
    numbers = dict(Entry.objects.filter(tournament=stage.tournament).values_list("pk", "number"))
    lines = tuple(compute_standings(stage).lines)
    assert counted == {numbers[line.entrant]: [line.points, line.cells[0]] for line in lines}
    assert [line.played for line in lines].count(2) == 3


def test_of_a_bracket_every_bye_is_told():
    """Of five pairs three have a bye in the first round, and the file has room for one of them where pairs are teams of one."""
    tournament = play_evening(pairs=5, rounds=3, closed=3, format_key="knockout")
    stage = Stage.objects.select_related("tournament").get(tournament=tournament)
    records = read_records(format_stage_as_trf(stage))
    points = {line.entrant: line.points for line in compute_standings(stage).lines}
    names = dict(Entry.objects.filter(tournament=tournament).values_list("name", "pk"))
    assert sum(player.cells[0].code is ResultCode.BYE for player in records.players) == 3
    assert {names[player.name]: player.points for player in records.players} == {entry: 2 * own for entry, own in points.items()}
    assert len({line.name for line in records.teams_of_2016}) == 3
    with pytest.raises(DrawRefused) as refused:
        parse_trf(format_stage_as_trf(stage), without_colours=True)
    assert {reason.code for reason in refused.value.reasons} == {"trf_over"}
