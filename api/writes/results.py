"""Hands and confirmations for programs: what the ledger answers, as a match or a problem."""

from collections.abc import Callable, Mapping

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from api.callers.problems import Refused
from api.callers.queries import Caller
from api.reads.finding import TournamentAccess, find_match, find_tournament, get_caller
from api.reads.matches import read_match
from api.writes.schemas import HandIn, MatchAnswer, SeenMatch
from rules import Problem, describe
from scoring.confirmation.services import confirm_match, dispute_match, withdraw_dispute
from scoring.entry.outcomes import Conflict, Created, Locked, Outcome, Rejected, Replayed
from scoring.entry.requests import list_box_names
from scoring.entry.services import FilledBoxes, Override, submit_event, undo_last
from scoring.ledger.appending import Submission, build_submission
from scoring.models import MatchResult
from tournaments.models import Match
from tournaments.people.sides import group_by_side
from tournaments.permissions import Right
from tournaments.refusals import HandedOver


def find_match_to_change(request: HttpRequest, slug: str, code: str, right: Right) -> tuple[TournamentAccess, Match]:
    """The match for a token with the right, or for the slip of one of its sides. Raises: Refused."""
    caller, access = get_caller(request), find_tournament(request, slug)
    match = find_match(access.tournament, code)
    if caller.link is not None:
        if caller.link.match_id != match.pk:
            raise Refused("not_allowed")
        return access, match
    if caller.token is None:
        raise Refused("token_needed")
    if right not in access.rights:
        raise Refused("not_allowed")
    return access, match


def enter_hand(request: HttpRequest, slug: str, code: str, body: HandIn, key: str) -> tuple[MatchAnswer, bool]:
    """Enter a line of the sheet. Returns the match and whether it was written now. Raises: Refused."""
    access, match = find_match_to_change(request, slug, code, Right.ENTER)
    game = access.tournament.game
    if body.kind not in game.event_types:
        raise Refused("invalid", errors=[("body.kind", ", ".join(game.event_types))])
    names = set(list_box_names(game, body.kind))
    unknown = sorted(body.boxes.keys() - names)
    if unknown:
        raise Refused("invalid", errors=[(f"body.boxes.{name}", ", ".join(sorted(names))) for name in unknown])
    boxes = {name: text.replace("\0", "").strip() for name, text in body.boxes.items()}
    filled, override = FilledBoxes(body.kind, boxes), Override(sure=body.sure)

    def enter(origin: Submission, version: int) -> Outcome:
        return submit_event(match, filled, origin=origin, version=version, override=override)

    return _change(request, access, match, body.seen, key, {"kind": body.kind, **boxes}, enter)


STEPS: Mapping[str, tuple[Right, Callable[..., Outcome]]] = {
    "undo": (Right.ENTER, undo_last),
    "confirm": (Right.ENTER, confirm_match),
    "dispute": (Right.RULE, dispute_match),
    "withdraw": (Right.RULE, withdraw_dispute),
}
"""What is done to a whole match, with the right that it needs: cancel the last line, confirm, say that it was otherwise, take that back."""


def take_step(request: HttpRequest, slug: str, code: str, body: SeenMatch, key: str, step: str) -> tuple[MatchAnswer, bool]:
    """Take one of the `STEPS`. Raises: Refused."""
    right, service = STEPS[step]
    access, match = find_match_to_change(request, slug, code, right)
    return _change(
        request, access, match, body, key, {"step": step}, lambda origin, version: service(match, origin=origin, version=version)
    )


def _change(
    request: HttpRequest,
    access: TournamentAccess,
    match: Match,
    seen: SeenMatch,
    key: str,
    content: Mapping[str, str],
    change: Callable[[Submission, int], Outcome],
) -> tuple[MatchAnswer, bool]:
    """Refuse where others sit there than the program saw, else do it, and read the match again."""
    caller = get_caller(request)
    if _list_seated(match) != [sorted(side) for side in seen.entries]:
        raise Refused("changed", entries=_list_seated(match), version=_read_version(match))
    body = {"match": match.code, "version": seen.version, **content}
    origin = build_submission(caller.build_actor(match), key, body, timezone.now())
    try:
        outcome = change(origin, seen.version)
    except HandedOver as refusal:
        raise Refused("handed_over", str(refusal)) from refusal
    except PermissionDenied as refusal:
        raise _explain_denial(caller) from refusal
    entry, is_new = _judge_outcome(outcome, match)
    return MatchAnswer(**read_match(access, find_match(access.tournament, match.code)).model_dump(), seq=entry), is_new


def _explain_denial(caller: Caller) -> Refused:
    """A slip ends with its round and when others sit down; a token with the role of whoever made it."""
    return Refused("token_revoked" if caller.link is not None else "not_allowed")


def _list_seated(match: Match) -> list[list[int]]:
    seats = match.seats.select_related("entry").order_by("side", "place")
    return [sorted(seat.entry.number for seat in side) for side in group_by_side(seats)]


def _read_version(match: Match) -> int:
    return MatchResult.objects.filter(match=match).values_list("version", flat=True).first() or 0


def _judge_outcome(outcome: Outcome, match: Match) -> tuple[int, bool]:
    """The number of the ledger's entry, and whether it is new. Raises: Refused for everything else."""
    match outcome:
        case Created():
            return outcome.entry.seq, True
        case Replayed():
            return outcome.entry.seq, False
        case Conflict():
            raise Refused("changed", version=outcome.result.version, entries=_list_seated(match))
        case Locked():
            raise Refused("locked", outcome.refusal.message, reason=outcome.refusal.code)
        case Rejected():
            raise _explain_rejection(outcome)


def _explain_rejection(outcome: Rejected) -> Refused:
    errors = [_describe_problem(problem) for problem in outcome.problems]
    if outcome.refusal is None:
        return Refused("unusual" if outcome.only_remarkable else "rejected", errors=errors)
    code = "key_reused" if outcome.refusal.code == "key_reused" else "rejected"
    return Refused(code, "" if code == "key_reused" else outcome.refusal.message, errors, reason=outcome.refusal.code)


def _describe_problem(problem: Problem) -> tuple[str, str]:
    return f"body.boxes.{problem.field}" if problem.field else "body", describe(problem, _)
