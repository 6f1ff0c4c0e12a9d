"""What programs read: one class for each object of the API. A field is added here, and never renamed or taken away within v1."""

import datetime as dt
from typing import Any, Generic, TypeVar

from ninja import Schema

ItemT = TypeVar("ItemT")


class ListPart(Schema, Generic[ItemT]):
    """A part of a list; `next` is the cursor of the following part, null at the end."""

    items: list[ItemT]
    next: str | None


class ProblemErrorOut(Schema):
    field: str
    detail: str


class ProblemOut(Schema):
    """RFC 9457. `code` is for programs, `title` and `detail` are for people; `errors` name places in the request."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[ProblemErrorOut]


class ClubOut(Schema):
    """Who holds the tournament; null for the house of a desk."""

    slug: str
    name: str


class PlacesOut(Schema):
    limit: int | None
    taken: int
    free: int | None
    waiting: int


class TournamentItem(Schema):
    slug: str
    name: str
    date: dt.date
    starts_at: dt.datetime | None
    game: str
    state: str
    venue: str
    town: str
    club: ClubOut | None
    cancelled: bool
    public: bool
    web: str


class RoundOut(Schema):
    """`state`: published (being played) or closed."""

    stage: int
    number: int
    name: str
    state: str
    published_at: dt.datetime | None
    starts_at: dt.datetime | None
    closed_at: dt.datetime | None
    matches: int
    byes: int


class StageOut(Schema):
    number: int
    name: str
    format: str
    state: str
    entries: int
    takes: str
    source: int | None
    rounds: list[RoundOut]


class TournamentOut(TournamentItem):
    address: str
    contact: str
    meets_at: dt.datetime | None
    ends_by: dt.datetime | None
    fee_cents: int
    prizes: list[str]
    places: PlacesOut
    enrolment_open: bool
    entries: int
    rules: dict[str, Any]
    round_minutes: int | None
    shown_as_of: dt.datetime | None
    ledger_head: str
    ledger_entries: int
    stages: list[StageOut]


class PersonOut(Schema):
    """`id` is that of a person who lets others see their page, else null."""

    name: str
    id: str | None


class EntryOut(Schema):
    """`persons` is empty where names are shortened or hidden; `name` is always as the tournament shows it."""

    number: int
    name: str
    persons: list[PersonOut]
    club: str
    seed: int | None
    state: str


class FieldOut(Schema):
    """A box of the sheet or an option of a game. `boxes` are the names under which it is sent."""

    name: str
    boxes: list[str]
    label: str
    sentence: str
    kind: str
    choices: list[str]
    required: bool
    default: Any = None


class EventKindOut(Schema):
    kind: str
    label: str
    fields: list[FieldOut]


class SeasonItem(Schema):
    slug: str
    name: str
    game: str
    web: str


class SeasonPlaceOut(Schema):
    place: int
    shared: bool
    name: str
    club: str
    points: float
    evenings: int


class SeasonEveningOut(Schema):
    slug: str
    name: str
    date: dt.date
    final: bool
    standing: str


class SeasonOut(ListPart[SeasonPlaceOut]):
    slug: str
    name: str
    evenings: list[SeasonEveningOut]
    withheld: int


class GameItem(Schema):
    key: str
    name: str
    sides: int
    entry_size: int
    web: str


class PresetOut(Schema):
    key: str
    title: str
    options: dict[str, Any]


class GameDetail(GameItem):
    version: str
    options: list[FieldOut]
    presets: list[PresetOut]
    kinds: list[EventKindOut]


class PersonEveningOut(Schema):
    tournament: str
    name: str
    date: dt.date
    entry_name: str
    place: str
    entries: int


class PersonDetail(Schema):
    id: str
    name: str
    evenings: list[PersonEveningOut]
