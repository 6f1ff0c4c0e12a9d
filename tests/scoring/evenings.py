"""A whole evening through the services: entries, draw, hands, a closed round; as large as a test wants."""

import random

from desk.rehearsal.playing import SimulatedClock, SimulatedDesk, play_match, simulate_results
from desk.rounds.services import close_round, draw_next_round
from scoring.confirmation.services import dispute_match
from scoring.entry.services import undo_last
from scoring.ledger.appending import build_staff_actor, build_submission
from tests.scoring.builders import NOW, build_user
from tests.scoring.hands import fresh_key
from tests.scoring.recording import record_rows
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match, StaffRole, Tournament
from tournaments.stages.services import create_stage


@record_rows
def play_evening(
    *,
    pairs=4,
    rounds=2,
    format_key="swiss",
    stage_options=None,
    name="Serata",
    seed="lots",
    closed=1,
    desk=("director", "assistant"),
    **details,
):
    """A tournament of which `rounds` rounds are drawn and played and `closed` of them closed; `desk` names who works there."""
    director, assistant = map(build_user, desk)
    tournament = found_tournament(director, name, **details)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    StaffRole.objects.create(tournament=tournament, user=assistant, role=StaffRole.Role.ASSISTANT)
    enter_pairs(tournament, director, pairs, clubs=3)
    stage = create_stage(tournament, actor=director, format_key=format_key, options=stage_options or {})
    rng = random.Random(seed)
    for number in range(1, rounds + 1):
        drafted = draw_next_round(stage, actor=director, seed=f"{seed}-{number}", at=NOW)
        round_ = publish_round(drafted, actor=director, at=NOW)
        simulate_results(
            round_,
            enterer=build_staff_actor(assistant),
            confirmer=build_staff_actor(director),
            rng=rng,
            at=NOW,
            prefix=f"{tournament.slug}-{number}",
        )
        if number <= closed:
            close_round(round_, actor=director, origin=origin_of(director))
    tournament.refresh_from_db()
    return tournament


def origin_of(user):
    return build_submission(build_staff_actor(user), fresh_key(), {}, NOW)


def quarrel(tournament, desk=("director", "assistant")):
    """Words beside the ledger, and a line taken back: in the first match of the round being played."""
    director, assistant = map(build_user, desk)
    match = Match.objects.filter(round__stage__tournament=tournament, round__state="published", kind="played").first()
    dispute_match(match, origin=origin_of(assistant), version=None, words="Anna001 dice che era 38")
    undo_last(match, origin=origin_of(director), version=None)
    rng = random.Random(1)
    people = SimulatedDesk(build_staff_actor(director), build_staff_actor(assistant), SimulatedClock(NOW, rng), f"quarrel-{tournament.pk}")
    play_match(match, people, rng, hands=0)
    return match
