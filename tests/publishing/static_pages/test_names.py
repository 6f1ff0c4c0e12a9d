"""Where a tournament does not tell full names, no byte of any file outside holds a surname: with the canaries of the public pages."""

import io

import pytest
from PIL import Image

from publishing.static_pages.building import build_static_files
from tests.faults.test_privacy import CANARY, FORMATS, FORMS, PRIVATE_CANARY, evening, tell  # noqa: F401 - one of them is a fixture
from tests.sweeps import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]


@pytest.fixture
def format_key():
    return FORMATS[0]


def read_bytes(file):
    """All that stands in a file; of a picture what is not drawn."""
    if not file.path.endswith(".png"):
        return file.path.encode() + file.content
    return repr(Image.open(io.BytesIO(file.content)).info).encode() + file.content


def find_canary(files, canary):
    return sorted(file.path for file in files if canary.lower().encode() in read_bytes(file).lower())


@pytest.mark.parametrize("format_key", [FORMATS[0], *(pytest.param(key, marks=pytest.mark.proof) for key in FORMATS[1:])])
def test_a_surname_is_found_where_full_names_are_told(evening, format_key):  # noqa: F811 - the fixture
    """The positive control: in every kind of page that holds names; and nowhere what is for the desk alone."""
    files = list(build_static_files(evening, language="it"))
    kinds = {path.rpartition("/")[0] or path for path in find_canary(files, CANARY)}
    own = {"swiss": set(), "knockout": {"bracket"}, "round_robin": {"pools", "calendar"}}[format_key]
    assert kinds >= {"index.html", "results.json", "results", "matches", "players", "standings", "standings/1", "final", "draws"} | own
    assert find_canary(files, PRIVATE_CANARY) == []


@pytest.mark.parametrize(("form", "format_key"), sweep(FORMS, FORMATS))
def test_a_surname_is_in_no_file_where_full_names_are_not_told(evening, form, figures):  # noqa: F811 - the fixture
    """Nor where links lead to the desk's own site, which the first form tries."""
    tell(evening, form)
    for address in ("", "https://labella.example.org") if form == FORMS[0] else ("",):
        files = list(build_static_files(evening, language="it", address=address))
        figures(form=form, files=len(files))
        assert find_canary(files, CANARY) == find_canary(files, PRIVATE_CANARY) == []
