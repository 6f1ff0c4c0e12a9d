"""Penalties that a referee gave at the tables of a stage, for its standings: against whom, for what, at what cost, with which evidence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rules import Penalty
from scoring.ledger.chain import parse_canonical
from scoring.ledger.match_log import AnyGame, LedgerLine, parse_lines, unwrap_overruled
from scoring.matches.queries import list_filled_boxes
from scoring.models import LedgerEntry, LedgerText, MatchResult
from tournaments.models import Match, Stage
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming

Kind = LedgerEntry.Kind
PENALTY_MARK = f'"kind":"{Penalty.kind}"'
"""In the canonical payload of a penalty, also of an overruled one."""


@dataclass(frozen=True, slots=True)
class TablePenalty:
    """A penalty that counts. `description` says cost and offence, `words` are those of the referee, for the staff; `evidence` says that
    the hand is kept card by card.
    """

    match: Match
    name: str
    description: str
    words: str
    evidence: bool


def list_table_penalties(stage: Stage, naming: Naming = IN_FULL) -> tuple[TablePenalty, ...]:
    """By round and table. One query; four more where there are penalties."""
    mentioned = LedgerEntry.objects.filter(match__round__stage=stage, payload__contains=PENALTY_MARK).values_list("match", flat=True)
    matches = Match.objects.filter(pk__in=set(mentioned)).exclude(result__state=MatchResult.State.VOID)
    seated = list(matches.select_related("round").prefetch_related(prefetch_seats()).order_by("round__number", "table"))
    entries = LedgerEntry.objects.filter(match__in=seated).order_by("match_id", "seq") if seated else ()
    by_match = {match_id: list(group) for match_id, group in groupby(entries, key=lambda entry: entry.match_id)}
    lines = [line for match in seated for line in _list_penalties(stage.tournament.game, match, by_match[match.pk], naming)]
    words = _read_words(stage, (line.latest_seq for line, _penalty in lines))
    return tuple(penalty if line.latest_seq not in words else _with_words(penalty, words[line.latest_seq]) for line, penalty in lines)


def list_penalty_lines(game: AnyGame, entries: Iterable[LedgerEntry]) -> Iterator[tuple[LedgerLine, Penalty]]:
    """The penalties that count among the entries of one match, as their lines and what they state."""
    for line in parse_lines(game, entries):
        statement = line.statement
        event = None if statement is None else unwrap_overruled(statement)  # type: ignore[arg-type]  # a walk-over is returned as it is
        if isinstance(event, Penalty):
            yield line, event


def format_penalty_boxes(game: AnyGame, penalty: Penalty) -> str:
    """Cost, points and offence in words, without the side."""
    _side, *boxes = list_filled_boxes(game, penalty)
    return " · ".join(box.text for box in boxes)


def find_proven_lines(entries: Iterable[LedgerEntry]) -> dict[int, int]:
    """By line the entry that keeps its hand card by card."""
    evidence = [entry for entry in entries if entry.kind == Kind.EVIDENCE]
    return {line: entry.seq for entry in evidence if (line := parse_canonical(entry.payload)["line"]) is not None}


def _list_penalties(game: AnyGame, match: Match, entries: list[LedgerEntry], naming: Naming) -> Iterator[tuple[LedgerLine, TablePenalty]]:
    proven = find_proven_lines(entries)
    for line, penalty in list_penalty_lines(game, entries):
        names = [naming.format_numbered_name(seat.entry) for seat in match.seats.all() if seat.side == penalty.side]
        yield line, TablePenalty(match, " – ".join(names), format_penalty_boxes(game, penalty), "", line.seq in proven)


def _read_words(stage: Stage, seqs: Iterable[int]) -> Mapping[int, str]:
    numbers = tuple(seqs)
    texts = LedgerText.objects.filter(tournament_id=stage.tournament_id, seq__in=numbers)
    return dict(texts.values_list("seq", "text")) if numbers else {}


def _with_words(penalty: TablePenalty, words: str) -> TablePenalty:
    return TablePenalty(penalty.match, penalty.name, penalty.description, words, penalty.evidence)
