"""If these fail, a program does more than its token allows, does something twice, or writes a hand for others than it saw."""

import threading

import pytest
from django.db import connection
from django.utils import timezone

from scoring.models import LedgerEntry, MatchResult
from tests.api.callers import Program, issue, read_seen
from tests.scoring.builders import build_user
from tests.tournaments.conftest import found_tournament
from tournaments.models import Announcement, Enrolment, Entry, Seat, StaffRole, Tournament
from visitors.phones.services import issue_links, revoke_links

pytestmark = pytest.mark.django_db

SCOPES = ("read", "door", "enter", "direct")
PAIR = {"persons": [{"name": "Anna Rossi", "phone": "333 1001"}, {"name": "Berto Neri", "membership": "A 12"}], "club": "Bar Sport"}
HAND = {"turned": "2", "total_0": "45"}


@pytest.fixture
def owner(tournament):
    return build_user()


@pytest.fixture
def enterer(tournament, owner):
    return Program(issue(tournament, owner, "enter"))


def enter(program, match, boxes=HAND, *, seen=None, key="one", sure=True):
    seen = seen or read_seen(program, "evening", match.code)
    return program.tell(f"/tournaments/evening/matches/{match.code}/hands", {"seen": seen, "boxes": boxes, "sure": sure}, key=key)


def list_requests(match, program, key):
    """Every writing address with the least scope that may use it."""
    at, seen = f"/tournaments/evening/matches/{match.code}", read_seen(Program(), "evening", match.code)
    number = match.seats.first().entry.number
    entry = f"/tournaments/evening/entries/{number}"
    return {
        "add": ("door", lambda: program.tell("/tournaments/evening/entries", PAIR, key=key)),
        "check in": ("door", lambda: program.tell(f"{entry}/check-in", {}, method="put")),
        "not here": ("door", lambda: program.tell(f"{entry}/check-in", method="delete")),
        "enrol": ("door", lambda: program.tell("/tournaments/evening/enrolments", enrolment(), key=key)),
        "withdraw": ("direct", lambda: program.tell(f"{entry}/withdrawal", method="put")),
        "readmit": ("direct", lambda: program.tell(f"{entry}/withdrawal", method="delete")),
        "hand": ("enter", lambda: program.tell(f"{at}/hands", {"seen": seen, "boxes": HAND, "sure": True}, key=key)),
        "undo": ("enter", lambda: program.tell(f"{at}/undo", {"seen": seen}, key=f"{key}u")),
        "confirm": ("enter", lambda: program.tell(f"{at}/confirmation", {"seen": seen}, key=f"{key}c")),
        "dispute": ("enter", lambda: program.tell(f"{at}/dispute", {"seen": seen}, key=f"{key}d")),
        "take back": ("enter", lambda: program.tell(f"{at}/dispute/withdrawal", {"seen": seen}, key=f"{key}w")),
    }


def enrolment(**more):
    return {"names": ["Carla Verdi", "Dino Gallo"], "phone": "333 2002", "notice_read": True, **more}


def count_rows():
    return [model.objects.count() for model in (Entry, Enrolment, LedgerEntry)] + list(Entry.objects.order_by("pk").values_list("state"))


@pytest.mark.parametrize("scope", [None, *SCOPES])
def test_a_token_does_what_its_scope_says_and_nothing_else(tournament, match, owner, scope):
    program = Program(issue(tournament, owner, scope) if scope else "")
    for name, (needed, ask) in list_requests(match, program, f"k{scope}").items():
        before, answer = count_rows(), ask()
        allowed = scope is not None and SCOPES.index(scope) >= SCOPES.index(needed)
        if allowed:
            assert answer.status_code in {200, 201, 409, 422}, (scope, name, answer.content)
        else:
            assert answer.status_code == (403 if scope else 401), (scope, name)
            assert count_rows() == before, (scope, name)


@pytest.mark.parametrize("role", [role for role in StaffRole.Role if role != StaffRole.Role.HELPER])
def test_a_token_never_does_more_than_its_maker_may_now(tournament, match, role):
    """A director made it, and is something less since; without a role it opens nothing but what everybody may see."""
    maker = build_user("maker")
    staff = StaffRole.objects.create(tournament=tournament, user=maker, role="director")
    program = Program(issue(tournament, maker, "direct"))
    StaffRole.objects.filter(pk=staff.pk).update(role=role)
    may_enter = role in {"director", "assistant"}
    assert enter(program, match).status_code == (201 if may_enter else 403)
    assert program.tell("/tournaments/evening/entries", PAIR, key="two").status_code == (
        201 if role in {"director", "assistant", "door"} else 403
    )
    staff.delete()
    assert enter(program, match, key="three").status_code == 403
    Tournament.objects.update(public=False)
    assert program.read("/tournaments/evening").status_code == 404


def test_a_dispute_is_taken_back_by_whoever_raised_it_and_nobody_else(tournament, match, owner, enterer):
    at = f"/tournaments/evening/matches/{match.code}"
    colleague = build_user("colleague")
    StaffRole.objects.create(tournament=tournament, user=colleague, role="director")
    other = Program(issue(tournament, colleague, "enter"))
    hands = 0
    while enterer.read(at).json()["state"] == "open":
        hands += 1
        assert enter(enterer, match, key=f"hand{hands}").status_code == 201
    steps = [(enterer, "dispute"), (other, "dispute/withdrawal"), (enterer, "dispute/withdrawal"), (enterer, "dispute/withdrawal")]
    answers = []
    for number, (program, step) in enumerate(steps):
        answer = program.tell(f"{at}/{step}", {"seen": read_seen(enterer, "evening", match.code)}, key=f"step{number}")
        answers.append((answer.status_code, enterer.read(at).json()["state"]))
    assert [state for _status, state in answers] == ["disputed", "disputed", "submitted", "submitted"]
    assert [status for status, _state in answers] == [201, 423, 201, 422]


def test_tokens_of_other_tournaments_clubs_and_people_open_nothing(tournament, match, stranger):
    foreign = found_tournament(stranger, name="Altra")
    for secret in (issue(foreign, stranger, "direct"), "lb_nobody", "slip_nobody", "lb_" + "x" * 5000):
        assert enter(Program(secret), match, seen={"version": 0, "entries": [[1], [2]]}).status_code in {401, 403}
    assert LedgerEntry.objects.count() == 0


def test_the_same_request_is_done_once(tournament, match, owner, enterer):
    seen = read_seen(enterer, "evening", match.code)
    first, again = (enter(enterer, match, seen=seen) for _time in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["seq"] == again.json()["seq"]
    assert LedgerEntry.objects.count() == 1
    other = enter(enterer, match, {**HAND, "total_0": "30"}, seen=seen)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    door = Program(issue(tournament, owner, "door"))
    made, repeated = (door.tell("/tournaments/evening/entries", PAIR) for _time in range(2))
    assert (made.status_code, repeated.status_code, made.json()["number"]) == (201, 200, repeated.json()["number"])
    reused = door.tell("/tournaments/evening/entries", {**PAIR, "club": "Altro"})
    assert reused.json()["code"] == "key_reused"
    Entry.objects.filter(number=made.json()["number"]).delete()
    gone = door.tell("/tournaments/evening/entries", PAIR)
    assert (gone.status_code, gone.json()["code"]) == (410, "entry_deleted")


def test_a_hand_stands_in_the_ledger_as_that_of_a_program(match, enterer):
    answer = enter(enterer, match)
    entry = LedgerEntry.objects.get(seq=answer.json()["seq"])
    assert (entry.via, entry.actor) == ("api", f"staff-{build_user().pk}")
    assert answer.json()["version"] == MatchResult.objects.get().version == 1


def test_a_hand_for_others_than_the_program_saw_is_not_written(match, enterer):
    seen = read_seen(enterer, "evening", match.code)
    first, second = match.seats.order_by("side")
    Seat.objects.filter(pk=first.pk).update(side=4)
    Seat.objects.filter(pk=second.pk).update(side=0)
    Seat.objects.filter(pk=first.pk).update(side=1)
    answer = enter(enterer, match, seen=seen)
    assert (answer.status_code, answer.json()["code"], LedgerEntry.objects.count()) == (409, "changed", 0)
    assert answer.json()["entries"] == seen["entries"][::-1]
    assert enter(enterer, match).status_code == 201


def test_a_hand_on_an_older_state_is_not_written(match, enterer):
    seen = read_seen(enterer, "evening", match.code)
    assert enter(enterer, match, seen=seen, key="one").status_code == 201
    late = enter(enterer, match, seen=seen, key="two")
    assert (late.status_code, late.json()["version"], LedgerEntry.objects.count()) == (409, 1, 1)


def test_what_the_rules_forbid_is_said_box_by_box(match, enterer):
    answer = enter(enterer, match, {"turned": "2", "total_0": "300"})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "rejected")
    assert [error["field"] for error in problem["errors"]] == ["body.boxes.total_0"]
    assert all(error["detail"] for error in problem["errors"])
    unknown = enter(enterer, match, {"nonsense": "1"})
    assert unknown.json()["errors"][0]["field"] == "body.boxes.nonsense"


def test_two_signatures_stay_two(match, enterer, owner, tournament):
    """Who entered by a token does not confirm by another, nor at the desk."""
    for key in ("one", "two"):
        enter(enterer, match, {"turned": "2", "total_0": "70"}, key=key)
    assert MatchResult.objects.get().state == "submitted"
    mine = Program(issue(tournament, owner, "direct"))
    at = f"/tournaments/evening/matches/{match.code}/confirmation"
    refused = mine.tell(at, {"seen": read_seen(mine, "evening", match.code)}, key="c1")
    assert (refused.status_code, refused.json()["reason"]) == (422, "own_entry")
    other = build_user("other")
    StaffRole.objects.create(tournament=tournament, user=other, role="director")
    second = Program(issue(tournament, other, "enter"))
    assert second.tell(at, {"seen": read_seen(second, "evening", match.code)}, key="c2").json()["state"] == "confirmed"


def test_a_slip_enters_for_its_side_until_it_ends(tournament, match, owner):
    links = issue_links(tournament, [(match, 0), (match, 1)], actor=owner, at=timezone.now())
    ours, theirs = (Program(f"slip_{link.secret}") for link in links)
    for key in ("one", "two"):
        assert enter(ours, match, {"turned": "2", "total_0": "70"}, key=key).status_code == 201
    assert {entry.via for entry in LedgerEntry.objects.all()} == {"table"}
    at = f"/tournaments/evening/matches/{match.code}/confirmation"
    seen = read_seen(ours, "evening", match.code)
    assert ours.tell(at, {"seen": seen}, key="c").status_code in {422, 423}
    assert theirs.tell(at, {"seen": seen}, key="c").json()["state"] == "confirmed"
    assert theirs.tell("/tournaments/evening/entries", PAIR).status_code == 401
    revoke_links(tournament, [(match, 0)], actor=owner, at=timezone.now())
    ended = enter(ours, match, seen=seen, key="three")
    assert (ended.status_code, ended.json()["code"]) == (401, "token_revoked")


def test_enrolment_goes_through_the_list_of_the_public_form(tournament, owner):
    door = Program(issue(tournament, owner, "door"))
    Tournament.objects.update(date=timezone.localdate())
    closed = door.tell("/tournaments/evening/enrolments", enrolment())
    assert (closed.status_code, closed.json()["reason"]) == (409, "closed")
    announcement = Announcement(tournament=tournament, enrols="open", places=1)
    announcement.save()
    first, again = (door.tell("/tournaments/evening/enrolments", enrolment()) for _time in range(2))
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    reused = door.tell("/tournaments/evening/enrolments", enrolment(club="Altro"))
    assert reused.json()["code"] == "key_reused"
    unread = door.tell("/tournaments/evening/enrolments", enrolment(notice_read=False), key="two")
    assert unread.json()["errors"][0]["field"] == "body.notice_read"
    assert Program().client.get(first.json()["own"]).status_code == 200


@pytest.mark.both_databases
def test_twenty_that_come_at_once_with_one_key_make_one_entry(committed):
    owner = build_user()
    tournament = found_tournament(owner, name="Sera")
    secret, answers = issue(tournament, owner, "door"), []

    def ask():
        answers.append(Program(secret).tell(f"/tournaments/{tournament.slug}/entries", PAIR))
        connection.close()

    threads = [threading.Thread(target=ask) for _time in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert Entry.objects.count() == 1


def test_what_is_not_json_or_too_large_writes_nothing(match, enterer):
    at = f"/api/v1/tournaments/evening/matches/{match.code}/hands"
    for body, status in (
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 40_000, 400),
        (b"x" * 70_000, 413),
        (b"null", 422),
        (b"[]", 422),
        (b"", 422),
    ):
        answer = enterer.client.post(at, body, content_type="application/json", headers={"Idempotency-Key": "a"})
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), body[:10]
    assert LedgerEntry.objects.count() == 0
