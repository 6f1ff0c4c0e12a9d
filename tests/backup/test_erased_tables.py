"""Whatever an erasure changes is written anew on a site, too. If this failed, an erased name would lie in the database’s file."""

import ast

from django.apps import apps
from django.db import models

from backup.erasure import _TABLES_WITH_NAMES
from tests.house.sources import ROOT, tree
from tournaments.models import Announcement
from tournaments.people.enrolments import ANNOUNCED_TEXTS

ERASING = (
    "backup/erasure.py",
    "federation/identities/erasing.py",
    "records/honour_rolls/erasing.py",
    "tournaments/people/enrolments.py",
    "tournaments/people/erasure.py",
)
NAMELESS = {"Tournament", "User", "RatingStep"}
"""They are read, or hold no name."""
PLACES = {"address", "town", "heats", "door_key"}
"""What is announced and names no person."""


def list_tables_of_erasure() -> set[str]:
    """The tables whose rows the modules of an erasure speak of, histories too."""
    known = {model.__name__: model for model in apps.get_models()}
    nodes = [node for name in ERASING for node in ast.walk(tree(ROOT / name)) if isinstance(node, ast.Attribute)]
    spoken = {(node.value.id, node.attr) for node in nodes if isinstance(node.value, ast.Name) and node.attr in {"objects", "history"}}
    return {
        (known[name] if manager == "objects" else known[name].history.model)._meta.db_table
        for name, manager in spoken
        if name in known and name not in NAMELESS
    }


def test_every_table_that_an_erasure_empties_is_written_anew():
    tables = list_tables_of_erasure()
    assert {"tournaments_person", "tournaments_historicalperson", "scoring_draft"} <= tables
    assert sorted(tables - set(_TABLES_WITH_NAMES)) == []


def test_every_text_of_an_announcement_loses_an_erased_name():
    typed = {
        field.name
        for field in Announcement._meta.get_fields()
        if isinstance(field, models.CharField | models.TextField) and not field.choices
    }
    assert typed - PLACES == set(ANNOUNCED_TEXTS)
