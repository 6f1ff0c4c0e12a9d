"""Two numbers after a table at the console: games won, or the points of a game."""

from dataclasses import replace

import pytest

from desk.console.board import build_examples, build_round_tabs, choose_example
from desk.console.services import enter_score, is_match_result
from desk.console.tiles import read_tile
from desk.console.views import explain_command
from printing.prints.stage_prints import read_printed_results
from printing.sheets_back.commands import parse_command
from rules import CARD_GAMES, GameScore, game_by_key
from scoring.confirmation.services import dispute_match
from scoring.entry.services import submit_event
from scoring.ledger.match_log import Forfeit
from scoring.matches.queries import load_match
from scoring.matches.rounds import MatchRow, RoundCount, build_match_row, read_round_count, select_late_matches, select_matches
from scoring.models import MatchResult
from tests.scoring.builders import build_match, build_round, build_tournament, origin
from tests.scoring.corrected import found_stage
from tests.scoring.hands import fresh_key, win
from tournaments.models import Match, Round, Stage
from tournaments.people.naming import IN_FULL
from tournaments.stages.rounds import list_counted_rounds
from visitors.tournament_pages.glance import build_tiles as build_public_tiles


@pytest.mark.parametrize(
    ("key", "options", "matches", "points"),
    [
        ("mariglia", {"targets": [35], "games": 2}, ["2-0", "1-1", "0-2"], ["35-12", "36-0"]),
        ("mariglia", {"targets": [35, 35, 45], "games_to_win": 2}, ["2-0", "2-1", "1-1", "1-0"], ["35-12"]),
        ("briscola", {"games_to_win": 2, "deals": 1}, ["2-1", "1-1", "0-0"], ["70-50", "60-60", "120-0"]),
        ("mariglia", {"targets": [45], "games_to_win": 1}, [], ["1-0", "45-3"]),
        ("pointsonly2", {"targets": [2], "games_to_win": 3}, ["3-1"], ["2-0", "1-2"]),
    ],
)
def test_games_won_are_told_from_the_points_of_a_game(key, options, matches, points):
    game = game_by_key(key)
    plan = game.build_plan(game.options_from(options))
    typed = {text: is_match_result(plan, tuple(map(int, text.split("-")))) for text in (*matches, *points)}
    assert typed == dict.fromkeys(matches, True) | dict.fromkeys(points, False)


@pytest.mark.parametrize("text", ["12 2-0", "12 2 0", "12/2-0", "12-2-0", "12.2.0", "12*2+0", " 12  2 – 0 "])
def test_a_result_is_typed_on_the_block_of_digits_too(text):
    command = parse_command(text)
    assert (command.table, command.scores) == (12, (2, 0))


@pytest.mark.parametrize("text", ["12 2-0 35-3", "12 2", "12--2-0", "-1", "12 2-x", "6 -5-35", "6 5 -35", "6 5 −35"])
def test_what_is_no_result_is_not_read_as_one(text):
    command = parse_command(text)
    assert (command.table, command.scores) == (None, None)


@pytest.mark.parametrize("text", ["6 3 5-0", "6 35", "6 -5-35", "6 5 -35"])
def test_numbers_that_are_no_result_are_refused_as_such_with_an_example_of_the_match(db, text):
    rules = game_by_key("mariglia").options_to_json(game_by_key("mariglia").options_from({"targets": [35], "games_to_win": 1}))
    round_ = build_round(build_tournament(game_key="mariglia", rules=rules), matches=0)
    assert explain_command(parse_command(text), [], round_) == (
        f"Not saved: “{text}” is no result. Write the table, then two numbers, for example 6 35-28."
    )
    assert "12 35-28" in explain_command(parse_command("nobody"), [], round_)


@pytest.mark.parametrize(("game", "preset"), [(game, preset.key) for game in CARD_GAMES if game.side_count == 2 for preset in game.presets])
def test_the_examples_beside_the_input_are_read_as_what_they_say(db, game, preset):
    options = game.preset_options(preset)
    round_ = build_round(build_tournament(game_key=game.key, rules=game.options_to_json(options)), matches=0)
    plan, (result, score) = game.build_plan(options), build_examples(round_)
    read = {example: is_match_result(plan, parse_command(example).scores) for example in (result, score) if example}
    assert read == {example: said for example, said in ((result, True), (score, False)) if example}
    shown = GameScore(parse_command(score).scores) if score else None  # “12 41-32” was refused by Marafon: nobody loses with 32
    assert shown is None or game.problems(game.start(options), shown) == ()


def test_a_table_of_five_has_no_result_of_two_numbers(db):
    assert build_examples(build_round(build_tournament(game_key="trionfo5"), matches=0)) == ("", "")


@pytest.mark.parametrize("game", [game_by_key("mariglia"), game_by_key("trionfo5"), game_by_key("sancagna2")], ids=lambda game: game.key)
@pytest.mark.parametrize("typed", ["hands", "games", "result"])
def test_the_input_gives_an_example_of_what_this_tournament_types(db, game, typed):
    round_ = build_round(build_tournament(game_key=game.key, result_entry=typed), matches=0)
    example, result, score = choose_example(round_), *build_examples(round_)
    assert example == {"hands": "", "games": score, "result": result}[typed]


def read_row(match: Match) -> MatchRow:
    return build_match_row(select_matches(match.round).get())


def test_a_game_by_its_score_is_seen_everywhere(match):
    """Before the first hand nothing else says that the table plays."""
    enter_score(match, (35, 28), origin=origin(fresh_key()))
    row = read_row(match)
    (tile,) = build_public_tiles([row], match.round.stage.tournament, IN_FULL)
    assert (row.has_begun, row.result, row.state_label) == (True, "1–0", "in play")
    assert [(side.games, side.points) for side in tile.sides] == [(1, 0), (0, 0)]
    assert read_tile(match).word == "in play 0–0"


def test_a_result_without_a_winner_is_seen_everywhere(db):
    """The board, the screen and the lists showed nothing beside “confirmed”."""
    tournament = build_tournament(rules={"targets": [35], "games": 2}, result_entry="result")
    match = build_match(build_round(tournament, matches=0), 1)
    assert enter_score(match, (1, 1), origin=origin(fresh_key())).status == 201
    row = read_row(match)
    assert (row.has_begun, row.result, read_tile(match).html.count("<b>1</b>")) == (True, "1–1", 2)


@pytest.mark.parametrize(("winner", "label", "result"), [(0, "walk-over", "2–0"), (None, "both absent", "")])
def test_a_match_that_was_not_played_says_so_before_and_after_its_round_is_closed(match, winner, label, result):
    submit_event(match, Forfeit(winner), origin=origin(fresh_key()), version=None)
    labels = [(read_row(match).result, read_row(match).state_label, read_printed_results(match.round)[0].state)]
    assert load_match(match).state_label == label  # its page said “entered, not confirmed”, and the board counted it as confirmed
    MatchResult.objects.update(state=MatchResult.State.CONFIRMED, confirmed_by="staff:2")
    assert load_match(match).state_label == f"{label}, confirmed"
    MatchResult.objects.update(state=MatchResult.State.LOCKED)
    labels.append((read_row(match).result, read_row(match).state_label, read_printed_results(match.round)[0].state))
    assert labels == [(result, label, label)] * 2
    assert read_round_count(match.round) == RoundCount(total=1, settled=1, entered=1)


def test_a_disputed_match_is_missing_and_not_entered(match):
    win(match)
    dispute_match(match, origin=origin(fresh_key()), version=None, words="the last trick was ours")
    assert read_round_count(match.round) == RoundCount(total=1, settled=0, entered=0)
    assert [missing.pk for missing in select_late_matches(match.round)] == [match.pk]


@pytest.mark.parametrize("text", ["", "nobody", "6 12-3"])
def test_no_result_of_two_numbers_is_offered_where_four_play_each_for_himself(db, text):
    round_ = build_round(build_tournament(game_key="mattazza"), matches=0, format_key="tables_of_four")
    assert "2-0" not in explain_command(replace(parse_command(text), table=None, scores=None), [], round_)


def test_a_stage_that_is_called_as_its_round_is_named_once(db):
    stage = found_stage(4)
    Stage.objects.filter(pk=stage.pk).update(stored_name="final")
    for number in (1, 2):
        Round.objects.create(stage=stage, number=number, state=Round.State.CLOSED)
    tabs = build_round_tabs(stage.tournament, list_counted_rounds(stage.tournament), None, directs=True)
    assert [tab.title for tab in tabs] == ["final: Semi-final", "Final"]
