"""The tables of publishing: what a site takes in from desks."""

from publishing.models.received import PairedDesk, PairingCode, ReceivedPart, ReceivedTournament

__all__ = ["PairedDesk", "PairingCode", "ReceivedPart", "ReceivedTournament"]
