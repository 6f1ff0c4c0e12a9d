"""Every visible sentence is said in Italian too, and in every other language that is not partial."""

import ast

import pytest

from config import messages
from config.languages import list_locales
from tests.house import sources


@pytest.mark.parametrize("language", list_locales(messages.LOCALE))
@pytest.mark.parametrize("package", messages.PACKAGES)
def test_catalogue_is_complete(package, language):
    assert messages.find_problems(package, language) == []


@pytest.mark.parametrize("language", list_locales(messages.LOCALE))
def test_no_sentence_is_said_in_two_ways(language):
    """Catalogues are merged when the site runs: of two translations of one source only the first would be seen. `pgettext` parts them.

    A sentence with a plural is known by its singular alone: with another plural its numbers have other names, and the page breaks.
    """
    said = {}
    for package in messages.PACKAGES:
        for message in messages.read_catalogue(package, language):
            if message.id and message.string and any(message.string):
                source = ("plural of", message.id[0]) if message.pluralizable else message.id
                said.setdefault((source, message.context), {})[package] = str((message.id, message.string))
    assert {source: ways for source, ways in said.items() if len(set(ways.values())) > 1} == {}


def test_no_sentence_hides_in_a_formatted_string():
    """There the extractor does not find it, and it stays English."""
    hidden = [
        f"{path.relative_to(sources.ROOT)}:{call.lineno}"
        for path in sources.package_files()
        for formatted in ast.walk(sources.tree(path))
        if isinstance(formatted, ast.JoinedStr)
        for call in ast.walk(formatted)
        if isinstance(call, ast.Call) and _names_a_sentence(call)
    ]
    assert hidden == []


def _names_a_sentence(call: ast.Call) -> bool:
    translates = isinstance(call.func, ast.Name) and call.func.id in {"_", *messages.KEYWORDS}
    return translates and any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in call.args)
