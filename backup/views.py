"""The director's page Safety: backups, journal, the tournament's file, the check before the event."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backup.backup_lines import format_contents
from backup.backups import add_backup, backup_directory, copies_tournaments, list_backups, list_backups_of
from backup.erasure import finish_on_sticks, order_erasure
from backup.event_check import format_clock_step
from backup.intentions import ErasureIntention, list_intentions
from backup.restoring import restore_backup
from backup.second_location import STICK_EXAMPLE, choose_second_location, find_safe_place, read_second_location
from backup.sticks import Stick, find_stick, forget_stick
from exchange.handing_over import hand_over, take_back
from exchange.values import Backup, BrokenCopy
from exchange.writing import build_document, write_document
from jobs.databases import snapshot_transaction, write_tx
from jobs.dispatcher import enqueue_job, is_job_at_work
from jobs.file_values import DamagedFile, StoreFault
from jobs.files import RESULTS, read_stored
from jobs.machine import read_clock_step
from jobs.models import Job
from jobs.unfinished import forget_unfinished
from scoring.ledger.journal import read_journal_state
from scoring.ledger.lost_entries import LOST, read_lost_entries_of
from scoring.ledger.queries import read_current_head
from tournaments.models import Tournament
from tournaments.pages.choosing import LONGEST_CHOICE, ManyChoiceField
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.people.erasure import filter_people_of
from tournaments.refusals import ChangeRefused

MOST_IN_MEMORY = 2**20
"""Bytes of a tournament's file; a larger one is written to the disk before it is sent."""
OCCASIONS = {
    "round": gettext_lazy("a round was closed"),
    "published": gettext_lazy("a round was published"),
    "brought": gettext_lazy("brought from another computer"),
    "asked": gettext_lazy("asked for on this page"),
    "drill": gettext_lazy("the check before the event"),
    "command": gettext_lazy("asked for by a command"),
    "closing": gettext_lazy("the evening was closed"),
    "before_migrating": gettext_lazy("before a newer release changed the desk"),
    "before_continuing": gettext_lazy("before a tournament was continued from its file"),
    "before_restore": gettext_lazy("before an older state was restored"),
    "erasure": gettext_lazy("a person was erased"),
}


class ErasePersonForm(forms.Form):
    """Who is to be erased; the tick is asked for beside it."""

    person = ManyChoiceField(label=gettext_lazy("Person"))

    def __init__(self, data: Any = None, *, people: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        cast(ManyChoiceField, self.fields["person"]).offer(people)


class DirectoryForm(forms.Form):
    directory = forms.CharField(
        label=gettext_lazy("Another directory"),
        help_text=gettext_lazy("for example on a USB stick; empty for the usual one"),
        max_length=300,
        required=False,
    )
    always = forms.BooleanField(label=gettext_lazy("Every further copy goes there too"), required=False)

    def clean_directory(self) -> str:
        text = str(self.cleaned_data["directory"]).strip()
        place = read_second_location()
        is_unplugged = place is not None and place.directory == text
        if text and not is_unplugged and not is_directory(Path(text)):
            raise forms.ValidationError(_("There is no directory %(place)s on this computer.") % {"place": text})
        return text


def is_directory(place: Path) -> bool:
    """Whether the path is an absolute directory; False also for names that the system cannot look up."""
    try:
        return place.is_absolute() and place.is_dir()
    except OSError:
        return False


def _build_directory_form() -> DirectoryForm:
    """The form as the second place of this computer fills it."""
    place = read_second_location()
    return DirectoryForm(initial={"directory": place.directory, "always": True} if place else None)


class SafetyMixin(DirectorMixin):
    @property
    def is_admin(self) -> bool:
        """Whether the user may act on the whole desk, including other tournaments."""
        return self.actor.is_superuser

    @property
    def can_manage_desk(self) -> bool:
        return self.is_admin and connection.vendor == "sqlite"

    @property
    def may_choose_live_copy(self) -> bool:
        return self.can_manage_desk and not settings.JOURNAL_AT_START

    def redirect_back(self) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("backup:safety", args=[self.tournament.slug]))


class SafetyPage(SafetyMixin, DeskPage):
    template_name = "backup/safety.html"
    section = "safety"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Backups and data")
        recent = list_backups_of(self.tournament)[:12]
        check = self._find_last_job("check_event")
        is_erasing, intentions = is_job_at_work("erase"), list(list_intentions())
        page_context = {
            "backups": [
                (backup, OCCASIONS.get(backup.occasion, backup.occasion), format_contents(backup, self.tournament, names=self.is_admin))
                for backup in recent
            ],
            "place": backup_directory() if self.is_admin else "",
            "journal": read_journal_state(self.tournament),
            "may_choose_live_copy": self.may_choose_live_copy,
            "stick_example": STICK_EXAMPLE,
            "head": read_current_head(self.tournament),
            "form": _build_directory_form() if self.can_manage_desk else None,
            "whole_desk": self.can_manage_desk,
            "safe_place": find_safe_place() if self.can_manage_desk else "",
            "check": check,
            "checks": _read_checks(check),
            "failed": self._find_failed_backup(),
            "lost": read_lost_entries_of(self.tournament.slug, whole_desk=self.is_admin),
            "clock_step": format_clock_step(step) if (step := read_clock_step()) else "",
            "erased": "erased" in self.request.GET and not is_erasing and not intentions,
            "unfinished": 0 if is_erasing else sum(intention.sticks is None for intention in intentions),
            "owed_sticks": _list_owed_sticks(intentions) if self.can_manage_desk and not is_erasing else [],
            "erase_form": ErasePersonForm(people=_list_people(self.tournament, LONGEST_CHOICE + 1)),
        }
        return super().get_context_data(**{**page_context, **context})

    def _find_failed_backup(self) -> Job | None:
        """The last backup, if it failed: on a site this tournament's, on a desk the whole desk's."""
        finished = Job.objects.filter(kind="backup", state__in=(Job.State.DONE, Job.State.FAILED))
        if copies_tournaments():
            finished = finished.filter(arguments__tournament=self.tournament.pk)
        last = finished.order_by("-created_at").first()
        return last if last and last.state == Job.State.FAILED else None

    def _find_last_job(self, kind: str) -> Job | None:
        return Job.objects.filter(kind=kind, arguments__tournament=self.tournament.pk).order_by("-created_at").first()


class MakeBackup(SafetyMixin):
    """Order a backup now."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = DirectoryForm(request.POST if self.can_manage_desk else {})
        if not form.is_valid():
            messages.error(request, "\n".join(str(fault) for faults in form.errors.values() for fault in faults))
            return self.redirect_back()
        page = reverse("backup:safety", args=[self.tournament.slug])
        directory = form.cleaned_data["directory"]
        if self.can_manage_desk:
            always = form.cleaned_data["always"]
            choose_second_location(directory if always else "")
            directory = "" if always else directory  # the usual copy, which goes there too
        arguments = {"occasion": "asked", "page": page, "directory": directory, "tournament": self.tournament.pk}
        with write_tx():
            key = f"asked-{self.tournament.pk}-{directory}"[:200]
            job = enqueue_job("backup", arguments=arguments, owner=self.actor, dedupe_key=key)
        return HttpResponseRedirect(job.get_absolute_url())


class AddBackup(SafetyMixin):
    """Keep a backup from another computer, so that it can be restored here."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        file = request.FILES.get("copy")
        if not self.can_manage_desk:
            raise PermissionDenied
        if file is None:
            messages.error(request, _("Choose the file of a backup."))
            return self.redirect_back()
        try:
            backup = add_backup(file.chunks(), at=timezone.now())
        except (ChangeRefused, BrokenCopy) as refusal:
            messages.error(request, format_unchanged(refusal))
            return self.redirect_back()
        names = ", ".join(copied.name for copied in backup.tournaments)
        messages.success(request, _("The backup is here and was checked. It holds: %(names)s. Nothing is restored yet.") % {"names": names})
        return self.redirect_back()


class DismissLost(SafetyMixin):
    """Results that a lost file took along were entered again, or are given up."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if not self.is_admin:
            raise PermissionDenied
        forget_unfinished(LOST)
        messages.success(request, _("Noted. Missing results are reported no more."))
        return self.redirect_back()


class ForgetStick(SafetyMixin):
    """A stick is lost, or was formatted: nobody waits for it to erase a name from its copies."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        if not self.can_manage_desk:
            raise PermissionDenied
        forget_stick(key)
        finish_on_sticks(timezone.now())
        messages.success(request, _("Noted. If that stick turns up, delete its copies."))
        return self.redirect_back()


class StartCheck(SafetyMixin):
    """Order the check before the event."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        key = self.tournament.pk
        with write_tx():
            enqueue_job("check_event", arguments={"tournament": key}, owner=self.actor, dedupe_key=f"check-{key}")
        messages.info(request, _("Checking. Reload this page in a few seconds."))
        return self.redirect_back()


class ExportFile(SafetyMixin):
    """The tournament's file; a large one is written to the disk first, and sent from there."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponseBase:
        answer: HttpResponseBase
        with ExitStack() as stack:
            file = stack.enter_context(SpooledTemporaryFile(max_size=MOST_IN_MEMORY))
            with snapshot_transaction():
                write_document(build_document(self.tournament), file)
            is_small = file.tell() <= MOST_IN_MEMORY
            file.seek(0)
            if is_small:
                answer = HttpResponse(file.read(), content_type="application/json")
            else:
                answer = FileResponse(file, content_type="application/json")
                stack.pop_all()  # the answer closes the file, when all of it is sent
        answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.labella.json"'
        answer.headers["Cache-Control"] = "no-store"
        return answer


class HandOver(SafetyMixin):
    """From now on the tournament is played on another computer."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        try:
            hand_over(self.tournament, request.POST.get("place", ""), actor=self.actor, at=timezone.now())
        except ChangeRefused as refusal:
            messages.error(request, format_unchanged(refusal))
        except ValidationError as problem:
            messages.error(request, " ".join(problem.messages))
        else:
            messages.success(request, _("Handed over. Save the file now and import it on the other computer."))
        return self.redirect_back()


class TakeBack(SafetyMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if request.POST.get("sure") != "yes":
            messages.error(request, _("Tick the box: what was entered on the other computer would have to be entered here again."))
            return self.redirect_back()
        try:
            take_back(self.tournament, actor=self.actor)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Resumed: from now on it is played here."))
        return self.redirect_back()


class RestoreBackup(SafetyMixin, DeskPage):
    """What a restore would lose, and the button that restores."""

    template_name = "backup/restore.html"
    section = "safety"

    below = ((gettext_lazy("Backups and data"), "backup:safety"),)

    def find_backup(self) -> Backup:
        for backup in list_backups():
            if self.can_manage_desk and backup.name == self.kwargs["name"]:
                return backup
        raise Http404

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Restore a backup")
        backup = self.find_backup()
        backed_up = {copy.slug: copy for copy in backup.tournaments}.get(self.tournament.slug)
        lost_entries = read_current_head(self.tournament).seq - (backed_up.entries if backed_up else 0)
        return super().get_context_data(**{"backup": backup, "then": backed_up, "lost": lost_entries, **context})

    def post(self, request: HttpRequest, slug: str, name: str) -> HttpResponse:
        backup = self.find_backup()
        if request.POST.get("sure") != "yes":
            return self.render_refused(request, refusal=_("Tick the box: everything entered since then will be gone from this computer."))
        try:
            present = restore_backup(backup.path, actor=self.actor)
        except (ChangeRefused, BrokenCopy) as refusal:
            return self.render_refused(request, refusal=format_unchanged(refusal))
        sentence = _("Backup restored. The data from before is kept as %(name)s. Log in as %(user)s, with your password of this computer.")
        messages.success(request, sentence % {"name": present.name, "user": self.actor.username})
        return HttpResponseRedirect(reverse("tournaments:home"))


class ErasePerson(SafetyMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = ErasePersonForm(request.POST, people=_list_people(self.tournament))
        if not form.is_valid():
            messages.error(request, " ".join(str(error) for error in form.errors["person"]))
            return self.redirect_back()
        person = get_object_or_404(filter_people_of(self.tournament), pk=form.cleaned_data["person"])
        if request.POST.get("sure") != "yes":
            messages.error(request, _("Tick the box: a name that is erased cannot be brought back."))
            return self.redirect_back()
        page = f"{reverse('backup:safety', args=[self.tournament.slug])}?erased=1"
        try:
            job = order_erasure(person, actor=self.actor, at=timezone.now(), page=page)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.redirect_back()
        return HttpResponseRedirect(job.get_absolute_url())


def _list_owed_sticks(intentions: Sequence[ErasureIntention]) -> list[Stick]:
    """The sticks whose copies still hold an erased name."""
    keys = {key for intention in intentions for key in intention.sticks or ()}
    return [stick for key in sorted(keys) if (stick := find_stick(key))]


def format_unchanged(refusal: Exception) -> str:
    return _("Nothing was changed. %(reason)s") % {"reason": refusal}


def _list_people(tournament: Tournament, most: int | None = None) -> list[tuple[int, str]]:
    return list(filter_people_of(tournament).exclude(name="").values_list("pk", "name")[:most])


def _read_checks(job: Job | None) -> list[dict[str, str]]:
    if job is None or not job.result_path:
        return []
    try:
        content = read_stored(RESULTS, job.result_path)
    except (DamagedFile, StoreFault):
        return []
    checks: list[dict[str, str]] = json.loads(content) if content else []
    return checks
