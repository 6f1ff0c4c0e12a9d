"""Strays: what a phone sent for a match that it no longer plays. Nothing of it is stored in the ledger; the phone's session keeps it until
its players hand it to the director or throw it away.
"""

import datetime as dt
import hashlib
import json
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
    """One refused request: its key, where it was written, what was asked for, and the boxes with the kind of event.

    `form_key` is the key under which the phone sets the same form aside unsent (`static/table.js`); empty for anything but a form.
    """

    key: str
    place: SeenPlace
    action: str
    typed: Mapping[str, str] = field(default_factory=dict)
    form_key: str = ""

    def is_same_as(self, other: Self) -> bool:
        """Sent again under its key; or one was sent, and the other is its form that another tab set aside, with the same numbers."""
        is_set_aside = self.form_key in (self.key, other.key)
        of_one_form = bool(self.form_key) and (self.form_key, self.place.identity) == (other.form_key, other.place.identity)
        return self.key == other.key or (is_set_aside and of_one_form and self.typed == other.typed)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "place": self.place.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["key"], SeenPlace.from_json(data["place"]), data["action"], data["typed"], data.get("form_key", ""))


@dataclass(frozen=True, slots=True)
class StrayCard:
    """A stray as its phone shows it."""

    key: str
    title: str
    place: str
    boxes: tuple[tuple[str, str], ...]
    is_from_here: bool = False
    """It is of the match that the phone plays now: it came while the tournament was played on another computer."""
    has_other_people: bool = False
    """It is of the match that the phone plays now, in which somebody was substituted or replaced since."""


def build_stray_card(stray: Stray, entry: Entry, now: SeenPlace) -> StrayCard:
    """The card on the phone of `entry`; “we” are its own people, and others who had the phone before have their names."""
    is_ours = stray.place.entry == entry.pk
    we_and_they = (pgettext("side on a phone", "We"), pgettext("side on a phone", "They"))
    sides = we_and_they if is_ours else (stray.place.own, stray.place.opponents)
    game = find_writer(stray.place, entry).tournament.game
    boxes = list_stray_boxes(game, stray.typed, stray.place.side, sides, stray.place)
    is_from_here = stray.place.identity == now.identity
    is_same_seat = bool(now.match) and (stray.place.entry, stray.place.match, stray.place.side) == (now.entry, now.match, now.side)
    title, place = name_action(stray.action), describe_place(stray.place, entry)
    return StrayCard(stray.key, title, place, boxes, is_from_here, is_same_seat and not is_from_here)


def list_strays(request: HttpRequest) -> tuple[Stray, ...]:
    """What this phone keeps, oldest first."""
    return tuple(Stray.from_json(data) for data in request.session.get(STRAYS, ()))


def find_stray(request: HttpRequest, key: str) -> Stray | None:
    return next((stray for stray in list_strays(request) if stray.key == key), None)


def keep_stray(request: HttpRequest, stray: Stray) -> None:
    """Keep a stray in the session of the phone; sent again it replaces itself."""
    remaining = [earlier for earlier in list_strays(request) if not earlier.is_same_as(stray)]
    request.session[STRAYS] = [kept.to_json() for kept in (*remaining, stray)][-MOST_STRAYS:]


def drop_stray(request: HttpRequest, key: str) -> None:
    request.session[STRAYS] = [stray.to_json() for stray in list_strays(request) if stray.key != key]


def build_form_key(place: SeenPlace, version: int, kind: str) -> str:
    """As `static/table.js` calls what was typed into a form and never sent."""
    return f"typed-{place.match}-{place.side}-{version}-{kind}"


def was_stored(stray: Stray) -> bool:
    """Whether the ledger has it: the phone sent it in time, and only the answer was lost."""
    entries = LedgerEntry.objects.filter(via=LedgerEntry.Via.TABLE, idempotency_key=stray.key, match__code=stray.place.match)
    return any(entry.actor.endswith(f"-{stray.place.side}") for entry in entries)


def was_handed_over(stray: Stray, sender: Entry) -> bool:
    """Whether the director got it, as it was sent or as its form was set aside before."""
    handed = StrayHand.objects.filter(tournament=find_writer(stray.place, sender).tournament_id, key__in=(stray.key, stray.form_key))
    place = stray.place.to_json()
    return any((hand.place, hand.action, hand.typed) == (place, stray.action, stray.typed) for hand in handed)


@retry_on_conflict
def hand_over(stray: Stray, sender: Entry, *, at: dt.datetime) -> None:
    """Give a stray to the director of its tournament, who finds it under “To decide”. Handed over twice it is there once; with other
    numbers than the first time it is another one.

    Who sends it from another tournament is not named there.
    """
    with write_tx():
        if was_handed_over(stray, sender):
            return
        writer = find_writer(stray.place, sender)
        has_key = StrayHand.objects.filter(tournament=writer.tournament, key=stray.key).exists()
        StrayHand.objects.get_or_create(
            tournament=writer.tournament,
            key=_derive_key(stray) if has_key else stray.key,
            defaults={
                "entry": sender if sender.tournament_id == writer.tournament_id else writer,
                "place": stray.place.to_json(),
                "action": stray.action,
                "typed": dict(stray.typed),
                "handed_at": at,
            },
        )


def _derive_key(stray: Stray) -> str:
    """Another key for other numbers under the key of something that was handed over before."""
    return hashlib.sha256(json.dumps(stray.to_json(), sort_keys=True).encode()).hexdigest()[:24]


def describe_place(place: SeenPlace, entry: Entry) -> str:
    """“Table 2, round 1 · against Rossi – Bianchi” for the phone of `entry`, and who plays there if it is others; a sentence where the
    phone's page told no place.
    """
    if not place.match:
        return _("The page that it was written on is too old to say for which match.")
    sides = [_("against"), place.opponents] if place.others else []
    names = [] if place.entry == entry.pk else [place.own]
    position = place.position[:1].upper() + place.position[1:]
    return " · ".join(part for part in (position, " ".join([*names, *sides])) if part)


def pick_boxes(posted: Mapping[str, str], names: frozenset[str]) -> dict[str, str]:
    """The boxes of a request that say something, with the kind of event first."""
    boxes = {name: text.strip()[:80] for name, text in posted.items() if name in names and text.strip()}
    return {KIND: posted.get(KIND, "hand"), **boxes} if boxes else {}
