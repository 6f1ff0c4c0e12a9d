"""What a director adds for the union."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.models import EventFacts


class EventFactsForm(forms.ModelForm):
    class Meta:
        model = EventFacts
        fields = ("event_class", "organizer_name", "organizer_number", "town", "card_issuer", "card_kind", "with_hands")
        help_texts: ClassVar[dict[str, Any]] = {
            "organizer_name": _("Empty: the club to which the tournament belongs."),
            "organizer_number": _("The number that the union gave the club. Empty: none."),
            "town": _("Empty: that of the announcement."),
            "card_issuer": _("Whose membership numbers the entries have, for example FIBUR or ARCI."),
        }
