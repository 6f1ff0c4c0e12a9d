"""Entering those who qualified in other tournaments."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from jobs.databases import write_tx
from rankings.qualifying.identities import NamesakeQuestion, select_answers
from rankings.qualifying.queries import Rule, read_qualifier_list
from tournaments.entries.services import find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Member, NamesakeAnswer, Person, Tournament
from tournaments.people.names import MAX_NAME_LENGTH
from tournaments.permissions import require_director
from tournaments.refusals import ChangeRefused


def enter_qualified(
    tournament: Tournament,
    evenings: Sequence[Tournament],
    rule: Rule,
    *,
    chosen: Collection[int],
    seeded: bool,
    actor: AbstractBaseUser,
    at: dt.datetime,
) -> int:
    """Enter the `chosen` entries of the evenings, and say how many there are.

    1. Computes the list of the evenings again. 2. Enters the same persons and club under new numbers, with the reason as note.
    3. Where `seeded`, gives seeds in the order of the list, after those that are there.

    Raises: ChangeRefused while it is open who of one name is who, when nobody is chosen, when one chosen cannot enter any more, or when a
    person is chosen twice; PermissionDenied.
    """
    for evening in evenings:
        require_director(actor, evening)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        listed = read_qualifier_list(locked, evenings, rule)
        check_names_decided(listed.questions)
        return enter_chosen(locked, listed.lines, chosen=chosen, seeded=seeded, actor=actor, at=at)


def answer_namesakes(
    tournament: Tournament, questions: Iterable[NamesakeQuestion], answers: Mapping[str, bool], *, actor: AbstractBaseUser, at: dt.datetime
) -> int:
    """Store for questions by their key whether the two are the same person, and say for how many. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        answered = [question for question in questions if question.key in answers]
        for question in answered:
            values = {"same": answers[question.key], "made_by_id": actor.pk, "made_at": at}
            NamesakeAnswer.objects.update_or_create(tournament=locked, first=question.first, second=question.second, defaults=values)
    return len(answered)


def forget_namesakes(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Delete the answers about players of other tournaments, so that they are asked again. Raises: PermissionDenied."""
    with write_tx():
        select_answers(lock_for_director(tournament, actor)).delete()


def check_names_decided(questions: Sequence[NamesakeQuestion]) -> None:
    if questions:
        sentence = _("Nobody was entered: first say who of the same name is the same person.")
        raise ChangeRefused("names_open", sentence)


class OfferedLine(Protocol):
    """An entry of another tournament that can be entered, with the reason."""

    @property
    def entry(self) -> Entry: ...
    @property
    def reason(self) -> str: ...
    @property
    def open(self) -> bool: ...
    @property
    def persons(self) -> frozenset[int]: ...


def enter_chosen(
    tournament: Tournament,
    offered: Iterable[OfferedLine],
    *,
    chosen: Collection[int],
    seeded: bool,
    actor: AbstractBaseUser,
    at: dt.datetime,
) -> int:
    """Enter the `chosen` of the lines in their order, and say how many there are. Call inside the transaction that locked the tournament.

    Raises: ChangeRefused as `enter_qualified`.
    """
    lines = [line for line in offered if line.entry.pk in chosen]
    _check_chosen(lines, chosen)
    _store_entries(tournament, lines, seeded=seeded, actor=actor, at=at)
    return len(lines)


def _check_chosen(lines: Sequence[OfferedLine], chosen: Collection[int]) -> None:
    if not lines:
        raise ChangeRefused("nobody_chosen", _("Nobody was entered: tick who goes on."))
    if len(lines) < len(set(chosen)) or not all(line.open for line in lines):
        raise ChangeRefused("list_changed", _("Nobody was entered: the list has changed meanwhile. Look at it again."))
    persons = [person for line in lines for person in line.persons]
    if len(persons) > len(set(persons)):
        raise ChangeRefused("person_twice", _("Nobody was entered: somebody is ticked twice. Tick one of the two."))


def _store_entries(tournament: Tournament, lines: Sequence[OfferedLine], *, seeded: bool, actor: AbstractBaseUser, at: dt.datetime) -> None:
    number = find_next_number(tournament)
    seed = (Entry.objects.filter(tournament=tournament).aggregate(highest=Max("seed"))["highest"] or 0) + 1
    entries = [
        Entry(
            tournament=tournament,
            number=number + position,
            name=line.entry.name,
            club=line.entry.club,
            seed=seed + position if seeded else None,
            hidden=line.entry.hidden,
            note=line.reason[:MAX_NAME_LENGTH],
        )
        for position, line in enumerate(lines)
    ]
    bulk_create_with_history(entries, Entry, default_user=actor)
    _store_members(tournament, {line.entry.pk: entry for entry, line in zip(entries, lines, strict=True)}, actor, at)


def _store_members(tournament: Tournament, entry_by_source: Mapping[int, Entry], actor: AbstractBaseUser, at: dt.datetime) -> None:
    """The players of the entries, as the same persons, with a note on who came from where. Two who share the row of a person, and are two
    by the director's answer, get one each.
    """
    sources = list(Member.objects.filter(entry__in=entry_by_source).select_related("person").order_by("entry", "position"))
    used = set(Member.objects.filter(tournament=tournament).values_list("person", flat=True))
    members = []
    for source in sources:
        person = source.person
        if person.pk in used:
            person = Person.objects.create(name=person.name, surname=person.surname)
        used.add(person.pk)
        members.append(Member(entry=entry_by_source[source.entry_id], person=person, tournament=tournament, position=source.position))
    created = Member.objects.bulk_create(members)
    NamesakeAnswer.objects.bulk_create(
        NamesakeAnswer(tournament=tournament, first=source, second=member, same=True, made_by_id=actor.pk, made_at=at)
        for source, member in zip(sources, created, strict=True)
    )
