"""Take results in, let them wait, refuse them, and what counts then."""

import datetime as dt
import zlib
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from federation.models import Placing, TakenResult, Union, UnionClub, WaitingResult
from federation.result_files.documents import compute_content_digest, read_key
from federation.results_in.judging import Judgement, is_our_card, iterate_placings, judge_result, read_made_at
from federation.rolls.services import hide_number
from federation.union_rankings.services import compute_member_years
from jobs.databases import write_tx
from tournaments.people.names import fold_name
from tournaments.permissions import require_organizer_director
from tournaments.refusals import ChangeRefused

Json = Any
MOST_WAITING = 200


class ResultRefused(ChangeRefused):
    """Nothing was taken in; `lines` say why."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("result_refused", _("Not taken in: %(reason)s") % {"reason": lines[0]})
        self.lines = lines


def receive_result(union: Union, content: bytes, *, at: dt.datetime, club: UnionClub | None = None, mild: bool = False) -> Judgement:
    """Take a file in if nothing is asked; else it waits for an official. `mild`: a desk sent it by itself, with the key of its club.

    Raises: ResultRefused; ChangeRefused where too many wait.
    """
    with write_tx():
        judgement = judge_result(union, content)
        if judgement.refusals:
            raise ResultRefused(judgement.refusals)
        if not (judgement.strong_codes if mild else judgement.codes):
            _store(union, judgement, actor=None, at=at)
        elif union.waiting.count() >= MOST_WAITING:
            raise ChangeRefused("too_many_wait", _("Not taken in: too many results wait for the federation. Try again later."))
        else:
            name = judgement.document["event"]["name"]
            WaitingResult.objects.create(union=union, club=club, content=zlib.compress(content), name=name, received_at=at)
        return judgement


def judge_waiting(waiting: WaitingResult) -> Judgement:
    """As it is now: what was asked may be answered by a list that came since."""
    return judge_result(waiting.union, zlib.decompress(waiting.content))


def take_waiting(waiting: WaitingResult, accepted: frozenset[str], *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Take in what waits; `accepted` are the codes of the questions that the official saw. Raises: PermissionDenied, ResultRefused,
    ChangeRefused where something else is asked by now.
    """
    with write_tx():
        require_organizer_director(actor, waiting.union.organizer)
        judgement = judge_waiting(waiting)
        if judgement.refusals:
            raise ResultRefused(judgement.refusals)
        if judgement.codes - accepted:
            raise ChangeRefused("asked_anew", _("Not taken in: something else is asked by now. Look at it again."))
        _store(waiting.union, judgement, actor=actor, at=at)
        waiting.delete()


def refuse_waiting(waiting: WaitingResult, *, actor: AbstractBaseUser) -> None:
    """The file is deleted. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, waiting.union.organizer)
        waiting.delete()


def withdraw_result(result: TakenResult, *, actor: AbstractBaseUser) -> None:
    """It counts no more, and stays in the history. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, result.union.organizer)
        TakenResult.objects.filter(pk=result.pk).update(counts=False)
        compute_member_years(result.union, members=_list_members([result.pk]))


def _store(union: Union, judgement: Judgement, *, actor: AbstractBaseUser | None, at: dt.datetime) -> None:
    document, event, planned = judgement.document, judgement.document["event"], judgement.planned
    touched = _list_members([judgement.previous.pk]) if judgement.previous else set()
    TakenResult.objects.filter(union=union, event_key=event["id"], counts=True).update(counts=False)
    result = TakenResult.objects.create(
        union=union,
        event_key=event["id"],
        name=event["name"],
        date=event["date"],
        event_class=planned.event_class if planned else event["class"],
        game_key=event["game"]["key"],
        game_name=event["game"]["name"],
        club=judgement.club,
        planned=planned,
        key=read_key(document),
        ledger_entries=document["ledger"]["entries"] if document["ledger"] else 0,
        content_digest=compute_content_digest(document),
        made_at=read_made_at(document),
        entries=sum(entry["place"] is not None for entry in document["entries"]),
        accepted=sorted(judgement.codes),
        taken_by_id=actor.pk if actor else None,
        taken_at=at,
    )
    if judgement.club and read_key(document) and judgement.club.key != read_key(document):
        UnionClub.objects.filter(pk=judgement.club.pk).update(key=read_key(document))
    _store_placings(union, result, document)
    compute_member_years(union, members=touched | _list_members([result.pk]))


def _store_placings(union: Union, result: TakenResult, document: Json) -> None:
    """Places by member; names only where a card of the union is not known yet."""
    members = dict(union.members.filter(erased_at=None).values_list("number_key", "pk"))
    erased = dict(union.members.filter(erased_at__isnull=False).values_list("number_key", "pk"))
    placings = []
    for place, person in iterate_placings(document):
        key = fold_name(person["card"]["number"]) if is_our_card(union, person) else ""
        member = (members.get(key) or erased.get(hide_number(key))) if key else None
        unknown = {"number_key": key, "name": person["name"]} if key and member is None else {}
        placings.append(Placing(result=result, member_id=member, place=place, **unknown))
    Placing.objects.bulk_create(placings, batch_size=500)


def _list_members(results: list[int]) -> set[int]:
    rows = Placing.objects.filter(result__in=results, member__isnull=False).values_list("member_id", flat=True)
    return {key for key in rows if key is not None}
