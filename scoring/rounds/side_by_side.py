"""Rounds that are played side by side: published in one step, because the first draw fixed them, and closed in one step."""

import datetime as dt
from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import retry_on_conflict, write_tx
from scoring.ledger.appending import Submission, lock_head
from scoring.rounds.services import ClosedRound, close_round, order_copy_of_pairings, publish_drawn_round
from tournaments.draws.services import draw_under_lock, lock_draft
from tournaments.locks import lock_for_director
from tournaments.models import Round, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import MOST_AT_ONCE, count_rounds_side_by_side, is_last_round


@retry_on_conflict
def publish_all_rounds(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, seen: str = "") -> tuple[Round, ...]:
    """Publish every round of a stage whose first draw fixed all matches; return those that were not published before.

    1. Publishes the draft, if there is one. 2. Prepares the rounds that are left and publishes them: the same tables for the same pools
    as far as the hall has tables for a round, else their matches wait for tables that become free. 3. Orders a backup of a desk. The
    draft must be the one that was `seen` (`tournaments.draws.services.lock_draft`).
    All or nothing. Raises: ChangeRefused (another kind of format, too many rounds, nothing drawn yet or nothing left, an outdated draft);
    PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        lock_head(tournament)
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        rounds = list(Round.objects.select_for_update().filter(stage=current).order_by("number"))
        if not count_rounds_side_by_side(current) or not rounds:
            sentence = _("Not published: only rounds that the first draw has fixed can be published together, at most %(most)d of them.")
            raise ChangeRefused("not_side_by_side", sentence % {"most": MOST_AT_ONCE})
        drafts = [round_ for round_ in rounds if round_.state == Round.State.DRAFT]
        published = [publish_drawn_round(tournament, lock_draft(draft, seen), actor=actor, at=at) for draft in drafts]
        number = rounds[-1].number
        entries = current.stage_entries.count()
        while not is_last_round(current, number, entries):
            drafted = draw_under_lock(current, actor=actor, seed=seed, at=at)
            published.append(publish_drawn_round(tournament, drafted, actor=actor, at=at))
            number = drafted.number
        if not published:
            raise ChangeRefused("all_published", _("Nothing was changed: every round of this stage is published."))
        order_copy_of_pairings(published[-1], actor)
    return tuple(published)


def list_open_rounds(stage: Stage) -> tuple[Round, ...]:
    """The rounds of the stage that are being played, in their order. One query."""
    return tuple(stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number"))


def close_open_rounds(stage: Stage, *, actor: AbstractBaseUser, origin: Submission) -> tuple[ClosedRound, ...]:
    """Close the rounds of the stage that are being played, the first one first. Each is a transaction of its own.

    Raises: as `close_round`, when a round is not complete; those before it stay closed.
    """
    rounds = list_open_rounds(stage)
    return tuple(close_round(round_, actor=actor, origin=replace(origin, key=f"{origin.key}-{round_.number}")) for round_ in rounds)
