"""The evening that plays itself: one step at a time, each through the service that a person would use."""

import datetime as dt
import random

from django.contrib.auth.models import User

from api.showcase.building import CLUBS, begin_evening
from desk.rehearsal.playing import SURE
from desk.rounds.services import close_round, draw_next_round, publish_draft
from scoring.confirmation.services import confirm_match
from scoring.entry.services import submit_event
from scoring.ledger.appending import Submission, build_staff_actor, build_submission
from scoring.ledger.match_log import State
from scoring.matches.queries import load_match
from scoring.matches.rounds import SETTLED_MATCHES
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.stages.services import create_stage

ROUNDS = 4


def play_step(director: User, rng: random.Random, at: dt.datetime) -> str:
    """Do the next thing of the evening that is in progress, or begin another; says in a word what it was."""
    evening = Tournament.objects.filter(organizer__slug=CLUBS[0].slug, name="Stasera").order_by("pk").last()
    if evening is None or evening.state == Tournament.State.FINISHED:
        begin_evening(at, director)
        return "evening"
    stage = evening.stages.first() or create_stage(evening, actor=director, format_key="swiss", options={"rounds": str(ROUNDS)})
    round_ = stage.rounds.exclude(state=Round.State.CLOSED).first()
    if round_ is None or round_.state == Round.State.DRAFT:
        return _open_round(stage, round_, director, at)
    left = list(round_.matches.filter(kind=Match.Kind.PLAYED).exclude(SETTLED_MATCHES).select_related("round__stage__tournament"))
    if not left:
        close_round(round_, actor=director, origin=_build_request(director, rng, at))
        return "close"
    return _play_hand(rng.choice(left), director, rng, at)


def _open_round(stage: Stage, draft: Round | None, director: User, at: dt.datetime) -> str:
    drawn = draft or draw_next_round(stage, actor=director, seed=f"{stage.pk} {at.isoformat()}", at=at)
    publish_draft(drawn, actor=director, at=at)
    return "publish"


def _play_hand(match: Match, director: User, rng: random.Random, at: dt.datetime) -> str:
    """The next hand of a match, or its confirmation. What a program of a visitor has disputed, the director confirms."""
    view = load_match(match)
    if view.is_decided or view.state is not State.OPEN:
        confirm_match(match, origin=_build_request(director, rng, at), version=None)
        return "confirm"
    event = view.game.random_hand(view.log.state, rng)
    submit_event(match, event, origin=_build_request(director, rng, at), version=None, override=SURE)
    return "hand"


def _build_request(director: User, rng: random.Random, at: dt.datetime) -> Submission:
    return build_submission(build_staff_actor(director), f"showcase-{rng.getrandbits(80):x}", {}, at)
