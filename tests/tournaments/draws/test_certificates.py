"""The words of the certificate: for everything that the checker can claim, and for draws that have lost their own."""

import ast
from pathlib import Path

import pytest

import pairing
from pairing.claim_words import CLAIM_SENTENCES
from tests.tournaments.conftest import draw_first, enter_pairs
from tournaments.draws.certificates import build_certificate
from tournaments.draws.explaining import explain_round
from tournaments.draws.paged_pairings import PagedRound
from tournaments.draws.queries import read_round_view
from tournaments.models import Draw

CHECKER = Path(pairing.__file__).parent / "checker"


def claims_in(source):
    """`verdict.claim("…")`, or `claim("…")` where that has its short name."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    calls = [node for node in nodes if "claim" in (getattr(node.func, "attr", ""), getattr(node.func, "id", ""))]
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}


def test_everything_that_the_checker_claims_has_words_and_nothing_else():
    claimed = set().union(*(claims_in(path.read_text(encoding="utf-8")) for path in CHECKER.glob("*.py")))
    assert claimed == set(CLAIM_SENTENCES)


@pytest.mark.parametrize("format_key", ["swiss", "danish", "heats"])
def test_a_draw_without_its_certificate_is_shown_and_says_so(evening, director, format_key):
    """As a file of another release brings it."""
    enter_pairs(evening, director, 8)
    round_ = draw_first(evening, director, format_key=format_key)
    draw = round_.draw
    Draw.objects.filter(pk=draw.pk).update(outcome={**draw.outcome, "certificate": {}})
    draw.refresh_from_db()
    assert len(explain_round(read_round_view(round_), draw).lines) == 4
    wrong = [claim.sentence for claim in build_certificate(round_).all_claims if claim.state == "wrong"]
    assert wrong == ["The draw comes with its certificate."]


def test_what_all_matches_or_all_byes_have_in_common_is_said_once(evening, director):
    enter_pairs(evening, director, 12)
    round_ = draw_first(evening, director, format_key="knockout")
    view = read_round_view(round_)
    explained = explain_round(view, round_.draw)
    byes = [set(line.reasons) for line in view.pairings if line.bye]
    matches = [set(line.reasons) for line in view.pairings if not line.bye]
    assert set(explained.shared) == set.intersection(*byes) | set.intersection(*matches) != set()
    assert [{*line.reasons, *explained.shared} >= {*line.pairing.reasons} for line in explained.lines] == [True] * 8
    assert (PagedRound(round_).shared, PagedRound(round_).has_own_reasons) == (explained.shared, False)


def test_of_two_matches_each_says_its_own_reasons(evening, director):
    enter_pairs(evening, director, 4)
    round_ = draw_first(evening, director, format_key="swiss")
    assert explain_round(read_round_view(round_), round_.draw).shared == ()
