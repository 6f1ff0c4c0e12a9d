"""Two people enter the same match at once: nothing typed is lost, both versions are shown, and somebody chooses for every line."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.verification.queries import verify_tournament
from scoring.confirmation.services import confirm_match
from scoring.conflicts.services import DROP, resolve_conflict
from scoring.entry.outcomes import Created
from scoring.entry.services import NO_OVERRIDE, correct_entry, undo_last
from scoring.matches.conflicts import find_conflict, list_open_drafts
from scoring.matches.queries import load_match
from scoring.models import Draft, LedgerEntry, MatchResult, TableDevice
from tests.pages import read_page
from tests.scoring.builders import build_actor, build_user, origin
from tests.scoring.hands import SURE, enter, fresh_key, typed, win
from tests.scoring.links import issue, phone

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def late(match, assistant):
    """The assistant typed a hand of 50 having seen nothing; 45 and 20 were entered meanwhile."""
    enter(match, typed(45))
    enter(match, typed(20))
    return enter(match, typed(50), actor=assistant, version=0).draft


@pytest.fixture
def desk(match) -> Client:
    client = Client()
    client.force_login(build_user("assistant"))
    return client


def totals(match):
    return [progress.event.total[0] for progress in load_match(match).log.counted_lines]


def settle(match, draft, choose, actor, **options):
    view = load_match(match)
    conflict = find_conflict(view, draft)
    chosen = {row.name: choice for row, choice in zip(conflict.rows, choose, strict=True) if choice}
    told = {"reason": "paper", "override": SURE, **options}
    return resolve_conflict(match, conflict.rows, chosen, origin=origin(fresh_key(), actor), version=view.version, **told)


def address(name, match, *more):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, match.code, *more])


def test_both_versions_stand_side_by_side_and_differences_are_marked(match, late):
    conflict = find_conflict(load_match(match), late)
    assert [(row.title, bool(row.seq), bool(row.draft), row.has_both_versions, row.same) for row in conflict.rows] == [
        ("Game 1, hand 1", True, True, True, False),
        ("Game 1, hand 2", True, False, False, False),
    ]
    differing = {box.label: (box.theirs, box.mine) for box in conflict.rows[0].boxes if box.differs}
    assert differing == {"Total": ("45–25", "50–20")}
    assert (conflict.who, conflict.choices) == ("assistant", True)


@pytest.mark.parametrize(
    ("choose", "left"),
    [
        (["", ""], [45, 20]),
        (["mine", ""], [50, 20]),
        (["mine", DROP], [50]),
        ([DROP, ""], [20]),
        ([DROP, DROP], []),
    ],
)
def test_a_choice_for_every_line(match, late, assistant, choose, left):
    outcome = settle(match, late, choose, assistant)
    assert (isinstance(outcome, Created), totals(match)) == (any(choose), left)
    late.refresh_from_db()
    assert late.settled_at is not None
    assert list_open_drafts(match.round.stage.tournament) == ()
    assert verify_tournament(match.round.stage.tournament) == ()


def test_taking_what_is_entered_writes_nothing(match, late, assistant):
    count = LedgerEntry.objects.count()
    assert settle(match, late, ["", ""], assistant) is None
    assert LedgerEntry.objects.count() == count


def test_all_or_nothing(match, late, assistant):
    """The first choice could be written, the second cannot: neither is."""
    view = load_match(match)
    conflict = find_conflict(view, late)
    chosen = {conflict.rows[0].name: "mine", conflict.rows[1].name: "mine"}
    outcome = resolve_conflict(
        match, conflict.rows, chosen, origin=origin("k", assistant), version=view.version, reason="paper", override=SURE
    )
    assert outcome.status == 422
    assert totals(match) == [45, 20]
    late.refresh_from_db()
    assert late.settled_at is None


class Watch:
    """A dry run that counts how often it is told something."""

    def __init__(self):
        self.told = []

    def record_before(self):
        self.told.append("before")

    def record_after(self):
        self.told.append("after")


@pytest.mark.parametrize(("choices", "told"), [(("mine", ""), ["before", "after"]), (("mine", "mine"), ["before"])])
def test_a_dry_run_of_choices_keeps_nothing_and_is_told_of_a_change_only_where_all_could_be_written(match, late, assistant, choices, told):
    watch, count = Watch(), LedgerEntry.objects.count()
    settle(match, late, choices, assistant, dry_run=watch)
    assert (watch.told, LedgerEntry.objects.count(), totals(match)) == (told, count, [45, 20])
    late.refresh_from_db()
    assert late.settled_at is None


def test_several_drafts_meet_several_lines_in_order(match, assistant):
    for total in (45, 20, 33):
        enter(match, typed(total))
    drafts = [enter(match, typed(total), actor=assistant, version=0).draft for total in (45, 21, 33, 12)]
    conflict = find_conflict(load_match(match), drafts[-1])
    assert [(row.same, row.has_both_versions, bool(row.draft)) for row in conflict.rows] == [
        (True, True, True),
        (False, True, True),
        (True, True, True),
        (False, False, True),
    ]
    settle(match, drafts[0], ["", "mine", "", "mine"], assistant)
    assert totals(match) == [45, 21, 33, 12]
    assert not Draft.objects.filter(settled_at__isnull=True).exists()
    assert verify_tournament(match.round.stage.tournament) == ()


def test_a_correction_that_came_too_late_meets_its_line(match, assistant):
    seq = enter(match, typed(45)).entry.seq
    version = MatchResult.objects.get(match=match).version
    enter(match, typed(20))
    conflicted = correct_entry(
        match, seq, typed(44), origin=origin(fresh_key(), assistant), version=version, reason="typed_wrong", override=SURE
    )
    assert conflicted.draft.typed["line"] == str(seq)
    conflict = find_conflict(load_match(match), conflicted.draft)
    assert (conflict.rows[0].seq, conflict.rows[0].has_both_versions) == (seq, True)
    settle(match, conflicted.draft, ["mine", ""], assistant)
    assert totals(match) == [44, 20]


def test_a_line_that_was_taken_back_meanwhile_can_still_be_entered(match, assistant):
    enter(match, typed(45))
    undo_last(match, origin=origin(fresh_key()), version=None)
    draft = enter(match, typed(50), actor=assistant, version=0).draft
    rows = find_conflict(load_match(match), draft).rows
    assert [(row.cancelled, bool(row.draft)) for row in rows] == [(True, False), (False, True)]
    settle(match, draft, ["", "mine"], assistant)
    assert totals(match) == [50]


def test_what_is_confirmed_meanwhile_only_the_director_changes(match, assistant, director_actor):
    win(match)
    confirm_match(match, origin=origin(fresh_key(), build_actor("second", match.round.stage.tournament)), version=None)
    draft = enter(match, typed(50), actor=assistant, version=0).draft
    assert settle(match, draft, ["mine", ""], assistant).status == 423
    late_again = settle(match, draft, ["mine", ""], assistant, override=NO_OVERRIDE)
    assert late_again.status == 423
    assert Draft.objects.get().settled_at is None


# ---------------------------------------------------------------------------------------------------------------------- pages


def hidden(page):
    boxes = read_page(page).find(".clash form, form.clash").hidden
    return {name: boxes[name] for name in ("version", "key")}


def test_the_page_offers_both_and_keeps_what_was_typed(match, desk, assistant):
    late = {"version": "0", "key": fresh_key(), "turned": "2", "total_0": "50"}
    enter(match, typed(45))
    answer = desk.post(address("enter_hand", match), late)
    bold = read_page(answer).texts("strong")
    assert answer.status_code == 409
    assert bold.count("45–25") == bold.count("50–20") == 1
    draft = Draft.objects.get()
    page = address("conflict", match, draft.pk)
    assert page in desk.get(address("match", match)).content.decode()
    assert page in desk.get(reverse("scoring:results", args=[match.round.stage.tournament.slug])).content.decode()
    done = desk.post(page, {**hidden(answer), "take": "mine", "reason": "paper"})
    assert done.status_code == 303
    assert totals(match) == [50]
    last = LedgerEntry.objects.order_by("-seq").first()
    assert (last.kind, last.reason) == ("correct", "paper")
    assert page not in desk.get(address("match", match)).content.decode()
    assert desk.get(page).status_code == 303


def test_who_wrote_the_same_need_not_choose(match, desk, assistant):
    enter(match, typed(45))
    answer = desk.post(address("enter_hand", match), {"version": "0", "key": fresh_key(), "turned": "2", "total_0": "45"}, follow=True)
    assert "You both entered the same: saved once." in answer.content.decode()
    assert totals(match) == [45]
    assert Draft.objects.get().settled_at is not None


def test_it_can_be_left_to_the_director(match, late, desk):
    page = address("conflict", match, late.pk)
    answer = desk.post(page, {**hidden(desk.get(page)), "take": "director"})
    assert answer.status_code == 303
    assert MatchResult.objects.get(match=match).state == "disputed"
    late.refresh_from_db()
    assert late.settled_at is None
    again = desk.post(page, {**hidden(desk.get(page)), "take": "mine", "reason": "paper"})
    assert again.status_code == 423
    assert totals(match) == [45, 20]


def test_a_choice_made_on_an_old_page_changes_nothing(match, late, desk):
    page = address("conflict", match, late.pk)
    seen = hidden(desk.get(page))
    enter(match, typed(31))
    answer = desk.post(page, {**seen, "take": "mine", "reason": "paper"})
    assert answer.status_code == 409
    assert totals(match) == [45, 20, 31]
    assert answer.content.decode().count("conflict-row") == 3


def test_a_phone_that_says_its_own_settles_what_it_typed_in_vain(match):
    one, other = (phone(slip) for slip in issue(match))
    hand = {"dealer": "", "turned": "2"}
    one.post("/t/match/events/", {"version": "0", "key": "a", "kind": "hand", **hand, "total_0": "45"})
    assert other.post("/t/match/events/", {"version": "0", "key": "b", "kind": "hand", **hand, "total_0": "44"}).status_code == 409
    seq = load_match(match).last_seq
    assert other.post(f"/t/match/correct/{seq}/", {"version": "1", "key": "c", **hand, "total_0": "44"}).status_code == 303
    assert Draft.objects.get().settled_at is not None
    assert totals(match) == [44]
    assert TableDevice.objects.exists()
