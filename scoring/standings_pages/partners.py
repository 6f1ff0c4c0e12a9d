"""Partners and opponents of an entry in matches with several opponents."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from pairing import format_by_key
from standings import FormatCounting
from tournaments.models import Match, Seat, Stage
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_name, group_by_side


def read_partners(stage: Stage, entry_id: int, naming: Naming = IN_FULL) -> dict[int, str]:
    """Read, by match, the partner and the opponents of an entry as text; empty in formats with one opponent. One query."""
    if FormatCounting(format_by_key(stage.format_key)).has_single_opponent:
        return {}
    own = Match.objects.filter(round__stage=stage, kind=Match.Kind.PLAYED, seats__entry=entry_id)
    tables: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=own).select_related("entry"):
        tables.setdefault(seat.match_id, []).append(seat)
    return {match: _format_partners(group_by_side(seats), entry_id, naming) for match, seats in tables.items()}


def _format_partners(sides: Sequence[Sequence[Seat]], entry_id: int, naming: Naming) -> str:
    own = next(side for side in sides if any(seat.entry_id == entry_id for seat in side))
    against = ", ".join(format_side_name(side, naming) for side in sides if side is not own)
    partner = format_side_name([seat for seat in own if seat.entry_id != entry_id], naming)
    return _("with %(partner)s against %(others)s") % {"partner": partner, "others": against} if partner else against
