"""What was entered under older rules of a game stays readable, and counts."""

import pytest

from rules import GameScore, RuleViolation, game_by_key
from scoring.ledger.chain import dump_canonical_json
from scoring.ledger.match_log import build_match_log, statement_to_json
from scoring.models import LedgerEntry

MARAFON = game_by_key("marafon")


def entry(seq, scores, version):
    payload = dump_canonical_json(statement_to_json(MARAFON, GameScore(scores)))
    return LedgerEntry(seq=seq, kind=LedgerEntry.Kind.SUBMIT, engine_version=f"marafon/{version}", payload=payload)


def test_a_line_is_judged_by_the_rules_of_its_day():
    options = MARAFON.options_from({})
    log = build_match_log(MARAFON, options, [entry(1, (41, 500), 1), entry(2, (20, 42), 2)])
    assert (log.state.games_won, log.winner) == ((0, 2), 1)
    with pytest.raises(RuleViolation):
        build_match_log(MARAFON, options, [entry(1, (41, 500), 2)])


def test_a_claim_of_older_rules_has_the_points_of_one_side():
    payload = '{"event":{"bonus":false,"kind":"claim","side":0,"taken":30,"verdict":null}}'
    claim = LedgerEntry(seq=2, kind=LedgerEntry.Kind.SUBMIT, engine_version="marafon/1", payload=payload)
    log = build_match_log(MARAFON, MARAFON.options_from({"targets": "10"}), [entry(1, (5, 11), 1), claim])
    assert [game.score for game in log.state.finished] == [(5, 11), (10, 0)]
