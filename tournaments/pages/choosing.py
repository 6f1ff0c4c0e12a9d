"""One of many: a list to choose from, or where a field is too large for a list a box for its number or a part of its name."""

from collections.abc import Hashable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.people.names import fold_name

LONGEST_CHOICE = 200
"""Lines of a list to choose from; a list of a thousand is neither read nor loaded quickly."""
MOST_NAMED = 6


class ManyChoiceField(forms.TypedChoiceField):
    """Cleans to the key of the chosen one, by default a number. `offer` says who there is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"coerce": int, **options})
        self.labels: dict[Hashable, str] = {}

    @property
    def is_typed(self) -> bool:
        """Whether there are too many for a list."""
        return bool(self.labels)

    def offer(self, choices: Sequence[tuple[Hashable, str]]) -> None:
        """The keys and labels to choose from; the label of what has a number begins with it. To display the form alone, the first
        `LONGEST_CHOICE` and one more suffice.
        """
        if len(choices) <= LONGEST_CHOICE:
            self.choices = [("", "–"), *choices]
            return
        self.labels = dict(choices)
        self.widget = forms.TextInput(attrs={"autocomplete": "off", "maxlength": 80})
        self.widget.is_required = self.required
        self.help_text = self.help_text or _("Number or name.")

    def clean(self, value: Any) -> Any:
        if not self.labels:
            return super().clean(value)
        text = " ".join(str(value or "").split())
        if not text:
            self.validate(None)
            return self.empty_value
        keys = self._find_numbered(text) if text.removeprefix("#").isdecimal() else self._find_named(text)
        if len(keys) == 1:
            return keys[0]
        if not keys:
            raise ValidationError(_("Nobody is called “%(text)s”: write the number, or a part of the name."), params={"text": text[:40]})
        names = "; ".join(self.labels[key] for key in keys[:MOST_NAMED])
        more = {"text": text[:40], "names": names if len(keys) <= MOST_NAMED else f"{names}; …"}
        raise ValidationError(_("“%(text)s” fits several: %(names)s. Write the number."), params=more)

    def _find_numbered(self, text: str) -> list[Hashable]:
        number = text.removeprefix("#")
        return [key for key, label in self.labels.items() if label.split(" ", 1)[0] == number]

    def _find_named(self, text: str) -> list[Hashable]:
        """Those whose label contains every word; only those with the whole words where there are any."""
        words = fold_name(text).split()
        fitting = {key: fold_name(label) for key, label in self.labels.items() if words and all(word in fold_name(label) for word in words)}
        exact = [key for key in fitting if text in (self.labels[key], key)]
        whole = [key for key, label in fitting.items() if set(words) <= set(label.split())]
        return exact or whole or list(fitting)
