"""The tournament, stage, round or match that an address names, for a caller who may see it."""

from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest

from api.callers.problems import Refused
from api.callers.queries import PUBLIC, Caller
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.people.naming import IN_FULL, Naming, PublicNaming
from tournaments.permissions import Right


class ApiRequest(HttpRequest):
    """A request of which the way in has found out who calls."""

    caller: Caller


def get_caller(request: HttpRequest) -> Caller:
    return getattr(cast(ApiRequest, request), "caller", PUBLIC)


@dataclass(frozen=True, slots=True)
class TournamentAccess:
    """A tournament with what its caller may do there, and how names are written for such a one."""

    tournament: Tournament
    rights: frozenset[Right]

    @property
    def naming(self) -> Naming:
        return IN_FULL if Right.READ in self.rights else PublicNaming(self.tournament)


def find_tournament(request: HttpRequest, slug: str) -> TournamentAccess:
    """Raises: Refused, as if there were none, for a tournament without a public page that the caller may not read."""
    tournament = Tournament.objects.select_related("organizer", "announcement").filter(slug=slug[:60]).first()
    if tournament is None:
        raise Refused("not_found")
    access = TournamentAccess(tournament, get_caller(request).list_rights(tournament))
    if not tournament.public and not access.rights:
        raise Refused("not_found")
    return access


def find_writable(request: HttpRequest, slug: str, right: Right) -> TournamentAccess:
    """The tournament for a caller who writes there. Raises: Refused without a token, and for one that lacks the right."""
    access = find_tournament(request, slug)
    if get_caller(request).token is None:
        raise Refused("token_needed")
    if right not in access.rights:
        raise Refused("not_allowed")
    return access


def find_stage(tournament: Tournament, number: int) -> Stage:
    """A stage with a published round, or one that is planned. Raises: Refused."""
    stage = tournament.stages.select_related("standings").filter(number=number).first()
    if stage is None:
        raise Refused("not_found")
    stage.tournament = tournament
    return stage


def find_round(tournament: Tournament, stage_number: int, number: int) -> Round:
    """A round that is published or closed; a draft is nobody's business. Raises: Refused."""
    rounds = Round.objects.exclude(state=Round.State.DRAFT).select_related("stage")
    round_ = rounds.filter(stage__tournament=tournament, stage__number=stage_number, number=number).first()
    if round_ is None:
        raise Refused("not_found")
    round_.stage.tournament = tournament
    return round_


def find_match(tournament: Tournament, code: str) -> Match:
    """A match of a published round. Raises: Refused."""
    matches = Match.objects.select_related("round__stage", "result").exclude(round__state=Round.State.DRAFT)
    match = matches.filter(round__stage__tournament=tournament, code=code[:8]).first()
    if match is None:
        raise Refused("not_found")
    match.round.stage.tournament = tournament
    return match
