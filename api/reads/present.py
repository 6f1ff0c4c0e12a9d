"""What happens at this moment, and what happened since: for overlays, bots, and programs that follow."""

from django.utils import timezone

from api.reads.finding import TournamentAccess
from api.reads.matches import build_match_line
from api.reads.result_schemas import ClockOut, EventOut, EventsOut, NowOut
from api.reads.tournaments import build_round, select_rounds
from scoring.clocks.queries import read_clocks
from scoring.ledger.queries import read_current_head
from scoring.matches.rounds import AWAITED_STATES, SETTLED_MATCHES, list_rounds_being_played
from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats

MOST_TABLES, MOST_RESULTS = 100, 10


def read_now(access: TournamentAccess) -> NowOut:
    """The rounds being played with their clocks, the tables in play and the last results. Some ten queries for any number of tables."""
    tournament = access.tournament
    playing = list_rounds_being_played(tournament)
    rounds = list(select_rounds(Round.objects.filter(pk__in=[round_.pk for round_ in playing]).select_related("stage")))
    matches = Match.objects.filter(round__in=playing, kind=Match.Kind.PLAYED)
    rows = matches.select_related("result", "round__stage").prefetch_related(prefetch_seats())
    in_play = rows.filter(table__isnull=False).exclude(result__state__in=_list_done_states()).order_by("table", "position")[:MOST_TABLES]
    finished = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED, result__state__in=_list_done_states())
    latest = finished.exclude(round__state=Round.State.DRAFT).select_related("result", "round__stage").prefetch_related(prefetch_seats())
    return NowOut(
        state=tournament.state,
        rounds=[build_round(round_, round_.stage, round_.stage.stage_entries.count()) for round_ in rounds],
        clocks=[
            ClockOut(stage=clock.stage, round=clock.round, starts_at=clock.starts, ends_at=clock.ends)
            for clock in read_clocks(tournament, at=timezone.now())
        ],
        matches=matches.count(),
        settled=matches.filter(SETTLED_MATCHES).count(),
        playing=[build_match_line(match, match.round, access) for match in in_play],
        last=[build_match_line(match, match.round, access) for match in latest.order_by("-result__updated_at", "-pk")[:MOST_RESULTS]],
    )


def _list_done_states() -> list[str]:
    return [state for state in MatchResult.State.values if state not in AWAITED_STATES]


def read_events(tournament: Tournament, after: int, limit: int) -> EventsOut:
    """The entries of the ledger after a number, oldest first. Two queries."""
    rows = LedgerEntry.objects.filter(tournament=tournament, seq__gt=after).select_related("match").order_by("seq")
    entries = list(rows[: limit + 1])
    links = [entry.build_link(entry.match.code if entry.match else "") for entry in entries[:limit]]
    items = [EventOut(**link.record.read_fields(), prev=link.prev, digest=link.digest) for link in links]
    last = items[-1].seq if items else after
    return EventsOut(items=items, last=last, more=len(entries) > limit, head=str(read_current_head(tournament)))
