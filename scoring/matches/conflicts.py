"""What somebody typed in vain because another person was faster, beside what was entered meanwhile, hand by hand."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import Event, HandEntry, MatchState, RuleViolation, declared_fields
from scoring.ledger.match_log import Account, plain
from scoring.matches.history import actor_names, name_of
from scoring.matches.queries import Box, MatchView, boxes_of, wording_of
from scoring.models import Draft
from scoring.models.drafts import KIND, LINE
from tournaments.models import Match, Tournament

THEIRS, MINE = "theirs", "mine"


@dataclass(frozen=True, slots=True)
class ConflictBox:
    """One box in both versions; empty where a version does not have it."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """A line in both versions. `seq` is that of the line that was entered, 0 where there is none; `draft` the key of what was typed."""

    title: str
    seq: int
    draft: int
    boxes: tuple[ConflictBox, ...]
    by: str
    cancelled: bool

    @property
    def name(self) -> str:
        """How the form calls this row."""
        return f"row-{self.seq}-{self.draft}"

    @property
    def both(self) -> bool:
        return bool(self.seq and self.draft) and not self.cancelled

    @property
    def same(self) -> bool:
        return self.both and not any(box.differs for box in self.boxes)


@dataclass(frozen=True, slots=True)
class ConflictView:
    """`who` typed in vain at `at`; `drafts` are all that this person typed so about the match."""

    who: str
    at: dt.datetime
    drafts: tuple[Draft, ...]
    rows: tuple[ConflictRow, ...]

    @property
    def key(self) -> int:
        return self.drafts[0].pk

    @property
    def same(self) -> bool:
        """Whether both wrote the same: there is nothing to choose."""
        return all(row.same for row in self.rows if row.draft)

    @property
    def choices(self) -> bool:
        """Whether there is more than one line to choose about."""
        return len(self.rows) > 1


@dataclass(frozen=True, slots=True)
class DraftLine:
    """Somebody's draft that nobody has settled, in a list."""

    key: int
    code: str
    table: int | None
    at: dt.datetime


def open_drafts(tournament: Tournament, match: Match | None = None) -> tuple[DraftLine, ...]:
    """What was typed in vain and still waits, the oldest first, once for each person and match. One query."""
    drafts = Draft.objects.filter(settled_at__isnull=True, match__round__stage__tournament=tournament)
    if match is not None:
        drafts = drafts.filter(match=match)
    first: dict[tuple[str, str], DraftLine] = {}
    for pk, code, table, actor, at in drafts.values_list("pk", "match__code", "match__table", "actor", "kept_at"):
        first.setdefault((code, actor), DraftLine(pk, code, table, at))
    return tuple(first.values())


def conflict_of(view: MatchView, draft: Draft) -> ConflictView | None:
    """None once everything of it is settled. Three queries."""
    drafts = tuple(Draft.objects.filter(match=view.match, actor=draft.actor, settled_at__isnull=True).order_by("kept_at", "pk"))
    if not drafts:
        return None
    accounts = _since(view, min(one.version for one in drafts), drafts)
    names = actor_names([draft.actor, *(account.current.entry.actor for account in accounts)], view.match.round.stage.tournament_id)
    rows = _rows(view, accounts, drafts, names)
    return ConflictView(name_of(view, draft.actor, names), drafts[0].kept_at, drafts, tuple(rows))


def statement_of(draft: Draft) -> tuple[str, dict[str, str]]:
    """Kind and boxes of what was typed."""
    boxes = {box: text for box, text in draft.typed.items() if box not in (KIND, LINE)}
    return draft.typed.get(KIND, HandEntry.kind), boxes


def line_of(draft: Draft) -> int:
    """The line that the draft was to correct; 0 for a new one."""
    return int(draft.typed.get(LINE, "0"))


def box_labels(view: MatchView, kind: str) -> dict[str, str]:
    """What each box of an event is called, with its side where it has one."""
    names = view.names
    return {
        box: f"{_(spec.label)} · {names[side]}" if spec.per_side else _(spec.label)
        for spec in declared_fields(view.game.event_types[kind])
        for side, box in enumerate(spec.boxes(len(names)))
    }


def _since(view: MatchView, version: int, drafts: Iterable[Draft]) -> list[Account]:
    """Lines that were entered, corrected or cancelled after `version`, and those that a draft speaks of."""
    spoken = {line_of(draft) for draft in drafts}
    return [account for account in view.fold.accounts if account.seq in spoken or (account.current.entry.match_version or 0) > version]


def _rows(view: MatchView, accounts: Sequence[Account], drafts: Sequence[Draft], names: Mapping[str, str]) -> list[ConflictRow]:
    """New lines meet in their order; a correction meets its line; what has no counterpart stands alone."""
    corrections = {line_of(draft): draft for draft in drafts if line_of(draft)}
    fresh = iter([draft for draft in drafts if not line_of(draft)])
    rows: list[ConflictRow] = []
    for account in accounts:
        new = account.told is not None and (account.versions[0].entry.match_version or 0) > min(one.version for one in drafts)
        draft = corrections.get(account.seq) or (next(fresh, None) if new else None)
        rows.append(_row(view, account, draft, names))
    rows.extend(_row(view, None, draft, names) for draft in fresh)
    return rows


def _row(view: MatchView, account: Account | None, draft: Draft | None, names: Mapping[str, str]) -> ConflictRow:
    theirs = _entered(view, account) if account else ()
    mine = _typed(view, account, draft) if draft else ()
    labels = dict.fromkeys([box.label for box in (*theirs, *mine)])
    left, right = ({box.label: box.text for box in side} for side in (theirs, mine))
    return ConflictRow(
        title=_title(view, account),
        seq=account.seq if account else 0,
        draft=draft.pk if draft else 0,
        boxes=tuple(ConflictBox(label, left.get(label, ""), right.get(label, "")) for label in labels),
        by=name_of(view, account.current.entry.actor, names) if account else "",
        cancelled=account is not None and account.told is None,
    )


def _title(view: MatchView, account: Account | None) -> str:
    if account is None:
        return _("Not entered yet")
    found = ((game.number, line.number) for game in view.games for line in game.lines if line.seq == account.seq and line.number)
    game, hand = next(found, (0, 0))
    return _("Game %(game)d, hand %(hand)d") % {"game": game, "hand": hand} if game else _("Another line")


def _entered(view: MatchView, account: Account) -> tuple[Box, ...]:
    wording = wording_of(view.game, account, len(account.versions) - 1)
    return wording.boxes or (Box("", wording.title),)


def _typed(view: MatchView, account: Account | None, draft: Draft) -> tuple[Box, ...]:
    """As the sheet would say it; what cannot be read as an event is shown as it was typed."""
    kind, boxes = statement_of(draft)
    before = next((one.before for one in view.fold.progress if account and one.account.seq == account.seq), view.fold.state)
    event = _read(view, before, kind, boxes)
    if event is not None:
        return boxes_of(view.game, plain(event))
    labels = box_labels(view, kind)
    return tuple(Box(labels.get(box, box), text) for box, text in boxes.items() if text)


def _read(view: MatchView, state: MatchState[Any], kind: str, boxes: Mapping[str, str]) -> Event | None:
    try:
        event: Event = view.game.event_from(state, kind, boxes)
    except (RuleViolation, LookupError):
        return None
    return event
