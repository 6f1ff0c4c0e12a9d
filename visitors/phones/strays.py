"""Strays: what a phone sent for a match that it no longer plays. Nothing of it is stored in the ledger; the phone's session keeps it until
its players hand it to the director or throw it away.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from jobs.databases import retry_on_conflict, write_tx
from scoring.matches.seen_places import SeenPlace, find_writer
from scoring.matches.stray_hands import list_stray_boxes, name_action
from scoring.models import LedgerEntry, StrayHand
from scoring.models.drafts import KIND
from tournaments.models import Entry

STRAYS = "strays"
MOST_STRAYS = 12
"""More than a phone writes without network; older ones are dropped."""


@dataclass(frozen=True, slots=True)
class Stray:
    """One refused request: its key, where it was written, what was asked for, and the boxes with the kind of event."""

    key: str
    place: SeenPlace
    action: str
    typed: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "place": self.place.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["key"], SeenPlace.from_json(data["place"]), data["action"], data["typed"])


@dataclass(frozen=True, slots=True)
class StrayCard:
    """A stray as its phone shows it."""

    key: str
    title: str
    place: str
    boxes: tuple[tuple[str, str], ...]
    is_from_here: bool = False
    """It is of the match that the phone plays now: it came while the tournament was played on another computer."""


def build_stray_card(stray: Stray, entry: Entry, now: SeenPlace) -> StrayCard:
    sides = (pgettext("side on a phone", "We"), pgettext("side on a phone", "They"))
    game = find_writer(stray.place, entry).tournament.game
    boxes = list_stray_boxes(game, stray.typed, stray.place.side, sides, stray.place)
    is_from_here = stray.place.identity == now.identity
    return StrayCard(stray.key, name_action(stray.action), describe_place(stray.place), boxes, is_from_here)


def list_strays(request: HttpRequest) -> tuple[Stray, ...]:
    """What this phone keeps, oldest first."""
    return tuple(Stray.from_json(data) for data in request.session.get(STRAYS, ()))


def find_stray(request: HttpRequest, key: str) -> Stray | None:
    return next((stray for stray in list_strays(request) if stray.key == key), None)


def keep_stray(request: HttpRequest, stray: Stray) -> None:
    """Keep a stray in the session of the phone; sent again under the same key it replaces itself."""
    others = [kept for kept in list_strays(request) if kept.key != stray.key]
    request.session[STRAYS] = [kept.to_json() for kept in (*others, stray)][-MOST_STRAYS:]


def drop_stray(request: HttpRequest, key: str) -> None:
    request.session[STRAYS] = [stray.to_json() for stray in list_strays(request) if stray.key != key]


def was_stored(stray: Stray) -> bool:
    """Whether the ledger has it: the phone sent it in time, and only the answer was lost."""
    entries = LedgerEntry.objects.filter(via=LedgerEntry.Via.TABLE, idempotency_key=stray.key, match__code=stray.place.match)
    return any(entry.actor.endswith(f"-{stray.place.side}") for entry in entries)


@retry_on_conflict
def hand_over(stray: Stray, sender: Entry, *, at: dt.datetime) -> None:
    """Give a stray to the director of its tournament, who finds it under “To decide”. Handed over twice it is there once.

    Who sends it from another tournament is not named there.
    """
    with write_tx():
        writer = find_writer(stray.place, sender)
        StrayHand.objects.get_or_create(
            tournament=writer.tournament,
            key=stray.key,
            defaults={
                "entry": sender if sender.tournament_id == writer.tournament_id else writer,
                "place": stray.place.to_json(),
                "action": stray.action,
                "typed": dict(stray.typed),
                "handed_at": at,
            },
        )


def describe_place(place: SeenPlace) -> str:
    """“Table 2, round 1, against Rossi – Bianchi”; a sentence where the phone's page told no place."""
    if not place.match:
        return _("The page that it was written on is too old to say for which match.")
    against = _("against")
    position = place.position[:1].upper() + place.position[1:]
    return f"{position} · {against} {place.opponents}" if place.others else position


def pick_boxes(posted: Mapping[str, str], names: frozenset[str]) -> dict[str, str]:
    """The boxes of a request that say something, with the kind of event first."""
    boxes = {name: text.strip()[:80] for name, text in posted.items() if name in names and text.strip()}
    return {KIND: posted.get(KIND, "hand"), **boxes} if boxes else {}
