"""Hands recorded card by card: what the ledger holds of them, and whether they agree with what was entered."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rules import Event, MatchState, RuleViolation, notation, record
from rules.cardplay import HandReplay
from rules.events import OverruledEvent
from rules.scorebook import build_standing
from scoring.evidence.replay import find_illegal_action
from scoring.ledger.chain import parse_canonical
from scoring.ledger.match_log import AnyGame, MatchLog
from scoring.matches.queries import FilledBox, MatchView, list_filled_boxes
from scoring.models import LedgerEntry

Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Evidence:
    """A recorded hand in the ledger. `line` is the seq of the line that it belongs to, None for none."""

    seq: int
    line: int | None
    record: record.HandRecord
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A box in which sheet and cards differ; texts as typed."""

    label: str
    entered: str
    played: str


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A recorded hand for the page of its match. `hand` is the number of its line in the game."""

    seq: int
    at: dt.datetime
    game_key: str
    text: str
    game_number: int
    hand: int | None
    fault: str
    """The first illegal action in words; empty when every card was legal."""
    boxes: tuple[FilledBox, ...]

    @property
    def query(self) -> str:
        """Query string for the referee's tool."""
        return urlencode({"hand": self.text})


def parse_evidence(entries: Iterable[LedgerEntry]) -> tuple[Evidence, ...]:
    """All recorded hands among the entries of a match, in their order."""
    return tuple(_parse_entry(entry) for entry in entries if entry.kind == Kind.EVIDENCE)


def evidence_to_json(hand_record: record.HandRecord, line: int | None) -> dict[str, Any]:
    """The payload of an entry: canonical, without names."""
    return {"line": line, "record": record.to_json(hand_record)}


def find_state_before(log: MatchLog, line: int | None, hand_record: record.HandRecord | None = None) -> MatchState[Any]:
    """The match before the hand: at line `line`, else now; after the end of the match at the score that the record itself gives."""
    for counted_line in log.counted_lines:
        if counted_line.line.seq == line:
            return counted_line.before
    if not log.state.over or hand_record is None:
        return log.state
    return build_standing(log.game.start(log.options), hand_record.number, hand_record.score)


def list_contradictions(game: AnyGame, entered: Event, played: Event) -> tuple[Contradiction, ...]:
    """Boxes in which the sheet differs from the cards. An empty box contradicts nothing."""
    entered_event = entered.event if isinstance(entered, OverruledEvent) else entered
    if type(entered_event) is not type(played):
        return (Contradiction("", entered_event.label, played.label),)
    return tuple(_list_differences(game, entered_event, played))


def find_played_event(game: AnyGame, state: MatchState[Any], hand_record: record.HandRecord) -> Event | None:
    """The event that the cards give; None for a hand that broke off or does not fit here."""
    try:
        return record.replay_record(game, hand_record, state).event
    except RuleViolation:
        return None


def read_evidence_views(view: MatchView) -> tuple[EvidenceView, ...]:
    """Recorded hands of a match, oldest first. One query."""
    entries = LedgerEntry.objects.filter(match=view.match, kind=Kind.EVIDENCE).order_by("seq")
    return tuple(_build_evidence_view(view, evidence) for evidence in parse_evidence(entries))


def _parse_entry(entry: LedgerEntry) -> Evidence:
    payload = parse_canonical(entry.payload)
    return Evidence(entry.seq, payload["line"], record.from_json(payload["record"]), entry.recorded_at)


def _list_differences(game: AnyGame, entered_event: Event, played: Event) -> Iterator[Contradiction]:
    entered_boxes, played_boxes = game.typed_from(entered_event), game.typed_from(played)
    for spec in game.fields_of(type(entered_event)):
        for box in spec.box_names(game.side_count):
            if entered_boxes.get(box) and entered_boxes[box] != played_boxes.get(box, ""):
                yield Contradiction(spec.label, entered_boxes[box], played_boxes.get(box, ""))


def _build_evidence_view(view: MatchView, evidence: Evidence) -> EvidenceView:
    game = view.game
    lines = {line.seq: line for game_view in view.games for line in game_view.lines}
    line = lines.get(evidence.line or 0)
    state = build_standing(game.start(game.options_from(evidence.record.options)), evidence.record.number, evidence.record.score)
    played = record.replay_record(game, evidence.record, state)
    return EvidenceView(
        seq=evidence.seq,
        at=evidence.at,
        game_key=game.key,
        text=notation.to_text(game, evidence.record),
        game_number=evidence.record.number,
        hand=line.number if line else None,
        fault=_describe_illegal_action(game, played, evidence.record),
        boxes=list_filled_boxes(game, played.event) if played.event else (),
    )


def _describe_illegal_action(game: AnyGame, played: HandReplay, hand_record: record.HandRecord) -> str:
    illegal = find_illegal_action(game, played, hand_record)
    if illegal is None:
        return ""
    return _("illegal in trick %(trick)d: %(said)s") % {"trick": illegal.trick, "said": illegal.description}
