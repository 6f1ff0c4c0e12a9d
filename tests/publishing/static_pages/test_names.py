"""Where a tournament does not tell full names, no byte of any file outside holds a surname: with the canaries of the public pages."""

import io

import pytest
from PIL import Image

from publishing.static_pages.building import build_static_files
from tests.faults.test_privacy import CANARY, FORMATS, FORMS, PRIVATE_CANARY, evening, tell  # noqa: F401 - one of them is a fixture
from tests.sweeps import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def format_key():
    return FORMATS[0]


def read_bytes(file):
    """All that stands in a file; of a picture what is not drawn."""
    if not file.path.endswith(".png"):
        return file.path.encode() + file.content
    return repr(Image.open(io.BytesIO(file.content)).info).encode() + file.content


def find_canary(tournament, canary, **more):
    return sorted(
        file.path for file in build_static_files(tournament, language="it", **more) if canary.lower().encode() in read_bytes(file).lower()
    )


@pytest.mark.parametrize(("form", "format_key"), sweep(FORMS, FORMATS))
def test_a_surname_is_where_full_names_are_told_and_afterwards_in_no_file(evening, form, format_key, figures):  # noqa: F811 - the fixture
    """The positive control first: it is found in every kind of page that holds names, and nowhere what is for the desk alone."""
    found = find_canary(evening, CANARY)
    kinds = {path.rpartition("/")[0] or path for path in found}
    own = {"swiss": set(), "knockout": {"bracket"}, "round_robin": {"pools", "calendar"}}[format_key]
    assert kinds >= {"index.html", "results.json", "results", "matches", "players", "standings", "standings/1", "final", "draws"} | own
    assert find_canary(evening, PRIVATE_CANARY) == []
    tell(evening, form)
    figures(form=form, files=len(found))
    assert find_canary(evening, CANARY) == find_canary(evening, PRIVATE_CANARY) == []
    assert find_canary(evening, CANARY, address="https://labella.example.org") == []
