"""A form that was filled in on an outdated page: what was typed stays, and beside it stands what somebody else has stored meanwhile."""

import datetime as dt

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.refusals import ChangeRefused


def show_stored(form: forms.Form, stored: forms.Form, refusal: ChangeRefused) -> None:
    """Add the refusal to a valid form, and to every field that says something else than is stored now what that is.

    `stored` is the same form as a page shows it now.
    """
    form.add_error(None, str(refusal))
    for name, field in stored.fields.items():
        value = stored.get_initial_for_field(field, name)
        if name not in form.fields or not form.fields[name].has_changed(value, form[name].data):
            continue
        if isinstance(field, forms.FileField):
            form.add_error(name, _("Choose the file again."))
        else:
            form.add_error(name, _("Stored now: %(value)s") % {"value": _format_value(field, value)})


def _format_value(field: forms.Field, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", []):
        return "–"
    if isinstance(field, forms.ChoiceField):
        labels = dict(field.choices)  # type: ignore[arg-type]  # groups of choices are nowhere in our forms
        return ", ".join(str(labels.get(part, part)) for part in (value if isinstance(value, list) else [value]))
    return date_format(value, "SHORT_DATE_FORMAT") if isinstance(value, dt.date) else str(value)
