"""Changing the plan of a stage, as long as nothing of it is drawn; its name at any time."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from tournaments.locks import lock_for_director
from tournaments.models import Stage
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import Refused
from tournaments.stages.chains import Source, chain_problems, source_of
from tournaments.stages.queries import everybody_by_seed
from tournaments.stages.services import enrol, refuse_chain, source_columns
from tournaments.transactions import write_tx


def rename_stage(stage: Stage, *, actor: AbstractBaseUser, name: str) -> Stage:
    """Raises: Refused without a name; ValidationError of the name; PermissionDenied."""
    called = clean_name(name)
    validate_name(called)
    if not called:
        raise Refused("no_name", _("A stage needs a name."))
    with write_tx():
        lock_for_director(stage.tournament, actor)
        Stage.objects.filter(pk=stage.pk).update(name=called)
    stage.name = called
    return stage


def replan_stage(
    stage: Stage, *, actor: AbstractBaseUser, options: Mapping[str, object], seeded: bool, source: Source | None = None
) -> Stage:
    """Play a stage otherwise than it was planned.

    1. Resolves and freezes the options anew. 2. Takes its entries from `source`, or everybody who is entered.
    Raises: rules.problems.RuleViolation; Refused once something is drawn, or when this stage or one that follows it could not be played;
    PermissionDenied.
    """
    chosen = format_by_key(stage.format_key)
    resolved = chosen.options_to_json(chosen.options_from(options))
    with write_tx():
        locked = lock_for_director(stage.tournament, actor)
        current = Stage.objects.select_for_update().get(pk=stage.pk)
        _refuse_drawn(current)
        if source is not None and source.stage.number >= current.number:
            raise Refused("source_later", _("A stage takes its entries from one that is played before it: move it, or choose another."))
        refuse_chain(locked, source, chosen, resolved)
        current.options, current.seeded = resolved, seeded
        nobody = {"source": None, "of_each": 0, "best_others": 0, "lost_from": 0, "lost_until": 0, "takes": Stage.Takes.FIRST}
        columns = {**nobody, **source_columns(source)}
        for name, value in columns.items():
            setattr(current, name, value)
        current.save()
        enrol(current, everybody_by_seed(locked) if source is None else ())
        _refuse_broken_followers(current)
    return current


def move_stage(stage: Stage, *, actor: AbstractBaseUser, earlier: bool) -> Stage:
    """Exchange a stage with its neighbour before or after it.

    Both keep everything but their numbers, by which the ledger knows them: so nothing may be drawn in either, nor decided about it.
    Raises: Refused (drawn, decided, at the end, or one takes its entries from the other); PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(stage.tournament, actor)
        current = Stage.objects.select_for_update().get(pk=stage.pk)
        others = Stage.objects.select_for_update().filter(tournament=locked)
        if earlier:
            other = others.filter(number__lt=current.number).order_by("-number").first()
        else:
            other = others.filter(number__gt=current.number).order_by("number").first()
        if other is None:
            raise Refused("no_neighbour", _("It is at the end already."))
        for one in (current, other):
            _refuse_drawn(one)
            if one.scheme:
                raise Refused("scheme_chosen", _("How one of the two counts is in the ledger under its number: they stay where they are."))
        if current.source_id == other.pk or other.source_id == current.pk:
            raise Refused("source_later", _("A stage takes its entries from one that is played before it: move it, or choose another."))
        _exchange_numbers(current, other)
    return current


def _refuse_drawn(stage: Stage) -> None:
    if stage.rounds.exists():
        sentence = _("“%(stage)s” has a round already: discard the draft first. What was played stays.")
        raise Refused("stage_drawn", sentence % {"stage": stage.name})


def _refuse_broken_followers(stage: Stage) -> None:
    for follower in Stage.objects.filter(source=stage).select_related("source"):
        source = source_of(follower)
        problems = chain_problems(source, format_by_key(follower.format_key), follower.options) if source else ()
        if problems:
            raise Refused("chain_impossible", f"“{follower.name}”: " + " ".join(problems))


def _exchange_numbers(one: Stage, other: Stage) -> None:
    first, second = one.number, other.number
    highest = Stage.objects.filter(tournament=one.tournament_id).order_by("-number").values_list("number", flat=True)[0]
    for stage, number in ((one, highest + 1), (other, first), (one, second)):
        Stage.objects.filter(pk=stage.pk).update(number=number)
    one.number, other.number = second, first
