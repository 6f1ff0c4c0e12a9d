"""The tables of publishing: what a desk publishes to, and what a site takes in from desks."""

from publishing.models.fetched import FetchedEvening
from publishing.models.received import PairedDesk, PairingCode, ReceivedPart, ReceivedTournament
from publishing.models.targets import DeliveredFile, Delivery, DeskKey, Target

__all__ = [
    "DeliveredFile",
    "Delivery",
    "DeskKey",
    "FetchedEvening",
    "PairedDesk",
    "PairingCode",
    "ReceivedPart",
    "ReceivedTournament",
    "Target",
]
