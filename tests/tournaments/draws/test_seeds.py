"""A draw that was announced: bound before, open after, and never quietly drawn again."""

import hashlib

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from pairing import PlayedMatch, compute_commitment, format_by_key
from pairing.movements.format import compute_quality
from tests.tournaments.conftest import NOON, enter_pairs, found_tournament
from tests.tournaments.doors import draw_round
from tests.tournaments.draws.test_draws import seats_of
from tournaments.draws.publishing import change_pairing, replay_draw
from tournaments.draws.seeds import announce_seed, list_redraws
from tournaments.draws.services import discard_draft, redraw_round
from tournaments.importing.services import import_entries
from tournaments.models import Draw, Round
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.both_databases
SECRET = "quattordici assi"


@pytest.fixture
def stage(evening, director):
    enter_pairs(evening, director, 12)
    return create_stage(evening, actor=director, format_key="knockout", options={})


def test_the_fingerprint_can_be_computed_without_us():
    assert compute_commitment(SECRET) == hashlib.sha256(f"la-bella-seed:{SECRET}".encode()).hexdigest()


def test_every_round_is_drawn_from_the_announced_seed_whatever_is_typed(stage, director):
    announce_seed(stage, actor=director, seed=SECRET, at=NOON)
    drafted = draw_round(stage, actor=director, seed="another", at=NOON)
    assert (drafted.draw.seed, drafted.draw.inputs["seed"]) == (f"{SECRET}/1", f"{SECRET}/1")
    first = seats_of(drafted)
    discard_draft(drafted, actor=director)
    again = draw_round(stage, actor=director, seed="a third", at=NOON)
    assert seats_of(again) == first
    assert replay_draw(again.draw).proven


def test_an_announcement_is_made_once_and_before_the_draw(stage, director, assistant):
    with pytest.raises(PermissionDenied):
        announce_seed(stage, actor=assistant, seed=SECRET, at=NOON)
    drafted = draw_round(stage, actor=director, seed="x", at=NOON)
    with pytest.raises(ChangeRefused) as late:
        announce_seed(stage, actor=director, seed=SECRET, at=NOON)
    discard_draft(drafted, actor=director)
    announce_seed(stage, actor=director, seed=SECRET, at=NOON)
    with pytest.raises(ChangeRefused) as twice:
        announce_seed(stage, actor=director, seed="another secret", at=NOON)
    assert (late.value.code, twice.value.code) == ("stage_drawn", "seed_announced")
    stage.refresh_from_db()
    assert (stage.seed, stage.seed_committed_at) == (SECRET, NOON)


@pytest.mark.parametrize("seed", ["", "short", "x" * 49])
def test_a_seed_that_could_be_guessed_is_refused(stage, director, seed):
    with pytest.raises(ChangeRefused) as refusal:
        announce_seed(stage, actor=director, seed=seed, at=NOON)
    assert refusal.value.code == "seed_length"


def test_drawing_again_what_was_announced_needs_a_reason_that_stays_with_the_draw(stage, director):
    announce_seed(stage, actor=director, seed=SECRET, at=NOON)
    drafted = draw_round(stage, actor=director, seed="", at=NOON)
    for reason in ("", "   "):
        with pytest.raises(ChangeRefused) as refusal:
            redraw_round(drafted, actor=director, seed="chosen", at=NOON, reason=reason)
        assert refusal.value.code == "redraw_needs_reason"
    with pytest.raises(ValidationError):
        redraw_round(drafted, actor=director, seed="", at=NOON, reason="\u202egirato")
    second = redraw_round(drafted, actor=director, seed="chosen", at=NOON, reason="a pair was missing")
    third = redraw_round(second, actor=director, seed="chosen", at=NOON, reason="and another")
    assert third.draw.seed == f"{SECRET}/1/3"
    assert [(one["drawing"], one["reason"], one["by"]) for one in list_redraws(third.draw)] == [
        (2, "a pair was missing", director.pk),
        (3, "and another", director.pk),
    ]
    assert replay_draw(third.draw).proven
    assert Round.objects.count() == 1


def test_a_redraw_and_a_change_by_hand_stand_side_by_side(stage, director):
    drafted = redraw_round(draw_round(stage, actor=director, seed="one", at=NOON), actor=director, seed="two", at=NOON)
    assert drafted.draw.seed == "two"
    one, other = (match.seats.first().entry for match in drafted.matches.filter(kind="played")[:2])
    change_pairing(drafted, actor=director, first=one, second=other, reason="they share a car", at=NOON)
    draw = Draw.objects.get(round=drafted)
    assert [sorted(change) for change in draw.changes] == [["at", "by", "drawing", "reason"], ["at", "by", "first", "reason", "second"]]
    assert replay_draw(draw).proven


@pytest.mark.parametrize("announced", [False, True])
def test_rounds_that_are_planned_together_keep_the_first_seed(director, announced):
    """Nineteen at tables of five have no perfect movement: only the plan of one seed is as good as its search found it."""
    tournament = found_tournament(director, "Trionfo", game_key="trionfo5")
    import_entries(tournament, "\n".join(f"Giocatore{number:02d}" for number in range(19)), actor=director)
    stage = create_stage(tournament, actor=director, format_key="tables_of_five", options={"rounds": 3})
    if announced:
        announce_seed(stage, actor=director, seed=SECRET, at=NOON)
    history = []
    for number in (1, 2, 3):
        drafted = draw_round(stage, actor=director, seed=f"seed {number}", at=NOON, history=history)
        history += [PlayedMatch(number, tuple(one["sides"]), 0) for one in drafted.draw.outcome["pairings"]]
        Round.objects.filter(pk=drafted.pk).update(state=Round.State.CLOSED)
    seed = f"{SECRET}/1" if announced else "seed 1"
    assert list(Draw.objects.order_by("round__number").values_list("seed", flat=True)) == [seed] * 3
    planned = compute_quality(format_by_key("tables_of_five"), 19, 3, seed)
    assert drafted.draw.outcome["certificate"]["quality"] == planned["quality"]
