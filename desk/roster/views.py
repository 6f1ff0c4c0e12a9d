"""Entries while a stage is being played: late entries and substitutions; and rehearsals."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from desk.hall_pages.forms import SubstitutionForm
from desk.rehearsal.removal import remove_tournament
from desk.rehearsal.services import hide_rehearsal, rehearse_round, start_rehearsal
from desk.roster.late_entries import join_stage
from desk.roster.phantoms import add_phantom, dismiss_phantom, seat_phantom
from desk.roster.reentry import enter_again, find_reentry_fingerprint
from desk.roster.substitutions import substitute_player
from desk.roster.withdrawals import annul_results, compute_played_matches_fingerprint, withdraw_from_matches
from scoring.entry.requests import read_submission
from scoring.matches.rounds import find_current_round
from tournaments.entries.late import describe_return, read_late_offer
from tournaments.entries.substitutions import compute_members_fingerprint
from tournaments.models import Entry
from tournaments.pages.views import DeskAction
from tournaments.seen import read_seen


def find_entry(view: DeskAction, number: int) -> Entry:
    return get_object_or_404(Entry.objects.select_related("tournament"), tournament=view.tournament, number=number)


def list_persons(entry: Entry) -> list[tuple[int, str]]:
    return [(member.position, str(member.person)) for member in entry.members.select_related("person")]


class JoinStage(DeskAction):
    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int, stage_number: int) -> HttpResponse:
        entry = find_entry(self, number)
        stage = self.get_stage()
        seen = read_seen(request, lambda: read_late_offer(stage).fingerprint)
        offer = join_stage(stage, entry, actor=self.actor, origin=read_submission(request), seen=seen)
        messages.success(request, _("%(entry)s plays “%(stage)s”.") % {"entry": entry, "stage": offer.stage.name})
        return self.redirect_to("entry_edit", number)


class EnterAgain(DeskAction):
    """Let who lost enter again; then the page of the new entry."""

    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        paid = request.POST.get("what") == "paid"
        entry = find_entry(self, number)
        seen = read_seen(request, lambda: find_reentry_fingerprint(entry))
        new_entry = enter_again(entry, paid=paid, actor=self.actor, origin=read_submission(request), seen=seen)
        sentence = _("%(entry)s has entered again and plays on.") % {"entry": new_entry}
        return self.report_done(request, sentence, "entry_edit", new_entry.number)


class LeaveTable(DeskAction):
    """Withdraw an entry that sits at a table; its open match goes to the others."""

    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = find_entry(self, number)
        left = withdraw_from_matches(entry, actor=self.actor, origin=read_submission(request), seen=request.POST.get("seen", "").strip())
        sentence = _("%(entry)s has withdrawn: walk-over for the opponent, and left out of the next draws.") % {"entry": entry}
        if left:
            sentence = _("%(entry)s has withdrawn and is left out of the next draws.") % {"entry": entry} + f" {left}"
        return self.report_done(request, sentence, "entry_edit", number)


class AddPhantom(DeskAction):
    """A phantom where one player is missing; then the page of the stage."""

    returns_to = ("desk",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        phantom = add_phantom(self.tournament, actor=self.actor)
        sentence = _("Number %(number)d is a phantom: its partner of the round plays both hands.") % {"number": phantom.number}
        return self.report_done(request, sentence, "entry_edit", phantom.number)


class SeatPhantom(DeskAction):
    """Withdraw a player; a phantom plays on in the seat."""

    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = find_entry(self, number)
        seat_phantom(entry, actor=self.actor)
        sentence = _("%(entry)s has withdrawn. A phantom plays on in this seat: the partner of the round plays both hands.")
        return self.report_done(request, sentence % {"entry": entry}, "entry_edit", number)


class DismissPhantom(DeskAction):
    """Let a phantom play no more; with `what` “returns” the player is back."""

    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry, returns = find_entry(self, number), request.POST.get("what") == "returns"
        if dismiss_phantom(entry, returns=returns, actor=self.actor):
            return self.report_done(request, _("The phantom is gone."), "entries")
        entry.refresh_from_db()
        sentence = describe_return(entry) if returns else _("No phantom plays from the next draw on.")
        return self.report_done(request, sentence, "entry_edit", number)


class SubstitutePlayer(DeskAction):
    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int) -> HttpResponse:
        entry = find_entry(self, number)
        form = SubstitutionForm(request.POST, persons=list_persons(entry))
        if not form.is_valid():
            return self.report_not_done(request, _("Write who leaves, who comes in, and a short reason."), "entry_edit", number)
        cleaned = form.cleaned_data
        substitution = substitute_player(
            entry,
            cleaned["leaves"],
            cleaned["comes"],
            actor=self.actor,
            origin=read_submission(request),
            reason=cleaned["words"],
            seen=read_seen(request, lambda: compute_members_fingerprint(entry)),
            during_game=cleaned["during_game"],
        )
        return self.report_done(
            request,
            _("%(comes)s plays for %(leaves)s from now on.") % {"comes": substitution.comes, "leaves": substitution.leaves},
            "entry_edit",
            number,
        )


class AnnulResults(DeskAction):
    """Cancel what an entry that left its pool has played."""

    returns_to = ("entry_edit", "number")

    def post(self, request: HttpRequest, slug: str, number: int, stage_number: int) -> HttpResponse:
        entry, words = find_entry(self, number), request.POST.get("words", "").strip()[:500]
        seen = read_seen(request, lambda: compute_played_matches_fingerprint(entry))
        count = annul_results(self.get_stage(), entry, origin=read_submission(request), words=words, seen=seen)
        return self.report_done(
            request, _("Matches that no longer affect the standings: %(count)d.") % {"count": count}, "entry_edit", number
        )


class StartRehearsal(DeskAction):
    """Copy the tournament as a rehearsal; a rehearsal can be copied too."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        copy = start_rehearsal(self.tournament, actor=self.actor, at=timezone.now())
        messages.success(
            request, _("This is a practice copy: draw, publish, fill in made-up results. The real tournament does not change.")
        )
        return HttpResponseRedirect(reverse("tournaments:desk", args=[copy.slug]))


class RehearseRound(DeskAction):
    """Order made-up results for the round being played; redirects to the page of the job."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        round_ = find_current_round(self.tournament)
        if round_ is None:
            return self.report_not_done(request, _("No round in progress: publish one first."), "desk")
        job = rehearse_round(round_, actor=self.actor, at=timezone.now())
        return HttpResponseRedirect(job.get_absolute_url())


class RemoveTournament(DeskAction):
    """Deletes a tournament without results, when the box is ticked."""

    returns_to = ("settings",)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "sure" not in request.POST:
            return self.report_not_done(request, _("Nothing was deleted: tick the box first."), "settings")
        name = self.tournament.name
        remove_tournament(self.tournament, actor=self.actor)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": name})
        return HttpResponseRedirect(reverse("tournaments:home"))


class HideRehearsal(DeskAction):
    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        hide_rehearsal(self.tournament, actor=self.actor)
        messages.success(request, _("Practice copy deleted. The real tournament is unchanged."))
        return HttpResponseRedirect(reverse("tournaments:home"))
