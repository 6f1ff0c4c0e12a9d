"""With and against whom somebody sat, where a match is not against one entry alone."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from pairing import format_by_key
from standings import Counting
from tournaments.models import Match, Seat, Stage
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import by_side, side_name


def company_of(stage: Stage, entry_id: int, naming: Naming = IN_FULL) -> dict[int, str]:
    """By match, with and against whom an entry sat where it met several at once. One query."""
    if Counting(format_by_key(stage.format_key)).one_opponent:
        return {}
    own = Match.objects.filter(round__stage=stage, kind=Match.Kind.PLAYED, seats__entry=entry_id)
    tables: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=own).select_related("entry"):
        tables.setdefault(seat.match_id, []).append(seat)
    return {match: _told_company(by_side(seats), entry_id, naming) for match, seats in tables.items()}


def _told_company(sides: Sequence[Sequence[Seat]], entry_id: int, naming: Naming) -> str:
    own = next(side for side in sides if any(seat.entry_id == entry_id for seat in side))
    against = ", ".join(side_name(side, naming) for side in sides if side is not own)
    partner = side_name([seat for seat in own if seat.entry_id != entry_id], naming)
    return _("with %(partner)s against %(others)s") % {"partner": partner, "others": against} if partner else against
