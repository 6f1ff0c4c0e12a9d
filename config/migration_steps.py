"""Which migrations the release that is running can live with: they are made while people play, then host by host takes the new release.

A release *expands*: it adds what older code does not know and can leave empty. What nobody uses any more goes in a later release, which
says since when (`contract_of = "1.2.0"` in its migration). What cannot be judged by its operations says why older code can live with it
(`lives_with_old_code = "…"`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, CheckConstraint, Field, Q, UniqueConstraint
from django.utils.translation import gettext_lazy

FIRST_TO_ROLL_AFTER = {
    "api": "0001_initial",
    "federation": "0006_send_result",
    "jobs": "0002_words",
    "publishing": "0003_enrolments_from_sites",
    "records": "0002_honour_rolls",
    "scoring": "0029_overlay",
    "tournaments": "0033_enrolments_from_sites",
    "webhooks": "0001_webhooks",
}
"""Up to these nothing had been released; every later one is judged."""
_LIVED_WITH = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.RemoveConstraint,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterModelTableComment,
)
_TAKEN_AWAY = (
    operations.DeleteModel,
    operations.RemoveField,
    operations.RenameField,
    operations.RenameModel,
    operations.AlterModelTable,
)

_ADVICE = {
    "added": gettext_lazy("%(what)s: a row that an older release adds would lack it; give the field a db_default or null=True."),
    "altered": gettext_lazy("%(what)s: an older release could write what it no longer takes."),
    "bound": gettext_lazy("%(what)s: an older release could write what it refuses."),
    "taken": gettext_lazy("%(what)s: an older release still asks for it; take it away in the release after this one (contract_of)."),
    "unknown": gettext_lazy("%(what)s: say why an older release can live with it (lives_with_old_code)."),
}


@dataclass(frozen=True, slots=True)
class MigrationStep:
    """One migration as hosts of the running release see it: `breaks` says what they cannot live with, `contract_of` since which release
    they can, empty where that does not matter.
    """

    name: str
    contract_of: str = ""
    breaks: tuple[str, ...] = ()


@dataclass
class _Added:
    """What earlier operations of the same update brought: no older code writes it, so it may be bound in any way."""

    models: set[tuple[str, str]] = field(default_factory=set)
    fields: set[tuple[str, str, str]] = field(default_factory=set)


def list_due_steps(connection: BaseDatabaseWrapper) -> list[MigrationStep]:
    """The migrations that this database still lacks, in their order."""
    executor = MigrationExecutor(connection)
    plan = [migration for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    applied = [key for key in executor.loader.applied_migrations if key in executor.loader.graph.nodes]
    return list(judge_migrations(executor.loader, plan, applied))


def list_later_steps() -> list[MigrationStep]:
    """All migrations of our own apps after `FIRST_TO_ROLL_AFTER`, of whatever database."""
    loader = MigrationLoader(None)
    keys = dict.fromkeys(key for leaf in loader.graph.leaf_nodes() for key in loader.graph.forwards_plan(leaf))
    plan = [loader.graph.nodes[key] for key in keys]
    judged = [one for one in plan if one.app_label in FIRST_TO_ROLL_AFTER and one.name > FIRST_TO_ROLL_AFTER[one.app_label]]
    released = [(one.app_label, one.name) for one in plan if one not in judged]
    return list(judge_migrations(loader, judged, released))


def judge_migrations(loader: MigrationLoader, plan: Iterable[Migration], applied: list[tuple[str, str]]) -> Iterator[MigrationStep]:
    """Each migration of `plan`, which follow upon the state of those that are `applied`."""
    state, added = loader.project_state(applied) if applied else ProjectState(), _Added()
    for migration in plan:
        breaks = []
        for operation in migration.operations:
            breaks += [] if _is_declared(migration) else list(_judge(operation, migration.app_label, state, added))
            operation.state_forwards(migration.app_label, state)
        yield MigrationStep(f"{migration.app_label}.{migration.name}", getattr(migration, "contract_of", ""), tuple(breaks))


def _is_declared(migration: Migration) -> bool:
    return bool(getattr(migration, "contract_of", "") or getattr(migration, "lives_with_old_code", ""))


def _judge(operation: Operation, app: str, state: ProjectState, added: _Added) -> Iterator[str]:
    """What older code cannot live with."""
    if isinstance(operation, operations.SeparateDatabaseAndState):
        for part in operation.database_operations:
            yield from _judge(part, app, state, added)
        return
    model = str(getattr(operation, "model_name", getattr(operation, "name", ""))).lower()
    if isinstance(operation, operations.CreateModel):
        added.models.add((app, model))
    if isinstance(operation, _LIVED_WITH) or (app, model) in added.models:
        return
    sentence: Any
    if isinstance(operation, operations.AddField):
        added.fields.add((app, model, operation.name))
        sentence = "" if _may_be_left_out(operation.field) else _ADVICE["added"]
    elif isinstance(operation, operations.AlterField):
        old = state.models[app, model].fields[operation.name]
        lived = (app, model, operation.name) in added.fields or _is_as_wide(old, operation.field)
        sentence = "" if lived else _ADVICE["altered"]
    elif isinstance(operation, operations.AddConstraint):
        lived = {(app, model, name) for name in _list_fields(operation.constraint)} <= added.fields
        sentence = "" if lived else _ADVICE["bound"]
    else:
        sentence = _ADVICE["taken" if isinstance(operation, _TAKEN_AWAY) else "unknown"]
    if sentence:
        yield str(sentence) % {"what": operation.describe()}


def _may_be_left_out(new: "Field[Any, Any]") -> bool:
    return new.null or new.many_to_many or new.db_default is not NOT_PROVIDED or new.generated


def _is_as_wide(old: "Field[Any, Any]", new: "Field[Any, Any]") -> bool:
    """Whether a column takes all that it took: only what no database sees was changed, or it has become longer or may be empty."""
    if (old.null and not new.null) or (new.unique and not old.unique) or old.get_internal_type() != new.get_internal_type():
        return False
    if old.remote_field and (not new.remote_field or old.remote_field.model != new.remote_field.model):
        return False
    if old.db_column != new.db_column:  # a field of a state may not know its own name yet
        return False
    return new.max_length is None or (old.max_length is not None and new.max_length >= old.max_length)


def _list_fields(constraint: object) -> set[str]:
    """The fields that a constraint binds; "?" where it cannot be seen."""
    if isinstance(constraint, CheckConstraint):
        return set(_list_condition_fields(constraint.condition))
    if isinstance(constraint, UniqueConstraint) and constraint.fields:
        return set(constraint.fields)
    return {"?"}


def _list_condition_fields(condition: object) -> Iterator[str]:
    if not isinstance(condition, Q):
        yield "?"
        return
    for child in condition.children:
        if isinstance(child, tuple):
            yield str(child[0]).split("__")[0]
        else:
            yield from _list_condition_fields(child)
