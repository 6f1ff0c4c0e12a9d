"""What programs send. Nothing is converted: a number is a number, and a field that is not known is an error."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints

from api.reads.result_schemas import MatchOut
from api.reads.schemas import EntryOut

Text = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Sent(Schema):
    model_config = ConfigDict(extra="forbid", strict=True)


class PersonIn(Sent):
    name: Name
    phone: Text = ""
    membership: Text = ""


class EntryIn(Sent):
    """As many persons as the game seats on a side, in the order of their seats; `name` only for a team with a name of its own."""

    persons: Annotated[list[PersonIn], Field(min_length=1, max_length=6)]
    name: Text = ""
    club: Text = ""
    seed: Annotated[int | None, Field(ge=1, le=10_000)] = None


class CheckInIn(Sent):
    paid: bool = False


class EnrolmentIn(Sent):
    """As the form on the public page; `notice_read` says that the people were shown the privacy notice."""

    names: Annotated[list[Name], Field(min_length=1, max_length=6)]
    memberships: Annotated[list[Text], Field(max_length=6)] = []
    phone: Text
    club: Text = ""
    heat: Text = ""
    looking: bool = False
    wish: Text = ""
    strength: Annotated[int, Field(ge=1, le=3)] = 2
    note: Text = ""
    notice_read: Literal[True]


class EnrolmentOut(Schema):
    """`state`: asked, waiting, offered, placed, withdrawn or refused. `own` is the page of these people: whoever has it may change it."""

    number: int
    state: str
    entry: int | None
    own: str


class SeenMatch(Sent):
    """The match as the program read it: its version, and who sits there, side by side. Where it is not so any more, nothing is stored."""

    version: Annotated[int, Field(ge=0, le=1_000_000)]
    entries: Annotated[list[list[Annotated[int, Field(ge=1, le=1_000_000)]]], Field(min_length=2, max_length=5)]


class HandIn(Sent):
    """A line of the sheet: the boxes of its kind, as the game names them. `sure`: it was asked, and is so."""

    seen: SeenMatch
    kind: Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,20}$")] = "hand"
    boxes: dict[Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")], Annotated[str, StringConstraints(max_length=80)]]
    sure: bool = False


class StepIn(Sent):
    seen: SeenMatch


class EntryAnswer(EntryOut):
    pass


class MatchAnswer(MatchOut):
    """The match after the request; `seq` is the number of the ledger's entry that it made."""

    seq: int


JsonBody = dict[str, Any]
