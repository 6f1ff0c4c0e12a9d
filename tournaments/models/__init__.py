"""Rows of a tournament, in the order in which they are born."""

from .draws import Draw
from .editions import Edition
from .entries import Entry, Member
from .forbidden import ForbiddenPair
from .halls import HallTable
from .matches import Match, Seat
from .people import Club, Person
from .rounds import Round
from .seasons import Season, SeasonDecision, SeasonDirector, SeasonEvening, SeasonNaming
from .staff import StaffRole
from .stages import Stage, StageEntry
from .substitutions import Substitution
from .tournaments import Tournament

__all__ = [
    "Club",
    "Draw",
    "Edition",
    "Entry",
    "ForbiddenPair",
    "HallTable",
    "Match",
    "Member",
    "Person",
    "Round",
    "Season",
    "SeasonDecision",
    "SeasonDirector",
    "SeasonEvening",
    "SeasonNaming",
    "Seat",
    "StaffRole",
    "Stage",
    "StageEntry",
    "Substitution",
    "Tournament",
]
