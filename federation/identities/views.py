"""The persons of a club, and the pages of one of them."""

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from federation.identities.forms import ShownForm, parse_parts
from federation.identities.queries import (
    build_person_data,
    find_page,
    find_person_of,
    list_answer_lines,
    list_evening_lines,
    list_person_lines,
    read_persons,
)
from federation.identities.recognising import KnownPerson
from federation.identities.services import answer_identity, open_page, show_page
from federation.models import PersonPage
from federation.skills.queries import list_game_steps
from jobs.permissions import everybody
from rules.texts import build_plain_text
from tournaments.models import Organizer
from tournaments.pages.addresses import build_phone_address
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.qr_codes import build_qr_code
from tournaments.people.names import fold_name
from tournaments.permissions import get_user, organizer_director, read_organizer
from tournaments.refusals import ChangeRefused

MOST_QUESTIONS = 20
"""Names that are asked on one page; the rest comes when these are answered."""


class PersonsMixin(View):
    """A page of the club's directors."""

    policy = staticmethod(organizer_director)

    @property
    def organizer(self) -> Organizer:
        return read_organizer(self.request, self.kwargs["organizer_slug"])

    def find_person(self) -> KnownPerson:
        person = read_persons(self.organizer).by_key.get(self.kwargs["person_key"])
        if person is None:
            raise Http404
        return person

    def redirect_to(self, name: str, *arguments: object) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse(f"federation:{name}", args=[self.organizer.slug, *arguments]))

    def answer(self, parts: dict[int, int] | None) -> bool:
        """Whether the answer is remembered; else the reason is on the next page."""
        if parts is None:
            messages.error(self.request, _("Not saved: every line needs a number from 1 to 20."))
            return False
        try:
            answer_identity(self.organizer, parts, actor=get_user(self.request), at=timezone.now())
        except ChangeRefused as refusal:
            messages.error(self.request, str(refusal))
            return False
        messages.success(self.request, _("Saved. It is not asked again."))
        return True


class PersonsPage(PersonsMixin, TemplateView):
    """Everybody who candidate, by name; `?q=` finds by name or card."""

    template_name = "federation/identities/persons.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        recognised = read_persons(self.organizer)
        search_text = self.request.GET.get("q", "")[:80]
        words = fold_name(search_text).split()
        chosen = [person for person in recognised.persons if _matches(person, words)]
        ordered = sorted(chosen, key=lambda person: (min(map(build_plain_text, person.names)), person.key))
        listing = build_paged_rows(self.request, ordered, build=list_person_lines)
        page_context = {"organizer": self.organizer, "listing": listing, "wanted": search_text, "questions": len(recognised.questions)}
        return super().get_context_data(**{**page_context, **context})


class QuestionsPage(PersonsMixin, TemplateView):
    """Names of which nobody has said who is who: each asked once."""

    template_name = "federation/identities/questions.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        questions = read_persons(self.organizer).questions
        name_questions = []
        for namesakes in questions[:MOST_QUESTIONS]:
            lines = list(zip(list_person_lines(namesakes), map(list_evening_lines, namesakes), strict=True))
            apart = any(first.dates & second.dates for place, first in enumerate(namesakes) for second in namesakes[place + 1 :])
            name_questions.append({"name": lines[0][0].name, "keys": [person.key for person in namesakes], "lines": lines, "apart": apart})
        page_context = {"organizer": self.organizer, "asked": name_questions, "more": len(questions) - len(name_questions)}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        by_key = read_persons(self.organizer).by_key
        keys = {int(text) for text in request.POST.getlist("person") if text.isascii() and text.isdecimal() and len(text) < 15}
        persons = {by_key[key].key: by_key[key] for key in keys if key in by_key}
        if len(persons) < 2:
            messages.error(request, _("Not saved: somebody was removed meanwhile. Reload the page and try again."))
        elif "same" in request.POST:
            self.answer({key: 1 for person in persons.values() for key in person.keys})
        elif "different" in request.POST:
            self.answer({key: number for number, person in enumerate(persons.values(), start=1) for key in person.keys})
        else:
            self.answer(parse_parts(request.POST, {key: person.key for person in persons.values() for key in person.keys}))
        return self.redirect_to("person_questions")


class PersonPageOfClub(PersonsMixin, TemplateView):
    """One person: evenings, cards, who answered what; parting, joining, the own page, the data."""

    template_name = "federation/identities/person.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        person = self.find_person()
        search_text = self.request.GET.get("join", "")[:80]
        words = fold_name(search_text).split()
        candidates = [
            candidate
            for candidate in read_persons(self.organizer).persons
            if words and candidate.key != person.key and _matches(candidate, words)
        ][:10]
        page = find_page(self.organizer, person)
        own_address = build_phone_address(self.request, reverse("federation:own_person", args=[page.own_code])) if page else ""
        page_context = {
            "organizer": self.organizer,
            "person": list_person_lines([person])[0],
            "lines": list_evening_lines(person),
            "rated_games": list_game_steps(person.keys),
            "answers": list_answer_lines(self.organizer, person),
            "wanted": search_text,
            "others": list_person_lines(candidates),
            "page": page,
            "own_address": own_address,
            "qr_code": build_qr_code(own_address) if page else "",
        }
        return super().get_context_data(**{**page_context, **context})


class PartPerson(PersonsMixin):
    """The ticked evenings are somebody else's."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str, person_key: int) -> HttpResponse:
        person = self.find_person()
        ticked = {key for key in person.keys if str(key) in request.POST.getlist("evening")}
        if not ticked or ticked == person.keys:
            messages.error(request, _("Not saved: tick the evenings of the other person, and leave one that is not."))
        else:
            self.answer({key: 2 if key in ticked else 1 for key in person.keys})
        return self.redirect_to("person", min(person.keys - ticked or person.keys))


class JoinPersons(PersonsMixin):
    """Two are one person."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str, person_key: int) -> HttpResponse:
        person, by_key = self.find_person(), read_persons(self.organizer).by_key
        text = request.POST.get("other", "")
        joined = by_key.get(int(text)) if text.isascii() and text.isdecimal() and len(text) < 15 else None
        if joined is None or joined.key == person.key:
            messages.error(request, _("Not saved: find the other person first."))
        else:
            self.answer(dict.fromkeys((*person.keys, *joined.keys), 1))
        return self.redirect_to("person", person.key)


class OpenPersonPage(PersonsMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str, person_key: int) -> HttpResponse:
        open_page(self.organizer, self.find_person(), actor=get_user(request), at=timezone.now())
        return self.redirect_to("person", person_key)


class PersonData(PersonsMixin):
    """Everything that is kept of a person, for that person."""

    def get(self, request: HttpRequest, organizer_slug: str, person_key: int) -> HttpResponse:
        return _render_data(self.organizer, self.find_person())


class OwnPersonPage(TemplateView):
    """One's own page by its secret address: every evening, who may see the page, the data as a file."""

    policy = staticmethod(everybody)
    template_name = "federation/identities/own_person.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.page = get_object_or_404(PersonPage.objects.select_related("organizer"), own_code=kwargs["own_code"].lower())
        person = find_person_of(self.page)
        if person is None:
            raise Http404
        self.person = person
        response = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {
            "page": self.page,
            "person": list_person_lines([self.person])[0],
            "lines": list_evening_lines(self.person),
            "rated_games": list_game_steps(self.person.keys),
            "form": ShownForm(instance=self.page),
            "address": build_phone_address(self.request, reverse("federation:public_person", args=[self.page.key])),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, own_code: str) -> HttpResponse:
        form = ShownForm(request.POST, instance=self.page)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        show_page(self.page, PersonPage.Shown(form.cleaned_data["shown"]))
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(reverse("federation:own_person", args=[own_code]))


class OwnPersonData(OwnPersonPage):
    http_method_names = ["get", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _render_data(self.page.organizer, self.person)


class PublicPersonPage(TemplateView):
    """What a person lets others see: public evenings with their places."""

    policy = staticmethod(everybody)
    template_name = "federation/identities/public_person.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page = get_object_or_404(
            PersonPage.objects.select_related("organizer").filter(shown__in=PersonPage.PUBLIC), key=self.kwargs["page_key"]
        )
        person = find_person_of(page)
        if person is None:
            raise Http404
        page_context = {
            "page": page,
            "person": list_person_lines([person])[0],
            "lines": list_evening_lines(person, public=True),
            "rated_games": list_game_steps(person.keys, public=True),
        }
        return super().get_context_data(**{**page_context, **context})


def _matches(person: KnownPerson, words: list[str]) -> bool:
    return all(any(word in text for text in (*person.names, *person.cards)) for word in words)


def _render_data(organizer: Organizer, person: KnownPerson) -> HttpResponse:
    text = json.dumps(build_person_data(organizer, person), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="person.json"'
    response.headers["Cache-Control"] = "no-store"
    return response
