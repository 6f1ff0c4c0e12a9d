"""Dates as the visitor's language writes them."""

import datetime as dt

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language

register = template.Library()


@register.filter(expects_localtime=True)
def day(date: dt.date) -> str:
    """22 November 2026, 22 novembre 2026: Italian writes months in lower case. A moment in a template has the day of the hall, no UTC."""
    language = (get_language() or "")[:2]
    text = date_format(date, "j F Y" if language in ("en", "it") else "DATE_FORMAT")
    return text.lower() if language == "it" else text


@register.filter
def moment(at: dt.datetime) -> str:
    """21:30 of today; another day before it: Wednesday 2 December, 21:30."""
    here = localtime(at)
    time = date_format(here, "H:i")
    if here.date() == localtime().date():
        return time
    text = date_format(here, "l j F")
    return f"{text.lower() if (get_language() or '')[:2] == 'it' else text}, {time}"


@register.filter
def weekday(date: dt.date) -> str:
    """Friday 4 December, Venerdì 4 dicembre: the heading of a day."""
    text = date_format(date, "l j F")
    return text.capitalize() if (get_language() or "")[:2] == "it" else text
