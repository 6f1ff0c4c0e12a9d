"""Judge a document that a desk sent, before anything of it is kept: shape, chain, and whether it goes on from the one before."""

import io
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from desk.verification.queries import format_fault
from exchange.continuing import Relation
from exchange.reading import check_document, iterate_links, read_document
from exchange.values import BrokenCopy
from publishing.pieces.digests import dump_document
from publishing.receiving.problems import BridgeProblem
from scoring.ledger.chain import check_chain

Json = Any
MOST_CHARACTERS = 100_000_000
"""Of a whole document: 20,000 pairs in some rounds."""
_PRIVATE = ("forbidden", "cash", "receipts", "prizes_given", "prize_pictures", "enrolments")


def unpack_document(content: bytes) -> Json:
    """The document that is held; None where there is none."""
    return json.loads(zlib.decompress(content)) if content else None


def pack_document(document: Json) -> bytes:
    return zlib.compress(dump_document(document), 6)


def check_received(document: Json, key: str) -> None:
    """Raises: BridgeProblem (422) for what is no public document of this tournament, with the number of the first wrong ledger line."""
    try:
        read = read_document(io.BytesIO(dump_document(document)))
        for fault in check_chain(iterate_links(read)):
            sentence = _("The site does not take this: ledger entry %(seq)d: %(reason)s. Check the tournament on that computer.")
            raise BridgeProblem(422, "chain", sentence % {"seq": fault.seq, "reason": format_fault(fault.kind)}, line=fault.seq)
        check_document(read)
    except BrokenCopy as broken:
        raise _contradict(f"{broken.place}: {broken.sentence}") from broken
    if read["tournament"]["created_at"] != key or not read["tournament"]["public"]:
        raise _contradict(_("the tournament is another one, or not public"))
    if read["links"] or any(read["persons"][name] for name in _PRIVATE):
        raise _contradict(_("something in it is private"))


def _contradict(reason: str) -> BridgeProblem:
    sentence = _("The site does not take this: %(reason)s. Update La Bella on that computer.")
    return BridgeProblem(422, "contradiction", sentence % {"reason": reason})


def relate(ledger: Sequence[Mapping[str, Json]], *, seq: int, digest: str, held: Sequence[Mapping[str, Json]]) -> Relation:
    """How a ledger stands to the one that is held, which ends with the line `seq` of this `digest`. Both are chains that hold."""
    if len(ledger) >= seq and (seq == 0 or ledger[seq - 1]["digest"] == digest):
        return Relation.SAME if len(ledger) == seq else Relation.CONTINUES
    is_beginning = not ledger or (len(ledger) <= len(held) and held[len(ledger) - 1]["digest"] == ledger[-1]["digest"])
    return Relation.OLDER if is_beginning else Relation.FORKED


def is_key(key: str) -> bool:
    """Whether a text can be the key of a tournament: the moment at which it was created."""
    return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,20}[+]00:00", key) is not None
