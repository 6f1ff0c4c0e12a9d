"""The forms of the cash: money that comes in, money that goes out, and the plan of the fees."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.cash.book import CashMove
from tournaments.cash.pot import parse_extras, parse_split
from tournaments.models import CashLine, Entry, FeePlan, Tournament
from tournaments.models.cash import MAX_EXTRAS
from tournaments.pages.choosing import ManyChoiceField
from tournaments.pages.fields import COUNT_ATTRIBUTES, EuroField, NameField, euros
from tournaments.templatetags.money import euro

Kind = CashLine.Kind
EXTRA = "extra:"
MOST_AT_ONCE = 99


class MoneyForm(forms.Form):
    """What both directions share. `key` makes a form that is sent twice one line."""

    use_required_attribute = False

    key = forms.RegexField(r"^[A-Za-z0-9_-]{1,40}$", widget=forms.HiddenInput)
    what = forms.ChoiceField(label=_("For what"))
    entry = ManyChoiceField(label=_("Entry"), required=False)
    amount = EuroField(label=_("Amount in euros"), help_text=_("Empty: the price."))

    def __init__(self, data: Any = None, *, entries: Sequence[tuple[int, str]], extras: Iterable[tuple[str, int]], **options: Any) -> None:
        super().__init__(data, **options)
        cast(ManyChoiceField, self.fields["entry"]).offer(entries)
        self.extras = dict(extras)
        cast(forms.ChoiceField, self.fields["what"]).choices = self.list_choices(self.extras)

    def list_choices(self, extras: dict[str, int]) -> list[tuple[str, Any]]:
        """What money can be for, as value and label; each direction adds its own kinds."""
        return [(EXTRA + label, f"{label}, {euro(cents)}") for label, cents in extras.items()]

    def read_request(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        """The key, and the newest line of the book that the page showed, which old pages do not say. Requires a valid form."""
        number = str(sent.get("last_line", ""))
        return {"key": self.cleaned_data["key"], "last_seen": int(number) if number.isdecimal() and len(number) < 9 else None}

    def build_move(self) -> CashMove:
        """Requires a valid form."""
        cleaned = self.cleaned_data
        what = cleaned["what"]
        kind, label = (Kind.EXTRA, what.removeprefix(EXTRA)) if what.startswith(EXTRA) else (Kind(what), cleaned.get("words", ""))
        entry = Entry.objects.get(pk=cleaned["entry"]) if cleaned["entry"] else None
        return CashMove(kind, cleaned["amount"], entry, label)


class TakeForm(MoneyForm):
    count = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=MOST_AT_ONCE, initial=1, widget=forms.TextInput(attrs=COUNT_ATTRIBUTES)
    )
    words = NameField(label=_("Words"), required=False, help_text=_("What other income is: for example, the sponsor."))
    field_order = ("what", "entry", "count", "amount", "words")

    def __init__(self, data: Any = None, *, directs: bool, **options: Any) -> None:
        self.directs = directs
        super().__init__(data, **options)
        if not directs:
            del self.fields["words"]

    def list_choices(self, extras: dict[str, int]) -> list[tuple[str, Any]]:
        fees = [(str(Kind.ENTRY), _("fee of an entry")), *super().list_choices(extras)]
        return [*fees, (str(Kind.INCOME), Kind.INCOME.label), (str(Kind.FLOAT), Kind.FLOAT.label)] if self.directs else fees

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["what"] == Kind.ENTRY and not cleaned["entry"]:
            self.add_error("entry", _("Say which entry pays its fee."))
        if cleaned["what"] == Kind.INCOME and not cleaned["words"]:
            self.add_error("words", _("Write what this money is."))
        if cleaned["what"] in (Kind.INCOME, Kind.FLOAT) and not cleaned["amount"]:
            self.add_error("amount", _("Write the amount."))
        if cleaned["what"].startswith(EXTRA) and not cleaned["amount"]:
            cleaned["amount"] = self.extras[cleaned["what"].removeprefix(EXTRA)] * cleaned["count"]
        return cleaned


class PayForm(MoneyForm):
    words = NameField(label=_("Words"), required=False, help_text=_("What an expense is for: for example, the hall."))
    field_order = ("what", "entry", "amount", "words")

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["amount"].help_text = ""

    def list_choices(self, extras: dict[str, int]) -> list[tuple[str, Any]]:
        back = [(EXTRA + label, gettext("given back: %(fee)s") % {"fee": label}) for label in extras]
        return [
            (str(Kind.PRIZE), Kind.PRIZE.label),
            (str(Kind.EXPENSE), Kind.EXPENSE.label),
            (str(Kind.ENTRY), _("given back: fee of an entry")),
            *back,
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["what"] in (Kind.ENTRY, Kind.PRIZE) and not cleaned["entry"]:
            self.add_error("entry", _("Say which entry gets the money."))
        if cleaned["what"] == Kind.EXPENSE and not cleaned["words"]:
            self.add_error("words", _("Write what this money is for."))
        if not cleaned["amount"]:
            self.add_error("amount", _("Write the amount."))
        return cleaned


class FeePlanForm(forms.Form):
    use_required_attribute = False

    fee = EuroField(label=_("Fee of an entry (€)"))
    pot = EuroField(label=_("of which into the pot (€)"), help_text=_("The rest stays with the organizer."))
    extras = forms.CharField(
        label=_("Other fees"),
        required=False,
        max_length=MAX_EXTRAS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, for example “Dinner: 15”."),
    )
    guaranteed = EuroField(label=_("Guaranteed pot (€)"), help_text=_("The pot is never less. Empty: what comes in."))
    split = forms.CharField(
        label=_("Split of the pot (%)"),
        required=False,
        max_length=200,
        help_text=_("From the first place down, for example 50 30 20. Whole euros; what is left over goes to the first."),
    )
    reentry_most = forms.IntegerField(
        label=_("Re-entries per entry"),
        min_value=0,
        max_value=20,
        required=False,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("How often who lost may enter again. Empty: never."),
    )
    reentry_until = forms.IntegerField(
        label=_("until round"),
        min_value=1,
        max_value=99,
        required=False,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("The last round during which somebody may enter again. Empty: as long as the format allows it."),
    )
    reentry = EuroField(label=_("Fee of a re-entry (€)"))
    reentry_pot = EuroField(label=_("of which into the pot (€)"))

    def clean_extras(self) -> str:
        text: str = self.cleaned_data["extras"]
        parse_extras(text)
        return text

    def clean_split(self) -> str:
        return " ".join(map(str, parse_split(self.cleaned_data["split"])))

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        for pot, fee in (("pot", "fee"), ("reentry_pot", "reentry")):
            if pot in cleaned and fee in cleaned and cleaned[pot] > cleaned[fee]:
                self.add_error(pot, _("More than the fee itself."))
        return cleaned

    def list_values(self) -> dict[str, Any]:
        """The columns of a `FeePlan`. Requires a valid form."""
        cleaned = self.cleaned_data
        return {
            "pot_cents": cleaned["pot"],
            "extras": cleaned["extras"],
            "guaranteed_cents": cleaned["guaranteed"],
            "split": cleaned["split"],
            "reentry_most": cleaned["reentry_most"] or 0,
            "reentry_until": cleaned["reentry_until"],
            "reentry_cents": cleaned["reentry"],
            "reentry_pot_cents": cleaned["reentry_pot"],
        }


def build_plan_values(tournament: Tournament, plan: FeePlan) -> dict[str, Any]:
    """The initial values of a `FeePlanForm`."""
    return {
        "fee": euros(tournament.fee_cents),
        "pot": euros(plan.pot_cents),
        "extras": plan.extras,
        "guaranteed": euros(plan.guaranteed_cents),
        "split": plan.split,
        "reentry_most": plan.reentry_most or "",
        "reentry_until": plan.reentry_until or "",
        "reentry": euros(plan.reentry_cents),
        "reentry_pot": euros(plan.reentry_pot_cents),
    }
