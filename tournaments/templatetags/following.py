"""The sentence of a page on which an evening of a series is changed: for this evening alone, or for those to come as well."""

from typing import Any

from django import template

from tournaments.announcing.queries import count_following
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("tournaments/following.html")
def following_evenings(tournament: Tournament, group: str) -> dict[str, Any]:
    """How many evenings of the series follow, and the way to make them the same in a group of `EveningPart`. One query."""
    return {"tournament": tournament, "group": group, "following": count_following(tournament)}
