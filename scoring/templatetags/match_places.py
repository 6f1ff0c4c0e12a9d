"""Where a match or a round stands in its tournament, on pages."""

from django import template

from tournaments.models import Match, Round
from tournaments.stages.rounds import format_match_place, format_match_round, read_round_place

register = template.Library()


@register.filter
def match_place(match: Match) -> str:
    return format_match_place(match)


@register.filter
def match_round(match: Match) -> str:
    return format_match_round(match)


@register.filter
def round_place(round_: Round) -> str:
    return read_round_place(round_)
