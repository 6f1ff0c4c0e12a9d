"""What a round is called, and whether anything is drawn in it: the plan of a bracket or of pools is no draw."""

from django.utils.translation import gettext

from pairing import build_match_title, format_by_key, format_reason
from tournaments.models import Stage, StageEntry
from tournaments.stages.chains import count_expected_entries


def find_round_name(stage: Stage, number: int, entries: int) -> str:
    """“Final”, “Quarter-final”; empty where a round has only its number. No query."""
    chosen = format_by_key(stage.format_key)
    position = chosen.find_main_match(chosen.options_from(stage.options), entries, number) if entries > 1 else None
    return format_reason(build_match_title(position), gettext) if position else ""


def read_round_name(stage: Stage, number: int) -> str:
    """`find_round_name` of a stage that has its entries. One query."""
    return find_round_name(stage, number, StageEntry.objects.filter(stage=stage).count())


def format_round_name(stage: Stage, number: int, entries: int) -> str:
    """“Final”, “Quarter-final”, or “Round 3”. No query."""
    return find_round_name(stage, number, entries) or gettext("Round %(number)d") % {"number": number}


def is_round_drawn(stage: Stage, number: int) -> bool:
    """Whether lots or standings say who meets whom in the round. Some queries."""
    chosen = format_by_key(stage.format_key)
    seeded = stage.seeded and stage.source_id is not None
    return chosen.is_round_drawn(chosen.options_from(stage.options), count_expected_entries(stage), number, seeded=seeded)
