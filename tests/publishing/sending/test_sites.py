"""What a desk sends to a site. If this failed, people at home would see an older evening than the hall's, or another, or a private one."""

import zlib

import pytest
from django.utils import timezone

from desk.rehearsal.removal import remove_tournament
from exchange.extras import format_time
from publishing.models import Delivery, Target
from publishing.pieces import codec
from publishing.pieces.signatures import derive_public_key, make_private_key
from publishing.sending import sites
from publishing.sending.http import ask_site
from publishing.targets.queries import Stand, read_progress
from publishing.targets.services import end_target, set_paused, try_again
from tests.publishing.conftest import Drive
from tests.publishing.sites import DESK
from tests.publishing.sources import build_public_document
from tests.scoring.evenings import play_evening, quarrel
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]


def is_same(site):
    """Whether the site holds what is public here, of all tournaments and nothing else."""
    here = [tournament for tournament in Tournament.objects.filter(demonstration=False) if tournament.public]
    wanted = sorted((build_public_document(tournament) for tournament in here), key=lambda document: document["tournament"]["created_at"])
    held = [document for _key, document in sorted(site.documents().items())]
    return held == wanted


def test_a_public_evening_is_outside_and_the_line_says_so(target, evening, site):
    assert read_progress(evening).line == "Outside: nothing yet."
    Drive(target).until_quiet()
    assert is_same(site)
    progress = read_progress(evening)
    assert (progress.stand, progress.address) == (Stand.CURRENT, "https://cards.example.org/tournaments/x/")
    assert progress.line.startswith("Seen outside as of ")


def test_a_change_leaves_as_a_patch_and_nothing_leaves_twice(target, evening, site):
    drive = Drive(target).until_quiet()
    quarrel(evening)
    assert read_progress(evening).to_go == 1
    assert read_progress(evening).line.endswith("1 result to go.")
    drive.until_quiet()
    assert is_same(site)
    assert [is_patch for _key, _number, is_patch in site.log] == [False, True]
    drive.until_quiet()
    Drive(target).until_quiet()
    assert len(site.log) == 2


def test_a_private_tournament_never_leaves(target, evening, site):
    Tournament.objects.filter(pk=evening.pk).update(public=False)
    evening.refresh_from_db()
    Drive(target).until_quiet()
    assert (site.documents(), site.withdrawn, site.log) == ({}, [], [])
    assert read_progress(evening).line == "Outside: nothing, because this tournament is not public."


def test_one_that_becomes_private_is_removed_and_the_line_says_when(target, evening, site):
    drive = Drive(target).until_quiet()
    Tournament.objects.filter(pk=evening.pk).update(public=False)
    evening.refresh_from_db()
    assert read_progress(evening).line == "Outside it is being removed."
    drive.until_quiet()
    assert site.documents() == {}
    assert read_progress(evening).line.startswith("Removed outside at ")
    assert bytes(Delivery.objects.get().document) == b""
    Tournament.objects.filter(pk=evening.pk).update(public=True)
    drive.until_quiet()
    assert is_same(site)


def test_one_that_becomes_private_between_two_parts_goes_no_further(target, evening, site, monkeypatch):
    """Positive control: while it is public all parts arrive."""
    cut_small(monkeypatch)
    drive, sent = Drive(target), []

    def turn_private(address, body=None, **more):
        sent.append(address)
        if len(sent) == 2:
            Tournament.objects.filter(pk=evening.pk).update(public=False)
        return ask_site(address, body, **more)

    monkeypatch.setattr(sites, "ask_site", turn_private)
    drive.steps(1)
    assert len(sent) == 2
    drive.until_quiet()
    assert (site.documents(), len(site.withdrawn)) == ({}, 1)
    Tournament.objects.filter(pk=evening.pk).update(public=True)
    drive.until_quiet()
    assert is_same(site)


def test_a_deleted_tournament_is_removed_outside(target, evening, site):
    empty = found_tournament(evening.created_by, "Vuoto")
    enter_pairs(empty, evening.created_by, 2)
    drive = Drive(target).until_quiet()
    assert len(site.documents()) == 2
    remove_tournament(empty, actor=evening.created_by)
    drive.until_quiet()
    assert is_same(site)
    assert len(site.documents()) == 1


def cut_small(monkeypatch):
    """Pieces of 1,500 bytes, so that a small evening needs several."""
    monkeypatch.setattr(codec, "MOST_BYTES", 1500)
    monkeypatch.setattr(codec, "SLICE", 6000)


@pytest.mark.parametrize("fault", ["cut", "lost", (503, {}), (507, {}), (500, None), (429, {"problem": "busy"})])
def test_after_any_cut_it_goes_on_from_where_it_stood(target, evening, site, monkeypatch, fault):
    """Every third request fails, so that each part needs several: none is sent again that the site has, and none is forgotten."""
    cut_small(monkeypatch)
    requests = []

    def fail_every_third(request):
        requests.append(request)
        return fault if len(requests) % 3 == 1 else None

    site.faults = fail_every_third
    drive = Drive(target).until_quiet()
    assert is_same(site)
    quarrel(evening)
    drive.until_quiet()
    assert is_same(site)
    assert [is_patch for _key, _number, is_patch in site.log] == [False, True]
    assert Target.objects.get().trouble == ""


def test_a_change_that_a_site_took_but_could_not_show_is_shown_when_it_can(target, evening, site):
    """Its disk was full in between: it holds the change, and nobody sees it until it is told once more."""
    drive, take = Drive(target).until_quiet(), site.take

    def hold_unshown(body, signature):
        site.is_slow_to_show, site.take = True, take_once_more
        take(body, signature)
        return 507, {}

    def take_once_more(body, signature):
        site.is_slow_to_show = False
        return take(body, signature)

    site.take = hold_unshown
    quarrel(evening)
    drive.until_quiet()
    assert is_same(site)
    assert read_progress(evening).stand == Stand.CURRENT


def test_a_new_process_goes_on_with_the_part_that_is_missing(target, evening, site, monkeypatch):
    cut_small(monkeypatch)
    posted = []

    def note(request):
        if request[0] == "POST":
            posted.append(request)
        return "cut" if request[0] == "POST" and len(posted) == 3 else None

    site.faults = note
    Drive(target).steps(1)
    total = Delivery.objects.get().next_parts
    assert total > 3
    Drive(target).until_quiet()
    assert is_same(site)
    assert len(posted) == total + 1


def test_a_site_that_lost_what_it_held_gets_the_whole(target, evening, site):
    drive = Drive(target).until_quiet()
    site.held.clear()
    quarrel(evening)
    drive.until_quiet()
    assert is_same(site)
    assert [is_patch for _key, _number, is_patch in site.log] == [False, False]


def test_a_site_that_never_holds_what_it_took_is_not_asked_at_full_speed(target, evening, site):
    site.answer = lambda *_request: (409, {"problem": "base_unknown", "holds": "f" * 64})
    requests = []
    site.faults = requests.append
    Drive(target).steps(60)
    assert len(requests) < 40
    assert Target.objects.get().trouble == "site_trouble"


@pytest.mark.parametrize("problem", ["older", "forked", "two_desks"])
def test_a_refusal_of_one_tournament_lets_the_others_leave(target, evening, site, problem):
    other = play_evening(name="Altra", seed="other")
    Tournament.objects.filter(pk=other.pk).update(demonstration=False)
    first = site.take

    def refuse(body, signature):
        if b"Altra" not in zlib.decompress(body):
            return 409, {"problem": problem, "sentence": "Der Verein entscheidet."}
        return first(body, signature)

    site.take = refuse
    drive = Drive(target).steps(30)
    assert [document["tournament"]["name"] for document in site.documents().values()] == ["Altra"]
    progress = read_progress(evening)
    assert (progress.trouble, progress.trouble_words, progress.needs_somebody) == (problem, "Der Verein entscheidet.", True)
    assert read_progress(other).trouble == ""
    site.take = first
    try_again(target)
    drive.until_quiet()
    assert is_same(site)
    assert read_progress(evening).trouble == ""


def test_a_revoked_desk_says_what_to_do(target, evening, site):
    site.keys.clear()
    Drive(target).steps(3)
    progress = read_progress(evening)
    assert progress.trouble == "refused"
    assert "new code" in str(progress.words.advice)


def test_nothing_leaves_while_it_is_paused(target, evening, site):
    set_paused(target, paused=True)
    Drive(target).steps(5)
    assert site.documents() == {}
    assert read_progress(evening).line == "Outside: nothing yet. Paused."
    set_paused(target, paused=False)
    Drive(target).until_quiet()
    assert is_same(site)


def test_a_target_that_ends_takes_what_is_outside_with_it(target, evening, site):
    drive = Drive(target).until_quiet()
    end_target(target, removes=True)
    drive.until_quiet()
    assert (site.documents(), Target.objects.count(), Delivery.objects.count()) == ({}, 0, 0)


def test_a_target_that_ends_can_leave_what_is_outside(target, evening, site):
    drive = Drive(target).until_quiet()
    end_target(target, removes=False)
    drive.until_quiet()
    assert is_same(site)
    assert Target.objects.count() == 0


def test_what_the_site_has_is_seen_only_when_it_shows_it(target, evening, site):
    site.is_slow_to_show = True
    drive = Drive(target).steps(6)
    assert is_same(site)
    assert read_progress(evening).line == "Outside: nothing yet."
    site.is_slow_to_show = False
    drive.until_quiet()
    assert read_progress(evening).stand == Stand.CURRENT


def test_removals_leave_first_and_then_what_was_seen_the_longest_ago(target, evening, site):
    others = [play_evening(name=name, seed=name) for name in ("Uno", "Due")]
    Tournament.objects.filter(pk__in=[other.pk for other in others]).update(demonstration=False)
    drive = Drive(target).until_quiet()
    order = [key for key, _number, _is_patch in site.log]
    Tournament.objects.filter(public=True, demonstration=False).update(venue="Bar")
    Tournament.objects.filter(pk=others[1].pk).update(public=False)
    drive.steps(1)
    assert len(site.withdrawn) == 1
    drive.until_quiet()
    assert [key for key, _number, _is_patch in site.log[3:]] == [key for key in order if key not in site.withdrawn]
    assert is_same(site)


def test_a_tournament_played_on_another_computer_leaves_from_there(target, evening, site):
    Tournament.objects.filter(pk=evening.pk).update(handed_over_at=timezone.now(), handed_over_to="Bar")
    Drive(target).until_quiet()
    assert site.documents() == {}


def test_a_target_of_one_tournament_gets_no_other(target, evening, site):
    other = play_evening(name="Altra", seed="other")
    Tournament.objects.filter(pk=other.pk).update(demonstration=False)
    Target.objects.update(tournament=format_time(other.created_at))
    Drive(target).until_quiet()
    assert [document["tournament"]["name"] for document in site.documents().values()] == ["Altra"]
    assert read_progress(evening).stand == Stand.UNCONNECTED


def test_every_piece_is_signed_with_the_key_that_was_paired(target, evening, site):
    """Positive control: a site that knows another key refuses."""
    key = site.keys[DESK]
    site.keys[DESK] = derive_public_key(make_private_key())
    drive = Drive(target).steps(2)
    assert site.documents() == {}
    site.keys[DESK] = key
    try_again(target)
    drive.until_quiet()
    assert is_same(site)
