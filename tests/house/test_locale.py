"""Every visible sentence is said in Italian too."""

import pytest

from config import messages


@pytest.mark.parametrize("package", messages.PACKAGES)
def test_catalogue_is_complete(package):
    assert messages.complaints(package) == []


def test_no_sentence_is_said_in_two_ways():
    """Catalogues are merged when the site runs: of two translations of one source only the first would be seen. `pgettext` parts them."""
    said = {}
    for package in messages.PACKAGES:
        for message in messages.stored(package):
            if message.id and message.string and any(message.string):
                said.setdefault((str(message.id), message.context), {})[package] = str(message.string)
    assert {source: ways for source, ways in said.items() if len(set(ways.values())) > 1} == {}
