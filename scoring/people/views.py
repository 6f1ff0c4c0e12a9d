"""Entries while a stage is being played, one that comes late and one player for another; and rehearsals with all of them."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.corrections.annulling import annul_results
from scoring.entry.requests import read_submission
from scoring.halls.forms import SubstitutionForm
from scoring.matches.rounds import current_round
from scoring.people.late_entries import join_stage
from scoring.people.substitutions import substitute_player
from scoring.rehearsal.services import put_rehearsal_away, rehearse_round, start_rehearsal
from tournaments.models import Entry
from tournaments.pages.views import DeskAction
from tournaments.refusals import Refused


def entry_of(view: DeskAction, number: int) -> Entry:
    return get_object_or_404(Entry.objects.select_related("tournament"), tournament=view.tournament, number=number)


def persons_of(entry: Entry) -> list[tuple[int, str]]:
    return [(member.position, str(member.person)) for member in entry.members.select_related("person")]


class JoinStage(DeskAction):
    def post(self, request: HttpRequest, slug: str, number: int, stage_number: int) -> HttpResponse:
        entry = entry_of(self, number)
        try:
            offer = join_stage(self.stage(), entry, actor=self.actor, origin=read_submission(request))
        except Refused as refusal:
            return self.not_done(request, str(refusal), "entry_edit", number)
        messages.success(request, _("%(entry)s plays “%(stage)s”.") % {"entry": entry, "stage": offer.stage.name})
        return self.go("entry_edit", number)


class Substitute(DeskAction):
    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = entry_of(self, number)
        form = SubstitutionForm(request.POST, persons=persons_of(entry))
        if not form.is_valid():
            return self.not_done(request, _("Write who leaves, who comes, and in a few words why."), "entry_edit", number)
        told = form.cleaned_data
        try:
            made = substitute_player(
                entry, told["leaves"], told["comes"], actor=self.actor, origin=read_submission(request), reason=told["words"]
            )
        except Refused as refusal:
            return self.not_done(request, str(refusal), "entry_edit", number)
        except ValidationError as problem:
            return self.not_done(request, " ".join(problem.messages), "entry_edit", number)
        return self.done(
            request, _("%(comes)s plays for %(leaves)s from now on.") % {"comes": made.comes, "leaves": made.leaves}, "entry_edit", number
        )


class AnnulResults(DeskAction):
    """What an entry that left its pool has played counts for nobody."""

    def post(self, request: HttpRequest, slug: str, number: int, stage_number: int) -> HttpResponse:
        entry, words = entry_of(self, number), request.POST.get("words", "").strip()[:500]
        try:
            count = annul_results(self.stage(), entry, origin=read_submission(request), words=words)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "entry_edit", number)
        return self.done(request, _("Matches that count for nobody any more: %(count)d.") % {"count": count}, "entry_edit", number)


class StartRehearsal(DeskAction):
    """A clean copy to try the evening out; from a rehearsal another one."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        copy = start_rehearsal(self.tournament, actor=self.actor, at=timezone.now())
        messages.success(request, _("This is a rehearsal: draw, publish, let results be made up. The tournament itself stays clean."))
        return HttpResponseRedirect(reverse("tournaments:desk", args=[copy.slug]))


class RehearseRound(DeskAction):
    """Makes up the results of the round being played; the page of the job tells how far it is."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        round_ = current_round(self.tournament)
        if round_ is None:
            return self.not_done(request, _("No round is being played: publish one first."), "desk")
        try:
            job = rehearse_round(round_, actor=self.actor, at=timezone.now())
        except Refused as refusal:
            return self.not_done(request, str(refusal), "desk")
        return HttpResponseRedirect(job.get_absolute_url())


class PutRehearsalAway(DeskAction):
    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        try:
            put_rehearsal_away(self.tournament, actor=self.actor)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "desk")
        messages.success(request, _("The rehearsal is put away. The tournament itself was not touched by it."))
        return HttpResponseRedirect(reverse("tournaments:home"))
