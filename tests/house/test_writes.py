"""Nothing opens a writing transaction past the gate, and nothing deletes towards the ledger."""

import ast

from django.apps import apps
from django.db.models import CASCADE, SET_DEFAULT, SET_NULL, ForeignKey

from tests.house.sources import ROOT, module_name, package_files, tree

OPENERS = {"jobs.databases", "config.sqlite.base"}
"""The gate of all writers; the work on a copy that nobody else has; and the schema editor, which rebuilds a table and its triggers or
neither, while nobody else writes."""


def opens_transaction(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("atomic", "set_autocommit", "savepoint"))


def test_only_the_gate_opens_transactions():
    strays = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in package_files()
        if module_name(path) not in OPENERS and "migrations" not in path.parts
        for node in ast.walk(tree(path))
        if opens_transaction(node)
    ]
    assert strays == []


def test_nothing_cascades_towards_the_ledger():
    strays = [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and field.remote_field.on_delete in {CASCADE, SET_NULL, SET_DEFAULT}
    ]
    assert strays == []
