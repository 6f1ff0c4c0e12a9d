"""A result file to be checked."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.result_files.checking import MAX_SIZE


class ResultUploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Result file"),
        help_text=gettext_lazy("JSON or CSV. It is read and forgotten; nothing is stored."),
        widget=forms.FileInput(attrs={"accept": ".json,.csv"}),
        error_messages={"empty": gettext_lazy("The file is empty."), "required": gettext_lazy("Choose a file first.")},
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > MAX_SIZE:
            raise ValidationError(_("The file is too large: a result has at most 32 MB."))
        return file
