"""Input that lost against another writer, compared hand by hand with what was entered meanwhile."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import Event, HandEntry, MatchState, RuleViolation
from scoring.ledger.match_log import LedgerLine, unwrap_overruled
from scoring.matches.history import format_actor, read_actor_names
from scoring.matches.queries import FilledBox, MatchView, build_revision_view, list_filled_boxes
from scoring.models import Draft
from scoring.models.drafts import KIND, LINE
from tournaments.models import Match, Tournament

THEIRS, MINE = "theirs", "mine"


@dataclass(frozen=True, slots=True)
class ConflictBox:
    """One box in both versions; a text is empty where that version lacks the box."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """A line in both versions. `seq` is that of the entered line, 0 for none; `draft` is the key of the typed draft, 0 for none."""

    title: str
    seq: int
    draft: int
    boxes: tuple[ConflictBox, ...]
    by: str
    cancelled: bool

    @property
    def name(self) -> str:
        """Name of this row in the form."""
        return f"row-{self.seq}-{self.draft}"

    @property
    def has_both_versions(self) -> bool:
        return bool(self.seq and self.draft) and not self.cancelled

    @property
    def same(self) -> bool:
        return self.has_both_versions and not any(box.differs for box in self.boxes)


@dataclass(frozen=True, slots=True)
class ConflictView:
    """The drafts of one person about one match: `who` typed them, the first at `at`."""

    who: str
    at: dt.datetime
    drafts: tuple[Draft, ...]
    rows: tuple[ConflictRow, ...]

    @property
    def key(self) -> int:
        return self.drafts[0].pk

    @property
    def same(self) -> bool:
        """Whether both versions are equal, so that there is nothing to choose."""
        return all(row.same for row in self.rows if row.draft)

    @property
    def choices(self) -> bool:
        """Whether there is more than one line to choose."""
        return len(self.rows) > 1


@dataclass(frozen=True, slots=True)
class DraftLine:
    """An open draft in a list."""

    key: int
    code: str
    table: int | None
    at: dt.datetime


def list_open_drafts(tournament: Tournament, match: Match | None = None) -> tuple[DraftLine, ...]:
    """List the open drafts of the tournament or match, oldest first, one per person and match. One query."""
    drafts = Draft.objects.filter(settled_at__isnull=True, match__round__stage__tournament=tournament)
    if match is not None:
        drafts = drafts.filter(match=match)
    first: dict[tuple[str, str], DraftLine] = {}
    for pk, code, table, actor, at in drafts.values_list("pk", "match__code", "match__table", "actor", "kept_at"):
        first.setdefault((code, actor), DraftLine(pk, code, table, at))
    return tuple(first.values())


def find_conflict(view: MatchView, draft: Draft) -> ConflictView | None:
    """Compare the open drafts of the draft's author with the ledger; None when all of them are settled. Three queries."""
    drafts = tuple(Draft.objects.filter(match=view.match, actor=draft.actor, settled_at__isnull=True).order_by("pk"))
    if not drafts:
        return None
    ledger_lines = _list_lines_since(view, min(open_draft.version for open_draft in drafts), drafts)
    names = read_actor_names(
        [draft.actor, *(ledger_line.current.entry.actor for ledger_line in ledger_lines)], view.match.round.stage.tournament_id
    )
    rows = _build_rows(view, ledger_lines, drafts, names)
    return ConflictView(format_actor(view, draft.actor, names), drafts[0].kept_at, drafts, tuple(rows))


def split_draft(draft: Draft) -> tuple[str, dict[str, str]]:
    """Return the kind of event and the boxes of a draft."""
    boxes = {box: text for box, text in draft.typed.items() if box not in (KIND, LINE)}
    return draft.typed.get(KIND, HandEntry.kind), boxes


def get_corrected_seq(draft: Draft) -> int:
    """The seq of the line that the draft was to correct; 0 for a new line."""
    return int(draft.typed.get(LINE, "0"))


def list_box_labels(view: MatchView, kind: str) -> dict[str, str]:
    """The label of each box of an event, with the name of its side."""
    names = view.names
    return {
        box: f"{_(spec.label)} · {names[side]}" if spec.per_side else _(spec.label)
        for spec in view.game.fields_of(view.game.event_types[kind])
        for side, box in enumerate(spec.box_names(len(names)))
    }


def _list_lines_since(view: MatchView, version: int, drafts: Iterable[Draft]) -> list[LedgerLine]:
    """List the lines entered, corrected or cancelled after `version`, and those that a draft corrects."""
    corrected = {get_corrected_seq(draft) for draft in drafts}
    return [
        ledger_line
        for ledger_line in view.log.lines
        if ledger_line.seq in corrected or (ledger_line.current.entry.match_version or 0) > version
    ]


def _build_rows(
    view: MatchView, ledger_lines: Sequence[LedgerLine], drafts: Sequence[Draft], names: Mapping[str, str]
) -> list[ConflictRow]:
    """Build the rows: new lines pair up in order, a correction pairs with its line, the rest stand alone."""
    corrections = {get_corrected_seq(draft): draft for draft in drafts if get_corrected_seq(draft)}
    fresh = iter([draft for draft in drafts if not get_corrected_seq(draft)])
    rows: list[ConflictRow] = []
    for ledger_line in ledger_lines:
        new = ledger_line.statement is not None and (ledger_line.revisions[0].entry.match_version or 0) > min(
            open_draft.version for open_draft in drafts
        )
        draft = corrections.get(ledger_line.seq) or (next(fresh, None) if new else None)
        rows.append(_build_row(view, ledger_line, draft, names))
    rows.extend(_build_row(view, None, draft, names) for draft in fresh)
    return rows


def _build_row(view: MatchView, ledger_line: LedgerLine | None, draft: Draft | None, names: Mapping[str, str]) -> ConflictRow:
    theirs = _list_entered_boxes(view, ledger_line) if ledger_line else ()
    mine = _list_typed_boxes(view, ledger_line, draft) if draft else ()
    labels = dict.fromkeys([box.label for box in (*theirs, *mine)])
    left, right = ({box.label: box.text for box in side} for side in (theirs, mine))
    return ConflictRow(
        title=_format_title(view, ledger_line),
        seq=ledger_line.seq if ledger_line else 0,
        draft=draft.pk if draft else 0,
        boxes=tuple(ConflictBox(label, left.get(label, ""), right.get(label, "")) for label in labels),
        by=format_actor(view, ledger_line.current.entry.actor, names) if ledger_line else "",
        cancelled=ledger_line is not None and ledger_line.statement is None,
    )


def _format_title(view: MatchView, ledger_line: LedgerLine | None) -> str:
    if ledger_line is None:
        return _("Not entered yet")
    positions = ((game.number, line.number) for game in view.games for line in game.lines if line.seq == ledger_line.seq and line.number)
    game, hand = next(positions, (0, 0))
    return _("Game %(game)d, hand %(hand)d") % {"game": game, "hand": hand} if game else _("Another line")


def _list_entered_boxes(view: MatchView, ledger_line: LedgerLine) -> tuple[FilledBox, ...]:
    revision = build_revision_view(view.game, ledger_line, len(ledger_line.revisions) - 1)
    return revision.boxes or (FilledBox("", revision.title),)


def _list_typed_boxes(view: MatchView, ledger_line: LedgerLine | None, draft: Draft) -> tuple[FilledBox, ...]:
    """The boxes of a draft as the sheet would show them; as typed if they cannot be read as an event."""
    kind, boxes = split_draft(draft)
    before = next(
        (counted_line.before for counted_line in view.log.counted_lines if ledger_line and counted_line.line.seq == ledger_line.seq),
        view.log.state,
    )
    event = _parse_event(view, before, kind, boxes)
    if event is not None:
        return list_filled_boxes(view.game, unwrap_overruled(event))
    labels = list_box_labels(view, kind)
    return tuple(FilledBox(labels.get(box, box), text) for box, text in boxes.items() if text)


def _parse_event(view: MatchView, state: MatchState[Any], kind: str, boxes: Mapping[str, str]) -> Event | None:
    try:
        event: Event = view.game.event_from(state, kind, boxes)
    except (RuleViolation, LookupError):
        return None
    return event
