"""Stages and rounds side by side on pages."""

from django import template

from rules.texts import join_round_name

register = template.Library()


@register.filter
def with_round(stage: str, round_name: str) -> str:
    """“Knockout · Semi-final”; once where a stage is called as its round."""
    return join_round_name(stage, str(round_name), "\N{NO-BREAK SPACE}· ")
