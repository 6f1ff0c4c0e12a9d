"""Let an entry join a stage that has begun."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Max
from django.utils.translation import gettext_lazy as _

from desk.hall_pages.services import seat_late
from jobs.databases import retry_on_conflict, write_tx
from pairing import DrawReason, reason_to_json
from scoring.ledger.appending import Submission, append_decision, lock_head
from scoring.standings.decisions import LATE
from scoring.standings.stored import store_standings
from tournaments.draws.seatings import CAME_LATE
from tournaments.entries.late import LateOffer, read_late_offer
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Seat, Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen
from tournaments.stages.chains import admits_late_entries


@retry_on_conflict
def join_stage(stage: Stage, entry: Entry, *, actor: AbstractBaseUser, origin: Submission, seen: Seen = UNSEEN) -> LateOffer:
    """Enrol an entry in a stage of which rounds were drawn.

    1. Asks the format whether and how. 2. Enrols it after all others; in heats, in the smallest. 3. Where it fills a free place of
    the first
    round, turns the bye into a match, at a free table. 4. Records the entry and its missed rounds in the ledger; updates the
    standings.
    Raises: ChangeRefused with the reason, also when the page offered something else; PermissionDenied.
    """
    with write_tx():
        return join_locked(lock_for_director(stage.tournament, actor), stage, entry, origin, seen)


def join_locked(tournament: Tournament, stage: Stage, entry: Entry, origin: Submission, seen: Seen = UNSEEN) -> LateOffer:
    """`join_stage` in the transaction of who holds the lock of the tournament."""
    head = lock_head(tournament)
    current = Stage.objects.select_related("tournament").get(pk=stage.pk)
    _check_joining(current, entry)
    offer = read_late_offer(current)
    if not offer.allowed:
        raise ChangeRefused("not_late", offer.sentence)
    seen.check()
    highest = StageEntry.objects.filter(stage=current).aggregate(highest=Max("rank"))["highest"] or 0
    StageEntry.objects.create(stage=current, entry=entry, rank=highest + 1, pool=_choose_pool(current, offer))
    if offer.place is not None:
        _fill_place(offer.place, entry, origin.at)
    payload = {"decision": LATE, "stage": current.number, "entry": entry.number, "amount": offer.missed}
    append_decision(head, payload, origin)
    store_standings(current, seq=head.seq)
    return offer


def _check_joining(stage: Stage, entry: Entry) -> None:
    if entry.tournament_id != stage.tournament_id or StageEntry.objects.filter(stage=stage, entry=entry).exists():
        raise ChangeRefused("enrolled", _("This entry already plays this stage."))
    if stage.state == Stage.State.FINISHED:
        raise ChangeRefused("stage_over", _("This stage is over: to play on, add another stage in the plan."))
    if not admits_late_entries(stage):
        raise ChangeRefused("stage_from_source", _("This stage takes its entries from another stage: new entries cannot join it."))


def _choose_pool(stage: Stage, offer: LateOffer) -> str:
    """The pool of the place that is filled, else the smallest pool or line; "" where there are none."""
    if offer.place is not None and offer.place.pool:
        return offer.place.pool
    sizes = StageEntry.objects.filter(stage=stage).order_by().values_list("pool").annotate(size=Count("pk"))
    return min(sizes, key=lambda pool_size: (pool_size[1], pool_size[0]))[0] if sizes else ""


def _fill_place(place: Match, entry: Entry, at: dt.datetime) -> None:
    place.kind = Match.Kind.PLAYED
    place.reasons = [*place.reasons, reason_to_json(DrawReason.of(CAME_LATE, entrant=entry.pk))]
    place.save(update_fields=["kind", "reasons"])
    Seat.objects.create(match=place, round_id=place.round_id, entry=entry, side=1)
    seat_late(Match.objects.select_related("round__stage__tournament").get(pk=place.pk), at)
