"""The filters of the board: which matches of a round each lists, and how many. The database looks, whatever the size of the hall."""

from collections.abc import Collection

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.ledger.match_log import State
from scoring.matches.rounds import SETTLED_MATCHES
from scoring.models import MatchResult
from scoring.models.links import TABLE_ACTOR
from scoring.sheets_back.queries import has_sheet_out
from tournaments.models import Match, Round

OPEN = Q(result__isnull=True) | Q(result__state=State.OPEN)
SUBMITTED = Q(result__state=State.SUBMITTED, result__outcome=MatchResult.Outcome.PLAYED)


def name_filters() -> dict[str, str]:
    """The filters of the board with their words, which are also the legend of its marks."""
    return {
        "all": _("all"),
        "open": pgettext("matches", "open"),
        "waiting": _("to confirm"),
        "disputed": pgettext("matches", "disputed"),
        "confirmed": pgettext("matches", "confirmed"),
        "late": _("sheet not back"),
        "called": _("called"),
        "table": _("submitted by table"),
    }


def build_filters(called_codes: Collection[str]) -> dict[str, Q]:
    """What each filter of `name_filters` asks of a match. `called_codes`: matches whose table called the director."""
    return {
        "all": Q(),
        "open": OPEN,
        "waiting": SUBMITTED,
        "disputed": Q(result__state=State.DISPUTED),
        "confirmed": SETTLED_MATCHES & ~Q(result__state=State.VOID),
        "late": ~OPEN & has_sheet_out(),
        "called": Q(code__in=called_codes),
        "table": SUBMITTED & Q(result__entered_by__startswith=TABLE_ACTOR),
    }


def count_listed(round_: Round, filters: dict[str, Q]) -> dict[str, int]:
    """By filter, how many matches of the round it lists, without byes. One query."""
    counts = {key: Count("pk", filter=listed) if listed else Count("pk") for key, listed in filters.items()}
    return round_.matches.filter(kind=Match.Kind.PLAYED).order_by().aggregate(**counts)
