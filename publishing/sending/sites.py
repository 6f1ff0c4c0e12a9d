"""Send to a La Bella site: the change from what it holds to what is public now, part by part, until it says that it holds that."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from django.utils import timezone

from exchange.extras import format_time
from publishing.models import Delivery, DeskKey, Target
from publishing.pieces.codec import Piece, cut_piece, encode_piece
from publishing.pieces.patches import build_patch
from publishing.pieces.signatures import sign_bytes
from publishing.sending.documents import parse_document, read_tournament
from publishing.sending.http import SiteAnswer, ask_site, require_good
from publishing.sending.pacing import OVERHEAD
from publishing.sending.queries import DueDelivery
from publishing.sending.services import (
    acknowledge_change,
    begin_change,
    count_change,
    drop_change,
    forget_base,
    note_part,
    note_removed,
    note_shown,
    note_unchanged,
    provide_delivery,
    raise_counter,
)
from publishing.targets.troubles import Trouble

UNKNOWN_BASE = "base_unknown"
NOT_FOUND = 404


@dataclass(slots=True)
class SiteSender:
    """Sends to one site. `wait(bytes)` is called after so many left, and waits as the speed of the target asks. `may_go(due)` is asked
    before every part: the tournament may have become private, and the target paused, while a part was on its way.
    """

    target: Target
    wait: Callable[[int], None]
    may_go: Callable[[DueDelivery], bool]
    begun_again: set[int] = field(default_factory=set)
    """Deliveries whose last change was not what the site needed."""

    def send(self, due: DueDelivery, *, sure: bool) -> Delivery:
        """Bring what the site has of a tournament to what is public now. `sure`: nothing that was sent before is without its answer.

        Raises: Trouble; what was acknowledged until then stays, and the next call goes on from there.
        """
        delivery = provide_delivery(self.target, due)
        if delivery.next_number and not sure and self._reconcile(delivery):
            return delivery
        if not delivery.next_number and not self._begin(delivery, due):
            return delivery
        self._send_parts(delivery, due)
        return delivery

    def remove(self, delivery: Delivery) -> None:
        """Let the site forget a tournament, whatever it has of it. Raises: Trouble."""
        answer = self._post_removal(delivery, delivery.held_digest)
        if answer.get_text("problem") == UNKNOWN_BASE:
            raise_counter(answer.get_number("number"))
            answer = self._post_removal(delivery, answer.get_text("holds"))
        if answer.status != NOT_FOUND or not answer.values:
            require_good(answer)
        note_removed(delivery)

    def ask_state(self, delivery: Delivery) -> SiteAnswer:
        """What the site has of a tournament, and shows. Raises: Trouble."""
        address = f"{self._address}/state/?tournament={quote(delivery.tournament, safe='')}"
        parts, at = urlsplit(address), format_time(timezone.now()) or ""
        signature = sign_bytes(f"{parts.path}?{parts.query}\n{at}".encode(), _read_key())
        answer = self._count(ask_site(address, language=self.target.language, X_Signature=signature, X_Time=at), 0)
        return SiteAnswer(200, {"holds": ""}) if answer.status == NOT_FOUND and answer.values else require_good(answer)

    def follow(self, delivery: Delivery) -> bool:
        """Whether the site shows what it has; noted when it does. Raises: Trouble."""
        answer = self.ask_state(delivery)
        if answer.get_text("holds") != delivery.held_digest:
            forget_base(delivery)
            return True
        if answer.get_text("problem"):
            raise Trouble("site_refuses", answer.get_text("sentence"))
        return self._note_if_shown(delivery, answer)

    def _begin(self, delivery: Delivery, due: DueDelivery) -> bool:
        """Note the change that has to be sent; False where nothing that is public changed, or nothing is public any more."""
        read = read_tournament(due.tournament_id)
        if read is None or read.digest == delivery.held_digest:
            note_unchanged(delivery, page_version=read.page_version if read else due.page_version, seq=read.seq if read else delivery.seq)
            return False
        begin_change(delivery, read, base=delivery.held_digest)
        return True

    def _reconcile(self, delivery: Delivery) -> bool:
        """Ask what came of what was sent before; True when the site has all of it and shows it. What it has and does not show is sent once
        more: its disk may have been full in between.
        """
        answer = self.ask_state(delivery)
        holds = answer.get_text("holds")
        if holds == delivery.next_after == answer.get_text("shown"):
            self._acknowledge(delivery, answer)
            return True
        if holds not in {delivery.next_after, delivery.next_base} and delivery.next_base:
            forget_base(delivery)
        return False

    def _send_parts(self, delivery: Delivery, due: DueDelivery) -> None:
        pieces = cut_piece(_build_piece(delivery))
        first = delivery.next_part if delivery.next_parts == len(pieces) else 1
        for piece in pieces[first - 1 :]:
            if not self.may_go(due):
                return
            answer = self._post_piece(piece)
            if answer.get_text("problem") != UNKNOWN_BASE:
                require_good(answer)
            if answer.get_text("problem") == UNKNOWN_BASE or piece.part == len(pieces):
                self._finish(delivery, answer)
                return
            note_part(delivery, piece.part + 1, len(pieces))

    def _finish(self, delivery: Delivery, answer: SiteAnswer) -> None:
        """The last answer: the site has the change; or it lacks what the change builds on, and gets it from what it has, else the whole.

        Raises: Trouble when that did not help the last time, so that nothing turns in a circle at full speed.
        """
        holds = answer.get_text("holds")
        raise_counter(answer.get_number("number"))
        if answer.is_good and holds == delivery.next_after:
            self.begun_again.discard(delivery.pk)
            self._acknowledge(delivery, answer)
            return
        if holds == delivery.held_digest and delivery.next_base:
            drop_change(delivery)
        else:
            forget_base(delivery)
        if delivery.pk in self.begun_again:
            raise Trouble("site_trouble", answer.get_text("sentence"))
        self.begun_again.add(delivery.pk)

    def _acknowledge(self, delivery: Delivery, answer: SiteAnswer) -> None:
        acknowledge_change(delivery, path=answer.get_text("path"))
        self._note_if_shown(delivery, answer)

    def _note_if_shown(self, delivery: Delivery, answer: SiteAnswer) -> bool:
        is_shown = answer.get_text("shown") == delivery.held_digest
        if is_shown:
            note_shown(delivery, path=answer.get_text("path"))
        return is_shown

    def _post_removal(self, delivery: Delivery, base: str) -> SiteAnswer:
        made_at = format_time(timezone.now()) or ""
        kind: dict[str, Any] = {"part": 1, "parts": 1, "made_at": made_at, "withdrawn": True, "changes": None}
        return self._post_piece(Piece(delivery.tournament, count_change(), base, "", **kind))

    def _post_piece(self, piece: Piece) -> SiteAnswer:
        body, signature = encode_piece(piece, _read_key())
        address = f"{self._address}/pieces/"
        headers: dict[str, Any] = {"Content_Type": "application/octet-stream", "X_Signature": signature}
        return self._count(ask_site(address, body, language=self.target.language, **headers), len(body))

    def _count(self, answer: SiteAnswer, sent: int) -> SiteAnswer:
        self.wait(sent + OVERHEAD)
        return answer

    @property
    def _address(self) -> str:
        return f"{self.target.address}/bridge/{self.target.desk}"


def _build_piece(delivery: Delivery) -> Piece:
    """The change that is on its way, the same bytes at every try."""
    before = parse_document(bytes(delivery.document)) if delivery.next_base else None
    after = parse_document(bytes(delivery.next_document))
    changes = build_patch(before, after) if delivery.next_base else after
    made_at = format_time(delivery.next_made_at or dt.datetime.now(tz=dt.UTC)) or ""
    kind: dict[str, Any] = {"part": 1, "parts": 1, "made_at": made_at, "withdrawn": False, "changes": changes}
    return Piece(delivery.tournament, delivery.next_number, delivery.next_base, delivery.next_after, **kind)


def _read_key() -> str:
    return DeskKey.objects.values_list("private_key", flat=True)[0]
