"""The tables of results for a union."""

from federation.models.identities import IdentityAnswer, IdentityPart, PersonPage
from federation.models.results import EventFacts, SentResult

__all__ = ["EventFacts", "IdentityAnswer", "IdentityPart", "PersonPage", "SentResult"]
