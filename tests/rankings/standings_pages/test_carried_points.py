"""Points that are carried from one stage into the next. If this failed, an evening of Mitchell and Danish would be won by the wrong pair.

The count of these tests is a second one: it reads the rows of results, knows nothing of stages, and shares no code with the standings.
"""

import random
from collections import defaultdict
from itertools import combinations

import pytest
from django.urls import reverse

from desk.roster.late_entries import join_stage
from desk.rounds.drafts import list_changes_since_draw
from desk.rounds.services import draw_next_round
from desk.verification.queries import verify_tournament
from pairing.checker import check_draw
from pairing.codec import draw_from_json
from pairing.draw import draw_request
from pairing.trf.reading import parse_trf
from pairing.trf.report import build_request
from pairing.trf.stored import build_report
from pairing.trf.writing import format_trf
from printing.prints.stage_prints import build_standings_tables
from rankings.schemes.services import choose_scheme, decide_penalty
from rankings.standings_pages.cells import explain_standings_cell
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import read_standings_view
from scoring.standings.stored import compute_standings, read_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, origin_of, play_round, turn_result
from tournaments.draws.publishing import replay_draw
from tournaments.entries.services import withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Round, Seat, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import EVERYBODY, StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
TIES = {"points": "two_one_zero", "tie_break_1": "buchholz", "tie_break_2": "games_won", "tie_break_3": "progressive"}


@pytest.fixture
def director(db):
    return build_user("director")


def found_evening(pairs, *, rounds=2, later="danish", options=None, **source):
    """Mitchell, and a stage that goes on from its points."""
    stage = found_stage(pairs, "mitchell", options={"rounds": rounds})
    return stage, follow(stage, later, options or {"rounds": 2}, **source)


def follow(stage, later, options, **source):
    taken = StageSource(stage, **{"best_others": EVERYBODY, "carries": True, **source})
    return create_stage(stage.tournament, actor=build_user("director"), format_key=later, options=options, source=taken)


def play(stage, rng, rounds):
    for _number in range(rounds):
        close(play_round(draw_and_publish(stage), lambda _match: rng.randrange(2)))


def read_rows(stages):
    """Of every entry its rows over all stages: round, opponent, points, won, games; the second count of this file."""
    rows, before = defaultdict(list), 0
    for stage in stages:
        matches = Match.objects.filter(round__stage=stage).exclude(round__state="draft").order_by("round__number")
        for match in matches.select_related("round", "result"):
            sides = list(Seat.objects.filter(match=match).order_by("side").values_list("entry_id", flat=True))
            number = before + match.round.number
            if len(sides) == 1:
                rows[sides[0]].append((number, None, 2, 0))
                continue
            winner = match.result.winner
            for side, entry in enumerate(sides):
                rows[entry].append((number, sides[1 - side], 2 * (side == winner), match.result.summary["games_won"][side]))
        before += Round.objects.filter(stage=stage).exclude(state="draft").count()
    return rows, before


def recount(stages, fines=None):
    """The order of the last stage by points, Buchholz, games won and progressive score, ids that share a place together."""
    rows, rounds = read_rows(stages)
    points = {entry: sum(row[2] for row in own) - (fines or {}).get(entry, 0) for entry, own in rows.items()}
    keys = {}
    for entry in Entry.objects.filter(stage_entries__stage=stages[-1]).values_list("pk", flat=True):
        own = rows[entry]
        met = [points[row[1]] if row[1] else min(points[entry], rounds) for row in own]
        met += [min(points.get(entry, 0), rounds)] * (rounds - len(own))
        progressive = sum(row[2] * (rounds + 1 - row[0]) for row in own)
        keys[entry] = (points.get(entry, 0), sum(met), sum(row[3] for row in own), progressive)
    return [{entry for entry, key in keys.items() if key == place} for place in sorted(set(keys.values()), reverse=True)], keys


def list_places(stage):
    places = defaultdict(set)
    for line in compute_standings(stage).lines:
        places[line.rank].add(line.entrant)
    return [places[rank] for rank in sorted(places)]


def meet_again(stages):
    """How many of the pairs of entries met more than once."""
    rows, _rounds = read_rows(stages)
    return [pair for pair in combinations(rows, 2) if sum(row[1] == pair[1] for row in rows[pair[0]]) > 1]


def count_by(stage, director):
    choose_scheme(stage, actor=director, origin=origin_of(), typed=TIES)
    return Stage.objects.select_related("tournament", "source").get(pk=stage.pk)


@pytest.mark.parametrize("seed", range(3))
def test_one_ranking_holds_the_matches_of_both_stages_whatever_is_corrected(director, seed):
    rng = random.Random(seed)
    first, second = found_evening(8 + seed)
    first = count_by(first, director)
    play(first, rng, 2)
    play(second, rng, 2)
    second = Stage.objects.select_related("tournament", "source").get(pk=second.pk)
    assert read_standings(second).tie_breaks[:3] == ("buchholz", "games_won", "progressive")
    assert not meet_again([first, second])
    for stage in rng.sample([first, second], 2):
        turn_result(rng.choice(list(Match.objects.filter(round__stage=stage, kind="played"))))
        order, keys = recount([first, second])
        assert list_places(second) == order
        assert {line.entrant: line.points for line in compute_standings(second).lines} == {pk: key[0] for pk, key in keys.items()}
        second.refresh_from_db()
        assert read_standings(Stage.objects.select_related("standings").get(pk=second.pk)) == compute_standings(second)
    assert not verify_tournament(first.tournament)
    final = read_final_list(second.tournament)
    assert [line.entry_id for line in final.lines if line.rank == 1] == sorted(order[0])


def test_every_round_is_drawn_by_the_ranking_of_both_and_can_be_proven(director):
    rng = random.Random(5)
    first, second = found_evening(10, options={"rounds": 3})
    first = count_by(first, director)
    play(first, rng, 2)
    ranked = [line.entrant for line in compute_standings(first).lines]
    drafted = draw_next_round(second, actor=director, seed="x", at=NOW)
    stored = drafted.draw.inputs
    assert {line["entrant"]: line["primary"] for line in stored["standings"]} == {
        line.entrant: line.points for line in compute_standings(first).lines
    }
    assert {match["round"] for match in stored["history"]} == {-1, 0}
    seated = [set(match.seats.values_list("entry_id", flat=True)) for match in drafted.matches.order_by("position")]
    assert ranked[0] in seated[0]
    assert check_draw({**drafted.draw.outcome, "request": stored}).has_passed
    assert replay_draw(drafted.draw).same_draw
    assert not list_changes_since_draw(drafted)
    turn_result(Match.objects.filter(round__stage=first, kind="played").first())
    drafted = Round.objects.select_related("stage__source", "draw").get(pk=drafted.pk)
    assert "Results or points have changed since it was drawn." in list_changes_since_draw(drafted)


def test_a_swiss_stage_is_paired_by_score_groups_at_once_and_another_program_can_repeat_it(director):
    rng = random.Random(7)
    first, second = found_evening(11, later="swiss", options={"rounds": 3})
    count_by(first, director)
    play(first, rng, 2)
    withdraw_entry(Entry.objects.get(tournament=first.tournament, number=4), actor=director)
    play(second, rng, 1)
    drafted = draw_next_round(second, actor=director, seed="y", at=NOW)
    drawn = draw_from_json({**drafted.draw.outcome, "request": drafted.draw.inputs})
    report = build_report(drawn, name="Serata", names={})
    request = build_request(parse_trf(format_trf(report)))
    order = [*drawn.groups[0].members]
    again = {frozenset(order[side - 1] for side in pairing.sides) for pairing in draw_request(request).pairings}
    assert again == {frozenset(pairing.sides) for pairing in drawn.pairings}
    assert request.round == 4
    assert check_draw({**drafted.draw.outcome, "request": drafted.draw.inputs}).has_passed


def test_a_penalty_stays_and_who_comes_later_carries_nothing(director):
    rng = random.Random(3)
    first, second = found_evening(9)
    first = count_by(first, director)
    play(first, rng, 2)
    fined = compute_standings(first).groups[""][0].entrant
    decide_penalty(first, Entry.objects.get(pk=fined), actor=director, origin=origin_of(), points=1, words="ritardo")
    withdraw_entry(Entry.objects.get(tournament=first.tournament, number=2), actor=director)
    round_ = draw_and_publish(second)
    import_entries(first.tournament, "Zita / Zeno", actor=director)
    late = Entry.objects.order_by("number").last()
    close(play_round(round_, lambda _match: 0))
    join_stage(second, late, actor=director, origin=origin_of())
    play(second, rng, 1)
    second = Stage.objects.get(pk=second.pk)
    order, keys = recount([first, second], {fined: 1})
    assert list_places(second) == order
    assert keys[late.pk][0] <= 2
    assert not Entry.objects.filter(number=2, stage_entries__stage=second).exists()
    assert not verify_tournament(first.tournament)


def test_a_place_is_explained_by_what_was_carried_and_by_whom_one_met(director, client):
    rng = random.Random(1)
    first, second = found_evening(8)
    first = count_by(first, director)
    play(first, rng, 2)
    play(second, rng, 1)
    before = {line.entrant: line.points for line in compute_standings(first).lines}
    second = Stage.objects.select_related("tournament", "source").get(pk=second.pk)
    line = compute_standings(second).groups[""][0]
    number = Entry.objects.get(pk=line.entrant).number
    points = explain_standings_cell(second, number, "points")
    assert (points.parts[0].label, points.parts[0].value) == ("carried from “Mitchell movement”", str(before[line.entrant]))
    assert [part.label.split(",")[0] for part in points.parts[1:]] == ["round 1"]
    met = explain_standings_cell(second, number, "buchholz")
    assert [part.label.rsplit(", ", 1)[0] for part in met.parts] == ["Mitchell movement, round 1", "Mitchell movement, round 2", "round 1"]
    assert sum(int(part.value) for part in met.parts) == line.cells[0]
    client.force_login(director)
    page = client.get(reverse("tournaments:stage", args=[second.tournament.slug, 2])).content.decode()
    assert "carried from “Mitchell movement”" in page
    form = client.get(reverse("tournaments:stage_create", args=[second.tournament.slug]) + "?format=danish").content.decode()
    assert 'name="source-carries"' in form


@pytest.mark.parametrize(
    ("before", "later", "options"),
    [("mitchell", "knockout", {}), ("knockout", "danish", {}), ("mitchell", "swiss", {"acceleration": "baku"})],
)
def test_points_are_carried_only_where_one_ranking_means_something(director, before, later, options):
    stage = found_stage(8, before)
    with pytest.raises(ChangeRefused) as refused:
        follow(stage, later, options, best_others=4)
    assert refused.value.code == "chain_impossible"
    assert "carried" in str(refused.value)


def test_matches_are_worth_the_same_in_both(director):
    first, second = found_evening(8)
    count_by(first, director)
    second = Stage.objects.select_related("tournament", "source").get(pk=second.pk)
    choose_scheme(second, actor=director, origin=origin_of(), typed={"points": "games_won", "tie_break_1": "lots"})
    second.refresh_from_db()
    assert second.scheme["points"] == "two_one_zero"
    assert read_standings(second).tie_breaks[0] == "lots"
    with pytest.raises(ChangeRefused, match="Danish"):
        choose_scheme(first, actor=director, origin=origin_of(), typed={**TIES, "bye_average": True})


def test_printed_standings_say_where_their_points_come_from():
    first, second = found_evening(6)
    play(first, random.Random(4), 2)
    draw_and_publish(second)
    notes = build_standings_tables(read_standings_view(second))[-1].notes
    assert f"Points carried from “{first.name}”." in notes
