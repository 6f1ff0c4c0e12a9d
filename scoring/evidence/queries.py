"""Hands kept card by card beside a match: what the ledger holds of them, and whether they agree with what was entered."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rules import Event, MatchState, RuleViolation, declared_fields, notation, record
from rules.cardplay import Replay
from rules.events import Overruled
from rules.scorebook import standing_at
from scoring.evidence.replay import fault_of
from scoring.ledger import parse_canonical
from scoring.ledger.match_log import AnyGame, Fold
from scoring.matches.queries import Box, MatchView, boxes_of
from scoring.models import LedgerEntry

Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Evidence:
    """A recorded hand in the ledger. `line` is the seq of the first wording of the line that it belongs to, None for none."""

    seq: int
    line: int | None
    record: record.Record
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A box in which the sheet and the cards differ; texts as they are typed."""

    label: str
    entered: str
    played: str


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A recorded hand as the page of its match lists it. `hand` is the number of its line in the game."""

    seq: int
    at: dt.datetime
    game_key: str
    text: str
    game_number: int
    hand: int | None
    fault: str
    """The first illegal action in words; empty when every card was legal."""
    boxes: tuple[Box, ...]

    @property
    def query(self) -> str:
        """What the address of the tool says of it."""
        return urlencode({"hand": self.text})


def read_evidence(entries: Iterable[LedgerEntry]) -> tuple[Evidence, ...]:
    """All recorded hands among the entries of a match, oldest first."""
    return tuple(_read(entry) for entry in entries if entry.kind == Kind.EVIDENCE)


def evidence_to_json(kept: record.Record, line: int | None) -> dict[str, Any]:
    """The payload of an entry: canonical, without names."""
    return {"line": line, "record": record.to_json(kept)}


def state_for(fold: Fold, line: int | None, kept: record.Record | None = None) -> MatchState[Any]:
    """The match before the hand: at its line, else now; after the end of the match where the record itself says it stood."""
    for progress in fold.progress:
        if progress.account.seq == line:
            return progress.before
    if not fold.state.over or kept is None:
        return fold.state
    return standing_at(fold.game.start(fold.options), kept.number, kept.score)


def contradictions(game: AnyGame, entered: Event, played: Event) -> tuple[Contradiction, ...]:
    """Boxes that the sheet fills in otherwise than the cards say. A box left empty contradicts nothing."""
    said = entered.event if isinstance(entered, Overruled) else entered
    if type(said) is not type(played):
        return (Contradiction("", said.label, played.label),)
    return tuple(_differences(game, said, played))


def played_event(game: AnyGame, state: MatchState[Any], kept: record.Record) -> Event | None:
    """What the cards say was to be written; nothing for a hand that broke off, or that does not fit here."""
    try:
        return replay_at(game, state, kept).event
    except RuleViolation:
        return None


def replay_at(game: AnyGame, state: MatchState[Any], kept: record.Record) -> Replay:
    """The record played by the rules of `state`. Raises RuleViolation when the cards themselves are wrong."""
    return record.replay(game, kept, state)


def evidence_of(view: MatchView) -> tuple[EvidenceView, ...]:
    """Recorded hands of a match, oldest first. One query."""
    entries = LedgerEntry.objects.filter(match=view.match, kind=Kind.EVIDENCE).order_by("seq")
    return tuple(_shown(view, kept) for kept in read_evidence(entries))


def _read(entry: LedgerEntry) -> Evidence:
    payload = parse_canonical(entry.payload)
    return Evidence(entry.seq, payload["line"], record.from_json(payload["record"]), entry.recorded_at)


def _differences(game: AnyGame, said: Event, played: Event) -> Iterator[Contradiction]:
    entered, shown = game.typed_from(said), game.typed_from(played)
    for spec in declared_fields(type(said)):
        for box in spec.boxes(game.side_count):
            if entered.get(box) and entered[box] != shown.get(box, ""):
                yield Contradiction(spec.label, entered[box], shown.get(box, ""))


def _shown(view: MatchView, kept: Evidence) -> EvidenceView:
    game = view.game
    lines = {line.seq: line for one in view.games for line in one.lines}
    line = lines.get(kept.line or 0)
    state = standing_at(game.start(game.options_from(kept.record.options)), kept.record.number, kept.record.score)
    played = replay_at(game, state, kept.record)
    return EvidenceView(
        seq=kept.seq,
        at=kept.at,
        game_key=game.key,
        text=notation.to_text(game, kept.record),
        game_number=kept.record.number,
        hand=line.number if line else None,
        fault=_fault(game, played, kept.record),
        boxes=boxes_of(game, played.event) if played.event else (),
    )


def _fault(game: AnyGame, played: Replay, kept: record.Record) -> str:
    fault = fault_of(game, played, kept)
    if fault is None:
        return ""
    return _("illegal in trick %(trick)d: %(said)s") % {"trick": fault.trick, "said": fault.said}
