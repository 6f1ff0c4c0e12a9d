"""What is published follows a corrected result, or waits for the director: seats of a bracket, and lists of those who go on."""

import pytest

from desk.corrections.services import ImpactPreview
from desk.rounds.drafts import describe_reopened_match
from desk.rounds.services import draw_next_round, redraw_from_results
from desk.seats.queries import read_points_to_decide
from desk.seats.services import let_seats_follow, let_stand, play_again
from desk.seats.unpublishing import list_entered_matches, unpublish_round
from desk.verification.queries import verify_tournament
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from rankings.standings_pages.contradictions import compute_open_points, list_contradictions
from scoring.confirmation.services import confirm_match, reopen_match, void_match
from scoring.entry.outcomes import Locked
from scoring.entry.services import submit_event, undo_last
from scoring.ledger.match_log import Forfeit
from scoring.models import LedgerEntry, MatchResult, SheetIssue, TableLink
from scoring.standings.stored import compute_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import (
    close,
    draw_and_publish,
    enter_result,
    expect_created,
    found_stage,
    origin_of,
    play_round,
    read_pairs,
    sides,
    sign,
    turn_result,
)
from tests.tournaments.doors import publish_round
from tournaments.draws.publishing import replay_draw
from tournaments.draws.services import discard_draft
from tournaments.entries.services import withdraw_entry
from tournaments.models import Match, Round, Stage, StageEntry
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage
from visitors.phones.services import issue_links

pytestmark = pytest.mark.django_db
WORDS = "risultato corretto"


@pytest.fixture
def semifinals(db):
    """Eight pairs: the quarter finals are closed, the semi-finals published, and the first quarter final was typed for the wrong side."""
    stage = found_stage(8)
    close(play_round(draw_and_publish(stage)))
    draw_and_publish(stage)
    return stage


def quarter(stage, position=1):
    return Match.objects.get(round__stage=stage, round__number=1, position=position)


def rounds(stage):
    return {round_.number: round_ for round_ in stage.rounds.all()}


def follow(stage, number=2, **more):
    return let_seats_follow(stage, number, actor=build_user("director"), origin=origin_of(), words=WORDS, **more)


def refused(call, *arguments, **named):
    with pytest.raises(ChangeRefused) as refusal:
        call(*arguments, **named)
    return refusal.value.code


def test_nothing_contradicts_before_a_correction(semifinals):
    assert list_contradictions(semifinals) == []
    assert not compute_open_points(semifinals.tournament)


def test_the_winner_takes_the_seat_of_the_loser(semifinals):
    """The evening of the review: nothing entered, nothing printed; the semi-final is played by who has won."""
    first = quarter(semifinals)
    winner, loser = sides(first)
    turn_result(first)
    (point,) = list_contradictions(semifinals)
    assert (point.round, point.numbers, point.can_follow) == (2, (winner, loser), True)
    assert refused(close, play_round(rounds(semifinals)[2])) == "seats_contradict"


@pytest.mark.both_databases
def test_seats_follow_in_one_step(semifinals):
    first = quarter(semifinals)
    winner, loser = sides(first)
    semifinal = Match.objects.get(round__stage=semifinals, round__number=2, position=1)
    links = issue_links(semifinals.tournament, [(semifinal, 0)], actor=build_user("director"), at=NOW)
    SheetIssue.objects.create(match=semifinal, serial=1, printed_at=NOW, head_seq=1, head_digest="0" * 64)
    old_code, others = semifinal.code, read_pairs(rounds(semifinals)[2])[1]
    turn_result(first)
    assert [match.pk for match in follow(semifinals)] == [semifinal.pk]
    pairs = read_pairs(rounds(semifinals)[2])
    assert (loser in pairs[0], winner in pairs[0], pairs[1]) == (True, False, others)
    semifinal.refresh_from_db()
    assert semifinal.code != old_code
    assert TableLink.objects.get(pk=links[0].link.pk).revoked_at == NOW
    assert not SheetIssue.objects.filter(match=semifinal).exists()
    entry = LedgerEntry.objects.filter(tournament=semifinals.tournament).latest("seq")
    assert entry.payload == f'{{"decision":"follows","numbers":[{winner},{loser}],"round":2,"stage":1}}'
    assert list_contradictions(semifinals) == []
    assert replay_draw(rounds(semifinals)[2].draw).proven
    assert verify_tournament(semifinals.tournament) == ()
    play_round(rounds(semifinals)[2])
    close(rounds(semifinals)[2])
    close(play_round(draw_and_publish(semifinals)))
    places = {line.entrant: line.rank for line in compute_standings(Stage.objects.get(pk=semifinals.pk)).lines}
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 5, 5, 5]


def test_both_matches_change_when_a_semifinal_is_turned(semifinals):
    close(play_round(rounds(semifinals)[2]))
    draw_and_publish(semifinals)
    final, third = read_pairs(rounds(semifinals)[3])
    turn_result(Match.objects.get(round__stage=semifinals, round__number=2, position=1))
    assert len(list_contradictions(semifinals)) == 2
    assert len(follow(semifinals, 3)) == 2
    assert read_pairs(rounds(semifinals)[3]) == [(third[0], final[1]), (final[0], third[1])]
    assert list_contradictions(semifinals) == []


def test_what_was_played_waits_for_a_decision(semifinals):
    """A seat that was played is never exchanged behind the players' backs."""
    turn_result(quarter(semifinals))
    play_round(rounds(semifinals)[2])
    assert refused(follow, semifinals) == "nothing_follows"
    assert refused(close, rounds(semifinals)[2]) == "seats_contradict"
    (point,) = list_contradictions(semifinals)
    let_stand(semifinals, point.key, actor=build_user("director"), origin=origin_of(), words=WORDS)
    assert list_contradictions(semifinals) == []
    assert close(rounds(semifinals)[2]).locked == 2
    assert verify_tournament(semifinals.tournament) == ()
    sections = {section.title: section for section in read_minutes(read_print_context(semifinals.tournament, str))}
    ((place, decision, entries, why, _who),) = sections["Decisions after corrections"].rows
    assert (place, decision, why) == (
        "Knockout · Semi-final",
        "what was played counts, although the results say otherwise",
        f"decision of the referee: {WORDS}",
    )
    assert entries.split(" ")[0].isdecimal()


def test_another_correction_needs_another_decision(semifinals):
    first = quarter(semifinals)
    turn_result(first)
    (point,) = list_contradictions(semifinals)
    let_stand(semifinals, point.key, actor=build_user("director"), origin=origin_of(), words=WORDS)
    turn_result(first)
    assert list_contradictions(semifinals) == []
    turn_result(quarter(semifinals, 2))
    (other,) = list_contradictions(semifinals)
    assert other.key != point.key


def test_a_match_is_played_again_by_those_who_are_due(semifinals):
    winner, loser = sides(quarter(semifinals))
    turn_result(quarter(semifinals))
    close_refused = play_round(rounds(semifinals)[2])
    match = close_refused.matches.get(position=1)
    assert play_again(match, actor=build_user("director"), origin=origin_of(), words=WORDS) == 1
    match.refresh_from_db()
    assert (loser in sides(match), winner in sides(match)) == (True, False)
    assert list_contradictions(semifinals) == []
    assert refused(close, rounds(semifinals)[2]) == "results_missing"
    enter_result(match, 0)
    assert close(rounds(semifinals)[2]).locked == 2
    assert verify_tournament(semifinals.tournament) == ()


@pytest.mark.both_databases
def test_a_closed_match_is_played_again_and_the_final_follows(semifinals):
    close(play_round(rounds(semifinals)[2]))
    draw_and_publish(semifinals)
    _winner, loser = sides(quarter(semifinals))
    turn_result(quarter(semifinals))
    match = Match.objects.get(round__stage=semifinals, round__number=2, position=1)
    play_again(match, actor=build_user("director"), origin=origin_of(), words=WORDS)
    points = compute_open_points(semifinals.tournament)
    assert [reopened.code for reopened in points.reopened] == [match.code]
    assert {point.round for point in points.contradictions} == {3}
    enter_result(match, sides(match).index(loser))
    follow(semifinals, 3)
    assert loser in read_pairs(rounds(semifinals)[3])[0]
    assert not compute_open_points(semifinals.tournament)


def test_a_cancelled_match_leaves_a_seat_that_nobody_has_won(semifinals):
    first = quarter(semifinals)
    reopen_match(first, origin=origin_of(), version=None, reason="referee", words=WORDS)
    void_match(first, origin=origin_of(), version=None, reason="referee", words=WORDS)
    (point,) = list_contradictions(semifinals)
    assert (point.due, point.can_follow) == ((), False)


def test_a_round_is_taken_back_while_nothing_is_entered(semifinals):
    assert list_entered_matches(rounds(semifinals)[2]) == ()
    codes = set(rounds(semifinals)[2].matches.values_list("code", flat=True))
    turn_result(quarter(semifinals))
    unpublish_round(rounds(semifinals)[2], actor=build_user("director"), origin=origin_of(), words=WORDS)
    drafted = rounds(semifinals)[2]
    assert drafted.state == Round.State.DRAFT
    assert not codes & set(drafted.matches.values_list("code", flat=True))
    redraw_from_results(drafted, actor=build_user("director"), seed="x", at=NOW)
    publish_round(rounds(semifinals)[2], actor=build_user("director"), at=NOW)
    assert list_contradictions(semifinals) == []
    assert verify_tournament(semifinals.tournament) == ()


def test_what_would_be_annulled_is_named_and_must_be_seen(semifinals):
    semifinal = rounds(semifinals)[2].matches.get(position=1)
    enter_result(semifinal, 0)
    (entered,) = list_entered_matches(rounds(semifinals)[2])
    assert (entered.code, entered.table) == (semifinal.code, semifinal.table)
    unpublishing = {"actor": build_user("director"), "origin": origin_of(), "words": WORDS}
    assert refused(unpublish_round, rounds(semifinals)[2], **unpublishing) == "entered_meanwhile"
    assert rounds(semifinals)[2].state == Round.State.PUBLISHED
    assert unpublish_round(rounds(semifinals)[2], **unpublishing, annul=(semifinal.code,)) == 1
    assert refused(discard_draft, rounds(semifinals)[2], actor=build_user("director")) == "in_the_ledger"
    assert verify_tournament(semifinals.tournament) == ()


@pytest.mark.both_databases
def test_a_round_with_lines_in_the_ledger_is_drawn_again_over_its_matches(semifinals):
    semifinal = rounds(semifinals)[2].matches.get(position=1)
    enter_result(semifinal, 0)
    turn_result(quarter(semifinals))
    unpublishing = {"actor": build_user("director"), "origin": origin_of(), "words": WORDS, "annul": (semifinal.code,)}
    unpublish_round(rounds(semifinals)[2], **unpublishing)
    before = read_pairs(rounds(semifinals)[2])
    redraw_from_results(rounds(semifinals)[2], actor=build_user("director"), seed="x", at=NOW)
    assert read_pairs(rounds(semifinals)[2]) != before
    publish_round(rounds(semifinals)[2], actor=build_user("director"), at=NOW)
    assert rounds(semifinals)[2].matches.filter(code=semifinal.code).exists()
    close(play_round(rounds(semifinals)[2]))
    close(play_round(draw_and_publish(semifinals)))
    assert verify_tournament(semifinals.tournament) == ()
    assert Stage.objects.get(pk=semifinals.pk).state == Stage.State.FINISHED


@pytest.mark.both_databases
def test_the_first_round_taken_back_prepares_the_tournament_again(db):
    stage = found_stage(4)
    first = draw_and_publish(stage)
    unpublish_round(first, actor=build_user("director"), origin=origin_of(), words=WORDS)
    stage.refresh_from_db()
    stage.tournament.refresh_from_db()
    assert (stage.state, stage.tournament.state) == ("planned", "preparing")
    discard_draft(rounds(stage)[1], actor=build_user("director"))
    assert not stage.rounds.exists()


def test_only_a_round_in_progress_is_taken_back(semifinals):
    unpublishing = {"actor": build_user("director"), "origin": origin_of(), "words": WORDS}
    assert refused(unpublish_round, rounds(semifinals)[1], **unpublishing) == "not_being_played"


@pytest.mark.both_databases
def test_the_same_button_pressed_twice_decides_once(semifinals):
    turn_result(quarter(semifinals))
    twice = origin_of()
    for _press in range(2):
        let_seats_follow(semifinals, 2, actor=build_user("director"), origin=twice, words=WORDS)
    assert LedgerEntry.objects.filter(tournament=semifinals.tournament, payload__contains="follows").count() == 1


def test_a_correction_that_is_corrected_itself_contradicts_the_seats_that_followed_it(semifinals):
    """Seats that followed are no longer those of the draw: the first result again makes them wrong again."""
    turn_result(quarter(semifinals))
    (changed,) = follow(semifinals)
    seated = sides(changed)
    turn_result(quarter(semifinals))
    (contradiction,) = list_contradictions(semifinals)
    assert (contradiction.code, contradiction.can_follow) == (changed.code, True)
    follow(semifinals)
    assert sides(changed) != seated
    assert list_contradictions(semifinals) == []


@pytest.mark.both_databases
def test_who_goes_on_after_all_is_named_until_it_is_decided(pools):
    director = build_user("director")
    final = create_stage(pools.tournament, actor=director, format_key="knockout", options={}, source=StageSource(pools, of_each=1))
    draw_and_publish(final)
    (leader, *_others) = StageEntry.objects.filter(stage=final).values_list("entry__number", flat=True)
    lost = Match.objects.filter(round__stage=pools, seats__entry__number=leader, kind="played")
    for match in lost:
        turn_result(match)
    points = [point for point in list_contradictions(final) if point.round == 0]
    assert [(point.numbers[0], len(point.seated), len(point.due)) for point in points] == [(leader, 1, 1)]
    round_ = final.rounds.get()
    play_round(round_)
    assert refused(close, round_) == "seats_contradict"
    codes = tuple(match.code for match in list_entered_matches(round_))
    unpublish_round(round_, actor=director, origin=origin_of(), words=WORDS, annul=codes)
    redraw_from_results(round_, actor=director, seed="again", at=NOW)
    publish_round(final.rounds.get(), actor=director, at=NOW)
    assert list_contradictions(final) == []
    assert leader not in StageEntry.objects.filter(stage=final).values_list("entry__number", flat=True)
    assert verify_tournament(pools.tournament) == ()


def test_who_withdraws_after_the_draw_contradicts_nothing(pools):
    director = build_user("director")
    final = create_stage(pools.tournament, actor=director, format_key="knockout", options={}, source=StageSource(pools, of_each=2))
    draw_and_publish(final)
    withdraw_entry(StageEntry.objects.filter(stage=final).first().entry, actor=director)
    assert list_contradictions(final) == []


def test_a_match_of_a_closed_round_is_named_while_it_is_open(semifinals):
    match = quarter(semifinals)
    turn_result(match, confirm=False)
    (reopened,) = compute_open_points(semifinals.tournament).reopened
    assert (reopened.code, reopened.round) == (match.code, 1)
    sign(match)
    assert compute_open_points(semifinals.tournament).reopened == ()


def test_a_later_round_is_not_closed_over_an_open_match(semifinals):
    play_round(rounds(semifinals)[2])
    reopen_match(quarter(semifinals), origin=origin_of(), version=None, reason="referee", words=WORDS)
    assert refused(close, rounds(semifinals)[2]) == "opened_again"
    assert refused(draw_next_round, semifinals, actor=build_user("director"), seed="x", at=NOW) == "round_unfinished"


def test_a_bye_that_somebody_tried_to_enter_keeps_no_round_open(db):
    """Whoever sends a result or a decision for a bye is refused, and leaves a row without a result; it is no match that was reopened."""
    stage = found_stage(6)
    first = play_round(draw_and_publish(stage))
    close(first)
    bye = first.matches.filter(kind=Match.Kind.BYE).first()
    assert isinstance(confirm_match(bye, origin=origin_of(), version=None), Locked)
    MatchResult.objects.get_or_create(match=bye)
    assert compute_open_points(stage.tournament).reopened == ()
    assert close(play_round(draw_and_publish(stage))).round.number == 2


def test_a_match_without_a_table_is_named_by_its_code(semifinals):
    match = quarter(semifinals)
    turn_result(match, confirm=False)
    Match.objects.filter(pk=match.pk).update(table=None)
    assert match.code in describe_reopened_match(semifinals)


def test_the_preview_of_a_turned_quarterfinal_says_what_the_semifinal_has_already(semifinals):
    play_round(rounds(semifinals)[2])
    preview = ImpactPreview(quarter(semifinals), turned=True)
    reopen_match(quarter(semifinals), origin=origin_of(), version=None, reason="referee", words=WORDS, dry_run=preview)
    (change,) = preview.build_turned_impact().rounds
    assert (change.name, change.entered) == ("Semi-final", ("table 1: 2–0, confirmed",))


def test_a_walk_over_of_a_closed_round_keeps_no_later_round_open(semifinals):
    """Opened again, and left or given anew, it counts unsigned: nothing is to decide, so nothing may wait for it."""
    other = Match.objects.filter(round__stage=semifinals, round__number=1).order_by("position").last()
    winner = MatchResult.objects.get(match=other).winner
    expect_created(reopen_match(other, origin=origin_of(), version=None, reason="referee", words=WORDS))
    expect_created(undo_last(other, origin=origin_of(), version=None))
    expect_created(submit_event(other, Forfeit(winner), origin=origin_of("assistant"), version=None))
    assert not read_points_to_decide(semifinals.tournament)
    assert close(play_round(rounds(semifinals)[2])).round.number == 2
    assert draw_next_round(semifinals, actor=build_user("director"), seed="seed", at=NOW).number == 3


def test_what_was_decided_about_a_seat_ends_when_its_round_is_unpublished(semifinals):
    """Let stand although its quarter-final was cancelled; drawn anew without it, and then it has won after all: it was left out unasked."""
    first = quarter(semifinals)
    winner, _loser = sides(first)
    expect_created(reopen_match(first, origin=origin_of(), version=None, reason="referee", words=WORDS))
    expect_created(void_match(first, origin=origin_of(), version=None, reason="referee", words=WORDS))
    (point,) = list_contradictions(semifinals)
    let_stand(semifinals, point.key, actor=build_user("director"), origin=origin_of(), words=WORDS)
    assert list_contradictions(semifinals) == []
    unpublish_round(rounds(semifinals)[2], actor=build_user("director"), origin=origin_of(), words=WORDS)
    director = build_user("director")
    drawn_anew = redraw_from_results(rounds(semifinals)[2], actor=director, seed="seed", at=NOW)
    assert winner not in {number for pair in read_pairs(publish_round(drawn_anew, actor=director, at=NOW)) for number in pair}
    expect_created(reopen_match(first, origin=origin_of(), version=None, reason="referee", words=WORDS))
    expect_created(confirm_match(first, origin=origin_of(), version=None))
    assert [(open_point.seated, open_point.numbers) for open_point in list_contradictions(semifinals)] == [((), (winner,))]
