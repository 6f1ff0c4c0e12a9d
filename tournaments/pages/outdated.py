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
        if name in form.fields and form.fields[name].has_changed(value, form[name].data):
            form.add_error(name, _("Stored now: %(value)s") % {"value": _format_value(field, value)})


def _format_value(field: forms.Field, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return "–"
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.choices).get(value, value))  # type: ignore[arg-type]  # groups of choices are nowhere in our forms
    return date_format(value, "SHORT_DATE_FORMAT") if isinstance(value, dt.date) else str(value)
