"""Entering again after a defeat: the same persons under a new number, where the director allows it and the format has room."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from desk.roster.late_entries import join_locked
from desk.roster.withdrawals import list_open_matches
from jobs.databases import retry_on_conflict, write_tx
from scoring.ledger.appending import Submission
from scoring.models import MatchResult
from tournaments.cash.book import note_fees_paid, read_fee_plan
from tournaments.entries.late import LateOffer, read_late_offer
from tournaments.entries.queries import list_attempts
from tournaments.entries.services import find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Member, Seat, Stage, Tournament
from tournaments.quotas import require_room_for_entries
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint

DECIDED = (MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)


@dataclass(frozen=True, slots=True)
class ReentryOffer:
    """`stage`: where the entry can play again, as it is offered to one that comes `late`; None where it cannot; the sentence says why."""

    sentence: str
    fee_cents: int
    stage: Stage | None = None
    late: LateOffer | None = None

    @property
    def fingerprint(self) -> str:
        """What a director who lets it enter again was shown: the fee, and how it comes in."""
        return compute_fingerprint(self.fee_cents, self.late.fingerprint if self.late else "")


def read_reentry_offer(entry: Entry) -> ReentryOffer | None:
    """The offer for an entry that has lost a match; None where nobody may enter again, or where it has not lost. Some queries."""
    plan = read_fee_plan(entry.tournament)
    lost = _find_stage_of_defeat(entry) if plan.reentry_most and not Entry.objects.filter(again_of=entry).exists() else None
    if lost is None:
        return None
    if _count_attempts_before(entry) >= plan.reentry_most:
        sentence = _("It has entered again %(count)d times, and the fees allow no more.")
        return ReentryOffer(sentence % {"count": plan.reentry_most}, plan.reentry_cents)
    if list_open_matches(entry.tournament, entry.number):
        return ReentryOffer(_("It still sits at a table: first that match is decided."), plan.reentry_cents)
    latest = lost.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    if plan.reentry_until is not None and latest > plan.reentry_until:
        sentence = _("Re-entries ended with round %(until)d.")
        return ReentryOffer(sentence % {"until": plan.reentry_until}, plan.reentry_cents)
    offer = read_late_offer(lost)
    return ReentryOffer(offer.sentence, plan.reentry_cents, lost if offer.allowed else None, offer)


def find_reentry_fingerprint(entry: Entry) -> str:
    """The fingerprint of what the entry is offered now; empty where nothing is."""
    offer = read_reentry_offer(entry)
    return offer.fingerprint if offer else ""


@retry_on_conflict
def enter_again(entry: Entry, *, paid: bool, actor: AbstractBaseUser, origin: Submission, seen: Seen = UNSEEN) -> Entry:
    """Enter the persons of an entry that lost once more; return the new entry.

    1. Asks whether they may. 2. Withdraws the entry that lost, whose results stay. 3. Enters the persons under the next number, here
    already; with `paid` the fee of a re-entry is in the cash book. 4. Lets the new entry join the stage as one that comes late.
    Raises: ChangeRefused with the reason, also when the page offered something else; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        offer = read_reentry_offer(current)
        if offer is None or offer.stage is None:
            sentence = offer.sentence if offer else _("Only an entry that has lost a match and has not entered again may do so.")
            raise ChangeRefused("no_reentry", sentence)
        seen.check()
        require_room_for_entries(tournament, 1)
        current.state = Entry.State.WITHDRAWN
        current.save()
        new_entry = _copy_entry(tournament, current, offer.fee_cents if paid else 0)
        note_fees_paid(tournament, [new_entry], actor=actor)
        join_locked(tournament, offer.stage, new_entry, origin)
    return new_entry


def _find_stage_of_defeat(entry: Entry) -> Stage | None:
    """The stage being played, of those that take all entries, in which the entry has lost a match."""
    seat = Seat.objects.filter(entry=entry, match__result__state__in=DECIDED, match__result__winner__isnull=False)
    lost = seat.exclude(side=F("match__result__winner")).filter(round__stage=OuterRef("pk"))
    stages = Stage.objects.filter(Exists(lost), tournament=entry.tournament_id, source=None, state=Stage.State.RUNNING)
    return stages.select_related("tournament").order_by("number").first()


def _count_attempts_before(entry: Entry) -> int:
    return len(list_attempts(entry)) - 1


def _copy_entry(tournament: Tournament, entry: Entry, paid_cents: int) -> Entry:
    new_entry = Entry.objects.create(
        tournament=tournament,
        number=find_next_number(tournament),
        name=entry.name,
        club=entry.club,
        hidden=entry.hidden,
        state=Entry.State.PRESENT,
        fee_paid_cents=paid_cents,
        again_of=entry,
    )
    Member.objects.bulk_create(
        Member(entry=new_entry, tournament=tournament, person_id=member.person_id, position=member.position, attempt=member.attempt + 1)
        for member in entry.members.all()
    )
    return new_entry
