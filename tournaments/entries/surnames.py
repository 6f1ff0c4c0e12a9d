"""The page on which the desk says which part of a name is the surname, where a list would sort it wrongly."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from rules.texts import build_plain_text
from tournaments.models import Entry, Member, Person, Tournament
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskPage
from tournaments.people.name_parts import SplitName, guess_surname_first, list_splits, split_name
from tournaments.people.services import store_person_values
from tournaments.permissions import Right, registrar, require_right


@dataclass(frozen=True, slots=True)
class SurnameLine:
    """A person as lists by surname show the name, and the other ways to read it."""

    person: int
    number: int
    name: str
    split: SplitName
    stated: bool
    """Whether somebody said which part is the surname."""

    @property
    def alternatives(self) -> tuple[SplitName, ...]:
        present = (self.split.given, self.split.surname)
        return tuple(dict.fromkeys(reading for reading in list_splits(self.name) if (reading.given, reading.surname) != present))


@dataclass(frozen=True, slots=True)
class SurnamesView:
    lines: tuple[SurnameLine, ...]
    surname_first: bool
    looks_reversed: bool
    """Whether most names that show it are written the other way than the settings of the tournament say."""


def read_surnames(tournament: Tournament) -> SurnamesView:
    """The persons by surname, those first whose reading is only a guess. One query."""
    playing = Member.objects.filter(tournament=tournament).exclude(entry__state=Entry.State.WITHDRAWN).exclude(person__name="")
    rows = playing.values_list("person_id", "entry__number", "person__name", "person__surname")
    first = tournament.surname_first
    lines = [
        SurnameLine(person, number, name, split_name(name, surname_first=first, surname=surname), stated=bool(surname))
        for person, number, name, surname in rows
    ]
    before, behind = guess_surname_first(line.name for line in lines)
    return SurnamesView(
        tuple(sorted(lines, key=lambda line: (line.split.sure, build_plain_text(line.split.listed)))),
        tournament.surname_first,
        looks_reversed=before > behind if tournament.surname_first else behind > before,
    )


def state_surname(tournament: Tournament, person_id: int, surname: str, *, actor: AbstractBaseUser) -> Person | None:
    """Store which part of the name of a player is the surname; empty, to recognise it again. None if there is no such player or part.

    Raises: PermissionDenied.
    """
    with write_tx():
        require_right(actor, tournament, Right.REGISTER)
        member = Member.objects.filter(tournament=tournament, person_id=person_id).select_related("person").first()
        if member is None or (surname and surname not in {split.surname for split in list_splits(member.person.name)}):
            return None
        store_person_values({member.person: {"surname": surname}}, actor=actor)
        return member.person


class SurnamesPage(DeskPage):
    policy = staticmethod(registrar)
    template_name = "tournaments/entries/surnames.html"
    title = _("Alphabetical order")
    section = "entries"

    below = ((_("Entries"), "tournaments:entries"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        view = read_surnames(self.tournament)
        return super().get_context_data(**{"view": view, "rows": build_paged_rows(self.request, view.lines), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        person_id, _separator, surname = request.POST.get("reading", "").partition(":")
        person = state_surname(self.tournament, int(person_id), surname, actor=self.actor) if person_id.isdecimal() else None
        if person is None:
            messages.error(request, gettext("Not saved: this name has changed in the meantime. Choose again."))
        else:
            split = split_name(person.name, surname_first=self.tournament.surname_first, surname=person.surname)
            messages.success(request, gettext("Lists now show “%(name)s”.") % {"name": split.listed})
        return self.redirect_to("surnames")
