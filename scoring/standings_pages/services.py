"""Stored standings that follow one result: what was counted before is kept by the process, and one match is told to it."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction

from pairing import Format, format_by_key
from scoring.models import LedgerEntry, LedgerHead, StandingsCache
from scoring.standings_pages.decisions import Decisions, read_decisions
from scoring.standings_pages.stored import (
    COUNTED,
    build_result,
    build_results,
    build_standings_payload,
    read_finished_matches,
    read_ranking_groups,
    read_scheme,
    store_standings,
)
from standings import CountingScheme, RunningStandings
from tournaments.models import Match, Stage

_MOST_STAGES = 8
_KEPT: "OrderedDict[int, Kept]" = OrderedDict()
"""By the id of the stage. Whoever takes one out owns it, and puts it back when its transaction is committed."""


@dataclass(frozen=True, slots=True)
class Basis:
    """Everything but results that standings follow from."""

    scheme: CountingScheme
    decisions: Decisions
    rankings: dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Kept:
    """Standings after the ledger entry `seq` with this digest, group by group."""

    basis: Basis
    groups: dict[str, RunningStandings]
    seq: int
    digest: str

    def tell(self, match: Match) -> None:
        """How a match stands now. The groups that none of its entries is in take no notice."""
        counts = match.result.state in COUNTED
        for group in self.groups.values():
            if counts:
                group.record(build_result(match))
            else:
                group.remove(match.pk)


def follow_result(match: Match, head: LedgerHead) -> None:
    """Bring the stored standings up to a match whose result has changed with the last entry of the ledger.

    1. Takes the standings that this process keeps if they are those that are stored; else counts them from all results, as it always does
    where the format itself gives the places. 2. Tells them the match. 3. Stores them. 4. Keeps them when the transaction is committed.
    Call inside the transaction that appended the entry.
    """
    stage = match.round.stage
    if type(format_by_key(stage.format_key)).compute_places is not Format.compute_places:
        store_standings(stage, seq=head.seq)
        return
    basis = Basis(read_scheme(stage), read_decisions(stage), read_ranking_groups(stage))
    known = _taken(stage, basis)
    if known is None:
        groups = _counted(stage, basis)
    else:
        groups = known.groups
        known.tell(_fresh(match))
    StandingsCache.objects.update_or_create(stage=stage, defaults={"seq": head.seq, "payload": _payload(basis, groups)})
    transaction.on_commit(partial(_put, stage.pk, Kept(basis, groups, head.seq, head.digest)))


def _fresh(match: Match) -> Match:
    return Match.objects.select_related("round", "result").prefetch_related("seats").get(pk=match.pk)


def _taken(stage: Stage, basis: Basis) -> Kept | None:
    """What is kept of the stage, if nothing else has happened to its standings: they are stored as of the very entry it was kept at."""
    kept = _KEPT.pop(stage.pk, None)
    if kept is None or kept.basis != basis:
        return None
    stored = StandingsCache.objects.filter(stage=stage, seq=kept.seq).exists()
    written = LedgerEntry.objects.filter(tournament_id=stage.tournament_id, seq=kept.seq, digest=kept.digest).exists()
    return kept if stored and written else None


def _counted(stage: Stage, basis: Basis) -> dict[str, RunningStandings]:
    results = build_results(read_finished_matches(stage))
    decided = basis.decisions
    return {
        name: RunningStandings(entries, results, basis.scheme, penalties=decided.penalties, decided=decided.places)
        for name, entries in basis.rankings.items()
    }


def _payload(basis: Basis, groups: dict[str, RunningStandings]) -> dict[str, Any]:
    played = {entrant: times for group in groups.values() for entrant, times in group.played().items()}
    return build_standings_payload(basis.scheme, {name: group.lines() for name, group in groups.items()}, played)


def _put(stage: int, kept: Kept) -> None:
    _KEPT[stage] = kept
    _KEPT.move_to_end(stage)
    while len(_KEPT) > _MOST_STAGES:
        _KEPT.popitem(last=False)
