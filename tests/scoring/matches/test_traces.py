"""A hand stays short to follow: few files, few calls inside each other, few classes above its view."""

import random

import pytest

from desk.match_page import urls
from rules import GAMES
from rules.simulate import play_random_match
from scoring.ledger.chain import dump_canonical_json
from scoring.ledger.match_log import _statements, add_judged_line, build_match_log, statement_to_json
from scoring.models import LedgerEntry
from tests.demo_traces import MOST_DEEP, MOST_FILES, open_traced_desk, trace_good_hand
from tests.traces import trace_request
from tournaments.pages.views import DeskPage

MOST_CLASSES = 3


@pytest.mark.django_db
def test_a_hand_typed_at_the_desk_is_short_to_follow():
    """The match is computed from its ledger, so the hand before is judged as well: each of the two once."""
    trace = trace_good_hand(open_traced_desk())
    assert len(trace.files) <= MOST_FILES, trace.files
    assert trace.depth <= MOST_DEEP, trace.path
    calls = {name.split()[-1]: count for name, count in trace.functions.items()}
    assert calls["Mariglia.hand_problems"] == 2
    assert {"_parse_options", "_read_payload"} & set(calls) == set()


def test_a_button_of_a_match_is_at_most_three_classes_from_the_page_of_the_desk():
    classes = {pattern.callback.view_class for pattern in urls.urlpatterns}
    assert {view.__name__ for view in classes if view.__mro__.index(DeskPage) + 1 > MOST_CLASSES} == set()


def test_a_trace_counts_calls_files_and_depth():
    """The positive control: what is nested is deep, what is called twice counts twice, what is not ours does not count."""
    game = GAMES[0]
    options = game.options_from({})
    game.start(options)
    trace = trace_request(lambda: [sorted([2, 1]), game.start(options), game.start(options)])
    calls = {name.split()[-1]: count for name, count in trace.functions.items()}
    assert (calls, trace.files, trace.depth) == ({"Game.start": 2}, ("rules/game.py",), 1)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.key) for game in GAMES])
def test_one_event_further_is_what_the_whole_ledger_says(game):
    """What is appended without judging and parsing again is what anybody computes from the entries as JSON."""
    options = game.preset_options(game.presets[0].key)
    log, entries = build_match_log(game, options, []), []
    for seq, event in enumerate(play_random_match(game, options, random.Random(5)), start=1):
        payload = dump_canonical_json(statement_to_json(game, event))
        entries.append(LedgerEntry(seq=seq, kind=LedgerEntry.Kind.SUBMIT, engine_version=f"{game.key}/{game.version}", payload=payload))
        log = add_judged_line(log, entries[-1], event)
    _statements.clear()
    assert entries
    assert log == build_match_log(game, options, entries)
