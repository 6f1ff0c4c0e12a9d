"""The pages of the product in a real folder, after what a director takes back. If this failed, an erased name or a round that was taken
back would stay on a web space, or the desk would say too early that it is gone.
"""

import pytest

from publishing.models import Target
from publishing.targets.passwords import hide_password
from publishing.targets.queries import Stand, read_progress
from publishing.targets.services import add_target
from tests.publishing.conftest import Drive
from tests.publishing.receiving.test_changes import (
    COMES,
    current_round,
    erase,
    publish_again,
    substitute,
    tell_names,
    unpublish,
)
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SURNAME = COMES.split()[1]
STEPS = (
    ("substituted", substitute, True, True),
    ("unpublished", unpublish, True, False),
    ("numbers", tell_names("numbers"), False, False),
    ("full names again", tell_names("full"), True, False),
    ("published again", publish_again, True, True),
    ("erased", erase, False, True),
)
"""What changes; whether the substitute's surname is told afterwards, and whether the second round is published."""


@pytest.fixture
def folder(tmp_path, settings):
    settings.DATABASE_URL, settings.DATA = "", tmp_path
    (tmp_path / "web").mkdir()
    return tmp_path / "web"


def connect(folder):
    columns = {"kind": "files", "title": "Web", "language": "it", "made_at": NOW, "secret": hide_password("")}
    return add_target(Target(address=folder.as_uri(), public_address="https://club.example.org/cards", **columns))


def list_files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def holds(files, word):
    return sorted(path for path, content in files.items() if word.encode() in content)


def test_what_is_taken_back_is_gone_from_every_file_when_the_desk_says_so(folder):
    tournament, director = play_evening(pairs=4, rounds=2, substitutions=True), build_user("director")
    Tournament.objects.update(demonstration=False)
    second = current_round(tournament).number
    drive = Drive(connect(folder)).until_quiet()
    for name, change, told, published in STEPS:
        change(tournament, director)
        tournament = Tournament.objects.get(pk=tournament.pk)
        assert (name, read_progress(tournament).stand) == (name, Stand.BEHIND)
        drive.until_quiet()
        files = list_files(folder)
        assert (name, bool(holds(files, SURNAME))) == (name, told)
        assert (name, f"{tournament.slug}/draws/1-{second}.html" in files) == (name, published)
        assert (name, read_progress(tournament).stand) == (name, Stand.CURRENT)
    Tournament.objects.update(public=False)
    drive.until_quiet()
    assert list_files(folder) == {}
    assert read_progress(Tournament.objects.get()).line.startswith("Removed outside at ")
