"""An entry that joins a stage which has begun."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Max
from django.utils.translation import gettext_lazy as _

from pairing import Reason, reason_to_json
from scoring.halls.services import seat_late
from scoring.ledger.appending import Line, Submission, append_entry, lock_head
from scoring.models import LedgerEntry
from scoring.standings_pages.decisions import LATE
from scoring.standings_pages.stored import keep_standings
from tournaments.draws.publishing import CAME_LATE
from tournaments.entries.late import LateOffer, late_offer
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Seat, Stage, StageEntry
from tournaments.refusals import Refused
from tournaments.transactions import retried, write_tx


@retried
def join_stage(stage: Stage, entry: Entry, *, actor: AbstractBaseUser, origin: Submission) -> LateOffer:
    """Let an entry into a stage of which rounds were drawn.

    1. Asks the format whether and how. 2. Enrols it behind all others; in heats, in the smallest. 3. Where it fills a place of the first
    round, makes a match of the rest, at a free table. 4. Notes the entry and the rounds that it missed in the ledger; the standings follow.
    Raises: Refused with the reason; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        head = lock_head(tournament)
        current = Stage.objects.select_related("tournament").get(pk=stage.pk)
        _refuse(current, entry)
        offer = late_offer(current)
        if not offer.allowed:
            raise Refused("not_late", offer.sentence)
        highest = StageEntry.objects.filter(stage=current).aggregate(highest=Max("rank"))["highest"] or 0
        StageEntry.objects.create(stage=current, entry=entry, rank=highest + 1, pool=_pool(current, offer))
        if offer.place is not None:
            _fill(offer.place, entry, origin.at)
        told = {"decision": LATE, "stage": current.number, "entry": entry.number, "amount": offer.missed}
        append_entry(head, Line(LedgerEntry.Kind.SUBMIT, f"{tournament.game_key}/{tournament.rules_version}", told), origin)
        keep_standings(current, seq=head.seq)
    return offer


def _refuse(stage: Stage, entry: Entry) -> None:
    if entry.tournament_id != stage.tournament_id or StageEntry.objects.filter(stage=stage, entry=entry).exists():
        raise Refused("enrolled", _("This entry plays this stage already."))
    if stage.state == Stage.State.FINISHED:
        raise Refused("stage_over", _("This stage is over."))
    if stage.source_id is not None:
        raise Refused("stage_from_source", _("This stage takes its entries from another stage: nobody can join it from outside."))


def _pool(stage: Stage, offer: LateOffer) -> str:
    """The pool of the place that is filled, else the smallest one; none where there are none."""
    if offer.place is not None:
        return offer.place.pool
    sizes = StageEntry.objects.filter(stage=stage).order_by().values_list("pool").annotate(size=Count("pk"))
    return min(sizes, key=lambda one: (one[1], one[0]))[0] if sizes else ""


def _fill(place: Match, entry: Entry, at: dt.datetime) -> None:
    place.kind = Match.Kind.PLAYED
    place.reasons = [*place.reasons, reason_to_json(Reason.of(CAME_LATE, entrant=entry.pk))]
    place.save(update_fields=["kind", "reasons"])
    Seat.objects.create(match=place, round_id=place.round_id, entry=entry, side=1)
    seat_late(Match.objects.select_related("round__stage__tournament").get(pk=place.pk), at)
