"""Ask a site for the enrolments that were made there, heed them, and tell how they stand. Beside the pieces: nothing of it is public."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Q

from evenings.enrolment.heeding import heed_wish, list_stands
from exchange.extras import format_time
from jobs.databases import write_tx
from publishing.models import Delivery, DeskKey, Target
from publishing.pieces.digests import dump_document
from publishing.pieces.questions import encode_question
from publishing.sending.http import SiteAnswer, ask_site, require_good
from publishing.sending.services import count_change, raise_counter
from publishing.targets.troubles import Trouble
from tournaments.models import Announcement, Tournament

OLDER_SITE = frozenset({404, 405})
MOST_ROUNDS = 40
"""Questions one after the other, while each brings something."""


@dataclass(slots=True)
class EnrolmentCarrier:
    """Carries the enrolments between this desk and one site. `wait(bytes)` paces as for pieces."""

    target: Target
    wait: Callable[[int], None]

    def list_asking(self, *, news_alone: bool) -> list[tuple[Delivery, Tournament]]:
        """The tournaments that are shown there and take enrolments, or took some; with `news_alone` those of which the site knows less."""
        deliveries = {
            row.tournament: row for row in self.target.deliveries.without_documents().filter(removed_at=None).exclude(shown_digest="")
        }
        takes = ~Q(announcement__enrols=Announcement.Enrols.CLOSED) & Q(announcement__isnull=False, state=Tournament.State.PREPARING)
        rows = Tournament.objects.filter(takes | Q(enrolments__site=self.target.address), handed_over_at=None).distinct()
        pairs = [(deliveries.get(format_time(row.created_at) or ""), row) for row in rows]
        shown_there = [(delivery, row) for delivery, row in pairs if delivery is not None]
        return [(delivery, row) for delivery, row in shown_there if not news_alone or self._digest(row) != delivery.stands_digest]

    def carry(self, delivery: Delivery, tournament: Tournament) -> None:
        """Ask until nothing is left. What was heeded is noted before the next question: a cut loses nothing. Raises: Trouble."""
        for _round in range(MOST_ROUNDS):
            answer = self._ask(delivery, tournament)
            if answer.status in OLDER_SITE and not delivery.inbox:
                return
            wishes = answer.values.get("wishes") if answer.is_good else None
            if answer.get_text("problem") == "counter":
                raise_counter(answer.get_number("number"))
                continue
            if answer.get_text("problem") == "unknown_tournament":
                return
            require_good(answer)
            if not isinstance(wishes, list):
                raise Trouble("no_site")
            if self._heed(delivery, tournament, answer, wishes):
                return

    def _ask(self, delivery: Delivery, tournament: Tournament) -> SiteAnswer:
        stands = list_stands(tournament, self.target.address)
        question = {"tournament": delivery.tournament, "counter": count_change(), "inbox": delivery.inbox}
        question |= {"heeded": delivery.wishes_heeded, "stands": stands}
        body, signature = encode_question(question, _read_key())
        address = f"{self.target.address}/bridge/{self.target.desk}/enrolments/"
        headers: dict[str, Any] = {"Content_Type": "application/octet-stream", "X_Signature": signature}
        answer = ask_site(address, body, language=self.target.language, **headers)
        self.wait(len(body))
        return answer

    def _heed(self, delivery: Delivery, tournament: Tournament, answer: SiteAnswer, wishes: list[dict[str, object]]) -> bool:
        """Heed the wishes; whether the site now knows everything."""
        if answer.get_text("inbox") != delivery.inbox:
            _note(delivery, inbox=answer.get_text("inbox"), wishes_heeded=0)
        stands_digest = self._digest(tournament)
        for wish in wishes:
            try:
                heed_wish(tournament, wish, site=self.target.address)
                _note(delivery, wishes_heeded=int(str(wish["number"])))
            except (KeyError, TypeError, ValueError) as error:
                raise Trouble("no_site") from error
        if not wishes:
            _note(delivery, stands_digest=stands_digest)
        return not wishes

    def _digest(self, tournament: Tournament) -> str:
        return sha256(dump_document(list_stands(tournament, self.target.address))).hexdigest()


def _note(delivery: Delivery, **columns: object) -> None:
    for name, value in columns.items():
        setattr(delivery, name, value)
    with write_tx():
        Delivery.objects.filter(pk=delivery.pk).update(**columns)


def _read_key() -> str:
    return DeskKey.objects.values_list("private_key", flat=True)[0]
