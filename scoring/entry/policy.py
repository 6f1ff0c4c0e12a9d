"""Until when a result can be changed, and how. It depends on whether the format's pairings depend on scores."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from pairing.format import Family
from scoring.entry.outcomes import Refusal
from scoring.models import LedgerEntry
from tournaments.models import Match, Round, Stage


@dataclass(frozen=True, slots=True)
class CorrectionWindow:
    """The correction rule that applies to a match now. `signed`: only with the referee's signature. `draw_stays`: published pairings do
    not change.
    """

    code: str
    sentence: str | Promise
    signed: bool = False
    draw_stays: bool = False


ALWAYS = CorrectionWindow("always", _("In this format pairings do not depend on scores: a result can be corrected at any time."))
UNTIL_DRAWN = CorrectionWindow(
    "until_drawn",
    _("In this format pairings depend on scores. You can correct a result until the next pairings are published; a draft is drawn again."),
)
SENT_ON = CorrectionWindow(
    "sent_on",
    _("Another stage is drawn from these results. You can correct them at any time; if somebody else qualifies, you decide what follows."),
)
SEATS_FOLLOW = CorrectionWindow(
    "seats_follow",
    _("The next round is published. Where nothing is entered there, the seats follow with one button; what was played you decide."),
)
DRAW_STAYS = CorrectionWindow("draw_stays", _("The next pairings are published: only the result changes, the draw stays."), draw_stays=True)
SIGNED = CorrectionWindow("signed", _("The last round is over: a result changes only with the referee’s signature."), signed=True)

_REGULATION = (
    _("A result can be corrected at any time: pairings do not depend on it."),
    _("A result can be corrected until the next pairings are published. Afterwards the director decides; the draw stays."),
    _("A result can be corrected until the next round is published. Afterwards the director decides who goes on."),
    _("After the last round a result changes only with the referee’s signature."),
)


def describe_correction(format_key: str) -> tuple[str, ...]:
    """Until when a result can be corrected, as a regulation says it of a format beforehand."""
    form, (always, until_drawn, until_published, signed) = format_by_key(format_key), map(str, _REGULATION)
    if not form.uses_results:
        return (always,)
    return (until_published if form.family is Family.BRACKET else until_drawn, signed)


SIGNATURE_MISSING = Refusal(
    "signature_missing",
    _(
        "The last round is over: a result changes only with the referee’s signature. Choose “decision of the "
        "referee” and write the referee’s name."
    ),
)


def read_correction_window(match: Match) -> CorrectionWindow:
    """The window of `match`, which comes with its round and stage. At most two queries."""
    round_, stage = match.round, match.round.stage
    form = format_by_key(stage.format_key)
    if not form.uses_results:
        sent_on = Round.objects.filter(stage__source=stage).exclude(state=Round.State.DRAFT).exists()
        return SENT_ON if sent_on else ALWAYS
    if stage.state == Stage.State.FINISHED:
        return SIGNED
    later = Round.objects.filter(stage=stage, number__gt=round_.number).exclude(state=Round.State.DRAFT)
    if not later.exists():
        return UNTIL_DRAWN
    return SEATS_FOLLOW if form.family is Family.BRACKET else DRAW_STAYS


def find_window_refusal(window: CorrectionWindow, *, reason: str, words: str) -> Refusal | None:
    """Why a result cannot be changed for this reason; None when it can."""
    if window.signed and not (reason == LedgerEntry.Reason.REFEREE and words.strip()):
        return SIGNATURE_MISSING
    return None
