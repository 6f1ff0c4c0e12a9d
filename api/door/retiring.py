"""What of version 1 is going to end: nothing within a year of being announced. Its answers say so (RFC 9745, RFC 8594)."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.http import http_date


@dataclass(frozen=True, slots=True)
class Retirement:
    """`announced` is when programs were told, `ends` the first day without it; at least a year lies between them."""

    announced: dt.date
    ends: dt.date


RETIRING: Mapping[str, Retirement] = {}
"""By method and address as the description has them: `GET /tournaments/{slug}/now`. Empty while nothing is going to end."""


def mark_retiring(answer: HttpResponse, operation: str) -> None:
    """Tell a program that the operation it called will end, and when."""
    if retirement := RETIRING.get(operation):
        answer.headers["Deprecation"] = f"@{compute_moment(retirement.announced)}"
        answer.headers["Sunset"] = http_date(compute_moment(retirement.ends))


def compute_moment(date: dt.date) -> int:
    """The beginning of a day, in seconds since 1970."""
    return int(dt.datetime.combine(date, dt.time(), dt.UTC).timestamp())
