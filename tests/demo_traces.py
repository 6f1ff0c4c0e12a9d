"""The requests that are traced: what a desk does most, through Django's test client on the demonstration tournament."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from desk.rehearsal.demonstration import load_demonstration
from scoring.models import LedgerEntry, MatchResult
from tests.traces import Trace, trace_request
from tournaments.models import Match, Round, Tournament
from tournaments.stages.services import create_stage

MOST_FILES, MOST_DEEP = 30, 17
"""What a hand typed at the desk may pass."""
IMPOSSIBLE = {"turned": "2", "total_0": "54", "total_1": "25"}


@dataclass(frozen=True, slots=True)
class TracedDesk:
    """The demonstration with its director's browser. `matches` have not begun; each request is sent once to warm up, then traced."""

    client: Client
    tournament: Tournament
    director: User

    def post(self, page: str, arguments: list[object], fields: dict[str, Any], expected: int) -> Trace:
        address = reverse(page, args=[self.tournament.slug, *arguments])
        return self._trace(lambda: self.client.post(address, fields), expected)

    def get(self, page: str, arguments: list[object], fields: dict[str, Any]) -> Trace:
        address = reverse(page, args=[self.tournament.slug, *arguments])
        self.client.get(address, fields)
        return self._trace(lambda: self.client.get(address, fields), 200)

    def _trace(self, send: Callable[[], Any], expected: int) -> Trace:
        responses: list[Any] = []
        trace = trace_request(lambda: responses.append(send()))
        assert responses[0].status_code == expected, responses[0].status_code
        return trace


def open_traced_desk() -> TracedDesk:
    director = User.objects.create_superuser("tracer")
    tournament = load_demonstration(director, now=timezone.now())
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(director)
    return TracedDesk(client, tournament, director)


def measure_traces(desk: TracedDesk) -> dict[str, Trace]:
    """The traces that are reported."""
    return {
        "good hand": trace_good_hand(desk),
        "deciding hand": trace_deciding_hand(desk),
        "impossible hand": trace_impossible_hand(desk),
        "desk standings": desk.get("scoring:desk_standings", [], {}),
        "standings PDF": trace_standings_paper(desk),
        "draw": trace_draw(desk),
    }


def trace_good_hand(desk: TracedDesk) -> Trace:
    """The second hand at the last table, where nobody has begun; the first warms what is cached."""
    _enter_hand(desk, "45")
    return _enter_hand(desk, "45")


def trace_deciding_hand(desk: TracedDesk) -> Trace:
    """The last hand at the same table: the match is won, and the standings follow."""
    _enter_hand(desk, "70")
    return _enter_hand(desk, "70")


def _enter_hand(desk: TracedDesk, total: str) -> Trace:
    round_ = Round.objects.get(stage__tournament=desk.tournament, state=Round.State.PUBLISHED)
    match = round_.matches.filter(kind=Match.Kind.PLAYED).order_by("-table")[0]
    version = LedgerEntry.objects.filter(match=match).count()
    fields = {"turned": "2", "total_0": total, "sure": "1", "version": str(version), "key": f"trace-{version}"}
    return desk.post("scoring:enter_hand", [match.code], fields, 303)


def trace_impossible_hand(desk: TracedDesk) -> Trace:
    match = Match.objects.filter(result__state=MatchResult.State.OPEN, result__version__gt=0, round__state=Round.State.PUBLISHED)[0]
    fields = {**IMPOSSIBLE, "version": str(match.result.version)}
    desk.post("scoring:enter_hand", [match.code], {**fields, "key": "trace-wrong"}, 422)
    return desk.post("scoring:enter_hand", [match.code], {**fields, "key": "trace-wrong-again"}, 422)


def trace_standings_paper(desk: TracedDesk) -> Trace:
    return desk.get("scoring:print_paper", ["standings"], {"round": "1-1"})


def trace_draw(desk: TracedDesk) -> Trace:
    """The first round of a Swiss stage of 24 pairs; it is drawn and discarded once before."""
    stage = create_stage(desk.tournament, actor=desk.director, format_key="swiss", options={}, name="Svizzero")
    desk.post("scoring:draw", [stage.number], {"seed": "trace"}, 302)
    desk.post("tournaments:discard", [stage.number, 1], {}, 302)
    return desk.post("scoring:draw", [stage.number], {"seed": "trace"}, 302)
