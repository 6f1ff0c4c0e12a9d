"""What the running release can live with while a newer one changes the database: two steps, expand and contract."""

import io
import re

import pytest
from django.core.management import call_command
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import override

from config.migration_steps import judge_migrations, list_later_steps
from tests.desks import ROOT

AGE, SHORT = models.CharField(max_length=20, blank=True), models.CharField(max_length=4, db_default="")
OLD = models.CheckConstraint(condition=models.Q(age__gt=0), name="old")


def judge(*operations, **declared):
    loader = MigrationLoader(None)
    migration = type("Migration", (migrations.Migration,), {"operations": list(operations), **declared})("later", "tournaments")
    with override("en"):
        (step,) = judge_migrations(loader, [migration], list(loader.graph.nodes))
    return step


def add(name, field, model="entry"):
    return migrations.AddField(model, name, field)


@pytest.mark.parametrize(
    "operations",
    [
        [add("age", models.IntegerField(null=True))],
        [add("age", models.CharField(max_length=9, db_default=""))],
        [add("age", models.CharField(max_length=9, db_default="")), migrations.AlterField("entry", "age", SHORT)],
        [add("age", models.IntegerField(null=True)), migrations.AddConstraint("entry", OLD)],
        [migrations.CreateModel("Age", [("id", models.BigAutoField(primary_key=True))]), add("years", AGE, "age")],
        [migrations.AlterField("tournament", "name", models.CharField("the name", max_length=500))],
        [migrations.AddIndex("entry", models.Index(fields=["number"], name="by_number"))],
    ],
)  # fmt: skip
def test_what_only_adds_is_made_while_people_play(operations):
    assert judge(*operations).breaks == ()


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (add("age", AGE), "db_default"),
        (add("age", models.BooleanField(default=False)), "db_default"),
        (migrations.RemoveField("entry", "number"), "contract_of"),
        (migrations.RenameField("entry", "number", "place"), "contract_of"),
        (migrations.DeleteModel("seat"), "contract_of"),
        (migrations.AlterField("tournament", "name", models.CharField(max_length=3)), "no longer takes"),
        (migrations.AlterField("entry", "number", models.TextField()), "no longer takes"),
        (migrations.AddConstraint("entry", models.UniqueConstraint(fields=["number"], name="alone")), "refuses"),
        (migrations.RunPython(migrations.RunPython.noop), "lives_with_old_code"),
        (migrations.RunSQL("SELECT 1"), "lives_with_old_code"),
    ],
)
def test_what_the_running_release_cannot_live_with_is_named(operation, said):
    (sentence,) = judge(operation).breaks
    assert said in sentence


def test_a_contract_names_the_release_that_no_longer_uses_what_goes():
    step = judge(migrations.RemoveField("entry", "number"), contract_of="1.2.0")
    assert (step.breaks, step.contract_of) == ((), "1.2.0")
    assert judge(migrations.RunPython(migrations.RunPython.noop), lives_with_old_code="it fills what nobody reads yet").breaks == ()


def test_every_migration_of_ours_is_made_in_two_steps():
    """A release that has not been made cannot have stopped using anything. What fails here: docs/decisions/a-site-rolls-over.md."""
    steps = list_later_steps()
    assert {step.name: step.breaks for step in steps if step.breaks} == {}
    released = set(re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE))
    assert {step.contract_of for step in steps if step.contract_of} <= released


@pytest.mark.django_db
def test_the_command_says_when_nothing_is_due():
    said = io.StringIO()
    call_command("check_migrations", stdout=said)
    assert said.getvalue().count("\n") == 1
