"""A match as one of its sides sees it on its phone: the last line and who entered it, what must be confirmed, and conflicting versions."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property

from rules import Event, HandEntry, RuleViolation
from rules.texts import format_score
from scoring.ledger.match_log import CountedLine, State, unwrap_overruled
from scoring.matches.queries import FilledBox, GameView, LineView, MatchView
from scoring.matches.sides import SideView
from scoring.matches.table_links import select_live_links
from scoring.models import DirectorCall, LedgerEntry, SeatedTable, TableLink
from scoring.models.drafts import KIND, LINE
from scoring.models.links import find_side_of_actor
from tournaments.people.name_parts import format_surnames
from visitors.phones.viewpoint import list_phone_boxes, name_dealer, put_own_first, shorten_names, word_hands, word_line


@dataclass(frozen=True, slots=True)
class LastLine:
    """The last line that counts.

    `by` is the side that entered it, None for the desk; `accepted_by` are the other sides that accepted it.
    """

    line: LineView
    by: SideView | None
    latest_seq: int
    accepted_by: tuple[SideView, ...]

    @property
    def seq(self) -> int:
        return self.line.seq

    @property
    def gained_text(self) -> str:
        return format_score(self.line.gained)

    @property
    def before_text(self) -> str:
        """The score of the game before the line."""
        return format_score(tuple(score - gained for score, gained in zip(self.line.score, self.line.gained, strict=True)))

    @property
    def after_text(self) -> str:
        return format_score(self.line.score)


@dataclass(frozen=True)
class TableView:
    """A match for one side; `here` is the side whose phone this is."""

    view: MatchView
    here: SideView
    last: LastLine | None
    called: bool
    asks_for_seats: bool = False
    """Nobody has said yet that the table sits, and no hand is entered."""

    @property
    def other_sides(self) -> tuple[SideView, ...]:
        return tuple(side for side in self.view.sides if side != self.here)

    @property
    def last_points(self) -> tuple[tuple[bool, int], ...]:
        """What the last line gave each of two sides, the own one first; empty without one."""
        gained = self.last.line.gained if self.last else ()
        return tuple((place == 0, points) for place, points in enumerate(gained))

    @property
    def short_names(self) -> tuple[str, ...]:
        return shorten_names(self.view.sides, surname_first=self.view.match.round.stage.tournament.surname_first)

    @property
    def scores(self) -> tuple[tuple[SideView, str, int], ...]:
        """The sides with their short names and the running score, the own one first; at a larger table in the order of the seats."""
        surname_first = self.view.match.round.stage.tournament.surname_first
        scores = [(side, format_surnames(side.name, surname_first=surname_first), points) for side, points in self.view.scores_by_side]
        return put_own_first(scores, self.here.index)

    @property
    def games(self) -> tuple[tuple[GameView, str], ...]:
        """The games with their scores, the own one first."""
        return tuple((game, format_score(put_own_first(game.score, self.here.index))) for game in self.view.games)

    @property
    def hands(self) -> MatchView:
        """The match for the list of its hands, the own column first."""
        return word_hands(self.view, self.here.index)

    @property
    def has_phantom(self) -> bool:
        """Whether somebody at the table plays two hands."""
        return any(side.phantom for side in self.view.sides)

    @property
    def dealer(self) -> str:
        return name_dealer(self.view)

    @property
    def own_last(self) -> bool:
        return self.last is not None and self.last.by == self.here

    @property
    def answers_line(self) -> bool:
        """Whether this side must accept the last line: another side or the desk entered it and the match goes on."""
        return self.last is not None and not self.own_last and self.view.state is State.OPEN and self.here not in self.last.accepted_by

    @cached_property
    def answers_match(self) -> bool:
        """Whether this side must confirm the whole match."""
        return self.view.state is State.SUBMITTED and find_side_of_actor(self.view.entered_by) not in (None, self.here.index)

    @property
    def is_asked(self) -> bool:
        """Whether a question, or the way back from an answer, comes before all else."""
        return self.answers_line or self.answers_match or self.disputes

    @property
    def waits_for_confirmation(self) -> bool:
        """Whether the match is decided and another side must confirm it."""
        return self.view.state is State.SUBMITTED and not self.answers_match

    @property
    def own_result(self) -> bool:
        """Whether this side entered the unconfirmed result; after a correction by the desk the result is the desk's."""
        return find_side_of_actor(self.view.entered_by) == self.here.index

    @property
    def disputes(self) -> bool:
        """Whether this side said that the result is not right and can withdraw it."""
        return self.view.state is State.DISPUTED and self._find_disputing_side() == self.here

    @property
    def disputed_by(self) -> SideView | None:
        """The other side that said it; None for the desk."""
        return self._find_disputing_side() if self.view.state is State.DISPUTED else None

    @property
    def withdrawn_by(self) -> SideView | None:
        """The side that withdrew its dispute, until something else is entered or signed."""
        return self._find_disputing_side() if self.view.dispute and self.view.dispute.withdrawn else None

    def _find_disputing_side(self) -> SideView | None:
        side = find_side_of_actor(self.view.dispute.actor) if self.view.dispute else None
        return None if side is None else self.view.sides[side]

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
class EntryClash:
    """What this side typed beside what was entered meanwhile. `theirs` is None when more than one line, or something else, was entered.

    `corrects`: it was typed for a line that stood there already, and is no further one.
    """

    kind: str
    boxes: Mapping[str, str]
    ours: tuple[FilledBox, ...]
    """As the sheet would say it; empty when it cannot be read as an event at all."""
    theirs: LineView | None
    by: SideView | None
    same: bool
    corrects: bool = False


def read_table_view(view: MatchView, link: TableLink) -> TableView:
    """Two queries, and one before the first hand."""
    called = DirectorCall.objects.filter(match=view.match, side=link.side, settled_at__isnull=True).exists()
    asks = not view.version and not SeatedTable.objects.filter(match=view.match).exists()
    return TableView(view, view.sides[link.side], _find_last_line(view, link.side), called, asks)


def read_clash(view: MatchView, typed: Mapping[str, str], version: int, own: int) -> EntryClash:
    """Compare boxes that the side `own` typed with the entries after `version`, the version that it had read. Two queries at most."""
    boxes = {box: text for box, text in typed.items() if box not in (KIND, LINE)}
    kind, corrects = typed.get(KIND, HandEntry.kind), LINE in typed
    last = _find_last_line(view, own)
    if last is None or not (str(last.seq) == typed[LINE] if corrects else _is_only_entry_since(view, version, last.seq)):
        return EntryClash(kind, boxes, (), None, None, same=False, corrects=corrects)
    counted_line = view.log.counted_lines[-1]
    event = _parse_event(view, counted_line, kind, boxes)
    ours = list_phone_boxes(view, event, own) if event else ()
    return EntryClash(kind, boxes, ours, last.line, last.by, same=event == unwrap_overruled(counted_line.event), corrects=corrects)


def _is_only_entry_since(view: MatchView, version: int, seq: int) -> bool:
    since = list(LedgerEntry.objects.filter(match=view.match, match_version__gt=version))
    return len(since) == 1 and since[0].kind == LedgerEntry.Kind.SUBMIT and since[0].seq == seq


def says_the_same(view: MatchView, kind: str, boxes: Mapping[str, str]) -> bool:
    """Whether these boxes say what the last line that counts says already."""
    counted_line = view.log.counted_lines[-1]
    event = _parse_event(view, counted_line, kind, boxes) if kind in view.game.event_types else None
    return event is not None and event == unwrap_overruled(counted_line.event)


def _parse_event(view: MatchView, counted_line: CountedLine, kind: str, boxes: Mapping[str, str]) -> Event | None:
    try:
        event: Event = view.game.event_from(counted_line.before, kind, boxes)
    except RuleViolation:
        return None
    return event


def _find_last_line(view: MatchView, own: int) -> LastLine | None:
    """The last line that counts, in the words of the side `own`."""
    if not view.log.counted_lines:
        return None
    counted_line = view.log.counted_lines[-1]
    ledger_line = counted_line.line
    line = word_line(view, counted_line, next(line for game in view.games for line in game.lines if line.seq == ledger_line.seq), own)
    by = find_side_of_actor(ledger_line.current.entry.actor)
    accepted = select_live_links().filter(match=view.match, accepted_seq__gte=ledger_line.latest_seq).values_list("side", flat=True)
    sides = tuple(view.sides[side] for side in sorted(accepted) if side != by)
    return LastLine(line, None if by is None else view.sides[by], ledger_line.latest_seq, sides)
