"""A match as one of its sides sees it on its phone: the last line and who answers for it, what waits, and two versions side by side."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property

from rules import Event, HandEntry, RuleViolation
from scoring.ledger.match_log import Progress, State, plain
from scoring.matches.queries import Box, LineView, MatchView, boxes_of
from scoring.matches.sides import SideView
from scoring.matches.table_links import live_links
from scoring.models import DirectorCall, LedgerEntry, TableLink
from scoring.models.drafts import KIND, LINE
from scoring.models.links import side_behind


@dataclass(frozen=True, slots=True)
class LastLine:
    """The last line that counts. `by` is the side that entered it, None for the desk; `accepted_by` are the others that said yes."""

    line: LineView
    by: SideView | None
    latest_seq: int
    accepted_by: tuple[SideView, ...]

    @property
    def seq(self) -> int:
        return self.line.seq


@dataclass(frozen=True)
class TableView:
    """`here` is the side whose phone this is."""

    view: MatchView
    here: SideView
    last: LastLine | None
    called: bool

    @property
    def others(self) -> tuple[SideView, ...]:
        return tuple(side for side in self.view.sides if side != self.here)

    @property
    def own_last(self) -> bool:
        return self.last is not None and self.last.by == self.here

    @property
    def answers_line(self) -> bool:
        """Whether this side is asked about the last line: somebody else's, of a match that goes on."""
        return self.last is not None and not self.own_last and self.view.state is State.OPEN and self.here not in self.last.accepted_by

    @cached_property
    def answers_match(self) -> bool:
        """Whether this side is asked to confirm the whole match."""
        return self.view.state is State.SUBMITTED and side_behind(self.view.entered_by) not in (None, self.here.index)

    @property
    def waits(self) -> bool:
        """Whether the match is decided and somebody else must confirm it."""
        return self.view.state is State.SUBMITTED and not self.answers_match

    @property
    def own_result(self) -> bool:
        """Whether the result that waits is this side's own; once the desk has corrected it, it is the desk's."""
        return side_behind(self.view.entered_by) == self.here.index

    @property
    def can_take_back(self) -> bool:
        return self.own_last and self.view.state in (State.OPEN, State.SUBMITTED)

    @property
    def can_correct(self) -> bool:
        return self.last is not None and self.last.by is not None and self.view.state in (State.OPEN, State.SUBMITTED)

    @property
    def can_dispute(self) -> bool:
        return self.last is not None and self.view.state in (State.OPEN, State.SUBMITTED, State.CONFIRMED)


@dataclass(frozen=True, slots=True)
class Clash:
    """What this side typed against what was entered meanwhile. `theirs` is None when more, or something else, has happened."""

    kind: str
    boxes: Mapping[str, str]
    ours: tuple[Box, ...]
    """As the sheet would say it; empty when it cannot be read as an event at all."""
    theirs: LineView | None
    by: SideView | None
    same: bool


def table_view(view: MatchView, link: TableLink) -> TableView:
    """Two queries."""
    called = DirectorCall.objects.filter(match=view.match, side=link.side, settled_at__isnull=True).exists()
    return TableView(view, view.sides[link.side], _last_line(view), called)


def clash_of(view: MatchView, typed: Mapping[str, str], version: int) -> Clash:
    """`version` is what this side had seen; one query."""
    boxes = {box: text for box, text in typed.items() if box not in (KIND, LINE)}
    kind = typed.get(KIND, HandEntry.kind)
    since = list(LedgerEntry.objects.filter(match=view.match, match_version__gt=version))
    last = _last_line(view)
    told_once = len(since) == 1 and since[0].kind == LedgerEntry.Kind.SUBMIT and last is not None and last.seq == since[0].seq
    if not told_once or last is None:
        return Clash(kind, boxes, (), None, None, same=False)
    progress = view.fold.progress[-1]
    event = _read(view, progress, kind, boxes)
    ours = boxes_of(view.game, event) if event else ()
    return Clash(kind, boxes, ours, last.line, last.by, same=event == plain(progress.event))


def _read(view: MatchView, progress: Progress, kind: str, boxes: Mapping[str, str]) -> Event | None:
    try:
        event: Event = view.game.event_from(progress.before, kind, boxes)
    except RuleViolation:
        return None
    return event


def _last_line(view: MatchView) -> LastLine | None:
    if not view.fold.progress:
        return None
    account = view.fold.progress[-1].account
    line = next(line for game in view.games for line in game.lines if line.seq == account.seq)
    by = side_behind(account.current.entry.actor)
    accepted = live_links().filter(match=view.match, accepted_seq__gte=account.latest_seq).values_list("side", flat=True)
    sides = tuple(view.sides[side] for side in sorted(accepted) if side != by)
    return LastLine(line, None if by is None else view.sides[by], account.latest_seq, sides)
