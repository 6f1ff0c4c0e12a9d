"""A match computed from its ledger reads nothing twice: states of lines that stand are kept, statements are remembered up to a limit."""

import pytest

from scoring.ledger import match_log
from scoring.ledger.match_log import Forfeit, build_match_log, parse_lines
from scoring.models import LedgerEntry
from tests.scoring.hands import enter, typed
from tournaments.stages.match_rules import read_match_options

pytestmark = pytest.mark.django_db


def test_the_states_of_lines_that_stand_are_those_of_the_earlier_log_and_a_changed_line_is_counted_anew(match):
    for total in (45, 50, 40):
        enter(match, typed(total))
    entries, options = list(LedgerEntry.objects.order_by("seq")), read_match_options(match.round)
    game = match.round.stage.tournament.game
    before = build_match_log(game, options, entries[:2])
    after = build_match_log(game, options, entries, before)
    assert [line.after is kept.after for line, kept in zip(after.counted_lines, before.counted_lines, strict=False)] == [True, True]
    assert after == build_match_log(game, options, entries)
    changed = [entries[1], entries[0], entries[2]]  # another hand came first
    for number, entry in enumerate(changed, start=1):
        entry.seq = number
    assert build_match_log(game, options, changed, before).state.score == after.state.score
    assert build_match_log(game, options, changed, before).counted_lines[0].after.score == (15, 0)


def test_a_process_remembers_what_it_has_read_and_no_more_than_its_limit(match, monkeypatch):
    enter(match, typed(45))
    game, entry = match.round.stage.tournament.game, LedgerEntry.objects.get()
    match_log._statements.clear()
    first, again = (parse_lines(game, [entry])[0].statement for _time in range(2))
    assert first is again
    monkeypatch.setattr(match_log, "MOST_STATEMENTS", 2)
    for winner in (0, 1):
        match_log._remember_statement(game, f"forfeit {winner}", Forfeit(winner))
        assert len(match_log._statements) <= 2
    assert match_log._statements == {(game, "forfeit 1"): Forfeit(1)}
