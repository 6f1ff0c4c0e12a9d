"""The form for two entries that must not meet."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.choosing import ManyChoiceField
from tournaments.people.names import MAX_NAME_LENGTH


class ForbiddenPairForm(forms.Form):
    """Two entries that must not meet, and why."""

    first = ManyChoiceField(label=_("This entry"))
    second = ManyChoiceField(label=_("must not play"))
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("Only the desk sees it: brothers, one car, a quarrel. The draw shows that the two are kept apart."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, entries: Sequence[tuple[int, str]], **settings: Any) -> None:
        super().__init__(data, **settings)
        for name in ("first", "second"):
            cast(ManyChoiceField, self.fields[name]).offer(entries)
