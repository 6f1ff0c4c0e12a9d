"""Strays in words, for the phone that keeps one and for the desk that was handed it: what was asked for, and the boxes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import declared_fields
from rules.options import FieldKind, FieldSpec
from rules.texts import SIDE_LETTERS
from scoring.ledger.match_log import AnyGame
from scoring.matches.boxes import format_box
from scoring.matches.seen_places import SeenPlace, find_writer
from scoring.matches.sides import name_players_by_seat
from scoring.matches.table_links import find_current_seat
from scoring.models import StrayHand
from scoring.models.drafts import KIND
from tournaments.models import Match, Tournament
from tournaments.models.rounds import quote_round_name
from tournaments.stages.rounds import format_match_round

ACTIONS: Mapping[str, str | Promise] = {
    "enter": _("A hand"),
    "correct": _("A correction"),
    "undo": _("“Undo our last hand”"),
    "accept": _("“It is right”"),
    "dispute": _("“It is not right”"),
    "withdraw": _("“Undo: it is right”"),
    "confirm": _("“Yes, we confirm”"),
    "call": _("“Call the director”"),
    "end_call": _("“The director came”"),
    "seated": _("“We are seated”"),
}
"""What a phone asks for, as its players know it."""


def name_action(action: str) -> str:
    return str(ACTIONS.get(action, ACTIONS["enter"]))


def list_stray_boxes(
    game: AnyGame, typed: Mapping[str, str], own: int, names: Sequence[str], place: SeenPlace | None = None
) -> tuple[tuple[str, str], ...]:
    """Label and text of each box that was filled in, the own side's first; `names` says who the own side and the other one are.
    At a table of more than two sides they have letters. The match itself is not needed; with its `place` seats have the players' names.
    """
    kind = game.event_types.get(typed.get(KIND, ""))
    if kind is None:
        return ()
    called = [names[side != own] if game.side_count == 2 else SIDE_LETTERS[side] for side in range(game.side_count)]
    seats = name_players_by_seat([*place.others[: place.side], place.own, *place.others[place.side :]]) if place else {}
    labelled = [
        (spec.per_side and side != own, _label_box(spec, called[side]), _say_box(spec, typed[box], called, seats))
        for spec in declared_fields(kind)
        for side, box in enumerate(spec.box_names(game.side_count))
        if typed.get(box)
    ]
    return tuple((label, text) for _others, label, text in sorted(labelled, key=lambda row: row[0]))


def _label_box(spec: FieldSpec, side_name: str) -> str:
    return f"{gettext(spec.label)} · {side_name}" if spec.per_side else gettext(spec.label)


def _say_box(spec: FieldSpec, text: str, called: Sequence[str], seats: Mapping[str, str]) -> str:
    """What was typed, in words; as it was typed where it is nothing that the box takes."""
    if spec.kind is FieldKind.SIDE and text.isdecimal() and int(text) < len(called):
        return called[int(text)]
    if spec.kind is FieldKind.SEAT:
        return seats.get(text.upper()) or text
    try:
        return format_box(spec, text)
    except (ValueError, IndexError):
        return text


@dataclass(frozen=True, slots=True)
class StrayView:
    """A stray at the desk. `then` is the match that it was written for, if it still exists; `now` the one that its writers play.

    `sender` is empty where they sent it themselves: it names who has their phone since.
    """

    pk: int
    title: str
    name: str
    sender: str
    place: SeenPlace
    boxes: tuple[tuple[str, str], ...]
    handed_at: object
    then: Match | None
    now: Match | None
    now_opponents: str

    @property
    def now_round(self) -> str:
        """What stands behind the word “round” in the sentence about the match of now; empty where there is none."""
        if self.now is None:
            return ""
        return quote_round_name(format_match_round(self.now) if self.now.bracket else "", self.now.round.number)


def list_open_strays(tournament: Tournament) -> tuple[StrayView, ...]:
    """The strays that nobody has settled, oldest first. A few queries for each: there are hardly ever two."""
    strays = StrayHand.objects.filter(tournament=tournament, settled_at__isnull=True).select_related("tournament", "entry")
    return tuple(_build_view(stray) for stray in strays)


def _build_view(stray: StrayHand) -> StrayView:
    place = SeenPlace.from_json(stray.place)
    here = Match.objects.filter(round__stage__tournament=stray.tournament_id).select_related("round__stage")
    writer = find_writer(place, stray.entry)
    seat = find_current_seat(writer)
    others = seat.match.seats.exclude(side=seat.side).select_related("entry") if seat else ()
    return StrayView(
        pk=stray.pk,
        title=name_action(stray.action),
        name=place.own or writer.name,
        sender="" if writer == stray.entry else stray.entry.name,
        place=place,
        boxes=list_stray_boxes(stray.tournament.game, stray.typed, place.side, (place.own, place.opponents), place),
        handed_at=stray.handed_at,
        then=here.filter(code=place.match).first() if place.match else None,
        now=seat.match if seat else None,
        now_opponents=", ".join(other.entry.name for other in others),
    )
