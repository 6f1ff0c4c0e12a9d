"""What a union makes of a result file before it takes it in: refusals, questions, and what changes."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.models import Placing, PlannedEvent, TakenResult, Union, UnionClub, UnionMember
from federation.points.plugged import find_plugin_problems
from federation.result_files.checking import CheckedResult, Signed, check_result_file
from federation.result_files.documents import PRACTICE, PROVISIONAL, compute_content_digest, read_key
from tournaments.people.names import fold_name

Json = Any
MOST_LINES = 30
CORRECTION, CARDS = "correction", "cards"
MILD = frozenset({CORRECTION, CARDS})
"""Questions that do not stop a file which a desk sends by itself: they are noted with the result."""


@dataclass(frozen=True, slots=True)
class ResultQuestion:
    """Something that an official decides: `code` names it, `lines` tell whom it is about."""

    code: str
    sentence: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judgement:
    """Refusals stop the file, questions wait for somebody, and without either it is taken in. `previous` is the result that counts now."""

    checked: CheckedResult
    refusals: tuple[str, ...]
    questions: tuple[ResultQuestion, ...] = ()
    previous: TakenResult | None = None
    club: UnionClub | None = None
    planned: PlannedEvent | None = None

    @property
    def document(self) -> Json:
        return self.checked.document

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(question.code for question in self.questions)

    @property
    def strong_codes(self) -> frozenset[str]:
        """The questions for which a file waits even if a desk sent it by itself."""
        return self.codes - MILD


def judge_result(union: Union, content: bytes) -> Judgement:
    """Read a file that anybody may have sent. A few queries."""
    checked = check_result_file(content)
    if not checked.is_sound:
        return Judgement(checked, tuple(map(str, checked.faults)))
    document = checked.document
    event = document["event"]
    club = UnionClub.objects.filter(union=union, number=event["organizer"]["number"]).exclude(number="").first()
    planned = _find_planned(club, event)
    previous = TakenResult.objects.filter(union=union, event_key=event["id"], counts=True).select_related("taken_by").first()
    refusals = tuple(_list_refusals(document, previous))
    if refusals:
        return Judgement(checked, refusals, previous=previous)
    judgement = Judgement(checked, (), (), previous, club, planned)
    questions = (*_ask_sender(judgement), *_ask_event(judgement), *_ask_persons(union, document), *_ask_plugin(union, document))
    return Judgement(checked, (), questions, previous, club, planned)


def read_made_at(document: Json) -> dt.datetime:
    return dt.datetime.fromisoformat(document["made_at"])


def iterate_placings(document: Json) -> Iterator[tuple[int, Json]]:
    """Place and person of everybody who has one."""
    persons = {person["id"]: person for person in document["persons"]}
    for entry in document["entries"]:
        if entry["place"] is not None:
            yield from ((entry["place"], persons[key]) for key in entry["persons"])


def _find_planned(club: UnionClub | None, event: Json) -> PlannedEvent | None:
    """The approved event of the club on that day; of several the one with this name."""
    if club is None:
        return None
    events = list(PlannedEvent.objects.filter(club=club, date=event["date"], state=PlannedEvent.State.APPROVED))
    named = [planned for planned in events if fold_name(planned.name) == fold_name(event["name"])]
    return next(iter(named or events), None)


def _list_refusals(document: Json, previous: TakenResult | None) -> Iterator[str]:
    if document["event"]["state"] == PRACTICE:
        yield _("This is practice: it counts nowhere.")
    if previous is None:
        return
    values = {
        "at": date_format(timezone.localtime(previous.taken_at), "SHORT_DATETIME_FORMAT"),
        "here": previous.ledger_entries,
        "file": _count_ledger(document),
    }
    if previous.content_digest == compute_content_digest(document):
        yield _("This result is in already, taken in on %(at)s. Nothing was changed.") % values
    elif read_key(document) == previous.key and _count_ledger(document) < previous.ledger_entries:
        sentence = _("This file is older than the result that counts: its ledger has %(file)d entries, and %(here)d are known.")
        yield sentence % values
    elif _count_ledger(document) == previous.ledger_entries and read_made_at(document) < previous.made_at:
        yield _("This file is older than the result that counts, taken in on %(at)s.") % values


def _count_ledger(document: Json) -> int:
    return document["ledger"]["entries"] if document["ledger"] else 0


def _ask_sender(judgement: Judgement) -> Iterator[ResultQuestion]:
    document, club, previous = judgement.document, judgement.club, judgement.previous
    key = read_key(document)
    if judgement.checked.signed is Signed.NOT:
        yield ResultQuestion("unsigned", _("The file is not signed: nobody can tell who made it and whether it was changed."))
    if club is None:
        number = document["event"]["organizer"]["number"]
        sentence = _("The organizer has no number that is known here: “%(name)s”, number “%(number)s”.")
        yield ResultQuestion("organizer", sentence % {"name": document["event"]["organizer"]["name"], "number": number})
    elif key and club.key != key:
        first_key = _("This is the first file that %(club)s signed with this key. Taking it in remembers the key.")
        changed_key = _("%(club)s signed with another key until now: a new computer, or somebody else. Ask the club.")
        yield ResultQuestion("key", (changed_key if club.key else first_key) % {"club": club})
    if previous is not None and previous.key != key:
        lines = tuple(_list_changes(document, previous))
        sentence = _("Another desk sent this event before: two versions of one event. Taking this one in sets the other aside.")
        yield ResultQuestion("two_desks", sentence, lines)
    elif previous is not None:
        sentence = _("This corrects a result that counts already. What changes:")
        yield ResultQuestion(CORRECTION, sentence, tuple(_list_changes(document, previous)))


def _ask_event(judgement: Judgement) -> Iterator[ResultQuestion]:
    event, planned = judgement.document["event"], judgement.planned
    if event["state"] == PROVISIONAL:
        yield ResultQuestion("provisional", _("The result is provisional: the tournament goes on, or was opened again."))
    if planned is None:
        yield ResultQuestion("unplanned", _("No approved event of this organizer is in the calendar on that day."))
    elif planned.event_class != event["class"]:
        values = {"file": event["class"], "calendar": planned.get_event_class_display()}
        yield ResultQuestion("class", _("The file says class “%(file)s”, and the calendar “%(calendar)s”. The calendar counts.") % values)


def _ask_persons(union: Union, document: Json) -> Iterator[ResultQuestion]:
    """Who gets no points, or perhaps should not: without card, with an unknown card, with one that had expired."""
    people = {person["id"]: person for _place, person in iterate_placings(document) if person["name"] or person["card"]}
    keys = {fold_name(person["card"]["number"]) for person in people.values() if person["card"]}
    members = {member.number_key: member for member in UnionMember.objects.filter(union=union, number_key__in=keys, erased_at=None)}
    date = dt.date.fromisoformat(document["event"]["date"])
    lines = []
    for person in people.values():
        member = members.get(fold_name(person["card"]["number"])) if is_our_card(union, person) else None
        if not is_our_card(union, person):
            lines.append(_("%(name)s: no card of ours") % {"name": person["name"]})
        elif member is None:
            lines.append(_("%(name)s: card %(number)s is not known") % {"name": person["name"], "number": person["card"]["number"]})
        elif member.valid_until and member.valid_until < date:
            values = {"name": person["name"], "number": member.number, "day": date_format(member.valid_until, "SHORT_DATE_FORMAT")}
            lines.append(_("%(name)s: card %(number)s was valid until %(day)s") % values)
        elif fold_name(member.name).split() != fold_name(person["name"]).split() and not _share_word(member.name, person["name"]):
            values = {"name": person["name"], "number": member.number, "member": member.name}
            lines.append(_("%(name)s: card %(number)s is that of %(member)s") % values)
    if lines:
        yield ResultQuestion(CARDS, _("Cards to be looked at. Who has no known card gets no points until it is known."), _shorten(lines))


def _ask_plugin(union: Union, document: Json) -> Iterator[ResultQuestion]:
    """What the federation’s own rules ask."""
    if problems := find_plugin_problems(union, document):
        yield ResultQuestion("plugin", _("By the rules of the federation something is to be looked at:"), problems)


def is_our_card(union: Union, person: Json) -> bool:
    """Whether somebody has a card of the union; where it named no issuer, any card."""
    card = person["card"]
    return card is not None and (not union.issuer or fold_name(card["issuer"]) == fold_name(union.issuer))


def _share_word(name: str, other_name: str) -> bool:
    return bool(set(fold_name(name).split()) & set(fold_name(other_name).split()))


def _shorten(lines: list[str]) -> tuple[str, ...]:
    if len(lines) <= MOST_LINES:
        return tuple(lines)
    return (*lines[:MOST_LINES], _("and %(count)d more") % {"count": len(lines) - MOST_LINES})


def _list_changes(document: Json, previous: TakenResult) -> Iterator[str]:
    """Persons whose place changes, who come and who go, by card."""
    rows = Placing.objects.filter(result=previous).select_related("member")
    before = {row.member.number_key if row.member else row.number_key or fold_name(row.name): row for row in rows}
    after = {
        fold_name(person["card"]["number"] if person["card"] else person["name"]): (place, person)
        for place, person in iterate_placings(document)
    }
    lines = []
    for key, (place, person) in after.items():
        row = before.get(key)
        values = {"name": person["name"], "place": place, "before": row.place if row else 0}
        if row is None:
            lines.append(_("%(name)s comes in at place %(place)d") % values)
        elif row.place != place:
            lines.append(_("%(name)s: place %(before)d becomes %(place)d") % values)
    for key, row in before.items():
        if key not in after:
            lines.append(_("%(name)s, place %(place)d, is not in it any more") % {"name": row.member or row.name, "place": row.place})
    yield from _shorten(lines) or (_("no place changes"),)
