"""Take in what a paired desk sends: keep its parts until the change is whole, judge it, hold it, show it."""

import datetime as dt
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Sum
from django.utils.translation import gettext as _

from exchange.continuing import Relation
from jobs.databases import retry_on_conflict, write_tx
from jobs.dispatcher import enqueue_job
from publishing.models import PairedDesk, ReceivedPart, ReceivedTournament
from publishing.pieces.codec import Piece, PieceRefused, decode_piece, join_parts
from publishing.pieces.digests import compute_digest
from publishing.pieces.patches import PatchRefused, apply_patch
from publishing.receiving.documents import MOST_CHARACTERS, check_received, is_key, pack_document, relate, unpack_document
from publishing.receiving.problems import BridgeProblem
from publishing.receiving.projecting import show_received, take_down
from tournaments.permissions import require_organizer_director

Json = Any
SHOW_JOB = "show_received"
SHOWN_AT_ONCE = 400_000
"""Bytes of JSON of a document that is shown while its desk waits for the answer; larger ones are shown by a job, the newest alone."""
MOST_TOURNAMENTS = 1_000
"""Of one desk."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the site has of a tournament after a piece; `parts` are those of a change that is not whole yet."""

    received: ReceivedTournament
    parts: tuple[int, ...] = ()


def receive_piece(desk_key: uuid.UUID, body: bytes, signature: str, *, at: dt.datetime) -> Receipt:
    """Take in a piece.

    1. Checks desk, signature and form. 2. Keeps a part; or, once the change is whole, makes the new document of the one that is held.
    3. Checks its digest, its shape, every line of its ledger, and that the ledger goes on from the one that is held. 4. Holds it.
    5. Shows it, at once or by a job. What the site holds already is confirmed again, whatever came before.
    Raises: BridgeProblem; then nothing was kept but the parts.
    """
    desk = find_desk(desk_key)
    try:
        piece = decode_piece(body, signature, desk.public_key)
    except PieceRefused as refused:
        raise _refuse_piece(refused.problem) from refused
    row = _find_row(desk, piece, at)
    if piece.withdrawn:
        return Receipt(_withdraw(row, piece, at))
    if _is_old(row, piece):
        if piece.after == row.held_digest:
            return Receipt(_show(row, at))
        if piece.base:
            raise _ask_for_base(row)
    if piece.parts == 1:
        return Receipt(_show(_take_change(row, piece, at), at))
    present = _keep_part(row, piece)
    if len(present) < piece.parts:
        if piece.part == piece.parts:
            raise _ask_for_base(row)
        return Receipt(row, present)
    return Receipt(_show(_take_change(row, _join(row, piece), at), at))


def find_desk(desk_key: uuid.UUID) -> PairedDesk:
    """Raises: BridgeProblem for a desk that is not paired, or not any more."""
    desk = PairedDesk.objects.select_related("organizer").filter(pk=desk_key, revoked_at=None).first()
    if desk is None:
        raise BridgeProblem(403, "not_paired", _("This site takes nothing from this computer any more: connect it again with a new code."))
    return desk


def show_by_job(arguments: dict[str, Any], report: object) -> None:
    """The job `show_received`: show what is held of a tournament by now. Arguments: `received`, a key; `at`, when it arrived."""
    row = ReceivedTournament.objects.filter(pk=arguments["received"]).first()
    if row is not None:
        try:
            show_received(row, at=dt.datetime.fromisoformat(arguments["at"]))
        except BridgeProblem:  # noted beside the document, and told to the desk when it asks
            return


def decide_desk(received: ReceivedTournament, *, actor: AbstractBaseUser) -> None:
    """Let this desk tell the club's pages about the tournament, and no other. Its document is asked for again, as a whole, and need not go
    on from the one that is shown. Raises: PermissionDenied.
    """
    require_organizer_director(actor, received.organizer)
    with write_tx():
        same = ReceivedTournament.objects.filter(organizer=received.organizer, key=received.key)
        same.exclude(pk=received.pk).update(counts=False, waits_since=None)
        same.filter(pk=received.pk).update(counts=True, waits_since=None, renounced=True, number=0, problem="", sentence="")
        ReceivedPart.objects.filter(received__in=same).delete()


def remove_shown(received: ReceivedTournament, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Take a tournament down, with all its data, because its club wants so: nothing of it is held. The desk may send it again.

    Raises: PermissionDenied.
    """
    require_organizer_director(actor, received.organizer)
    _take_down(received, at, {})


def _refuse_piece(problem: str) -> BridgeProblem:
    sentences = {
        "signature": _("The site does not know the signature of this computer: connect it again with a new code."),
        "too_large": _("The site does not take this: it is too large. Update La Bella on that computer."),
    }
    status = {"signature": 403, "too_large": 413}.get(problem, 422)
    return BridgeProblem(status, problem, sentences.get(problem, _("The site cannot read this. Update La Bella on that computer.")))


@retry_on_conflict
def _find_row(desk: PairedDesk, piece: Piece, at: dt.datetime) -> ReceivedTournament:
    """The row of the tournament from this desk, a new one where the desk may send it. Raises: BridgeProblem."""
    if not is_key(piece.tournament):
        raise _refuse_piece("damaged")
    if desk.one_tournament and desk.only_tournament not in {"", piece.tournament}:
        sentence = _("This computer is connected for another tournament alone. Connect it for all of them with a new code.")
        raise BridgeProblem(403, "other_tournament", sentence)
    with write_tx():
        scope = {"only_tournament": piece.tournament} if desk.one_tournament else {}
        PairedDesk.objects.filter(pk=desk.pk).update(heard_at=at, **scope)
        rows = ReceivedTournament.objects.filter(desk=desk)
        if not rows.filter(key=piece.tournament).exists() and rows.count() >= MOST_TOURNAMENTS:
            raise BridgeProblem(409, "too_many", _("This site has too many tournaments from this computer. Ask its administrator."))
        row, _new = rows.get_or_create(desk=desk, key=piece.tournament, defaults={"organizer": desk.organizer})
    return row


def _is_old(row: ReceivedTournament, piece: Piece) -> bool:
    """Whether the desk sent this, or something after it, before."""
    return piece.number <= row.number


def _ask_for_base(row: ReceivedTournament) -> BridgeProblem:
    """The change builds on what is not held here: the desk sends one from what is, or the whole."""
    sentence = _("The site has another state of this tournament than this computer thought. It is sent again.")
    return BridgeProblem(409, "base_unknown", sentence, holds=row.held_digest, number=row.number)


# ------------------------------------------------------------------------------------------------------------------- parts


def _keep_part(row: ReceivedTournament, piece: Piece) -> tuple[int, ...]:
    """Keep a part; those of an earlier change are forgotten. Returns the numbers of the parts that are here. Raises: BridgeProblem."""
    with write_tx():
        ReceivedTournament.objects.select_for_update().get(pk=row.pk)
        parts = ReceivedPart.objects.filter(received=row)
        if parts.filter(number__gt=piece.number).exists():
            raise _ask_for_base(row)
        parts.filter(number__lt=piece.number).delete()
        characters = parts.exclude(part=piece.part).aggregate(total=Sum("characters"))["total"] or 0
        if is_too_large := characters + len(piece.changes) > MOST_CHARACTERS:
            parts.delete()
        else:
            parts.update_or_create(received=row, number=piece.number, part=piece.part, defaults=_pack_part(piece))
        present = tuple(parts.order_by("part").values_list("part", flat=True))
    if is_too_large:
        raise _refuse_piece("too_large")
    return present


def _pack_part(piece: Piece) -> dict[str, Any]:
    """The columns of a part: what it says of its change, a line feed, its slice."""
    content = zlib.compress(_describe_change(piece) + b"\n" + piece.changes.encode())
    return {"content": content, "characters": len(piece.changes)}


def _describe_change(piece: Piece) -> bytes:
    return repr((piece.base, piece.after, piece.parts, piece.made_at)).encode()


def _join(row: ReceivedTournament, last: Piece) -> Piece:
    """The whole change of its parts. Raises: BridgeProblem where they do not belong together; then they are forgotten."""
    parts = []
    for row_part in ReceivedPart.objects.filter(received=row, number=last.number).order_by("part"):
        change, _line, text = zlib.decompress(bytes(row_part.content)).partition(b"\n")
        parts.append(replace(last, part=row_part.part, changes=text.decode(), base=last.base if change == _describe_change(last) else "?"))
    try:
        return join_parts(parts)
    except PieceRefused as refused:
        with write_tx():
            ReceivedPart.objects.filter(received=row).delete()
        raise _refuse_piece(refused.problem) from refused


# ------------------------------------------------------------------------------------------------------------------ changes


def _take_change(row: ReceivedTournament, piece: Piece, at: dt.datetime) -> ReceivedTournament:
    """Judge a whole change and hold its document. Raises: BridgeProblem."""
    if piece.base and piece.base != row.held_digest:
        raise _ask_for_base(row)
    before = unpack_document(bytes(row.document))
    try:
        document = _apply(before if piece.base else None, piece)
        check_received(document, row.key)
    except RecursionError as error:  # nested almost as deeply as the parser allows
        raise _refuse_piece("damaged") from error
    _check_goes_on(row, document, before)
    if _is_old(row, piece):
        raise _ask_for_base(row)
    _check_counts(row, at)
    return _hold(row, piece, document, at)


def _apply(before: Json, piece: Piece) -> Json:
    try:
        document = apply_patch(before, piece.changes) if piece.base else piece.changes
    except PatchRefused as refused:
        raise _refuse_piece("damaged") from refused
    if compute_digest(document) != piece.after:
        raise _refuse_piece("damaged")
    return document


def _check_goes_on(row: ReceivedTournament, document: Json, before: Json) -> None:
    """Raises: BridgeProblem where the ledger does not go on from the one that is held, with what to do."""
    if row.renounced or before is None:
        return
    ledger, held = document["ledger"], before["ledger"]
    values = {"name": document["tournament"]["name"], "here": row.ledger_seq, "sent": len(ledger)}
    match relate(ledger, seq=row.ledger_seq, digest=row.ledger_digest, held=held):
        case Relation.OLDER:
            sentence = _(
                "The site shows “%(name)s” with %(here)d ledger entries, this computer has the first %(sent)d of them: it works with an old"
                " copy. Use the computer with the newer data, or let a director of the club decide on the site, page “Desks that publish"
                " here”."
            )
            raise _note_refusal(row, "older", sentence % values)
        case Relation.FORKED:
            values["common"] = _count_common(ledger, held)
            sentence = _(
                "“%(name)s” was played on in two places: after ledger entry %(common)d the site has others than this computer. Decide which"
                " counts; for this one, a director of the club says so on the site, page “Desks that publish here”."
            )
            raise _note_refusal(row, "forked", sentence % values)


def _note_refusal(row: ReceivedTournament, problem: str, sentence: str) -> BridgeProblem:
    """Keep what was refused for the page of the club, where it may be decided."""
    with write_tx():
        ReceivedTournament.objects.filter(pk=row.pk).update(problem=problem, sentence=sentence[:500])
    return BridgeProblem(409, problem, sentence, holds=row.held_digest)


def _count_common(ledger: list[Mapping[str, Json]], held: list[Mapping[str, Json]]) -> int:
    pairs = zip(ledger, held, strict=False)
    return next((place for place, (here, sent) in enumerate(pairs) if here["digest"] != sent["digest"]), min(len(ledger), len(held)))


def _check_counts(row: ReceivedTournament, at: dt.datetime) -> None:
    """Raises: BridgeProblem where another desk tells about this tournament; the row then waits for a decision."""
    with write_tx():
        same = ReceivedTournament.objects.select_for_update().filter(organizer=row.organizer, key=row.key)
        counting = same.filter(counts=True).exclude(pk=row.pk).select_related("desk").first()
        if counting is None:
            same.filter(pk=row.pk).update(counts=True, waits_since=None)
            return
        same.filter(pk=row.pk, waits_since=None).update(waits_since=at)
    sentence = _(
        "Another computer, “%(desk)s”, tells this site about the tournament. A director of the club decides on the site which of the two"
        " counts, page “Desks that publish here”."
    )
    raise BridgeProblem(409, "two_desks", sentence % {"desk": counting.desk.name})


def _hold(row: ReceivedTournament, piece: Piece, document: Json, at: dt.datetime) -> ReceivedTournament:
    last = document["ledger"][-1] if document["ledger"] else {"seq": 0, "digest": ""}
    columns = {
        "number": piece.number,
        "held_digest": piece.after,
        "document": pack_document(document),
        "held_at": at,
        "ledger_seq": last["seq"],
        "ledger_digest": last["digest"],
        "name": document["tournament"]["name"],
        "renounced": False,
        "withdrawn_at": None,
        "problem": "",
        "sentence": "",
    }
    with write_tx():
        current = ReceivedTournament.objects.select_for_update().get(pk=row.pk)
        if current.number >= piece.number or (piece.base and current.held_digest != piece.base):
            raise _ask_for_base(current)
        ReceivedTournament.objects.filter(pk=row.pk).update(**columns)
        ReceivedPart.objects.filter(received=row, number__lte=piece.number).delete()
    row.refresh_from_db()
    return row


# ------------------------------------------------------------------------------------------------------ showing, taking down


def _show(row: ReceivedTournament, at: dt.datetime) -> ReceivedTournament:
    """Show a small document at once, a large one by a job. Raises: BridgeProblem where it cannot be shown."""
    if row.shown_digest != row.held_digest and row.counts:
        if len(zlib.decompress(bytes(row.document))) <= SHOWN_AT_ONCE:
            show_received(row, at=at)
        else:
            with write_tx():
                enqueue_job(SHOW_JOB, arguments={"received": row.pk, "at": at.isoformat()}, dedupe_key=f"{row.pk} {row.held_digest}")
        row.refresh_from_db()
    return row


def _withdraw(row: ReceivedTournament, piece: Piece, at: dt.datetime) -> ReceivedTournament:
    """The tournament is not public any more, or deleted. Raises: BridgeProblem for an old message."""
    if _is_old(row, piece):
        if row.withdrawn_at is None:
            raise _ask_for_base(row)
        return row
    return _take_down(row, at, {"number": piece.number})


def _take_down(row: ReceivedTournament, at: dt.datetime, columns: Mapping[str, Any]) -> ReceivedTournament:
    """Hold nothing of the tournament any more, and show nothing, where this desk counts."""
    with write_tx():
        locked = ReceivedTournament.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=row.pk)
        if locked.counts and locked.tournament is not None and locked.tournament.shown_from:
            take_down(locked.tournament)
        empty = {"held_digest": "", "document": b"", "shown_digest": "", "shown_at": None, "ledger_seq": 0, "ledger_digest": "", "name": ""}
        nobody = {"counts": False, "waits_since": None, "renounced": False, "problem": "", "sentence": ""}
        ReceivedTournament.objects.filter(pk=row.pk).update(withdrawn_at=at, tournament=None, **empty, **nobody, **columns)
        ReceivedPart.objects.filter(received=row).delete()
    row.refresh_from_db()
    return row
