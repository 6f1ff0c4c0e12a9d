"""The models of a tournament, in the order in which their rows are created."""

from tournaments.models.accounts import LoginPolicy, SecondFactor
from tournaments.models.announcements import Announcement, Enrolment, EnrolmentInbox, EnrolmentWish
from tournaments.models.cash import CashLine, FeePlan
from tournaments.models.draws import Draw
from tournaments.models.editions import Edition
from tournaments.models.entries import Entry, Member
from tournaments.models.forbidden import ForbiddenPair
from tournaments.models.halls import HallTable
from tournaments.models.matches import Match, Seat
from tournaments.models.namesakes import NamesakeAnswer
from tournaments.models.organizers import Organizer, OrganizerMember, get_house
from tournaments.models.people import Club, Person
from tournaments.models.rounds import Round
from tournaments.models.seasons import Season, SeasonDecision, SeasonDirector, SeasonEvening, SeasonNaming, SeasonSpelling
from tournaments.models.staff import Invitation, PlaceCode, StaffRole
from tournaments.models.stages import Stage, StageEntry
from tournaments.models.substitutions import Substitution
from tournaments.models.tournaments import Tournament
from tournaments.models.treasury import (
    CardKind,
    CashReceipt,
    EveningPapers,
    MemberCard,
    PayerKind,
    PrizeHandover,
    PrizePicture,
    ReceiptWords,
)

__all__ = [
    "Announcement",
    "CardKind",
    "CashLine",
    "CashReceipt",
    "Club",
    "Draw",
    "Edition",
    "Enrolment",
    "EnrolmentInbox",
    "EnrolmentWish",
    "Entry",
    "EveningPapers",
    "FeePlan",
    "ForbiddenPair",
    "HallTable",
    "Invitation",
    "LoginPolicy",
    "Match",
    "Member",
    "MemberCard",
    "NamesakeAnswer",
    "Organizer",
    "OrganizerMember",
    "PayerKind",
    "Person",
    "PlaceCode",
    "PrizeHandover",
    "PrizePicture",
    "ReceiptWords",
    "Round",
    "Season",
    "SeasonDecision",
    "SeasonDirector",
    "SeasonEvening",
    "SeasonNaming",
    "SeasonSpelling",
    "Seat",
    "SecondFactor",
    "StaffRole",
    "Stage",
    "StageEntry",
    "Substitution",
    "Tournament",
    "get_house",
]
