"""The walks that are measured: what a desk does most, through Django's test client on the demonstration tournament."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from desk.rehearsal.demonstration import load_demonstration
from scoring.models import LedgerEntry, MatchResult
from tests.walks import Walk, trace
from tournaments.models import Match, Round, Tournament
from tournaments.stages.services import create_stage

MOST_FILES, MOST_DEEP = 28, 17
"""What a hand typed at the desk may pass."""
IMPOSSIBLE = {"turned": "2", "total_0": "54", "total_1": "25"}


@dataclass(frozen=True, slots=True)
class WalkedDesk:
    """The demonstration with its director's browser. `matches` have not begun; each request is sent once to warm up, then traced."""

    client: Client
    tournament: Tournament
    director: User

    def post(self, page: str, arguments: list[object], fields: dict[str, Any], expected: int) -> Walk:
        address = reverse(page, args=[self.tournament.slug, *arguments])
        return self._trace(lambda: self.client.post(address, fields), expected)

    def get(self, page: str, arguments: list[object], fields: dict[str, Any]) -> Walk:
        address = reverse(page, args=[self.tournament.slug, *arguments])
        self.client.get(address, fields)
        return self._trace(lambda: self.client.get(address, fields), 200)

    def _trace(self, send: Callable[[], Any], expected: int) -> Walk:
        responses: list[Any] = []
        walk = trace(lambda: responses.append(send()))
        assert responses[0].status_code == expected, responses[0].status_code
        return walk


def open_walked_desk() -> WalkedDesk:
    director = User.objects.create_superuser("walker")
    tournament = load_demonstration(director, now=timezone.now())
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(director)
    return WalkedDesk(client, tournament, director)


def measure_walks(desk: WalkedDesk) -> dict[str, Walk]:
    """The five walks that are reported."""
    return {
        "good hand": walk_good_hand(desk),
        "deciding hand": walk_deciding_hand(desk),
        "impossible hand": walk_impossible_hand(desk),
        "desk standings": desk.get("scoring:desk_standings", [], {}),
        "standings PDF": walk_standings_paper(desk),
        "draw": walk_draw(desk),
    }


def walk_good_hand(desk: WalkedDesk) -> Walk:
    """The second hand at the last table, where nobody has begun; the first warms what is cached."""
    _enter_hand(desk, "45")
    return _enter_hand(desk, "45")


def walk_deciding_hand(desk: WalkedDesk) -> Walk:
    """The last hand at the same table: the match is won, and the standings follow."""
    _enter_hand(desk, "70")
    return _enter_hand(desk, "70")


def _enter_hand(desk: WalkedDesk, total: str) -> Walk:
    round_ = Round.objects.get(stage__tournament=desk.tournament, state=Round.State.PUBLISHED)
    match = round_.matches.filter(kind=Match.Kind.PLAYED).order_by("-table")[0]
    version = LedgerEntry.objects.filter(match=match).count()
    fields = {"turned": "2", "total_0": total, "sure": "1", "version": str(version), "key": f"walk-{version}"}
    return desk.post("scoring:enter_hand", [match.code], fields, 303)


def walk_impossible_hand(desk: WalkedDesk) -> Walk:
    match = Match.objects.filter(result__state=MatchResult.State.OPEN, result__version__gt=0, round__state=Round.State.PUBLISHED)[0]
    fields = {**IMPOSSIBLE, "version": str(match.result.version)}
    desk.post("scoring:enter_hand", [match.code], {**fields, "key": "walk-wrong"}, 422)
    return desk.post("scoring:enter_hand", [match.code], {**fields, "key": "walk-wrong-again"}, 422)


def walk_standings_paper(desk: WalkedDesk) -> Walk:
    return desk.get("scoring:print_paper", ["standings"], {"round": "1-1"})


def walk_draw(desk: WalkedDesk) -> Walk:
    """The first round of a Swiss stage of 24 pairs; it is drawn and discarded once before."""
    stage = create_stage(desk.tournament, actor=desk.director, format_key="swiss", options={}, name="Svizzero")
    desk.post("scoring:draw", [stage.number], {"seed": "walk"}, 302)
    desk.post("tournaments:discard", [stage.number, 1], {}, 302)
    return desk.post("scoring:draw", [stage.number], {"seed": "walk"}, 302)
