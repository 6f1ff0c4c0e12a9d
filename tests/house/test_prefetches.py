"""No lookup read ahead passes a to-one relation: on SQLite it would become an OR of as many terms as there are rows."""

import ast

from django.apps import apps

from tests.house.sources import ROOT, module_name, package_files, tree

NAMED = "tournaments.models.prefetches"
READERS = ("prefetch_related", "Prefetch", "prefetch_related_objects")


def to_one_relations():
    return {field.name for model in apps.get_models() for field in model._meta.get_fields() if field.many_to_one or field.one_to_one}


def lookups(source):
    """Line and text of every lookup that is written in a call that reads ahead."""
    for call in ast.walk(source):
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in READERS:
            yield from ((text.lineno, text.value) for text in call.args if isinstance(text, ast.Constant) and isinstance(text.value, str))


def passes_to_one(lookup):
    return not to_one_relations().isdisjoint(lookup.split("__"))


def test_no_lookup_passes_a_to_one_relation():
    strays = [
        f"{path.relative_to(ROOT)}:{line} reads {lookup} ahead: use {NAMED}"
        for path in package_files()
        if module_name(path) != NAMED
        for line, lookup in lookups(tree(path))
        if passes_to_one(lookup)
    ]
    assert strays == []


def test_a_to_one_lookup_is_noticed():
    source = ast.parse('matches.prefetch_related("seats__entry", Prefetch("match"), Prefetch("seats"))')
    assert [lookup for _line, lookup in lookups(source) if passes_to_one(lookup)] == ["seats__entry", "match"]
