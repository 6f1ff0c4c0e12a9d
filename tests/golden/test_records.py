"""The official record of a match of every game, played at random from a seed through the services and printed: its text, line by line.

`make test` plays a game for every size of a table, `make proofs` all; `test_paper.py` has the columns of every game.
"""

import random

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.utils.translation import override

from paper.sheets import Paper, render_score_sheets
from printing.prints.heads import read_print_context
from printing.prints.sheets import build_sheet_setup, read_filled_sheets, read_played_matches
from rules import GAMES, HandEntry
from rules.simulate import play_random_match
from scoring.confirmation.services import confirm_match
from scoring.entry.outcomes import Created
from scoring.entry.services import correct_entry
from scoring.models import SheetIssue
from tests.golden.test_paper import compare
from tests.scoring.builders import NOW, build_match, build_round, build_tournament, origin
from tests.scoring.hands import SURE, enter
from tests.sweeps import choose_sizes
from tournaments.models import Match

pytestmark = pytest.mark.django_db
CODE = "K3QX7A2B"
SEED, SLIP = "official record", "a slip of the pen"


def played(game) -> Match:
    """Line by line as a person enters it; at first the first hand of another match, which is put right at once.

    Entries of the ledger name their writer by number, and the printed head is made of them: so the writer's number is said, not given.
    """
    get_user_model().objects.create(pk=1, username="director")
    options = game.preset_options(game.presets[0].key)
    tournament = build_tournament(game_key=game.key, rules=game.options_to_json(options), venue="Bar Centrale", one_person=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=game.side_count, code=CODE)
    first, *others = play_random_match(game, options, random.Random(SEED))
    slip = next(event for event in play_random_match(game, options, random.Random(SLIP)) if isinstance(event, HandEntry))
    entered = enter(match, slip, key="slip")
    assert isinstance(entered, Created), entered
    right = correct_entry(match, entered.entry.seq, first, origin=origin("right"), version=None, reason="typed_wrong", override=SURE)
    assert isinstance(right, Created), right
    for number, event in enumerate(others):
        assert isinstance(enter(match, event, key=f"line {number}"), Created)
    confirm_match(match, origin=origin("signed"), version=None)
    return match


@pytest.mark.parametrize("game", choose_sizes(GAMES))
def test_records(game) -> None:
    with time_machine.travel(NOW, tick=False), override("it"):
        played(game)
        match = Match.objects.get()
        around = read_print_context(match.round.stage.tournament, lambda path: f"http://desk.example{path}")
        issue = SheetIssue(match=match, serial=2, what=SheetIssue.What.FILLED)
        [sheet] = read_filled_sheets(read_played_matches(match.round)[:1], [issue], around)
        setup = build_sheet_setup(around, Paper.A4)

        compare(f"ledger {game.key}", render_score_sheets(setup, [sheet]))
