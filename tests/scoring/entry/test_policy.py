"""Until when a result can be changed: a rule for each kind of format, and the refusal names it."""

import pytest

from pairing import FORMATS
from scoring.confirmation.services import confirm_match, reopen_match
from scoring.entry.policy import (
    ALWAYS,
    DRAW_STAYS,
    SEATS_FOLLOW,
    SENT_ON,
    SIGNATURE_MISSING,
    SIGNED,
    UNTIL_DRAWN,
    read_correction_window,
)
from scoring.models import MatchResult
from tests.scoring.builders import build_actor, build_round, build_tournament, origin
from tests.scoring.hands import fresh_key, win
from tournaments.models import Match, Round, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def build(format_key="swiss"):
    return build_round(build_tournament(), format_key=format_key).matches.select_related("round__stage__tournament").get()


def fresh(match):
    return Match.objects.select_related("round__stage__tournament").get(pk=match.pk)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_every_format_has_its_window(form):
    assert read_correction_window(build(form.key)) == (UNTIL_DRAWN if form.uses_results else ALWAYS)


@pytest.mark.parametrize(("state", "window"), [(Round.State.DRAFT, UNTIL_DRAWN), (Round.State.PUBLISHED, DRAW_STAYS)])
def test_the_window_ends_with_the_publication_of_the_next_round(state, window):
    match = build()
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    Round.objects.create(stage=match.round.stage, number=2, state=state)
    assert read_correction_window(fresh(match)) == window


@pytest.mark.parametrize(("form", "window"), [("swiss", SIGNED), ("round_robin", ALWAYS)])
def test_after_the_last_round(form, window):
    match = build(form)
    Stage.objects.update(state=Stage.State.FINISHED)
    assert read_correction_window(fresh(match)) == window


def test_one_window_asks_for_a_signature_and_another_leaves_the_draw_as_it_is():
    windows = (ALWAYS, UNTIL_DRAWN, SENT_ON, SEATS_FOLLOW, DRAW_STAYS, SIGNED)
    assert [window.code for window in windows if window.signed] == ["signed"]
    assert [window.code for window in windows if window.draw_stays] == ["draw_stays"]


@pytest.mark.parametrize(
    ("reason", "words", "opens"),
    [("typed_wrong", "Rossi", False), ("referee", "", False), ("referee", "  ", False), ("referee", "Anna Rossi, referee", True)],
)
def test_after_the_last_round_only_the_referee_signs(reason, words, opens):
    match = build()
    win(match, actor=build_actor("director"))
    confirm_match(match, origin=origin(fresh_key(), build_actor("second", match.round.stage.tournament)), version=None)
    Stage.objects.update(state=Stage.State.FINISHED)
    outcome = reopen_match(match, origin=origin(fresh_key()), version=None, reason=reason, words=words)
    assert MatchResult.objects.get(match=match).state == ("submitted" if opens else "confirmed")
    assert getattr(outcome, "refusal", None) == (None if opens else SIGNATURE_MISSING)
