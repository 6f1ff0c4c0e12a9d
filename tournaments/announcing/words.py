"""How an evening is told in words: on posters, in pictures of shared links, in a text for a chat."""

import datetime as dt
from collections.abc import Iterator

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from tournaments.announcing.queries import AnnouncedEvening
from tournaments.models import Tournament


def format_day(date: dt.date) -> str:
    """“giovedì 4 dicembre”, “Thursday 4 December”."""
    text = date_format(date, pgettext("the format of a day with its weekday", "l j F"))
    return text.lower() if (get_language() or "")[:2] == "it" else text


def format_hour(time: dt.time) -> str:
    return f"{time:%H:%M}"


def list_hours(evening: AnnouncedEvening) -> Iterator[str]:
    if evening.meets_at:
        yield _("meeting at %(time)s") % {"time": format_hour(evening.meets_at)}
    if evening.starts_at:
        yield _("start at %(time)s") % {"time": format_hour(evening.starts_at)}
    if evening.ends_by:
        yield _("over by %(time)s") % {"time": format_hour(evening.ends_by)}


def format_fee(tournament: Tournament, cents: int) -> str:
    """“€20 a pair”, without cents where there are none; empty where nothing is paid."""
    if not cents:
        return ""
    amount = _("€%(amount)s") % {"amount": number_format(cents / 100, 2 if cents % 100 else 0, force_grouping=True)}
    words = {1: _("%(amount)s a person"), 2: _("%(amount)s a pair")}
    return words.get(tournament.entry_size, _("%(amount)s a team")) % {"amount": amount}


def describe_evening(evening: AnnouncedEvening) -> str:
    """Day, hours and place in one line, as it stands below a shared link."""
    cancelled = _("Evening cancelled") if evening.cancelled else ""
    return " · ".join(filter(None, (cancelled, format_day(evening.date), *list_hours(evening), evening.where)))
