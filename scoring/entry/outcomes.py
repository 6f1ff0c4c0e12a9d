"""The outcomes of a request. Every service of results returns one of them, each with its HTTP status."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import Problem
from scoring.evidence.queries import Contradiction
from scoring.models import Draft, LedgerEntry, MatchResult


@dataclass(frozen=True, slots=True)
class Created:
    """Saved. `result` is the match's current result, `entries` its whole ledger with the new entry."""

    status: ClassVar[int] = 201
    entry: LedgerEntry
    result: MatchResult
    entries: tuple[LedgerEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """The same request came before: this is what it did then."""

    status: ClassVar[int] = 200
    entry: LedgerEntry
    result: MatchResult


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was faster. Nothing was changed; what was typed is stored in `draft`."""

    status: ClassVar[int] = 409
    result: MatchResult
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done, and what to do instead. `code` is for programs."""

    code: str
    message: str | Promise


@dataclass(frozen=True, slots=True)
class InvalidatedLine:
    """A later line that no longer fits after a correction: the seq of its first wording and its problems."""

    seq: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """Nothing was changed: the rules of the game, or of the desk, forbid it.

    `problems` come from the game; when all of them are only unusual, repeating the request with `sure` is enough.
    `invalidated` are later lines that a correction would make impossible.
    """

    status: ClassVar[int] = 422
    problems: tuple[Problem, ...] = ()
    refusal: Refusal | None = None
    invalidated: tuple[InvalidatedLine, ...] = ()

    @property
    def only_remarkable(self) -> bool:
        return bool(self.problems) and not self.invalidated and not any(problem.is_impossible for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Locked:
    """Nothing was changed: the match is in a state in which this person, or nobody, may do that."""

    status: ClassVar[int] = 423
    refusal: Refusal


def build_card_refusal(contradictions: Iterable[Contradiction]) -> Refusal:
    """The refusal that lists what was entered beside what the cards say."""
    sentences = "; ".join(
        gettext("%(label)s entered %(entered)s, by the cards %(played)s")
        % {
            "label": gettext(contradiction.label) if contradiction.label else "",
            "entered": _format_typed(contradiction.entered),
            "played": _format_typed(contradiction.played),
        }
        for contradiction in contradictions
    )
    return Refusal("cards_say_otherwise", gettext("The cards and the sheet do not match: %(said)s.") % {"said": sentences})


def _format_typed(text: str) -> str:
    return gettext(text) if text else "–"


Outcome = Created | Replayed | Conflict | Rejected | Locked

KEY_REUSED = Refusal("key_reused", _("Not saved: this form was already sent. Reload the page and enter it again."))
NOT_PUBLISHED = Refusal("not_published", _("This round is not published yet: nobody has played."))
NOT_PLAYED = Refusal("not_played", _("This entry has a bye in this round: there is nothing to enter."))
CLOSED = Refusal("closed", _("This match is closed. The director can reopen it, with a reason."))
VOIDED = Refusal("voided", _("This match is cancelled. The director can reopen it, with a reason."))
DIRECTOR_CHANGES = Refusal("director_changes", _("This match is confirmed: only the director can change it now."))
DIRECTOR_ONLY = Refusal("director_only", _("Only the director can do this."))
DIRECTOR_SETTLES = Refusal("director_settles", _("This match is disputed: the director decides."))
NOT_DECIDED = Refusal("not_decided", _("This match has no winner yet: enter the missing hands first."))
NOT_SUBMITTED = Refusal("not_submitted", _("There is nothing to confirm or dispute here."))
NOT_DISPUTED = Refusal("not_disputed", _("Nothing was changed: this match is no longer disputed."))
OWN_ENTRY = Refusal(
    "own_entry",
    _(
        "You entered part of this match yourself: somebody else must confirm it. In the settings the director can "
        "allow one person to do both."
    ),
)
ALREADY_FORFEITED = Refusal("already_forfeited", _("This match is a walk-over. Cancel that first."))
HANDS_FIRST = Refusal("hands_first", _("Hands are already entered, so this cannot be a walk-over. Cancel the hands first."))
NO_SUCH_LINE = Refusal("no_such_line", _("Not saved: this entry changed meanwhile. Open the match again and check."))
REASON_NEEDED = Refusal("reason_needed", _("Give the reason."))
OFFENCE_NEEDED = Refusal("offence_needed", _("Not saved: choose the offence, or write what happened."))
NO_SUCH_SIDE = Refusal("no_such_side", _("Choose one of the two sides."))
TABLE_LACKS_SOMEBODY = Refusal(
    "table_lacks_somebody",
    _("Everybody plays alone here, so there is no walk-over. Let a substitute sit in, or mark the table as not played."),
)
HAND_NOT_OVER = Refusal("hand_not_over", _("This hand is not over: carry on to its last card, or keep it as evidence only."))
ILLEGAL_CARD = Refusal("illegal_card", _("Not saved: a card of this hand was illegal. Enter the penalty, or keep the hand as evidence."))
NO_ILLEGAL_CARD = Refusal("no_illegal_card", _("Nothing in this hand leads to a penalty fixed by the rules of this tournament."))
STILL_OPEN = Refusal("still_open", _("This match is already open."))
STILL_PLAYS = Refusal("still_plays", _("This entry still plays, so its matches count. Withdraw it first."))
RESULTS_WERE_USED = Refusal(
    "results_were_used", _("Here pairings depended on the results, so what was played stays. Only pool matches can be cancelled.")
)
STAFF_ONLY = Refusal("staff_only", _("Only the desk can enter this. Call the director."))
NOT_YOUR_LINE = Refusal(
    "not_your_line", _("Your opponents or the desk entered this. If it is wrong, press “Not right” or call the director.")
)
ONLY_LAST_LINE = Refusal("only_last_line", _("At the table you can only change the last entry. Call the director for an earlier one."))
DESK_ENTERED = Refusal(
    "desk_entered", _("The desk entered this and only the desk can change it. If it is wrong, press “Not right” or call the director.")
)
DESK_CONFIRMS = Refusal("desk_confirms", _("The desk entered this from the sheet: it is confirmed at the desk."))
OWN_SIDE = Refusal("own_side", _("You entered this. Your opponents or the desk must confirm it."))
