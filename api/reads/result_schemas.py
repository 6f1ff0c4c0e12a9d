"""What programs read of results: matches hand by hand, standings, brackets, pools, and what happens now."""

import datetime as dt

from ninja import Schema

from api.reads.schemas import ListPart, RoundOut


class SideOut(Schema):
    """`entries` are numbers: one, or two where partners change."""

    entries: list[int]
    name: str
    games_won: int | None
    points: int | None


class MatchItem(Schema):
    """A pairing with its result so far. `state`: open, submitted, confirmed, disputed, locked or void; `outcome`:
    played, walkover or absent.
    """

    code: str
    stage: int
    round: int
    table: int | None
    pool: str
    title: str
    bye: bool
    state: str
    outcome: str
    version: int
    winner: int | None
    sides: list[SideOut]
    first_dealer: int
    reasons: list[str]
    updated_at: dt.datetime | None
    web: str


class BoxOut(Schema):
    label: str
    value: str


class LineOut(Schema):
    """A hand, a penalty or a claim. `seq` is its number in the ledger; `title` is empty for a hand."""

    seq: int
    hand: int | None
    title: str
    boxes: list[BoxOut]
    gained: list[int]
    score: list[int]
    changed: bool
    overruled: bool


class GameOut(Schema):
    number: int
    target: int | None
    score: list[int]
    winner: int | None
    running: bool
    lines: list[LineOut]


class MatchOut(MatchItem):
    """`takes_hands`: whether the next hand may be entered now; its boxes are those of `kinds` in the game."""

    games: list[GameOut]
    takes_hands: bool
    next_dealer: str


class ColumnOut(Schema):
    """What decides between equals, in this order, each with the sentence that explains it. `share`: a part of 1."""

    key: str
    name: str
    sentence: str
    share: bool


class StandingOut(Schema):
    """`place` is null before anything counts; `cells` by key of the column, null where it had nothing to decide."""

    place: int | None
    shared: bool
    entry: int
    name: str
    club: str
    group: str
    played: int
    points: float
    cells: dict[str, float | None]


class StandingsOut(ListPart[StandingOut]):
    columns: list[ColumnOut]


class CellPartOut(Schema):
    """`match` is the code of the match that it comes from, else empty; what the tie-break leaves out is not `counted`."""

    label: str
    value: str
    counted: bool
    match: str


class CellOut(Schema):
    """A number of the standings as the page shows it, and what it is made of."""

    key: str
    name: str
    sentence: str
    parts: list[CellPartOut]
    total: str


class ExplainedLineOut(Schema):
    entry: int
    name: str
    cells: list[CellOut]


class FinalPlaceOut(Schema):
    place: int
    shared: bool
    entry: int
    name: str
    club: str
    stage: str
    reached: str


class FinalListOut(ListPart[FinalPlaceOut]):
    provisional: bool


class BracketSlotOut(Schema):
    entry: int | None
    name: str
    score: int | None
    won: bool
    hint: str


class BracketMatchOut(Schema):
    code: str
    label: str
    late: bool
    slots: list[BracketSlotOut]


class BracketRoundOut(Schema):
    title: str
    matches: list[BracketMatchOut | None]


class BracketPartOut(Schema):
    loose: bool
    rounds: list[BracketRoundOut]


class BracketOut(Schema):
    parts: list[BracketPartOut]


class MeetingOut(Schema):
    opponent: int
    text: str
    match: str
    won: bool


class PoolRowOut(Schema):
    place: int | None
    entry: int
    name: str
    points: float
    played: int
    meetings: list[MeetingOut]


class PoolOut(Schema):
    name: str
    rows: list[PoolRowOut]


class PoolsOut(Schema):
    pools: list[PoolOut]


class ClockOut(Schema):
    stage: str
    round: int
    starts_at: dt.datetime
    ends_at: dt.datetime | None


class NowOut(Schema):
    """What happens at this moment. `playing` are the tables in play, by number; `last` the last results, the latest first."""

    state: str
    rounds: list[RoundOut]
    clocks: list[ClockOut]
    matches: int
    settled: int
    playing: list[MatchItem]
    last: list[MatchItem]


class EventOut(Schema):
    """An entry of the ledger as it is published: docs/ledger.md. It names nobody."""

    seq: int
    match: str
    match_version: int
    kind: str
    supersedes: int
    payload: str
    engine_version: str
    actor: str
    via: str
    idempotency_key: str
    body_digest: str
    reason: str
    text_hash: str
    recorded_at: str
    prev: str
    digest: str


class EventsOut(Schema):
    """`after` of the next request is `last`; `head` is that of the whole ledger."""

    items: list[EventOut]
    last: int
    more: bool
    head: str
