"""Until when a result can be changed, and how: a format decides it by whether its pairings depend on scores."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from scoring.entry.outcomes import Refusal
from scoring.models import LedgerEntry
from tournaments.models import Match, Round, Stage


@dataclass(frozen=True, slots=True)
class Window:
    """The rule that holds for a match now. `signed`: only with the referee's signature. `draw_stays`: drawn pairings do not change."""

    code: str
    sentence: str | Promise
    signed: bool = False
    draw_stays: bool = False


ALWAYS = Window("always", _("In this format pairings do not depend on scores: a result can be corrected at any time."))
UNTIL_DRAWN = Window(
    "until_drawn",
    _(
        "In this format pairings depend on scores: until the next ones are published a result can be corrected;"
        " if they are drafted, they are drawn again."
    ),
)
DRAW_STAYS = Window("draw_stays", _("The next pairings are published: only the result changes, the draw stays."), draw_stays=True)
SIGNED = Window("signed", _("The last round is over: a result changes only with the referee's signature."), signed=True)

SIGNATURE_MISSING = Refusal(
    "signature_missing",
    _(
        "The last round is over: a result changes only with the referee's signature."
        " Choose “decision of the referee” and write the referee's name."
    ),
)


def correction_window(match: Match) -> Window:
    """`match` comes with its round and stage. Two queries at most."""
    round_, stage = match.round, match.round.stage
    if not format_by_key(stage.format_key).uses_results:
        return ALWAYS
    if stage.state == Stage.State.FINISHED:
        return SIGNED
    later = Round.objects.filter(stage=stage, number__gt=round_.number).exclude(state=Round.State.DRAFT)
    return DRAW_STAYS if later.exists() else UNTIL_DRAWN


def window_refusal(window: Window, *, reason: str, words: str) -> Refusal | None:
    """Why a result cannot be changed for this reason; None when it can."""
    if window.signed and not (reason == LedgerEntry.Reason.REFEREE and words.strip()):
        return SIGNATURE_MISSING
    return None
