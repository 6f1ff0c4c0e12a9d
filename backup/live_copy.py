"""The live copy, chosen on the page: a directory, mostly on a stick, into which every entry of the desk is written at once too."""

from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from backup.views import SafetyMixin, is_directory
from exchange.files import write_atomically
from jobs.machine import delete_file
from scoring.ledger.journal import update_journal


class LiveCopyForm(forms.Form):
    """The directory; nothing ends the live copy."""

    directory = forms.CharField(max_length=300, required=False)

    def clean_directory(self) -> str:
        text = str(self.cleaned_data["directory"]).strip()
        if text and not is_directory(Path(text)):
            raise forms.ValidationError(_("There is no directory %(place)s on this computer.") % {"place": text})
        return text


def choose_live_copy(directory: str) -> None:
    """From now on, and after the next start, every entry is written into this directory too; into none for an empty word. Raises: OSError.

    A desk is one process: its setting is changed where every entry reads it.
    """
    if directory:
        write_atomically(settings.LIVE_COPY, directory.encode())
    else:
        delete_file(settings.LIVE_COPY)
    settings.JOURNAL = directory


class ChooseLiveCopy(SafetyMixin):
    """Begin, move or end the live copy of a desk. What is there already stays there."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if not self.may_choose_live_copy:
            raise PermissionDenied
        form = LiveCopyForm(request.POST)
        if not form.is_valid():
            messages.error(request, " ".join(str(fault) for faults in form.errors.values() for fault in faults))
            return self.redirect_back()
        self._choose(request, form.cleaned_data["directory"])
        return self.redirect_back()

    def _choose(self, request: HttpRequest, directory: str) -> None:
        before = settings.JOURNAL
        try:
            choose_live_copy(directory)
            if directory:
                update_journal(self.tournament)
        except OSError as error:
            choose_live_copy(before)
            messages.error(
                request, _("Not changed: %(place)s cannot be written (%(reason)s).") % {"place": directory, "reason": error.strerror}
            )
            return
        message = _("From now on every entry is also in %(place)s.") % {"place": directory} if directory else _("The live copy has ended.")
        messages.success(request, message)
