"""Stages and rounds side by side on pages."""

from django import template

from rules.texts import join_round_name
from tournaments.models import Match, Round
from tournaments.stages.rounds import format_match_place, read_round_place

register = template.Library()


@register.filter
def with_round(stage: str, round_name: str) -> str:
    """“Knockout · Semi-final”; once where a stage is called as its round."""
    return join_round_name(stage, str(round_name))


@register.filter
def match_place(match: Match) -> str:
    return format_match_place(match)


@register.filter
def round_place(round_: Round) -> str:
    return read_round_place(round_)
