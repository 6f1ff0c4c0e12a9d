"""Take lists in, plan events, erase a member."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from federation.models import Placing, PlannedEvent, Union, UnionClub, UnionMember
from federation.rolls.reading import OWN, ReadRoll, parse_class, parse_day
from federation.union_rankings.services import compute_member_years
from jobs.databases import write_tx
from tournaments.people.names import fold_name
from tournaments.permissions import require_organizer_director
from tournaments.refusals import ChangeRefused


@dataclass(frozen=True, slots=True)
class TakenRoll:
    """How many lines were new, how many changed something."""

    new: int
    changed: int


def fold_number(number: str) -> str:
    """A card number as it is compared."""
    return fold_name(number)


def hide_number(number_key: str) -> str:
    """By what an erased card is known, which tells nobody its number."""
    return f"erased {salted_hmac('federation.members', number_key).hexdigest()}"


def take_clubs(union: Union, roll: ReadRoll, *, actor: AbstractBaseUser) -> TakenRoll:
    """Clubs by number: new ones, and changed names. Nobody is removed. Raises: PermissionDenied; ChangeRefused with faults."""
    with write_tx():
        _check(union, roll, actor)
        clubs_by_number = {club.number: club for club in union.clubs.all()}
        new, changed = [], []
        for line in roll.lines:
            values = {"name": line.cells["name"], "province": line.cells.get("province", "")}
            club = clubs_by_number.get(line.cells["number"])
            if club is None:
                clubs_by_number[line.cells["number"]] = club = UnionClub(union=union, number=line.cells["number"], **values)
                new.append(club)
            elif any(getattr(club, name) != value for name, value in values.items()):
                club.name, club.province = values["name"], values["province"]
                changed.append(club)
        UnionClub.objects.bulk_create(new)
        UnionClub.objects.bulk_update([club for club in changed if club.pk], ["name", "province"])
        return TakenRoll(len(new), len(changed))


def take_members(union: Union, roll: ReadRoll, *, actor: AbstractBaseUser) -> TakenRoll:
    """Members by card number: new ones, and what changed; empty columns change nothing. Places of cards that were unknown become theirs,
    and their points are computed. Raises: PermissionDenied; ChangeRefused with faults.
    """
    with write_tx():
        _check(union, roll, actor)
        clubs = {club.number: club for club in union.clubs.all()} | {fold_name(club.name): club for club in union.clubs.all()}
        members_by_key = {member.number_key: member for member in union.members.filter(erased_at=None)}
        new: dict[str, UnionMember] = {}
        changed: dict[str, UnionMember] = {}
        for line in roll.lines:
            key = fold_number(line.cells["number"])
            member = members_by_key.get(key) or new.get(key) or UnionMember(union=union, number=line.cells["number"], number_key=key)
            if _fill(member, line.cells, clubs):
                (changed if member.pk else new)[key] = member
        UnionMember.objects.bulk_create(new.values(), batch_size=500)
        UnionMember.objects.bulk_update(changed.values(), ["name", "category", "province", "club", "valid_until", "own"], batch_size=500)
        _link_placings(union)
        return TakenRoll(len(new), len(changed))


def _check(union: Union, roll: ReadRoll, actor: AbstractBaseUser) -> None:
    require_organizer_director(actor, union.organizer)
    if roll.faults:
        raise ChangeRefused("roll_faults", _("Nothing was taken in: correct these lines and send the list again."))
    if not roll.lines:
        raise ChangeRefused("roll_empty", _("Nothing was taken in: the list has no lines."))


def _fill(member: UnionMember, cells: Mapping[str, str], clubs: dict[str, UnionClub]) -> bool:
    """Whether a value of the member changed."""
    values: dict[str, Any] = {name: cells[name] for name in ("name", "category", "province") if cells.get(name)}
    club = clubs.get(cells.get("club", "")) or clubs.get(fold_name(cells.get("club", "")))
    values |= {"club": club} if club else {}
    day = parse_day(cells.get("valid_until", ""))
    values |= {"valid_until": day} if day else {}
    own = {name.removeprefix(OWN): text for name, text in cells.items() if name.startswith(OWN) and text}
    values |= {"own": {**member.own, **own}} if own else {}
    differs = any(getattr(member, name) != value for name, value in values.items())
    for name, value in values.items():
        setattr(member, name, value)
    return differs or not member.pk


def _link_placings(union: Union) -> None:
    """Places of cards that are known now become their members', who get the points."""
    waiting = list(Placing.objects.filter(result__union=union, member=None).exclude(number_key=""))
    members = dict(union.members.filter(number_key__in={placing.number_key for placing in waiting}).values_list("number_key", "pk"))
    linked = [placing for placing in waiting if placing.number_key in members]
    for placing in linked:
        placing.member_id, placing.number_key, placing.name = members[placing.number_key], "", ""
    Placing.objects.bulk_update(linked, ["member", "number_key", "name"], batch_size=500)
    if linked:
        compute_member_years(union, members={placing.member_id for placing in linked if placing.member_id})


def erase_member(union: Union, member: UnionMember, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Empty everything about a member; places stay, so that those of others do. Files of the past bring nothing back: the card is known by
    a digest. A later list of members with the card is somebody new. Raises: PermissionDenied.
    """
    with write_tx():
        require_organizer_director(actor, union.organizer)
        emptied: dict[str, Any] = {"name": "", "number": "", "category": "", "province": "", "club": None, "valid_until": None, "own": {}}
        UnionMember.objects.filter(pk=member.pk, union=union).update(erased_at=at, number_key=hide_number(member.number_key), **emptied)


def plan_events(union: Union, roll: ReadRoll, *, actor: AbstractBaseUser, at: dt.datetime) -> TakenRoll:
    """The calendar as a list: approved events by number of the club, date and name. Raises: PermissionDenied; ChangeRefused."""
    with write_tx():
        _check(union, roll, actor)
        clubs = {club.number: club for club in union.clubs.all()}
        for line in roll.lines:
            if line.cells["club"] not in clubs:
                sentence = _("Nothing was taken in: line %(line)d names club %(club)s, which is not in the list of clubs.")
                raise ChangeRefused("unknown_club", sentence % {"line": line.line, "club": line.cells["club"]})
        new = 0
        for line in roll.lines:
            day = parse_day(line.cells["date"])
            values: dict[str, Any] = {"state": PlannedEvent.State.APPROVED, "event_class": parse_class(line.cells.get("class", ""))}
            values |= {"decided_by_id": actor.pk, "decided_at": at}
            same: dict[str, Any] = {"union": union, "club": clubs[line.cells["club"]], "date": day, "name": line.cells["name"]}
            new += PlannedEvent.objects.update_or_create(**same, defaults=values)[1]
        return TakenRoll(new, len(roll.lines) - new)


def ask_event(club: UnionClub, *, name: str, date: dt.date, event_class: str) -> None:
    """A club asks for an event. Raises: ChangeRefused where it asked for it already."""
    with write_tx():
        if PlannedEvent.objects.filter(club=club, name=name, date=date).exists():
            raise ChangeRefused("asked_already", _("Nothing changed: this event was asked for already."))
        PlannedEvent.objects.create(union=club.union, club=club, name=name, date=date, event_class=event_class)


def decide_event(event: PlannedEvent, *, approves: bool, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, event.union.organizer)
        state = PlannedEvent.State.APPROVED if approves else PlannedEvent.State.REFUSED
        PlannedEvent.objects.filter(pk=event.pk).update(state=state, decided_by_id=actor.pk, decided_at=at)
