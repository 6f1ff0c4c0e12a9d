"""Matches with the result that a test wants, and corrections of it."""

import secrets

from desk.rounds.services import close_round, draw_next_round
from rules.events import MatchScore
from scoring.confirmation.services import confirm_match, reopen_match
from scoring.entry.outcomes import Created
from scoring.entry.services import Override, correct_entry, submit_event
from scoring.ledger.appending import build_staff_actor, build_submission
from scoring.matches.queries import load_match
from tests.scoring.builders import NOW, build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match, Round, StaffRole
from tournaments.stages.services import create_stage

SURE = Override(sure=True)


def origin_of(name="director"):
    return build_submission(build_staff_actor(build_user(name)), secrets.token_hex(8), {}, NOW)


def found_stage(pairs=8, format_key="knockout", *, name="Serata", options=None, **details):
    """A stage of a tournament of Mariglia with a director and an assistant; nothing is drawn."""
    director, assistant = build_user("director"), build_user("assistant")
    tournament = found_tournament(director, name, **details)
    StaffRole.objects.create(tournament=tournament, user=assistant, role=StaffRole.Role.ASSISTANT)
    enter_pairs(tournament, director, pairs)
    return create_stage(tournament, actor=director, format_key=format_key, options=options or {})


def draw_and_publish(stage, seed="seed"):
    director = build_user("director")
    return publish_round(draw_next_round(stage, actor=director, seed=seed, at=NOW), actor=director, at=NOW)


def expect_created(outcome):
    assert isinstance(outcome, Created), outcome
    return outcome


def enter_result(match, side):
    """Two games to nothing for `side`, entered and confirmed by two people."""
    games = (2, 0) if side == 0 else (0, 2)
    expect_created(submit_event(match, MatchScore(games), origin=origin_of("assistant"), version=None, override=SURE))
    return expect_created(confirm_match(match, origin=origin_of(), version=None))


def turn_result(match, *, confirm=True):
    """Correct a signed result: the other side has won after all."""
    expect_created(reopen_match(match, origin=origin_of(), version=None, reason="referee", words="controllo"))
    log = load_match(match).log
    line = next(line for line in log.lines if line.statement is not None)
    event = MatchScore(tuple(reversed(line.statement.games)))
    expect_created(correct_entry(match, line.seq, event, origin=origin_of("director"), version=None, override=SURE, reason="wrong_side"))
    if confirm:
        sign(match)


def sign(match):
    expect_created(confirm_match(match, origin=origin_of("assistant"), version=None))


def first_side(_match):
    return 0


def play_round(round_, winners=first_side):
    for match in round_.matches.filter(kind=Match.Kind.PLAYED).order_by("position"):
        enter_result(match, winners(match))
    return round_


def close(round_):
    return close_round(round_, actor=build_user("director"), origin=origin_of())


def read_pairs(round_):
    """The entry numbers of every match, in the order of the bracket."""
    return [tuple(match.seats.order_by("side").values_list("entry__number", flat=True)) for match in round_.matches.order_by("position")]


def last_round(stage):
    return Round.objects.filter(stage=stage).order_by("-number").first()


def sides(match):
    return list(match.seats.order_by("side").values_list("entry__number", flat=True))
