"""The proof of a stored draw: drawn again, and checked by a program of its own.

It takes seconds with thousands of entries and depends on the stored draw and its seats alone. So it is remembered for exactly these, and of
a large draw it is made when somebody wants to see it.
"""

import datetime as dt
import hashlib
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone

from pairing import format_by_key
from pairing.checker import DrawVerdict, check_draw
from pairing.trf.stored import build_report
from tournaments.draws.explaining import parse_stored_draw
from tournaments.draws.publishing import DrawReplay, replay_draw
from tournaments.models import Draw, Seat
from tournaments.pages.drawn import RELEASE_FINGERPRINT

PROVEN_AT_ONCE = 1_000
"""Entries of a draw that is proven whenever its page is opened."""
REMEMBERED = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DrawProof:
    """What came of drawing again and of the check, and whether the draw can be written as TRF."""

    replay: DrawReplay
    verdict: DrawVerdict
    fits_trf: bool
    at: dt.datetime


def read_proof(draw: Draw, *, ordered: bool) -> DrawProof | None:
    """The proof of a draw; None for a large one that nobody has proven yet, unless it is `ordered`."""
    is_small = len(draw.inputs["entrants"]) <= PROVEN_AT_ONCE
    if is_small:
        return prove_draw(draw)
    key = f"draw-proof-{_compute_fingerprint(draw)}"
    proof: DrawProof | None = cache.get(key)
    if proof is None and ordered:
        proof = prove_draw(draw)
        cache.set(key, proof, REMEMBERED.total_seconds())
    return proof


def prove_draw(draw: Draw) -> DrawProof:
    """Draw again and check. Two queries."""
    verdict = check_draw({**draw.outcome, "request": draw.inputs})
    return DrawProof(replay_draw(draw), verdict, can_be_trf(draw), timezone.now())


def can_be_trf(draw: Draw) -> bool:
    """Whether it is a draw by score groups whose scores TRF can express."""
    by_groups = format_by_key(draw.inputs["format"]).score_groups
    return by_groups and build_report(parse_stored_draw(draw), name="", names={}) is not None


def _compute_fingerprint(draw: Draw) -> str:
    """Of everything that the proof depends on, as the database has it now. Two queries."""
    stored = (Cast(column, TextField()) for column in ("inputs", "outcome", "changes"))
    texts = Draw.objects.filter(pk=draw.pk).values_list(*stored).get()
    seats = Seat.objects.filter(round=draw.round_id).order_by("match", "side", "place").values_list("match", "entry")
    return hashlib.sha256(repr((RELEASE_FINGERPRINT, draw.engine_version, texts, list(seats))).encode()).hexdigest()
