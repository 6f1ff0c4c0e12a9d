"""Stages and rounds side by side on pages."""

from django import template

from rules.texts import join_round_name
from tournaments.models.rounds import quote_round_name

register = template.Library()


@register.filter
def with_round(stage: str, round_name: str) -> str:
    """“Knockout · Semi-final”; once where a stage is called as its round."""
    return join_round_name(stage, str(round_name), "\N{NO-BREAK SPACE}· ")


@register.filter
def quoted_round(round_name: str, number: int) -> str:
    """What stands behind the word “round”: “3”, or the name of a round that has one, in quotes."""
    return quote_round_name(str(round_name), number)
