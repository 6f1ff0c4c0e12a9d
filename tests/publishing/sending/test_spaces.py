"""What a desk writes into a web space. If this failed, a folder would show half an evening, files of one that is private, or another's."""

from pathlib import Path

import pytest

from exchange.extras import format_time
from publishing.models import DeliveredFile, Target
from publishing.targets.public_pages import find_public_page
from publishing.targets.queries import Stand, read_progress
from publishing.targets.services import end_target, set_password
from tests.publishing.conftest import Drive
from tests.publishing.sources import Folder, build_club_files, build_static_files
from tests.scoring.evenings import play_evening, quarrel
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.django_db]


def list_files(space):
    place = Path(space.address.removeprefix("file://"))
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def build_wanted():
    shown = Tournament.objects.filter(public=True, demonstration=False)
    files = {f"{one.slug}/{page.path}": page.content for one in shown for page in build_static_files(one, language="en")}
    return files | build_overview({one.pk: f"{one.slug}/" for one in shown})


def build_overview(folders):
    return {page.path: page.content for page in build_club_files(folders, language="en")}


def test_the_pages_lie_in_the_folder_of_their_tournament(space, evening):
    Drive(space).until_quiet()
    assert list_files(space) == build_wanted()
    progress = read_progress(evening)
    assert (progress.stand, progress.address) == (Stand.CURRENT, f"https://club.example.org/cards/{evening.slug}/")


def test_only_what_changed_is_written_and_what_is_gone_is_removed(space, evening, monkeypatch):
    drive, written = Drive(space).until_quiet(), []
    write = Folder.write
    monkeypatch.setattr(Folder, "write", lambda self, path, content: (written.append(path), write(self, path, content))[1])
    quarrel(evening)
    Entry.objects.filter(tournament=evening, number=2).update(state="withdrawn")
    drive.until_quiet()
    assert list_files(space) == build_wanted()
    assert written == [f"{evening.slug}/standings/index.html"]
    assert not DeliveredFile.objects.filter(path__endswith="/2.html").exists()


def test_after_any_cut_the_folder_equals_the_desk_and_nothing_is_left_over(space, evening):
    """A cut before every step, from the first; between two of them the evening changes, so that files are removed that a cut left."""
    for breaks in range(12):
        Folder.breaks = breaks
        Drive(space).steps(1)
        Entry.objects.filter(tournament=evening, number=breaks % 6 + 1).update(state="withdrawn" if breaks % 2 else "present")
    Folder.breaks = None
    Drive(space).until_quiet()
    assert list_files(space) == build_wanted()
    space.refresh_from_db()
    noted = set(DeliveredFile.objects.values_list("path", flat=True))
    assert noted | set(space.overview_files) == set(list_files(space))


def test_a_password_that_changed_is_said_in_words_and_typed_again(space, evening):
    drive = Drive(space).until_quiet()
    Folder.password = "due"
    quarrel(evening)
    drive.steps(3)
    progress = read_progress(evening)
    assert (progress.trouble, progress.trouble_words, progress.needs_somebody) == ("store", "wrong password", True)
    set_password(space, "due")
    drive.until_quiet()
    assert list_files(space) == build_wanted()
    assert read_progress(evening).trouble == ""


def test_a_password_of_another_desk_is_asked_for_again(space, evening, settings):
    settings.SECRET_KEY = "another key, as after a copy was brought to another computer"
    Drive(space).steps(2)
    assert read_progress(evening).trouble == "password_lost"
    set_password(space, "asso")
    Drive(space).until_quiet()
    assert list_files(space) == build_wanted()


def test_another_server_that_takes_the_name_is_refused(space, evening):
    """The key that the server showed the first time is kept, and never replaced by itself."""
    Folder.host_key = "ssh-ed25519 first"
    drive = Drive(space).until_quiet()
    assert Target.objects.get().host_key == "ssh-ed25519 first"
    Folder.host_key = "ssh-ed25519 second"
    quarrel(evening)
    drive.steps(2)
    assert read_progress(evening).trouble_words == "another server"
    assert Target.objects.get().host_key == "ssh-ed25519 first"


def test_one_that_becomes_private_leaves_no_file(space, evening):
    drive = Drive(space).until_quiet()
    Tournament.objects.update(public=False)
    evening.refresh_from_db()
    drive.until_quiet()
    assert (list_files(space), DeliveredFile.objects.count()) == ({}, 0)
    assert read_progress(evening).line.startswith("Removed outside at ")


def test_two_tournaments_never_share_a_folder(space, evening):
    """The second has the name that the first had before it was deleted here, while its files are still there."""
    drive = Drive(space).until_quiet()
    other = play_evening(name="Altra", seed="other")
    slug = evening.slug
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere", demonstration=True)
    Tournament.objects.filter(pk=other.pk).update(slug=slug, demonstration=False)
    Folder.breaks = 0
    drive.steps(1)
    Folder.breaks = None
    drive.until_quiet()
    other.refresh_from_db()
    assert {path.partition("/")[0] for path in list_files(space)} == {f"{slug}-2", "index.html", "static"}
    assert read_progress(other).address.endswith(f"/{slug}-2/")


def test_a_web_space_that_ends_is_empty(space, evening):
    drive = Drive(space).until_quiet()
    end_target(space, removes=True)
    drive.until_quiet()
    assert (list_files(space), Target.objects.count()) == ({}, 0)


def test_the_root_of_a_web_space_leads_to_every_tournament_that_is_there(space, evening):
    drive = Drive(space).until_quiet()
    other = play_evening(name="Altra", seed="other")
    Tournament.objects.filter(pk=other.pk).update(demonstration=False)
    drive.until_quiet()
    both = {evening.pk: f"{evening.slug}/", other.pk: f"{other.slug}/"}
    assert list_files(space).items() >= build_overview(both).items()
    assert find_public_page("/") == "https://club.example.org/cards/"
    Tournament.objects.filter(pk=other.pk).update(public=False)
    drive.until_quiet()
    assert list_files(space) == build_wanted()


def test_the_overview_leads_nowhere_before_a_page_is_removed(space, evening, monkeypatch):
    drive, removed = Drive(space).until_quiet(), []
    remove = Folder.remove
    monkeypatch.setattr(Folder, "remove", lambda self, path: (removed.append(path), remove(self, path))[1])
    Tournament.objects.update(public=False)
    drive.until_quiet()
    assert list_files(space) == {}
    assert set(removed[:2]) == {"index.html", "static/calendar.css"}


def test_a_front_page_of_somebody_else_stays_as_it_is(space, evening):
    front = Path(space.address.removeprefix("file://")) / "index.html"
    front.write_bytes(b"the club")
    drive = Drive(space).until_quiet()
    assert front.read_bytes() == b"the club"
    end_target(Target.objects.get(), removes=True)
    drive.steps(4)
    assert (list_files(space), Target.objects.exists()) == ({"index.html": b"the club"}, False)


def test_a_web_space_of_one_tournament_has_no_other_overview(space, evening):
    Target.objects.update(tournament=format_time(evening.created_at))
    Drive(space).until_quiet()
    assert list_files(space) == {page.path: page.content for page in build_static_files(evening, language="en")}
