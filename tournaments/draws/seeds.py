"""Announced draws: a public fingerprint binds the seed before anything is drawn."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from pairing import format_by_key
from tournaments.locks import lock_for_director
from tournaments.models import Draw, Stage
from tournaments.refusals import ChangeRefused

MIN_ANNOUNCED_SEED, MAX_ANNOUNCED_SEED = 12, 48
"""Of an announced seed: a shorter one could be guessed from its fingerprint, and a longer one leaves no room for the round's number."""


def announce_seed(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Stage:
    """Bind a stage to its seed before anything is drawn.

    1. Stores seed and time; from now on the public page shows the fingerprint. 2. Every round is drawn from the seed and its number.
    Neither can be changed afterwards. Raises: ChangeRefused (announced already, drawn already, wrong length); PermissionDenied.
    """
    if not MIN_ANNOUNCED_SEED <= len(seed) <= MAX_ANNOUNCED_SEED:
        sentence = _("The key must have %(shortest)d to %(longest)d characters. A shorter one could be guessed from its fingerprint.")
        raise ChangeRefused("seed_length", sentence % {"shortest": MIN_ANNOUNCED_SEED, "longest": MAX_ANNOUNCED_SEED})
    with write_tx():
        lock_for_director(stage.tournament, actor)
        current = Stage.objects.select_for_update().get(pk=stage.pk)
        if current.seed:
            raise ChangeRefused("seed_announced", _("The draw of this stage is announced: its key can no longer change."))
        if current.rounds.exists():
            raise ChangeRefused("stage_drawn", _("Something is already drawn: announce a draw beforehand, or it proves nothing."))
        current.seed, current.seed_committed_at = seed, at
        current.save(update_fields=["seed", "seed_committed_at"])
    return current


def choose_round_seed(stage: Stage, number: int, proposed: str, *, drawing: int = 1) -> str:
    """The seed of round `number`: the announced seed with the round's number, else `proposed`.

    Where all rounds are planned together, the seed of the first one stays. `drawing` counts from 1 how often the round is drawn.
    """
    if number > 1 and drawing == 1 and format_by_key(stage.format_key).one_seed:
        return Draw.objects.filter(round__stage=stage, round__number=1).values_list("seed", flat=True)[0]
    if not stage.seed:
        return proposed
    return f"{stage.seed}/{number}" if drawing == 1 else f"{stage.seed}/{number}/{drawing}"


def require_reason(stage: Stage, reason: str) -> None:
    """Check that redrawing an announced draw has a reason, which everybody will read. Raises: ChangeRefused without one."""
    if stage.seed and not reason:
        raise ChangeRefused(
            "redraw_needs_reason", _("This draw was announced: give the reason for drawing it again. The reason will be public.")
        )


def list_redraws(draw: Draw) -> list[dict[str, object]]:
    """The notes of each redraw before publication: how often, why and by whom."""
    return [change for change in draw.changes if "drawing" in change]
