"""The page of tokens, of a tournament and of a club."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import TemplateView, View

from api.tokens.forms import TokenForm
from api.tokens.queries import list_token_lines
from api.tokens.services import end_token, make_token
from tournaments.models import Organizer, Tournament
from tournaments.pages.views import DeskMixin, DeskPage
from tournaments.permissions import director, get_user, organizer_director, read_organizer
from tournaments.refusals import ChangeRefused


class OfTournament(DeskMixin):
    """Whose tokens: those of a tournament."""

    policy = staticmethod(director)

    @property
    def owner(self) -> Tournament:
        return self.tournament

    @property
    def address(self) -> str:
        return reverse("api:tokens", args=[self.tournament.slug])


class OfClub(View):
    """Whose tokens: those of a club, for all its tournaments."""

    policy = staticmethod(organizer_director)

    @property
    def owner(self) -> Organizer:
        return read_organizer(self.request, self.kwargs["organizer_slug"])

    @property
    def address(self) -> str:
        return reverse("api:club_tokens", args=[self.owner.slug])


class TokensMixin(TemplateView):
    """The list and the form; a POST makes a token and shows its secret, once."""

    owner: Any
    address: str

    def build_context(self, **context: Any) -> dict[str, Any]:
        of_club = isinstance(self.owner, Organizer)
        page_context = {
            "lines": list_token_lines(self.owner),
            "form": TokenForm(),
            "address": self.address,
            "owner": self.owner,
            "of_club": of_club,
            "end_view": "api:club_token_end" if of_club else "api:token_end",
            "root": self.request.build_absolute_uri("/api/v1"),
        }
        return page_context | context

    def post(self, request: HttpRequest, **_address: str) -> HttpResponse:
        form = TokenForm(request.POST)
        if not form.is_valid():
            return self.show(status=422, form=form)
        try:
            token, secret = make_token(self.owner, **form.cleaned_data, actor=get_user(request), at=timezone.now())
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.show(status=422, form=form)
        return self.show(made=token, secret=secret)

    def show(self, *, status: int = 200, **context: Any) -> HttpResponse:
        answer = self.render_to_response(self.get_context_data(**context), status=status)
        add_never_cache_headers(answer)
        return answer


class TournamentTokens(TokensMixin, OfTournament, DeskPage):
    template_name = "api/tokens/tournament.html"
    title = gettext_lazy("Tokens of programs")
    section = "settings"

    below = ((gettext_lazy("Settings"), "tournaments:settings"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**self.build_context(**context))


class ClubTokens(TokensMixin, OfClub):
    template_name = "api/tokens/club.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**self.build_context(**context))


class EndToken(View):
    """Ends one token at once."""

    http_method_names = ["post", "options"]
    owner: Any
    address: str

    def post(self, request: HttpRequest, token_id: int, **_address: str) -> HttpResponse:
        if end_token(self.owner, token_id, actor=get_user(request), at=timezone.now()):
            messages.success(request, _("The token is ended: from now on it opens nothing."))
        return HttpResponseRedirect(self.address, status=303)


class EndTournamentToken(EndToken, OfTournament):
    pass


class EndClubToken(EndToken, OfClub):
    pass
