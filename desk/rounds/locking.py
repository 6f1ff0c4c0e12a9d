"""The entries that lock the results of a round: counted before its tournament is locked, because thousands of them take a while."""

from dataclasses import dataclass

from django.db.models import F, OuterRef, QuerySet, Subquery

from scoring.clocks.queries import format_table
from scoring.ledger.appending import ChainedLines, EntryContent, NewLine, Submission, append_chained, chain_lines
from scoring.ledger.match_log import State
from scoring.models import LedgerEntry, LedgerHead, MatchResult
from tournaments.models import Match, Round

UNPLAYED_OUTCOMES = (MatchResult.Outcome.WALKOVER, MatchResult.Outcome.ABSENT)


@dataclass(frozen=True, slots=True)
class PreparedLocks:
    """What locks a round of `count` matches while nothing is appended after the head that `chained` follows.

    `missing` are the tables that keep the round open; with any of them nothing is chained.
    """

    count: int
    missing: tuple[str, ...]
    chained: ChainedLines

    def hold(self, current: Round, head: LedgerHead) -> bool:
        """Whether the round is as it was: every result is an entry of the ledger. One query."""
        return self.chained.follow(head) and self.count == _select_played(current).count()


def prepare_locks(round_: Round, origin: Submission, head: LedgerHead | None = None) -> PreparedLocks:
    """Read the results of a round and chain an entry for each that counts. Without a locked `head` this is only what will
    probably be appended. Two queries or three, whatever the number of matches.
    """
    # the head is read before the results: a result that comes in between makes the head another one
    end = head or _read_head(round_)
    matches = list(_select_played(round_).select_related("result").order_by("position"))
    missing = tuple(list_missing_tables(matches))
    return PreparedLocks(len(matches), missing, chain_lines(end, () if missing else _build_lines(round_, matches, origin)))


def append_locks(prepared: PreparedLocks, current: Round, head: LedgerHead, origin: Submission) -> int:
    """Append the prepared entries and mark their results as locked, in a few statements; return how many. Nothing else of a result follows
    from its locking. Raises: RuntimeError when a result changed under the lock.
    """
    append_chained(head, prepared.chained)
    last_seq = LedgerEntry.objects.filter(match=OuterRef("pk")).order_by("-match_version").values("seq")[:1]
    results = MatchResult.objects.filter(match__round=current, match__kind=Match.Kind.PLAYED).exclude(state=State.VOID)
    changed = results.update(state=State.LOCKED, version=F("version") + 1, seq=Subquery(last_seq), updated_at=origin.at)
    if changed != len(prepared.chained.rows):
        raise RuntimeError(f"a result of {current} changed under its lock")
    return changed


def list_missing_tables(matches: list[Match]) -> list[str]:
    """Tables whose match keeps the round open, in their order; matches without a table come last."""
    missing = [match.table for match in matches if not is_settled(match)]
    return [format_table(table) for table in sorted(missing, key=lambda table: (table is None, table))]


def is_settled(match: Match) -> bool:
    """Whether the match keeps no round open: confirmed, cancelled, or given without playing."""
    result = getattr(match, "result", None)
    if result is None:
        return False
    is_unplayed = result.state == State.SUBMITTED and result.outcome in UNPLAYED_OUTCOMES
    return is_unplayed or result.state in (State.CONFIRMED, State.VOID)


def _select_played(round_: Round) -> QuerySet[Match]:
    return Match.objects.filter(round=round_, kind=Match.Kind.PLAYED)


def _read_head(round_: Round) -> LedgerHead:
    tournament = round_.stage.tournament_id
    return LedgerHead.objects.filter(tournament=tournament).first() or LedgerHead(tournament_id=tournament)


def _build_lines(round_: Round, matches: list[Match], origin: Submission) -> list[NewLine]:
    game = round_.stage.tournament.game
    content = EntryContent(LedgerEntry.Kind.LOCK, f"{game.key}/{game.version}")
    return [
        NewLine(content, origin.derive_part(place), match, match.result.version + 1)
        for place, match in enumerate(matches, start=1)
        if match.result.state != State.VOID
    ]
