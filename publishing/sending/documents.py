"""Read a tournament as it leaves: its public document with the page version and the ledger entry of the same moment."""

import json
import zlib
from typing import Any

from django.utils import timezone

from jobs.databases import snapshot_transaction
from publishing.pieces.digests import compute_digest
from publishing.sending.services import ReadTournament
from publishing.sending.sources import PublishedFile, build_files, build_public_values
from scoring.ledger.queries import read_current_head
from tournaments.models import Edition, Tournament


def read_tournament(key: int) -> ReadTournament | None:
    """The tournament now; None for one that is gone, or not public any more."""
    with snapshot_transaction():
        tournament = Tournament.objects.filter(pk=key).first()
        document = build_public_values(tournament) if tournament is not None else None
        if tournament is None or not document:
            return None
        page_version, seq = _read_moment(tournament)
    return ReadTournament(document, compute_digest(document), page_version, seq, timezone.now())


def read_files(key: int, *, language: str, address: str, home: str) -> tuple[ReadTournament, list[PublishedFile]] | None:
    """The same as static pages, which are compared one by one: their digest is the page version. `address` is where this desk itself is
    reached from outside, `home` as `build_files` has it.
    """
    with snapshot_transaction():
        tournament = Tournament.objects.filter(pk=key).first()
        files = build_files(tournament, language=language, address=address, home=home) if tournament is not None else []
        if tournament is None or not files:
            return None
        page_version, seq = _read_moment(tournament)
    return ReadTournament(None, page_version, page_version, seq, timezone.now()), files


def parse_document(compressed: bytes) -> Any:
    """The document of `publishing.sending.services.compress_document`; None for none."""
    return json.loads(zlib.decompress(compressed)) if compressed else None


def _read_moment(tournament: Tournament) -> tuple[str, int]:
    page_version = Edition.objects.filter(tournament=tournament).values_list("mark", flat=True).get()
    return page_version, read_current_head(tournament).seq
