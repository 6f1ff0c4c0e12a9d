"""Unpublish a round: it is a draft again, which can be drawn again, published as it is, or discarded."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from desk.seats.emptying import empty_match, forget_untouched, void_paper
from desk.seats.services import append_round_decision, is_answered
from jobs.databases import retry_on_conflict, write_tx
from rankings.standings_pages.contradictions import read_matches_with_lines
from scoring.ledger.appending import Submission, lock_head
from scoring.matches.former_matches import remember_matches
from scoring.matches.rounds import MatchRow, build_match_row, select_matches
from scoring.models import LedgerEntry, LedgerHead
from scoring.standings.decisions import UNPUBLISHED
from scoring.standings.stored import mark_standings_stale
from tournaments.draws.ahead import is_drawn_ahead
from tournaments.draws.publishing import clean_change_reason
from tournaments.draws.services import clear_draft
from tournaments.locks import lock_for_director
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen

FOLLOWING = 1_000_000
"""Parts of a request from here on say which later round was discarded."""


def list_entered_matches(round_: Round) -> tuple[MatchRow, ...]:
    """What would be annulled if the round were unpublished, match by match. Three queries."""
    counting = read_matches_with_lines(round_)
    return tuple(map(build_match_row, select_matches(round_).filter(code__in=counting)))


@retry_on_conflict
def unpublish_round(
    round_: Round, *, actor: AbstractBaseUser, origin: Submission, words: str, annul: tuple[str, ...] = (), seen: Seen = UNSEEN
) -> int:
    """Make a draft of a published round; return the number of entered lines that were cancelled.

    1. Cancels what is entered at the matches whose codes are in `annul`. 2. Makes sheets, slips and phones of the round void; frees the
    tables. 3. Records it in the ledger. 4. Sets the round to draft, and stage and tournament back if nothing else is published.
    For the director; with a reason where it cancels something, else the words may be empty. Raises: ChangeRefused when it is not being
    played, or something is entered at a match that the director has not seen, or the results are not those that were `seen`;
    ValidationError; PermissionDenied.

    Rounds that were published with it and follow it are discarded, each with its line in the ledger, if nothing was entered there. So is
    a round of which only a part is published, because the one before is still being played: its matches can begin again at any time.
    """
    reason = clean_change_reason(words) if annul or words.strip() else ""
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        head = lock_head(tournament)
        if is_answered(origin):
            return 0
        current = Round.objects.select_for_update().select_related("stage__tournament").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED:
            raise ChangeRefused("not_being_played", _("Nothing was changed: this round is not in progress, so it cannot be unpublished."))
        if is_drawn_ahead(current):
            _discard_following(current, head, origin, reason, itself=True)
            return 0
        counting = read_matches_with_lines(current)
        _check_seen([match for match in _list_played(current) if match.code in counting], annul)
        seen.check()
        _discard_following(current, head, origin, reason)
        payload = {"stage": current.stage.number, "round": current.number}
        append_round_decision(head, UNPUBLISHED, payload, origin=origin, words=reason)
        cancelled = _empty_matches(current, head, origin, reason)
        _make_draft(current, tournament)
        mark_standings_stale(current.stage_id, seq=head.seq)
    return cancelled


def _discard_following(current: Round, head: LedgerHead, origin: Submission, reason: str, *, itself: bool = False) -> None:
    """Discard the later rounds of the stage, which follow from this one, and the round `itself`. Raises: ChangeRefused where something was
    entered in one.
    """
    first = current.number if itself else current.number + 1
    following = list(Round.objects.filter(stage=current.stage_id, number__gte=first).order_by("-number"))
    for round_ in following:
        if LedgerEntry.objects.filter(match__round=round_).exists():
            sentence = _("Still published: something was entered in round %(round)d, which was published with this one.")
            if itself:
                sentence = _("Still published: something was entered in round %(round)d. Close the rounds before it, then unpublish it.")
            raise ChangeRefused("played_ahead", sentence % {"round": round_.number})
    for round_ in following:
        payload = {"stage": current.stage.number, "round": round_.number}
        part = origin.derive_part(FOLLOWING + round_.number)
        append_round_decision(head, UNPUBLISHED, payload, origin=part, words=reason)
        matches = _list_played(round_)
        remember_matches(round_, matches, at=origin.at)
        void_paper(matches, origin=origin)
        forget_untouched(matches)
        round_.state = Round.State.DRAFT
        round_.save(update_fields=["state"])
        clear_draft(round_)


def _list_played(round_: Round) -> list[Match]:
    return list(round_.matches.filter(kind=Match.Kind.PLAYED).select_related("result", "round__stage__tournament").order_by("position"))


def _check_seen(entered: list[Match], annul: tuple[str, ...]) -> None:
    unseen = [str(match.table or match.code) for match in entered if match.code not in annul]
    if unseen:
        sentence = _("Still published: something was entered meanwhile at table %(tables)s. It is listed now; decide again.")
        raise ChangeRefused("entered_meanwhile", sentence % {"tables": ", ".join(unseen)})


def _empty_matches(current: Round, head: LedgerHead, origin: Submission, reason: str) -> int:
    cancelled = 0
    matches = _list_played(current)
    remember_matches(current, matches, at=origin.at)
    for place, match in enumerate(matches, start=1):
        if getattr(match, "result", None) is not None and match.result.version:
            cancelled += empty_match(match, head, origin=origin.derive_part(place), words=reason)
    void_paper(matches, origin=origin)
    forget_untouched(matches)
    current.matches.update(table=None, sitting=1, seated_at=None, not_before=None)
    return cancelled


def _make_draft(current: Round, tournament: Tournament) -> None:
    nothing: dt.datetime | None = None
    current.state, current.published_at, current.starts_at = Round.State.DRAFT, nothing, nothing
    current.save(update_fields=["state", "published_at", "starts_at"])
    published = Round.objects.exclude(state=Round.State.DRAFT)
    if not published.filter(stage=current.stage_id).exists():
        Stage.objects.filter(pk=current.stage_id).update(state=Stage.State.PLANNED)
        current.stage.state = Stage.State.PLANNED
    if not published.filter(stage__tournament=tournament).exists():
        tournament.state = Tournament.State.PREPARING
        tournament.save()
