"""The place for which a phone's page was drawn: which match, which side, who sat there. Every form of the page carries it, signed."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _

from tournaments.models import Entry, Match, Seat, Substitution
from tournaments.models.rounds import quote_round_name
from tournaments.people.sides import list_side_names
from tournaments.stages.rounds import format_match_round

_SALT = "scoring.seen_place"
_MARK_LENGTH = 8


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """What stood on a phone: `match` is a code, empty away from a table; `people` the fingerprint of who sat there; the rest is for people
    to read when the match is gone.
    """

    entry: int
    match: str = ""
    side: int = 0
    people: str = ""
    stage: str = ""
    round: int = 0
    table: int = 0
    own: str = ""
    others: tuple[str, ...] = ()
    round_name: str = ""
    """“Semi-final”; empty where a round has only its number."""

    @property
    def key(self) -> str:
        """Short; the same for everything that was written at this place by the same people."""
        return f"{self.match}-{self.side}-{self.people}"

    @property
    def identity(self) -> tuple[int, str, int, str]:
        return (self.entry, self.match, self.side, self.people)

    @property
    def position(self) -> str:
        """“table 2, round 1”, “table 2, round “Semi-final””; without a table the round alone."""
        if not self.match:
            return ""
        called = quote_round_name(self.round_name, self.round)
        if not self.table:
            return _("round %(round)s") % {"round": called}
        return _("table %(table)d, round %(round)s") % {"table": self.table, "round": called}

    @property
    def opponents(self) -> str:
        return ", ".join(self.others)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "others": list(self.others)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        known: dict[str, Any] = {field.name: data[field.name] for field in fields(cls) if field.name in data}
        return cls(**{**known, "others": tuple(known.get("others", ()))})

    def sign(self) -> str:
        """The same place always gives the same text."""
        return Signer(salt=_SALT).sign_object(self.to_json(), compress=True)


def read_signed_place(text: str) -> SeenPlace | None:
    """The place that a form carries; None where it carries none, or one that this desk did not sign."""
    try:
        data = Signer(salt=_SALT).unsign_object(text)
        return SeenPlace.from_json(data)
    except (BadSignature, TypeError, ValueError):
        return None


def find_writer(place: SeenPlace, now: Entry) -> Entry:
    """Whose page it was. A phone that was handed on is of others now; `now` where its entry is gone."""
    if place.entry == now.pk:
        return now
    return Entry.objects.select_related("tournament").filter(pk=place.entry).first() or now


def read_seen_place(entry: Entry, match: Match | None, side: int) -> SeenPlace:
    """The place where an entry is now; `match` comes with its round and stage. Three queries at most."""
    if match is None:
        return SeenPlace(entry.pk)
    seats = list(Seat.objects.filter(match=match).select_related("entry").order_by("side", "place"))
    names = list_side_names(seats)
    return SeenPlace(
        entry=entry.pk,
        match=match.code,
        side=side,
        people=_compute_people_fingerprint(seats),
        stage=match.round.stage.name,
        round=match.round.number,
        table=match.table or 0,
        own=names[side],
        round_name=format_match_round(match) if match.bracket else "",
        others=tuple(name for index, name in enumerate(names) if index != side),
    )


def compute_people_fingerprint(match: Match) -> str:
    """A short text that changes when others sit at the match, somebody is substituted or withdraws. Two queries."""
    return _compute_people_fingerprint(list(Seat.objects.filter(match=match).select_related("entry").order_by("side", "place")))


def _compute_people_fingerprint(seats: list[Seat]) -> str:
    entries = [seat.entry_id for seat in seats]
    substitutions = Substitution.objects.filter(entry__in=entries).order_by("pk").values_list("pk", flat=True)
    seated = [(seat.side, seat.place, seat.entry_id, seat.entry.state == Entry.State.WITHDRAWN, seat.entry.phantom) for seat in seats]
    return hashlib.sha256(repr((seated, list(substitutions))).encode()).hexdigest()[:_MARK_LENGTH]
