"""What a director adds for the union."""

from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from exchange.extras import format_time
from federation.models import EventFacts
from publishing.models import Target
from tournaments.models import Tournament


class SendForm(forms.Form):
    """To whom the result goes: a federation on a site with which this desk is connected."""

    site = forms.ModelChoiceField(label=_("Site"), queryset=Target.objects.none(), empty_label=None)
    union = forms.SlugField(
        label=_("Name of the federation there"), max_length=60, help_text=_("The last word of its address, for example burraco.")
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        sites = Target.objects.filter(kind=Target.Kind.SITE, ending="", tournament__in=["", format_time(tournament.created_at)])
        earlier = EventFacts.objects.filter(tournament__organizer=tournament.organizer_id).exclude(union_slug="")
        union = earlier.order_by("-tournament__date", "-pk").values_list("union_slug", flat=True).first()
        super().__init__(data, initial={"site": sites.first(), "union": union})
        cast(forms.ModelChoiceField, self.fields["site"]).queryset = sites
        self.has_sites = sites.exists()

    @property
    def address(self) -> str:
        """The rankings of the federation, of a valid form."""
        return f"{self.cleaned_data['site'].address}/unions/{self.cleaned_data['union']}"


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
