"""The tables of results for a union."""

from federation.models.results import EventFacts, SentResult

__all__ = ["EventFacts", "SentResult"]
