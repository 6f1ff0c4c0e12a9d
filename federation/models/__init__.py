"""The tables of results for a union."""

from federation.models.identities import IdentityAnswer, IdentityPart, PersonPage
from federation.models.ratings import RatedEvening, RatingStep
from federation.models.results import EventFacts, SentResult
from federation.models.unions import (
    MemberYear,
    Placing,
    PlannedEvent,
    PointSeries,
    TakenResult,
    Union,
    UnionClub,
    UnionMember,
    WaitingResult,
)

__all__ = [
    "EventFacts",
    "IdentityAnswer",
    "IdentityPart",
    "MemberYear",
    "PersonPage",
    "Placing",
    "PlannedEvent",
    "PointSeries",
    "RatedEvening",
    "RatingStep",
    "SentResult",
    "TakenResult",
    "Union",
    "UnionClub",
    "UnionMember",
    "WaitingResult",
]
