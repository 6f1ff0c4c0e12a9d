"""What the sending process notes: short writes, each by itself, and none while it talks to anybody.

Each note can be the last one before a power cut: what it says holds by then, and what follows from it is done again.
"""

import datetime as dt
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils import timezone

from jobs.databases import write_tx
from publishing.models import DeliveredFile, Delivery, DeskKey, Target
from publishing.pieces.digests import dump_document
from publishing.sending.queries import DueDelivery
from publishing.targets.services import renew_pages
from publishing.targets.troubles import TOURNAMENT_TROUBLES, Trouble

NO_CHANGE: Mapping[str, Any] = {
    "next_number": 0,
    "next_base": "",
    "next_after": "",
    "next_document": b"",
    "next_page_version": "",
    "next_seq": 0,
    "next_made_at": None,
    "next_part": 0,
    "next_parts": 0,
}
AT_ONCE = 500
"""Rows of files written in one statement."""


@dataclass(frozen=True, slots=True)
class ReadTournament:
    """What was read of a tournament at one moment: `digest` of its document, the page version and the last ledger entry."""

    document: Any
    digest: str
    page_version: str
    seq: int
    made_at: dt.datetime


def provide_delivery(target: Target, due: DueDelivery, path: str = "") -> Delivery:
    """The row of a tournament at a target, made when it leaves for the first time, or again after it was removed."""
    columns = {"slug": due.slug, "name": due.name}
    with write_tx():
        delivery, is_new = Delivery.objects.get_or_create(
            target_id=target.pk, tournament=due.tournament, defaults={**columns, "path": path}
        )
        if not is_new and (delivery.removed_at is not None or delivery.name != due.name):
            _store(delivery, **columns, removed_at=None)
    return delivery


def begin_change(delivery: Delivery, read: ReadTournament, *, base: str) -> None:
    """Note a change that is to be sent, with its number, before a byte of it leaves."""
    with write_tx():
        _store(
            delivery,
            next_number=_take_number(),
            next_base=base,
            next_after=read.digest,
            next_document=compress_document(read.document),
            next_page_version=read.page_version,
            next_seq=read.seq,
            next_made_at=read.made_at,
            next_part=1,
            next_parts=0,
        )


def count_change() -> int:
    """The number of a change that is not kept: a removal, which can be asked for again."""
    with write_tx():
        return _take_number()


def raise_counter(number: int) -> None:
    """The site knows a later change of this desk, which was brought back from an older copy: its next one comes after that."""
    if number and DeskKey.objects.filter(counter__lt=number).exists():
        with write_tx():
            DeskKey.objects.filter(counter__lt=number).update(counter=number)


def note_part(delivery: Delivery, part: int, parts: int) -> None:
    """The site has the parts before this one; whatever hindered is over."""
    with write_tx():
        _store(delivery, next_part=part, next_parts=parts)
        _clear_trouble(delivery.target_id)


def drop_change(delivery: Delivery) -> None:
    """Forget the change that was on its way: it is read anew."""
    with write_tx():
        _store(delivery, **NO_CHANGE)


def forget_base(delivery: Delivery) -> None:
    """The site has something that this desk does not know: the whole is sent next."""
    with write_tx():
        _store(delivery, held_digest="", document=b"", page_version="", **NO_CHANGE)


def acknowledge_change(delivery: Delivery, *, path: str) -> None:
    """The target has the change that was on its way."""
    with write_tx():
        _store(
            delivery,
            held_digest=delivery.next_after,
            document=delivery.next_document,
            page_version=delivery.next_page_version,
            seq=delivery.next_seq,
            acknowledged_at=delivery.next_made_at,
            path=path or delivery.path,
            trouble="",
            trouble_words="",
            **NO_CHANGE,
        )
        _clear_trouble(delivery.target_id)


def note_unchanged(delivery: Delivery, *, page_version: str, seq: int) -> None:
    """Nothing that is public changed: only the page version did."""
    with write_tx():
        _store(delivery, page_version=page_version, seq=seq)


def note_shown(delivery: Delivery, *, path: str) -> None:
    """What the site has is what people see there."""
    with write_tx():
        if not delivery.shown_digest:
            renew_pages([delivery.tournament])
        _store(delivery, shown_digest=delivery.held_digest, shown_at=delivery.acknowledged_at, path=path or delivery.path)
        _clear_trouble(delivery.target_id)


def note_removed(delivery: Delivery) -> None:
    """Nothing of the tournament is outside any more."""
    cleared = {
        "held_digest": "",
        "document": b"",
        "page_version": "",
        "shown_digest": "",
        "shown_at": None,
        "acknowledged_at": None,
        "trouble": "",
        "inbox": "",
        "wishes_heeded": 0,
        "stands_digest": "",
    }
    with write_tx():
        DeliveredFile.objects.filter(delivery=delivery).delete()
        _store(delivery, removed_at=timezone.now(), trouble_words="", **cleared, **NO_CHANGE)
        renew_pages([delivery.tournament])
        _clear_trouble(delivery.target_id)


def note_files_to_come(delivery: Delivery, paths: Iterable[str]) -> None:
    """Note what will lie in the web space before it is written, so that nothing stays there of which nobody knows."""
    noted = set(DeliveredFile.objects.filter(delivery=delivery).values_list("path", flat=True))
    rows = [DeliveredFile(delivery=delivery, path=path) for path in paths if path not in noted]
    if rows:
        with write_tx():
            DeliveredFile.objects.bulk_create(rows, batch_size=AT_ONCE)


def note_files(delivery: Delivery, done: Mapping[str, str]) -> None:
    """Files that were written, with their digests, and those that were removed, with none."""
    with write_tx():
        rows = DeliveredFile.objects.filter(delivery=delivery, path__in=[path for path, digest in done.items() if digest])
        for row in rows:
            row.digest = done[row.path]
        DeliveredFile.objects.bulk_update(rows, ["digest"], batch_size=AT_ONCE)
        DeliveredFile.objects.filter(delivery=delivery, path__in=[path for path, digest in done.items() if not digest]).delete()


def note_overview(target: Target, files: Mapping[str, str]) -> None:
    """What lies in the web space for its overview, with digests; without one what is about to be written or removed."""
    target.overview_files = dict(files)
    with write_tx():
        Target.objects.filter(pk=target.pk).update(overview_files=target.overview_files)


def note_trouble(target: Target, trouble: Trouble, delivery: Delivery | None) -> int:
    """Note why nothing leaves; how many tries of the target have failed in a row. What concerns one tournament is noted of that alone."""
    words = trouble.words[:2000]
    with write_tx():
        if trouble.key in TOURNAMENT_TROUBLES and delivery is not None:
            _store(delivery, trouble=trouble.key, trouble_words=words)
            return 1
        row = Target.objects.filter(pk=target.pk).first()
        if row is None:
            return 1
        since = row.trouble_since if row.trouble == trouble.key and row.trouble_since else timezone.now()
        values = {"trouble": trouble.key, "trouble_words": words, "trouble_since": since, "tries": row.tries + 1}
        Target.objects.filter(pk=target.pk).update(**values)
    return row.tries + 1


def note_host_key(target: Target, host_key: str) -> None:
    """Keep what a server showed of itself the first time: another one that takes its name is refused from then on."""
    if host_key and not target.host_key:
        target.host_key = host_key
        with write_tx():
            Target.objects.filter(pk=target.pk, host_key="").update(host_key=host_key)


def finish_target(target: Target) -> None:
    """Everything that was outside is removed: the target goes."""
    with write_tx():
        Target.objects.filter(pk=target.pk, ending=Target.Removal.REMOVES).delete()


def compress_document(document: Any) -> bytes:
    return zlib.compress(dump_document(document), 6)


def _take_number() -> int:
    """The number of the next change; web spaces, which need none, have a desk without a key send 1."""
    DeskKey.objects.update(counter=F("counter") + 1)
    return DeskKey.objects.values_list("counter", flat=True).first() or 1


def _clear_trouble(target_id: int) -> None:
    Target.objects.filter(pk=target_id).exclude(trouble="", tries=0).update(trouble="", trouble_words="", trouble_since=None, tries=0)


def _store(delivery: Delivery, **values: Any) -> None:
    """Write columns of the row, here and in the database."""
    for name, value in values.items():
        setattr(delivery, name, value)
    Delivery.objects.filter(pk=delivery.pk).update(**values)
