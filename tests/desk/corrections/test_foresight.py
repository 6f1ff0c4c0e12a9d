"""What a change would do is shown before it is made, and is what then happens: standings, pairings, who goes on, prizes, paper."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from desk.corrections.services import ImpactPreview
from desk.rounds.services import close_round, draw_next_round, redraw_from_results
from desk.verification.queries import verify_tournament
from printing.prints.services import issue_sheets
from scoring.confirmation.services import confirm_match, reopen_match
from scoring.entry.policy import ALWAYS, DRAW_STAYS, SIGNATURE_MISSING, SIGNED, UNTIL_DRAWN
from scoring.entry.services import correct_entry, undo_last
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, MatchResult, PaperStyle, SheetIssue
from scoring.standings.stored import compute_standings
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_user, origin
from tests.scoring.evenings import origin_of
from tests.scoring.hands import SURE, fresh_key, typed, win
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import draw_round, publish_round
from tournaments.models import Entry, Round, Seat, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


def play(stage, number, *, close=True):
    """A round in which whoever sits on side A wins."""
    director = build_user()
    second = build_actor("second", stage.tournament)
    round_ = publish_round(draw_next_round(stage, actor=director, seed=f"seed-{number}", at=NOW), actor=director, at=NOW)
    for match in round_.matches.filter(kind="played"):
        win(match)
        confirm_match(match, origin=origin(fresh_key(), second), version=None)
    if close:
        close_round(round_, actor=director, origin=origin_of(director))
    return round_


@pytest.fixture
def stage(db):
    director = build_user()
    tournament = found_tournament(director, "Serata")
    enter_pairs(tournament, director, 8)
    return create_stage(tournament, actor=director, format_key="swiss", options={})


@pytest.fixture
def desk(stage) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


def first_of(round_):
    return round_.matches.filter(kind="played").select_related("round__stage__tournament").order_by("position").first()


def reopen(match, reason="sheet_wrong", words="", look=None):
    return reopen_match(match, origin=origin(fresh_key()), version=None, reason=reason, words=words, dry_run=look)


def correct(match, place, total, look=None):
    """The hand at `place` gave side A so many."""
    seq = load_match(match).log.counted_lines[place].line.seq
    return correct_entry(
        match, seq, typed(total), origin=origin(fresh_key()), version=None, reason="sheet_wrong", override=SURE, dry_run=look
    )


def turn(match):
    """Side B has won after all. What was foreseen of the second correction, when the first is made already."""
    reopen(match)
    correct(match, 0, 0)
    look = ImpactPreview(match)
    correct(match, 1, 0, look)
    return look, correct(match, 1, 0)


def places(stage):
    return {line.entrant: (line.rank, line.points) for line in compute_standings(stage).lines}


def test_looking_changes_nothing(stage):
    match = first_of(play(stage, 1))
    ledger, result = list(LedgerEntry.objects.values()), MatchResult.objects.filter(match=match).values().get()
    look = ImpactPreview(match, turned=True)
    assert reopen(match, look=look).status == 201
    assert (list(LedgerEntry.objects.values()), MatchResult.objects.filter(match=match).values().get()) == (ledger, result)
    assert verify_tournament(stage.tournament) == ()
    assert look.build_impact().is_empty  # opening alone changes no number
    assert look.build_turned_impact().lines


def test_what_was_foreseen_is_what_happens(stage):
    match = first_of(play(stage, 1))
    before = places(stage)
    look, done = turn(match)
    assert done.status == 201
    after = places(stage)
    foreseen = {line.entry_id: (line.rank, line.points) for group in look.pictures[1].standings.groups for line in group.lines}
    assert foreseen == after
    told = look.build_impact()
    loser, winner = (match.seats.get(side=side).entry for side in (0, 1))
    assert before[winner.pk][1] == after[loser.pk][1] == 0
    assert {line.name for line in told.lines if line.points[0] != line.points[1]} == {winner.name}
    assert told.result[1] == f"Match decided: {winner.name} wins 2–0."


def test_turned_round_is_told_before_anything_is_opened(stage):
    match = first_of(play(stage, 1))
    look = ImpactPreview(match, turned=True)
    reopen(match, look=look)
    promised = {line.name: line.points for line in look.build_turned_impact().lines}
    before = {pk: points for pk, (_rank, points) in places(stage).items()}
    turn(match)
    after = {pk: points for pk, (_rank, points) in places(stage).items()}
    seats = {seat.entry_id: seat.entry.name for seat in Seat.objects.filter(match=match).select_related("entry")}
    assert {name: promised[name] for name in seats.values()} == {name: (before[pk], after[pk]) for pk, name in seats.items()}


def pairs_of(round_):
    return {tuple(sorted(seat.entry.name for seat in match.seats.all())) for match in round_.matches.prefetch_related("seats__entry")}


def test_the_pairings_that_rest_on_it_are_those_that_change(stage):
    director = build_user()
    match = first_of(play(stage, 1))
    draft = draw_next_round(stage, actor=director, seed="seed-2", at=NOW)
    look, _done = turn(match)
    [change] = look.build_impact().rounds
    confirm_match(match, origin=origin(fresh_key(), build_actor("second", stage.tournament)), version=None)
    old = pairs_of(draft)
    assert (change.number, change.draft) == (2, True)
    undone = {tuple(sorted(names.split(" · "))) for names in change.pairings}
    assert undone <= old
    page = reverse("tournaments:draft", args=[stage.tournament.slug, 1, 2])
    client = Client()
    client.force_login(director)
    assert "out of date" in client.get(page).content.decode()
    again = reverse("scoring:redraw_from_results", args=[stage.tournament.slug, 1, 2])
    answer = client.post(again, {"seed": "seed-2"}, follow=True).content.decode()
    assert "out of date" not in answer
    assert old - pairs_of(Round.objects.get(number=2)) == undone


def test_a_first_draft_rests_on_no_result(stage):
    """It is drawn without standings, and nothing that was played later can make it old."""
    draw_round(stage, actor=build_user(), seed="seed-1", at=NOW)
    client = Client()
    client.force_login(build_user())
    page = client.get(reverse("tournaments:draft", args=[stage.tournament.slug, 1, 1])).content.decode()
    assert ("Publish the round" in page, "out of date" in page) == (True, False)


def test_the_button_of_a_round_says_which_match_must_be_confirmed_first(stage, desk):
    match = first_of(play(stage, 1))
    play(stage, 2, close=False)
    board = reverse("scoring:results", args=[stage.tournament.slug])
    assert "Close, publish round 3 and print" in desk.get(board).content.decode()
    reopen(match)
    page = read_page(desk.get(board))
    table = match.table or 0
    [way] = [link for words, link in page.links if words.startswith(f"First confirm table {table} of round 1")]
    assert way.endswith("?stage=1&round=1")
    assert "Close, publish round 3" not in page.text


def test_nothing_is_drawn_while_a_match_is_open_again(stage):
    director = build_user()
    match = first_of(play(stage, 1))
    draw_next_round(stage, actor=director, seed="seed-2", at=NOW)
    reopen(match)
    client = Client()
    client.force_login(director)
    again = reverse("scoring:redraw_from_results", args=[stage.tournament.slug, 1, 2])
    assert "was reopened: confirm it first" in client.post(again, {}, follow=True).content.decode()
    assert Round.objects.filter(number=2, state="draft").exists()


def test_a_draft_stays_where_no_other_can_be_drawn(stage):
    director = build_user()
    play(stage, 1)
    draft = draw_next_round(stage, actor=director, seed="seed-2", at=NOW)
    kept = pairs_of(draft)
    Entry.objects.filter(tournament=stage.tournament).update(state=Entry.State.WITHDRAWN)
    with pytest.raises(ChangeRefused):
        redraw_from_results(draft, actor=director, seed="seed-2", at=NOW)
    assert pairs_of(Round.objects.get(number=2)) == kept


def test_a_published_draw_stays(stage):
    match = first_of(play(stage, 1))
    second = play(stage, 2, close=False)
    look, _done = turn(match)
    assert [(change.number, change.draft) for change in look.build_impact().rounds] in ([(2, False)], [])
    assert pairs_of(second) == pairs_of(Round.objects.get(number=2))


def test_prizes_and_paper(stage):
    PaperStyle.objects.create(tournament=stage.tournament, prizes="Salame\nOlio")
    round_ = play(stage, 1)
    match = first_of(round_)
    for what in (SheetIssue.What.FILLED, SheetIssue.What.SHEET):
        issue_sheets(stage.tournament, [match], actor=build_user(), what=what, at=NOW)
    SheetIssue.objects.filter(what="sheet").update(returned_at=NOW, agrees=True, compared_seq=10_000)
    client = Client()
    client.force_login(build_user())
    page = reverse("scoring:reopen", args=[stage.tournament.slug, match.code])
    version = str(MatchResult.objects.get(match=match).version)
    text = client.post(page, {"version": version, "reopen-reason": "sheet_wrong"}).content.decode()
    assert f"The match record {match.code}-1" in text
    assert f"Sheet {match.code}-2 came back and agreed" in text
    assert "Salame" in text


# ---------------------------------------------------------------------------------------------------------------------- pages


def send(desk, name, match, **body):
    arguments = [match.round.stage.tournament.slug, match.code, *([body.pop("seq")] if "seq" in body else [])]
    version = str(MatchResult.objects.get(match=match).version)
    return desk.post(reverse(f"scoring:{name}", args=arguments), {"version": version, "key": fresh_key(), **body})


def hand(total):
    return {"dealer": "", "turned": "2", "total_0": str(total), "reason": "sheet_wrong", "sure": "1"}


def test_a_signed_match_is_weighed_first_and_saved_second(stage, desk):
    match = first_of(play(stage, 1, close=False))
    seq = load_match(match).log.counted_lines[1].line.seq
    count = LedgerEntry.objects.count()
    shown = send(desk, "correct", match, seq=seq, **hand(0))
    text = shown.content.decode()
    assert (shown.status_code, LedgerEntry.objects.count()) == (200, count)
    assert "Not saved yet" in text
    assert str(UNTIL_DRAWN.sentence) in text
    assert read_page(text).find_all("[name=foreseen][value=1]") != []
    assert send(desk, "correct", match, seq=seq, **hand(0), foreseen="1").status_code == 303
    assert LedgerEntry.objects.count() == count + 1


@pytest.mark.parametrize("name", ["undo", "cancel_line"])
def test_taking_back_what_is_signed_is_weighed_too(stage, desk, name):
    match = first_of(play(stage, 1, close=False))
    more = {"seq": load_match(match).last_seq, "reason": "typed_wrong"} if name == "cancel_line" else {}
    count = LedgerEntry.objects.count()
    assert "Not saved yet" in send(desk, name, match, **more).content.decode()
    assert LedgerEntry.objects.count() == count
    assert send(desk, name, match, **more, foreseen="1").status_code == 303
    assert LedgerEntry.objects.count() == count + 1


def test_a_cancellation_is_always_weighed_and_an_open_match_else_is_not(stage, desk):
    director = build_user()
    round_ = publish_round(draw_next_round(stage, actor=director, seed="s", at=NOW), actor=director, at=NOW)
    match = first_of(round_)
    win(match)
    assert "Not saved yet" in send(desk, "void_match", match, **{"void-reason": "referee"}).content.decode()
    assert MatchResult.objects.get(match=match).state == "submitted"
    assert send(desk, "undo", match).status_code == 303
    assert undo_last(match, origin=origin(fresh_key()), version=None).status == 201


def test_what_cannot_be_is_refused_before_it_is_weighed(stage, desk):
    match = first_of(play(stage, 1, close=False))
    seq = load_match(match).log.counted_lines[1].line.seq
    answer = send(desk, "correct", match, seq=seq, **hand(71))
    assert answer.status_code == 422
    assert "Nothing is saved yet" not in answer.content.decode()


@pytest.mark.parametrize(
    ("form", "after", "window"),
    [
        ("swiss", "closed", UNTIL_DRAWN),
        ("swiss", "published", DRAW_STAYS),
        ("swiss", "finished", SIGNED),
        ("round_robin", "closed", ALWAYS),
    ],
)
def test_the_page_says_which_rule_holds(stage, desk, form, after, window):
    Stage.objects.update(format_key=form, options={})
    match = first_of(play(Stage.objects.get(), 1))
    if after == "published":
        play(stage, 2, close=False)
    if after == "finished":
        Stage.objects.update(state="finished")
    page = reverse("scoring:match", args=[stage.tournament.slug, match.code])
    assert str(window.sentence) in unescape(desk.get(page).content.decode())
    shown = send(desk, "reopen", match, **{"reopen-reason": "referee", "reopen-words": "Anna Rossi"})
    assert str(window.sentence) in unescape(shown.content.decode())


def test_after_the_last_round_the_page_asks_for_the_signature(stage, desk):
    match = first_of(play(stage, 1))
    Stage.objects.update(state="finished")
    text = desk.get(reverse("scoring:match", args=[stage.tournament.slug, match.code])).content.decode()
    assert "Signed by the referee (name)" in text
    assert text.count('value="sheet_wrong"') == 0
    refused = send(desk, "reopen", match, **{"reopen-reason": "referee"})
    assert refused.status_code == 422
    assert str(SIGNATURE_MISSING.message) in unescape(refused.content.decode())
    signed = {"reopen-reason": "referee", "reopen-words": "Anna Rossi"}
    assert "Not saved yet" in send(desk, "reopen", match, **signed).content.decode()
    assert send(desk, "reopen", match, **signed, foreseen="1").status_code == 303
    assert MatchResult.objects.get(match=match).state == "submitted"


def test_a_new_line_of_a_reopened_match_is_weighed_when_something_rests_on_it(stage, desk):
    match = first_of(play(stage, 1))
    reopen(match)
    for _line in range(2):
        assert undo_last(match, origin=origin(fresh_key()), version=None).status == 201
    count = LedgerEntry.objects.count()
    line = {"dealer": "", "turned": "2", "total_0": "0", "sure": "1"}
    assert send(desk, "enter_hand", match, **line).status_code == 303  # the match stays open: nothing rests on it
    shown = send(desk, "enter_hand", match, **line)
    assert "Not saved yet" in shown.content.decode()
    assert LedgerEntry.objects.count() == count + 1
    assert send(desk, "enter_hand", match, **line, foreseen="1").status_code == 303
    assert LedgerEntry.objects.count() == count + 2


def test_giving_a_reopened_match_is_weighed(stage, desk):
    match = first_of(play(stage, 1))
    reopen(match)
    for _line in range(2):
        undo_last(match, origin=origin(fresh_key()), version=None)
    count = LedgerEntry.objects.count()
    assert "Not saved yet" in send(desk, "give_match", match, winner="1").content.decode()
    assert LedgerEntry.objects.count() == count
    assert send(desk, "give_match", match, winner="1", foreseen="1").status_code == 303
    assert MatchResult.objects.get(match=match).winner == 1


def test_settling_a_conflict_inside_a_signed_match_is_weighed(stage, desk):
    match = first_of(play(stage, 1, close=False))
    draft = correct_entry(
        match,
        load_match(match).last_seq,
        typed(0),
        origin=origin(fresh_key()),
        version=1,
        reason="sheet_wrong",
        override=SURE,
    ).draft
    page = reverse("scoring:conflict", args=[stage.tournament.slug, match.code, draft.pk])
    version = str(MatchResult.objects.get(match=match).version)
    body = {"version": version, "key": "once", "take": "mine", "reason": "paper", "sure": "1"}
    count = LedgerEntry.objects.count()
    shown = desk.post(page, body).content.decode()
    assert "Not saved yet" in shown
    assert f'action="{page}"' in shown
    assert read_page(shown).find_all("[name=take][value=mine]") != []
    assert LedgerEntry.objects.count() == count
    draft.refresh_from_db()
    assert draft.settled_at is None
    assert desk.post(page, {**body, "foreseen": "1"}).status_code == 303
    assert LedgerEntry.objects.count() == count + 1
    assert MatchResult.objects.get(match=match).state == "open"
    draft.refresh_from_db()
    assert draft.settled_at is not None
    assert verify_tournament(stage.tournament) == ()


def test_an_early_match_is_looked_at_while_a_later_one_on_which_seats_depend_is_open(db):
    """The losers' final is open again: no draw of the grand final follows from what is left, and the look at the first round says so."""
    director = build_user()
    tournament = found_tournament(director, "Tabellone")
    enter_pairs(tournament, director, 4)
    bracket = create_stage(tournament, actor=director, format_key="double_elimination", options={})
    rounds = [play(bracket, number) for number in (1, 2, 3, 4)]
    assert reopen(first_of(rounds[2]), "referee", "Porcu").status == 201
    assert undo_last(first_of(rounds[2]), origin=origin(fresh_key()), version=None).status == 201
    look = ImpactPreview(first_of(rounds[0]), turned=True)
    assert reopen(first_of(rounds[0]), "referee", "Porcu", look).status == 201
    assert [change.number for change in look.build_turned_impact().rounds] == [2]
