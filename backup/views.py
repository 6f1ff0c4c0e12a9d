"""The director's page of what outlives a laptop: copies, journal, the tournament's file, the check before people come."""

import json
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import messages
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.generic import TemplateView

from backup.backups import backup_directory, list_backups, restore_backup
from backup.erasure import erase_person
from exchange.importing import import_tournament
from exchange.reading import LARGEST, parse_document
from exchange.values import Backup, BrokenCopy
from exchange.writing import document_bytes, tournament_document
from jobs.dispatcher import enqueue
from jobs.files import result_directory
from jobs.locking import snapshot_tx
from jobs.models import Job
from jobs.permissions import logged_in
from scoring.ledger.journal import journal_state
from scoring.ledger.queries import current_head
from tournaments.pages.views import Crumb, DeskPage, DirectorMixin
from tournaments.people.erasure import people_of
from tournaments.permissions import user_of
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

OCCASIONS = {
    "round": gettext_lazy("a round was closed"),
    "asked": gettext_lazy("asked for on this page"),
    "drill": gettext_lazy("the check before the event"),
    "command": gettext_lazy("asked for by a command"),
    "before_restore": gettext_lazy("before an older state was restored"),
    "erasure": gettext_lazy("a person was erased"),
}


class DirectoryForm(forms.Form):
    directory = forms.CharField(
        label=gettext_lazy("Another directory"),
        help_text=gettext_lazy("such as that of a stick; empty for the usual one"),
        max_length=300,
        required=False,
    )

    def clean_directory(self) -> str:
        text = str(self.cleaned_data["directory"]).strip()
        if text and not _is_directory(Path(text)):
            raise forms.ValidationError(_("There is no directory %(place)s on this computer.") % {"place": text})
        return text


def _is_directory(place: Path) -> bool:
    """A name that the system will not even look up names none."""
    try:
        return place.is_absolute() and place.is_dir()
    except OSError:
        return False


class FileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("The tournament's file"), help_text=gettext_lazy("made on the page Safety of the other desk"))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than any tournament."))
        return file


class SafetyMixin(DirectorMixin):
    @property
    def admin(self) -> bool:
        """Whoever may touch the whole desk, other tournaments too."""
        return self.actor.is_superuser

    @property
    def whole_desk(self) -> bool:
        return self.admin and connection.vendor == "sqlite"

    def back(self) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("backup:safety", args=[self.tournament.slug]))


class SafetyPage(SafetyMixin, DeskPage):
    template_name = "backup/safety.html"
    section = "safety"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Safety")
        recent = list_backups()[:12]
        check = self._last("check_event")
        shown = {
            "backups": [(backup, OCCASIONS.get(backup.occasion, backup.occasion)) for backup in recent],
            "place": backup_directory() if self.admin else "",
            "journal": journal_state(self.tournament),
            "head": current_head(self.tournament),
            "form": DirectoryForm() if self.whole_desk else None,
            "whole_desk": self.whole_desk,
            "check": check,
            "checks": _checks_of(check),
            "failed": Job.objects.filter(kind="backup", state=Job.State.FAILED).order_by("-created_at").first(),
            "people": people_of(self.tournament).exclude(name=""),
        }
        return super().get_context_data(**{**shown, **context})

    def _last(self, kind: str) -> Job | None:
        return Job.objects.filter(kind=kind, arguments__tournament=self.tournament.pk).order_by("-created_at").first()


class MakeBackup(SafetyMixin):
    """Orders a copy now."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = DirectoryForm(request.POST if self.whole_desk else {})
        if not form.is_valid():
            messages.error(request, "\n".join(str(fault) for faults in form.errors.values() for fault in faults))
            return self.back()
        arguments = {"occasion": "asked", "directory": form.cleaned_data["directory"]}
        with write_tx():
            job = enqueue("backup", arguments=arguments, owner=self.actor, dedupe_key=f"asked-{arguments['directory']}"[:200])
        return HttpResponseRedirect(job.get_absolute_url())


class StartCheck(SafetyMixin):
    """Orders the check before the event."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        key = self.tournament.pk
        with write_tx():
            enqueue("check_event", arguments={"tournament": key}, owner=self.actor, dedupe_key=f"check-{key}")
        messages.info(request, _("The check is at work; load this page again in a few seconds."))
        return self.back()


class ExportFile(SafetyMixin):
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        with snapshot_tx():
            content = document_bytes(tournament_document(self.tournament))
        headers = {"Content-Disposition": f'attachment; filename="{slug}.labella.json"', "Cache-Control": "no-store"}
        return HttpResponse(content, content_type="application/json", headers=headers)


class RestoreBackup(SafetyMixin, DeskPage):
    """What going back would cost, and the button that does it."""

    template_name = "backup/restore.html"
    section = "safety"

    def backup(self) -> Backup:
        for backup in list_backups():
            if self.whole_desk and backup.name == self.kwargs["name"]:
                return backup
        raise Http404

    def crumbs_between(self) -> list[Crumb]:
        return [Crumb(_("Safety"), reverse("backup:safety", args=[self.tournament.slug]))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Go back to a backup")
        backup = self.backup()
        then = {kept.slug: kept for kept in backup.tournaments}.get(self.tournament.slug)
        lost = current_head(self.tournament).seq - (then.entries if then else 0)
        return super().get_context_data(**{"backup": backup, "then": then, "lost": lost, **context})

    def post(self, request: HttpRequest, slug: str, name: str) -> HttpResponse:
        backup = self.backup()
        if request.POST.get("sure") != "yes":
            return self.refused(request, refusal=_("Tick the box: what was entered since then will be gone from this desk."))
        try:
            present = restore_backup(backup.path, actor=self.actor)
        except (Refused, BrokenCopy) as refusal:
            return self.refused(request, refusal=_unchanged(refusal))
        messages.success(request, _("The desk is what it was. What it had been is kept as %(name)s.") % {"name": present.name})
        return HttpResponseRedirect(reverse("tournaments:home"))


class ErasePerson(SafetyMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        key = request.POST.get("person", "")
        person = get_object_or_404(people_of(self.tournament), pk=int(key) if key.isdecimal() and len(key) < 10 else 0)
        if request.POST.get("sure") != "yes":
            messages.error(request, _("Tick the box: a name that is erased cannot be brought back."))
            return self.back()
        try:
            kept = erase_person(person, actor=self.actor, at=timezone.now())
        except Refused as refusal:
            messages.error(request, str(refusal))
            return self.back()
        if kept:
            messages.error(request, _("The name is erased, but something older still holds it: %(reason)s") % {"reason": kept})
        else:
            messages.success(request, _("The name is erased. Papers and copies elsewhere are for you to find."))
        return self.back()


class ImportFile(TemplateView):
    """A tournament from another desk; whoever takes it in directs it here."""

    policy = staticmethod(logged_in)
    template_name = "backup/import_file.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Crumb(_("Tournaments"), reverse("tournaments:home")), Crumb(_("From a file"))]
        return super().get_context_data(**{"form": FileForm(), "breadcrumbs": crumbs, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = FileForm(request.POST, request.FILES)
        if not form.is_valid():
            return self._again(form)
        try:
            imported = import_tournament(parse_document(form.cleaned_data["file"].read()), actor=user_of(request))
        except (Refused, BrokenCopy) as refusal:
            form.add_error("file", _unchanged(refusal))
            return self._again(form)
        messages.success(request, _("Everything agrees with its ledger; head %(head)s.") % {"head": imported.head})
        if imported.strangers:
            count = len(imported.strangers)
            sentence = ngettext(
                "%(count)d person of the other desk has no account here.", "%(count)d people of the other desk have no account here.", count
            )
            messages.info(request, sentence % {"count": count})
        return HttpResponseRedirect(reverse("tournaments:desk", args=[imported.tournament.slug]))

    def _again(self, form: FileForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


def _unchanged(refusal: Exception) -> str:
    return _("%(reason)s Nothing was changed.") % {"reason": refusal}


def _checks_of(job: Job | None) -> list[dict[str, str]]:
    if job is None or not job.result_path:
        return []
    path = result_directory() / job.result_path
    checks: list[dict[str, str]] = json.loads(path.read_bytes()) if path.is_file() else []
    return checks
