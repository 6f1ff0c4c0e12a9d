"""Every format through the services of the site: every stored draw repeats, whatever was done to it by hand."""

import random

import pytest

from desk.rehearsal.playing import simulate_results
from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from pairing import FORMATS
from pairing.checker import check_draw
from scoring.confirmation.services import confirm_match, void_match
from scoring.ledger.appending import build_staff_actor
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of
from tests.scoring.hands import win
from tests.sweeps import sweep
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.draws.publishing import change_pairing
from tournaments.draws.replays import read_draw_lines
from tournaments.draws.seeds import announce_seed
from tournaments.draws.services import redraw_round
from tournaments.entries.services import withdraw_entry
from tournaments.forbidden.services import forbid_pair
from tournaments.models import Draw, Entry, Seat, StaffRole, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.turns(4)

TWO_SIDED = [form.key for form in FORMATS if form.sides == 2 and form.side_size == 1]


def play(tournament, stage, rounds):
    """Rounds with a change by hand in the first, a draw made twice in the second, and a withdrawal after it."""
    director, assistant = build_user("director"), build_user("assistant")
    rng = random.Random(7)
    for number in range(1, rounds + 1):
        drafted = draw_next_round(stage, actor=director, seed=f"taken {number}", at=NOW)
        if number == 1:
            one, other = (match.seats.first().entry for match in drafted.matches.order_by("position")[:2])
            change_pairing(drafted, actor=director, first=one, second=other, reason="così", at=NOW)
        if number == 2:
            drafted = redraw_round(drafted, actor=director, seed="another", at=NOW, reason="mancava qualcuno")
        published = publish_round(drafted, actor=director, at=NOW)
        prefix = f"{tournament.slug}-{number}"
        simulate_results(
            published, enterer=build_staff_actor(assistant), confirmer=build_staff_actor(director), rng=rng, at=NOW, prefix=prefix
        )
        if number < rounds:
            close_round(published, actor=director, origin=origin_of(director))
        if number == 2:
            withdraw_entry(Entry.objects.get(tournament=tournament, number=3), actor=director)


@pytest.fixture
def evening(db):
    director, assistant = build_user("director"), build_user("assistant")
    tournament = found_tournament(director, "Serata")
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    StaffRole.objects.create(tournament=tournament, user=assistant, role=StaffRole.Role.ASSISTANT)
    enter_pairs(tournament, director, 9, clubs=3)
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament)}
    for one, other in ((1, 2), (4, 5)):
        forbid_pair(tournament, actor=director, first=entries[one], second=entries[other])
    return tournament


@pytest.mark.parametrize(("format_key", "announced"), sweep(TWO_SIDED, (False, True)))
def test_every_stored_draw_repeats(evening, format_key, announced):
    director = build_user("director")
    stage = create_stage(evening, actor=director, format_key=format_key, options={"rounds": 3} if format_key == "swiss" else {})
    if announced:
        announce_seed(stage, actor=director, seed="quattordici assi", at=NOW)
    play(evening, stage, 3)
    lines = read_draw_lines(evening)
    assert [(line.round_number, line.replay.proven, line.is_broken) for line in lines] == [(number, True, False) for number in (1, 2, 3)]
    if announced:
        assert [line.seed for line in lines] == ["quattordici assi/1", "quattordici assi/2/2", "quattordici assi/3"]
    assert verify_tournament(evening) == ()
    for draw in Draw.objects.all():
        assert check_draw({**draw.outcome, "request": draw.inputs}).faults == []


def test_verify_finds_a_draw_that_was_tampered_with(evening):
    director = build_user("director")
    stage = create_stage(evening, actor=director, format_key="swiss", options={})
    drafted = draw_next_round(stage, actor=director, seed="x", at=NOW)
    draw = drafted.draw
    assert verify_tournament(evening) == ()
    Draw.objects.filter(pk=draw.pk).update(inputs={**draw.inputs, "seed": "y"})
    [finding] = verify_tournament(evening)
    assert "the result is different" in str(finding)
    Draw.objects.filter(pk=draw.pk).update(inputs=draw.inputs, engine_version="0")
    assert verify_tournament(evening) == ()
    Seat.objects.filter(round=drafted).first().delete()
    [finding] = verify_tournament(evening)
    assert "the seats differ from the draw and its changes by hand" in str(finding)


def test_a_draw_from_missing_or_unconfirmed_results_is_refused_with_the_tables(evening):
    director, assistant = build_user("director"), build_user("assistant")
    stage = create_stage(evening, actor=director, format_key="swiss", options={})
    published = publish_round(draw_next_round(stage, actor=director, seed="x", at=NOW), actor=director, at=NOW)
    first, second, *rest = published.matches.filter(kind="played").order_by("table")
    for match in rest:
        win(match, actor=build_staff_actor(assistant))
        confirm_match(match, origin=origin_of(director), version=None)
    win(second, actor=build_staff_actor(assistant))
    with pytest.raises(ChangeRefused) as refusal:
        draw_next_round(stage, actor=director, seed="x", at=NOW)
    assert refusal.value.code == "round_unfinished"
    told = f"No result: table {first.table}. Not confirmed: table {second.table}."
    assert str(refusal.value) == f"Round 1 is still in progress: close it before the next draw. {told}"
    void_match(first, origin=origin_of(director), version=None, reason="not_finished", words="corrente")
    confirm_match(second, origin=origin_of(director), version=None)
    close_round(published, actor=director, origin=origin_of(director))
    assert draw_next_round(stage, actor=director, seed="x", at=NOW).number == 2
