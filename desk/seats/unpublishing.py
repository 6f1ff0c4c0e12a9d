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
from tournaments.stages.rounds import read_quoted_round

FOLLOWING = 1_000_000
"""Parts of a request from here on say which later round was discarded."""


def list_entered_matches(round_: Round) -> tuple[MatchRow, ...]:
    """What would be annulled if the round were unpublished, match by match. Three queries."""
    counting = read_matches_with_lines(round_)
    return tuple(map(build_match_row, select_matches(round_).filter(code__in=counting)))


def list_following_rounds(round_: Round) -> tuple[Round, ...]:
    """The published rounds of the stage that go with this one when it is unpublished, in their order. One query."""
    later = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number, state=Round.State.PUBLISHED)
    return tuple(later.select_related("stage").order_by("number"))


def find_round_in_the_way(round_: Round) -> Round | None:
    """The last of the rounds that go with this one in which something is entered: it has to be unpublished before. Some queries."""
    return next((following for following in reversed(list_following_rounds(round_)) if read_matches_with_lines(following)), None)


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

    Rounds that were published with it and follow it are discarded, each with its line in the ledger, if nothing is entered there; where the
    ledger has lines that were cancelled, the round is a draft as well. A round of which only a part is published, because the one before
    is still being played, is discarded: its matches can begin again at any time.
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
        _void_round(current, origin)
        _set_stage_back(current, tournament)
        mark_standings_stale(current.stage_id, seq=head.seq)
    return cancelled


def _discard_following(current: Round, head: LedgerHead, origin: Submission, reason: str, *, itself: bool = False) -> None:
    """Discard the later rounds of the stage, which follow from this one, and the round `itself`, as far as the ledger has no line about
    them. Raises: ChangeRefused where something is entered in one, or was in the round `itself`.
    """
    entered = LedgerEntry.objects.filter(match__round__stage=current.stage_id, match__round__number__gte=current.number)
    if itself and (line := entered.order_by("-match__round__number").first()) and line.match:
        sentence = _("Still published: something was entered in round %(round)d. Close the rounds before it, then unpublish it.")
        raise ChangeRefused("played_ahead", sentence % {"round": line.match.round.number})
    in_the_way = find_round_in_the_way(current)
    if in_the_way is not None:
        sentence = _("Still published: something is entered in round %(round)s, which follows from this one. Unpublish that round first.")
        if is_drawn_ahead(in_the_way):
            sentence = _("Still published: something is entered in round %(round)s, which follows from this one. Cancel that first.")
        raise ChangeRefused("played_ahead", sentence % {"round": read_quoted_round(current.stage, in_the_way.number)})
    for round_ in (*reversed(list_following_rounds(current)), *([current] if itself else [])):
        payload = {"stage": current.stage.number, "round": round_.number}
        part = origin.derive_part(FOLLOWING + round_.number)
        append_round_decision(head, UNPUBLISHED, payload, origin=part, words=reason)
        _void_round(round_, origin)
        if not LedgerEntry.objects.filter(match__round=round_).exists():
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
    for place, match in enumerate(_list_played(current), start=1):
        if getattr(match, "result", None) is not None and match.result.version:
            cancelled += empty_match(match, head, origin=origin.derive_part(place), words=reason)
    return cancelled


def _void_round(round_: Round, origin: Submission) -> None:
    """A draft whose papers are void and whose tables are free."""
    matches = _list_played(round_)
    remember_matches(round_, matches, at=origin.at)
    void_paper(matches, origin=origin)
    forget_untouched(matches)
    round_.matches.update(table=None, sitting=1, seated_at=None, not_before=None)
    nothing: dt.datetime | None = None
    round_.state, round_.published_at, round_.starts_at = Round.State.DRAFT, nothing, nothing
    round_.save(update_fields=["state", "published_at", "starts_at"])


def _set_stage_back(current: Round, tournament: Tournament) -> None:
    published = Round.objects.exclude(state=Round.State.DRAFT)
    if not published.filter(stage=current.stage_id).exists():
        Stage.objects.filter(pk=current.stage_id).update(state=Stage.State.PLANNED)
        current.stage.state = Stage.State.PLANNED
    if not published.filter(stage__tournament=tournament).exists():
        tournament.state = Tournament.State.PREPARING
        tournament.save()
