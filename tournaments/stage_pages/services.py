"""Changing the plan of a stage, as long as nothing of it is drawn; its name at any time."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from pairing import format_by_key
from tournaments.locks import lock_for_director
from tournaments.models import Stage, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint
from tournaments.stages.chains import StageSource, count_sent_entries, find_chain_problems, get_source
from tournaments.stages.match_rules import AS_IN_TOURNAMENT, TypedRules, build_rule_columns
from tournaments.stages.queries import read_entries_by_seed
from tournaments.stages.services import build_source_columns, check_chain, enrol_entries, refuse_unplannable

NOT_PLANNED = ("stored_name", "state", "scheme", "seed", "seed_committed_at")
"""Columns of a stage that its plan does not hold."""


def compute_name_fingerprint(stage: Stage) -> str:
    """The fingerprint of the name of a stage. One query."""
    return compute_fingerprint(Stage.objects.values_list("stored_name", flat=True).get(pk=stage.pk))


def compute_plan_fingerprint(stage: Stage) -> str:
    """The fingerprint of everything else that the page shows on which a stage is changed. One query."""
    columns = [field.attname for field in Stage._meta.concrete_fields if field.attname not in NOT_PLANNED]
    return compute_fingerprint(Stage.objects.filter(pk=stage.pk).values_list(*columns).first())


def compute_order_fingerprint(tournament: Tournament) -> str:
    """The fingerprint of the order of the stages. One query."""
    return compute_fingerprint(list(Stage.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True)))


def rename_stage(stage: Stage, *, actor: AbstractBaseUser, name: str, seen: Seen = UNSEEN) -> Stage:
    """Give the stage a name, which is stored as it was typed; the name that it has in the actor's language changes nothing.

    Raises: ChangeRefused without a name, or when the page showed something else; ValidationError of the name; PermissionDenied.
    """
    clean_stage_name = _clean_stage_name(name)
    with write_tx():
        lock_for_director(stage.tournament, actor)
        current = Stage.objects.get(pk=stage.pk)
        _rename_under_lock(current, clean_stage_name, seen)
    stage.stored_name = current.stored_name
    return stage


def _clean_stage_name(name: str) -> str:
    cleaned = clean_name(name)
    validate_name(cleaned)
    if not cleaned:
        raise ChangeRefused("no_name", _("A stage needs a name."))
    return cleaned


def _rename_under_lock(current: Stage, name: str, seen: Seen) -> None:
    if current.name != name:
        seen.check()
        Stage.objects.filter(pk=current.pk).update(stored_name=name)
        current.stored_name = name


def replan_stage(
    stage: Stage,
    *,
    actor: AbstractBaseUser,
    options: Mapping[str, object],
    seeded: bool,
    source: StageSource | None = None,
    rules: TypedRules = AS_IN_TOURNAMENT,
    seen: Seen = UNSEEN,
    name: str | None = None,
    name_seen: Seen = UNSEEN,
) -> Stage:
    """Change the plan of a stage, and with a `name` that too: both or none.

    1. Gives it the name, as `rename_stage`. 2. Resolves and freezes the options again, and the rules of its matches. 3. Takes its entries
    from `source`, or everybody who is entered.
    Raises: rules.problems.RuleViolation; ChangeRefused once something is drawn, when this stage or one that follows it could not be
    played, or when the page showed another plan or name; ValidationError of the name; PermissionDenied.
    """
    chosen = format_by_key(stage.format_key)
    resolved = chosen.options_to_json(chosen.options_from(options))
    clean_stage_name = None if name is None else _clean_stage_name(name)
    with write_tx():
        locked = lock_for_director(stage.tournament, actor)
        current = Stage.objects.select_for_update().get(pk=stage.pk)
        _refuse_drawn(current)
        if clean_stage_name is not None:
            _rename_under_lock(current, clean_stage_name, name_seen)
        if source is not None and source.stage.number >= current.number:
            raise ChangeRefused(
                "source_later", _("A stage takes its entries from one that is played before it: move it, or choose another.")
            )
        check_chain(locked, source, chosen, resolved)
        counts: dict[str, object] = dict.fromkeys(("of_each", "best_others", "lost_from", "lost_until"), 0)
        empty_columns = {"source": None, "takes": Stage.Takes.FIRST, "carries": False, "per_match": False, **counts}
        columns = {**empty_columns, **build_source_columns(source), **build_rule_columns(locked, chosen, rules)}
        columns |= {"options": resolved, "seeded": seeded}
        if any(getattr(current, column) != value for column, value in columns.items()):  # the same form sent twice is no refusal
            seen.check()
        for column, value in columns.items():
            setattr(current, column, value)
        current.save()
        enrolled = read_entries_by_seed(locked) if source is None else []
        refuse_unplannable(chosen, resolved, len(enrolled) if source is None else count_sent_entries(source))
        enrol_entries(current, enrolled)
        _refuse_broken_followers(current)
    return current


def move_stage(stage: Stage, *, actor: AbstractBaseUser, earlier: bool, seen: Seen = UNSEEN) -> Stage:
    """Exchange a stage with its neighbour before or after it.

    Both keep everything but their numbers, by which the ledger knows them: so nothing may be drawn in either, nor decided about it.
    Raises: ChangeRefused (drawn, decided, at the end, one takes its entries from the other, or the page showed another order);
    PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(stage.tournament, actor)
        seen.check()
        current = Stage.objects.select_for_update().get(pk=stage.pk)
        all_stages = Stage.objects.select_for_update().filter(tournament=locked)
        if earlier:
            neighbour = all_stages.filter(number__lt=current.number).order_by("-number").first()
        else:
            neighbour = all_stages.filter(number__gt=current.number).order_by("number").first()
        if neighbour is None:
            raise ChangeRefused("no_neighbour", _("It is already at the end."))
        for moved in (current, neighbour):
            _refuse_drawn(moved)
            if moved.scheme:
                raise ChangeRefused(
                    "scheme_chosen",
                    _(
                        "Nothing was changed: a decision about one of the two is in the ledger under its number, so they stay "
                        "where they are."
                    ),
                )
        if current.source_id == neighbour.pk or neighbour.source_id == current.pk:
            raise ChangeRefused(
                "source_later", _("A stage takes its entries from one that is played before it: move it, or choose another.")
            )
        _exchange_numbers(current, neighbour)
    return current


def _refuse_drawn(stage: Stage) -> None:
    if stage.rounds.exists():
        sentence = _("“%(stage)s” already has a round: discard the draft first. Matches played stay.")
        raise ChangeRefused("stage_drawn", sentence % {"stage": stage.name})


def _refuse_broken_followers(stage: Stage) -> None:
    for follower in Stage.objects.filter(source=stage).select_related("source"):
        source = get_source(follower)
        problems = find_chain_problems(source, format_by_key(follower.format_key), follower.options) if source else ()
        if problems:
            raise ChangeRefused("chain_impossible", f"“{follower.name}”: " + " ".join(problems))


def _exchange_numbers(first_stage: Stage, second_stage: Stage) -> None:
    first_number, second_number = first_stage.number, second_stage.number
    highest = Stage.objects.filter(tournament=first_stage.tournament_id).order_by("-number").values_list("number", flat=True)[0]
    for stage, number in ((first_stage, highest + 1), (second_stage, first_number), (first_stage, second_number)):
        Stage.objects.filter(pk=stage.pk).update(number=number)
    first_stage.number, second_stage.number = second_number, first_number
