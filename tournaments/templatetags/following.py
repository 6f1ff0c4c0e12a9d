"""The sentence of a page on which an evening of a series is changed: for this evening alone, or for those to come as well."""

from typing import Any

from django import template
from django.db.models import Subquery

from tournaments.models import Announcement, Tournament

register = template.Library()


@register.inclusion_tag("tournaments/following.html")
def following_evenings(tournament: Tournament, group: str) -> dict[str, Any]:
    """How many evenings of its series follow, and the way to make them the same in a group of `EveningPart`. One query."""
    series = Announcement.objects.filter(tournament=tournament).values("series")[:1]
    following = Tournament.objects.filter(announcement__series=Subquery(series), date__gt=tournament.date).count()
    return {"tournament": tournament, "group": group, "following": following}
