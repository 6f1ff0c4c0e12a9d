"""Whole plans of an evening: from the number of entries, the tables and the hour at which it must be over to stages that can be played."""

from pairing.evening.choosing import propose_plans
from pairing.evening.loads import count_loads
from pairing.evening.values import (
    Absence,
    EndEstimate,
    EndSpan,
    EveningField,
    EveningPlan,
    EveningProposals,
    EveningStage,
    Remedies,
    RoundLoad,
    Trait,
)

__all__ = [
    "Absence",
    "EndEstimate",
    "EndSpan",
    "EveningField",
    "EveningPlan",
    "EveningProposals",
    "EveningStage",
    "Remedies",
    "RoundLoad",
    "Trait",
    "count_loads",
    "propose_plans",
]
