"""What lists, tables and minutes tell on paper, read as values."""

import random

import pytest

import paper as printouts
from desk.roster.substitutions import substitute_player
from pairing import format_by_key
from printing.prints.draw_reasons import read_why_sections
from printing.prints.hall_lists import build_entry_rows, compute_fee_totals, read_entries, read_pairing_rows, read_table_cards
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from printing.prints.registry import TOURNAMENT_PAPERS
from printing.prints.schedules import read_berger_grids
from printing.prints.stage_prints import build_standings_tables, read_cross_tables, read_printed_results
from rankings.schemes.services import decide_penalty, decide_place
from rankings.standings_pages.pools import read_pool_grids
from rankings.standings_pages.queries import format_cell, read_standings_view
from rules import game_by_key
from scoring.entry.outcomes import Created
from scoring.entry.services import FilledBoxes
from tests.desk.verification import test_every_format
from tests.paper.reading import read
from tests.scoring.builders import build_round, build_tournament, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, fresh_key
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.cash.book import read_fee_plan
from tournaments.entries.services import readmit_entry, withdraw_entry
from tournaments.models import Entry, Member, Person, Round, Tournament

pytestmark = pytest.mark.django_db


def around(tournament: Tournament):
    return read_print_context(Tournament.objects.get(pk=tournament.pk), lambda path: f"http://desk.example{path}")


def test_who_rests_is_told_so_where_a_table_would_stand():
    tournament = play_evening(pairs=5, rounds=1, closed=0)
    round_ = Round.objects.get(stage__tournament=tournament)
    assert [row.table for row in read_pairing_rows(round_)] == ["1", "2", "bye"]


def test_the_results_of_a_closed_round_are_final():
    closed = Round.objects.get(stage__tournament=play_evening(pairs=5, rounds=1, closed=1))
    played = read_printed_results(closed)
    assert [(result.table, len(result.parties), result.state) for result in played] == [("1", 2, ""), ("2", 2, ""), ("–", 1, "bye")]
    winners = {match.table: match.result.winner for match in closed.matches.filter(table__isnull=False).select_related("result")}
    for result in played[:2]:
        won = [int(games) for games in result.score.split("–")]
        assert won.index(max(won)) == winners[int(result.table)]
        assert len(result.games) == sum(won)
    (page,) = read(printouts.render_results(printouts.PrintHead("Serata"), played))
    text = " ".join(page.words)
    assert [party.names for result in played for party in result.parties if not all(name in text for name in party.names)] == []
    assert [result.score for result in played if result.score not in text] == []


def test_a_result_that_is_missing_says_so():
    (waiting,) = read_printed_results(build_round(build_tournament()))
    assert (waiting.score, waiting.games, waiting.state) == ("", (), "open")


def test_where_five_share_a_table_each_has_a_line_with_the_points():
    five = tuple(printouts.Party(names=(name,), club="Dopolavoro") for name in ("Ada", "Bice", "Ciro", "Dino", "Elsa"))
    result = printouts.PrintedResult("7", five, points=("12", "3", "0", "−4", "−11"), state="being played")
    (page,) = read(printouts.render_results(printouts.PrintHead("Serata"), [result]))
    places = [page.words.index(party.name) for party in five]
    assert places == sorted(places)
    assert [page.words[place + 1 : place + 3] for place in places] == [["Dopolavoro", points] for points in result.points]
    assert page.words.count("Result") == 0


def test_who_plays_for_a_team_finds_the_table_by_the_own_name_too():
    tournament = play_evening(pairs=4, rounds=1, closed=0)
    Entry.objects.filter(number=1).update(name="Gli Invincibili")
    head = printouts.PrintHead("Serata")
    (page,) = read(printouts.render_pairings_by_name(head, read_pairing_rows(Round.objects.get(stage__tournament=tournament))))
    own = [page.words.index(name) for name in ("Anna001", "Berto001", "Gli Invincibili", "Anna002")]
    tables = [page.words[place + 1] for place in own[:3]]
    assert len(set(tables)) == 1
    assert page.words[own[0] + 2].startswith("+ Gli Invincibili · ")
    assert page.words.count("Anna002") == 1


def test_who_meets_twice_has_both_results_in_the_cross_table(monkeypatch):
    monkeypatch.setitem(test_every_format.ENTRIES, "round_robin", 3)
    monkeypatch.setitem(test_every_format.OPTIONS, "round_robin", {"pool_size": 3, "meetings": 2})
    stage = test_every_format.found(game_by_key("marjolet"), format_by_key("round_robin"), individual=False)
    test_every_format.play_to_the_end(stage, random.Random(2))
    (grid,) = read_pool_grids(stage)
    owns = [(row, place) for row, cells in enumerate(row.cells for row in grid.rows) for place, cell in enumerate(cells) if cell.own]
    assert owns == [(0, 0), (1, 1), (2, 2)]
    met = [[cell.text.split(" · ") if cell.text else [] for cell in row.cells] for row in grid.rows]
    assert {len(results) for row in met for results in row} == {0, 2}
    for place, row in enumerate(met):
        for other, results in enumerate(row):
            assert results == [result[::-1] for result in met[other][place]]
    won = [sum(results.count("1–0") for results in row) for row in met]
    assert won == [row.line.points for row in grid.rows]


def test_pools_are_called_by_their_names_and_the_only_one_by_none():
    tournament = play_evening(pairs=8, rounds=1, closed=0, format_key="round_robin")
    stage = tournament.stages.get()
    titles = [table.title for table in build_standings_tables(read_standings_view(stage))]
    assert titles == ["Pool A", "Pool B"]
    assert [table.title for table in read_cross_tables(stage)] == titles
    assert [grid.title for grid in read_berger_grids(stage)] == titles
    alone = build_round(build_tournament(), matches=2).stage
    assert [table.title for table in build_standings_tables(read_standings_view(alone))] == [""]


def test_the_fees_that_are_shown_add_up_to_their_total():
    director = build_user()
    tournament = found_tournament(director, fee_cents=2000)
    enter_pairs(tournament, director, 3)
    Entry.objects.filter(number=3).update(state=Entry.State.WITHDRAWN, fee_paid_cents=500)
    entries = read_entries(tournament)
    assert [(row.fee, row.paid) for row in build_entry_rows(entries, read_fee_plan(tournament))] == [
        ("€20.00", ""),
        ("€20.00", ""),
        ("", "€5.00"),
    ]
    assert compute_fee_totals(entries, read_fee_plan(tournament)) == [("Total", "€40.00", "€5.00")]


def test_table_cards_are_there_before_anything_is_drawn():
    director = build_user()
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 7)
    assert [card.number for card in read_table_cards(around(tournament))] == ["1", "2", "3"]
    Tournament.objects.update(table_count=5, public=False)
    cards = read_table_cards(around(tournament))
    assert [(card.number, card.link) for card in cards] == [(str(number), "") for number in range(1, 6)]


@pytest.mark.parametrize("pairs", [0, 1])
def test_nobody_yet_is_a_paper_that_says_so(pairs: int):
    director = build_user()
    tournament = found_tournament(director, "Serata vuota")
    if pairs:
        enter_pairs(tournament, director, pairs)
    for paper in TOURNAMENT_PAPERS:
        if paper.of_places:
            continue
        pages = read(paper.draw(around(tournament)))
        assert pages, paper.key
        assert all(page.words for page in pages), paper.key


def test_why_a_draw_names_its_format_in_words():
    stage = test_every_format.found(game_by_key("trionfo5"), format_by_key("tables_of_five"), individual=False)
    test_every_format.play_to_the_end(stage, random.Random(5))
    last = Round.objects.filter(stage=stage).order_by("-number").first()
    (rule, *_rest) = read_why_sections(around(stage.tournament), last)[0].paragraphs
    assert rule == "Individual, tables of five"


def test_the_minutes_tell_penalties_places_and_substitutions():
    director = build_user()
    round_ = build_round(build_tournament(substitutions=True), matches=2)
    stage, entry = round_.stage, Entry.objects.get(number=1)
    Member.objects.create(entry=entry, tournament=stage.tournament, person=Person.objects.create(name="Ada"), position=0)
    decide_penalty(stage, entry, actor=director, origin=origin(fresh_key()), points=2, words="segni")
    decide_place(stage, entry, actor=director, origin=origin(fresh_key()), place=1, words="la bella")
    decide_penalty(stage, entry, actor=director, origin=origin(fresh_key()), points=0, words="ripensato")
    substitute_player(entry, 0, "Zita", actor=director, origin=origin(fresh_key()), reason="febbre")
    fault = FilledBoxes("penalty", {"side": "A", "what": "fine", "points": "5"})
    assert isinstance(enter(round_.matches.get(table=2), fault), Created)
    sections = {section.title: section for section in read_minutes(around(stage.tournament))}
    assert [row[:4] for row in sections["Decisions about entries"].rows] == [
        ("1", "1 Pair 1", "2 points less", "decision of the referee: segni"),
        ("1", "1 Pair 1", "place 1 among the tied", "decision of the referee: la bella"),
        ("1", "1 Pair 1", "points given back", "decision of the referee: ripensato"),
    ]
    assert [row[1:4] for row in sections["Substitutions"].rows] == [("Ada", "Zita", "febbre")]
    assert [row[:5] for row in sections["Penalties"].rows] == [
        ("1.1 · table 2", "Pair 3", "points taken off the penalised side · 5", "", "–")
    ]


def test_the_minutes_tell_who_left_and_when_for_good():
    director, round_ = build_user(), build_round(build_tournament(), matches=2)
    first, second = Entry.objects.filter(number__in=(1, 2)).order_by("number")
    for entry in (first, second):
        withdraw_entry(entry, actor=director)
    readmit_entry(second, actor=director)
    rows = {section.title: section for section in read_minutes(around(round_.stage.tournament))}["Withdrawals"].rows
    assert [row[:2] for row in rows] == [("1", "Pair 1")]
    assert rows[0][2].startswith("director ")


@pytest.mark.parametrize(
    ("value", "share", "shown"),
    [(None, False, ""), (-79, False, "−79"), (-0.5, False, "−0.5"), (2 / 3, True, "66.7 %"), (1, True, "100.0 %")],
)
def test_a_number_of_the_standings_is_rounded_and_has_a_minus(value, share, shown):
    assert format_cell(value, share=share) == shown
