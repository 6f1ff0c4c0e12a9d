"""A draw is a private draft, can be changed and repeated, and becomes a round with tables."""

import pytest
from django.core.exceptions import PermissionDenied

from pairing.heats import Qualifier
from tests.tournaments.conftest import NOON, SEED, draw_first, enter_pairs
from tests.tournaments.doors import draw_round, publish_round
from tournaments.draws.publishing import change_pairing, replay_draw
from tournaments.draws.services import discard_draft, redraw_round
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.halls.services import set_tables_in_use
from tournaments.models import Draw, Entry, Match, Round, Seat, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.both_databases


def seats_of(round_):
    """Numbers of the entries by match."""
    seated = {}
    for position, number in (
        Seat.objects.filter(round=round_).order_by("match__position", "side").values_list("match__position", "entry__number")
    ):
        seated.setdefault(position, []).append(number)
    return seated


def tables_of(round_):
    return list(Match.objects.filter(round=round_, kind="played").order_by("position").values_list("table", flat=True))


def entry_of(tournament, number):
    return Entry.objects.get(tournament=tournament, number=number)


def test_a_knockout_of_six_is_drawn_with_two_byes(evening, director):
    enter_pairs(evening, director, 6)
    drafted = draw_first(evening, director)
    assert (drafted.number, drafted.state) == (1, "draft")
    assert sorted(drafted.matches.values_list("kind", flat=True)) == ["bye", "bye", "played", "played"]
    assert sorted(number for seats in seats_of(drafted).values() for number in seats) == [1, 2, 3, 4, 5, 6]
    assert set(drafted.matches.values_list("table", flat=True)) == {None}
    assert drafted.draw.seed == SEED
    assert all(match.reasons for match in drafted.matches.all())
    assert all(match.bracket[:2] == [1, 8] for match in drafted.matches.all())


def test_pools_are_written_to_the_entries_of_the_stage(evening, director):
    enter_pairs(evening, director, 8)
    drafted = draw_first(evening, director, format_key="round_robin", options={"pool_size": 4})
    pools = dict(StageEntry.objects.filter(stage=drafted.stage).values_list("entry_id", "pool"))
    assert sorted(set(pools.values())) == ["A", "B"]
    assert {(match.pool, *(pools[seat.entry_id] for seat in match.seats.all())) for match in drafted.matches.all()} == {
        ("A", "A", "A"),
        ("B", "B", "B"),
    }


def test_the_same_seed_draws_the_same_and_another_seed_another(evening, director):
    enter_pairs(evening, director, 16)
    drafted = draw_first(evening, director)
    first = seats_of(drafted)
    again = redraw_round(drafted, actor=director, seed="another", at=NOON)
    assert seats_of(again) != first
    back = redraw_round(again, actor=director, seed=SEED, at=NOON)
    assert seats_of(back) == first
    assert Round.objects.count() == Draw.objects.count() == 1


def test_a_stage_has_one_open_round(evening, director):
    enter_pairs(evening, director, 4)
    drafted = draw_first(evening, director)
    with pytest.raises(ChangeRefused) as refusal:
        draw_round(drafted.stage, actor=director, seed=SEED, at=NOON)
    assert refusal.value.code == "round_open"


def test_a_draw_that_cannot_be_made_leaves_nothing(evening, director):
    enter_pairs(evening, director, 1)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    with pytest.raises(ChangeRefused) as refusal:
        draw_round(stage, actor=director, seed=SEED, at=NOON)
    assert [reason.code for reason in refusal.value.problems] == ["too_few_entries"]
    assert not Round.objects.exists()


def test_who_comes_or_goes_before_the_first_round_is_drawn_in_or_out(evening, director):
    enter_pairs(evening, director, 4)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    add_entry(evening, EntryDetails(("Late", "Comer")), actor=director)
    withdraw_entry(entry_of(evening, 2), actor=director)
    drafted = draw_round(stage, actor=director, seed=SEED, at=NOON)
    assert sorted(number for seats in seats_of(drafted).values() for number in seats) == [1, 3, 4, 5]


def test_entered_seeds_count_unless_the_stage_says_no(evening, director):
    for number in range(1, 5):
        add_entry(evening, EntryDetails((f"A{number}", f"B{number}"), seed=5 - number), actor=director)
    seeded = draw_first(evening, director)
    # Seeds 1 and 4 meet, and 2 and 3: numbers 4 and 1, 3 and 2.
    assert sorted(map(sorted, seats_of(seeded).values())) == [[1, 4], [2, 3]]
    assert [entrant["seed"] for entrant in seeded.draw.inputs["entrants"]] == [1, 2, 3, 4]
    discard_draft(seeded, actor=director)
    drawn = create_stage(evening, actor=director, format_key="knockout", options={}, seeded=False)
    unseeded = draw_round(drawn, actor=director, seed=SEED, at=NOON)
    assert {entrant["seed"] for entrant in unseeded.draw.inputs["entrants"]} == {0}


def test_discarding_a_draft_leaves_the_stage_as_it_was(evening, director):
    enter_pairs(evening, director, 4)
    drafted = draw_first(evening, director)
    discard_draft(drafted, actor=director)
    assert (Round.objects.count(), Match.objects.count(), Seat.objects.count(), Draw.objects.count()) == (0, 0, 0, 0)
    assert draw_round(drafted.stage, actor=director, seed=SEED, at=NOON).number == 1


def test_publishing_gives_tables_in_order_and_starts_the_tournament(evening, director):
    enter_pairs(evening, director, 7)
    published = publish_round(draw_first(evening, director), actor=director, at=NOON)
    assert (published.state, published.published_at) == ("published", NOON)
    assert tables_of(published) == [1, 2, 3]
    assert Match.objects.get(round=published, kind="bye").table is None
    evening.refresh_from_db()
    assert evening.state == Tournament.State.RUNNING
    assert published.stage.__class__.objects.get().state == "running"


def test_tables_out_of_use_are_passed_over(evening, director):
    enter_pairs(evening, director, 8)
    drafted = draw_first(evening, director)
    set_tables_in_use(evening, actor=director, numbers=[2, 3], in_use=False)
    set_tables_in_use(evening, actor=director, numbers=[3], in_use=True)
    assert tables_of(publish_round(drafted, actor=director, at=NOON)) == [1, 3, 4, 5]


def test_a_fixed_table_is_kept_free_for_its_entry(evening, director):
    enter_pairs(evening, director, 8)
    last = draw_first(evening, director)
    lowest_seat = Seat.objects.filter(round=last).order_by("match__position").first()
    Entry.objects.filter(pk=lowest_seat.entry_id).update(fixed_table=3)
    assert tables_of(publish_round(last, actor=director, at=NOON)) == [3, 1, 2, 4]


def test_where_two_fixed_tables_meet_the_lower_one_is_taken(evening, director):
    enter_pairs(evening, director, 2)
    drafted = draw_first(evening, director)
    Entry.objects.filter(number=1).update(fixed_table=7)
    Entry.objects.filter(number=2).update(fixed_table=5)
    assert tables_of(publish_round(drafted, actor=director, at=NOON)) == [5]


def test_tables_where_others_play_are_not_given(evening, director):
    enter_pairs(evening, director, 8)
    publish_round(draw_first(evening, director), actor=director, at=NOON)
    second = publish_round(draw_first(evening, director), actor=director, at=NOON)
    assert tables_of(second) == [5, 6, 7, 8]


def test_a_published_round_is_no_draft_any_more(evening, director):
    enter_pairs(evening, director, 4)
    published = publish_round(draw_first(evening, director), actor=director, at=NOON)
    first, second = entry_of(evening, 1), entry_of(evening, 2)
    for act in (
        lambda: publish_round(published, actor=director, at=NOON),
        lambda: discard_draft(published, actor=director),
        lambda: redraw_round(published, actor=director, seed="x", at=NOON),
        lambda: change_pairing(published, actor=director, first=first, second=second, reason="late", at=NOON),
    ):
        with pytest.raises(ChangeRefused) as refusal:
            act()
        assert refusal.value.code == "not_a_draft"


def test_two_entries_swapped_by_hand_are_marked_with_the_reason(evening, director):
    enter_pairs(evening, director, 8)
    drafted = draw_first(evening, director)
    before = seats_of(drafted)
    first, second = before[1][0], before[3][1]
    change_pairing(
        drafted, actor=director, first=entry_of(evening, first), second=entry_of(evening, second), reason=" they  came together ", at=NOON
    )
    after = seats_of(drafted)
    assert (after[1], after[3]) == ([second, before[1][1]], [before[3][0], first])
    assert (after[2], after[4]) == (before[2], before[4])
    draw = Draw.objects.get()
    assert [(change["reason"], change["by"]) for change in draw.changes] == [("they came together", director.pk)]
    assert [bool(match.reasons) for match in drafted.matches.all()] == [False, True, False, True]
    assert replay_draw(draw).proven


def test_swapping_back_restores_the_reasons_of_the_engine(evening, director):
    enter_pairs(evening, director, 4)
    drafted = draw_first(evening, director)
    seats, reasons = seats_of(drafted), [match.reasons for match in drafted.matches.all()]
    pair = {"first": entry_of(evening, seats[1][0]), "second": entry_of(evening, seats[2][0])}
    for _time in range(2):
        change_pairing(drafted, actor=director, **pair, reason="tried", at=NOON)
    assert seats_of(drafted) == seats
    assert [match.reasons for match in drafted.matches.all()] == reasons
    assert replay_draw(Draw.objects.get()).proven


@pytest.mark.parametrize(
    ("reason", "same_match", "code"), [("", False, "no_reason"), (" ", False, "no_reason"), ("x", True, "nothing_to_swap")]
)
def test_a_swap_needs_a_reason_and_two_matches(evening, director, reason, same_match, code):
    enter_pairs(evening, director, 4)
    drafted = draw_first(evening, director)
    seats = seats_of(drafted)
    first, second = (seats[1][0], seats[1][1]) if same_match else (seats[1][0], seats[2][0])
    with pytest.raises(ChangeRefused) as refusal:
        change_pairing(drafted, actor=director, first=entry_of(evening, first), second=entry_of(evening, second), reason=reason, at=NOON)
    assert refusal.value.code == code
    assert seats_of(drafted) == seats


def test_a_draw_whose_outcome_was_tampered_with_is_not_proven(evening, director):
    enter_pairs(evening, director, 4)
    draw = draw_first(evening, director).draw
    assert replay_draw(draw).proven
    draw.outcome["pairings"][0]["sides"].reverse()
    replay = replay_draw(draw)
    assert (replay.same_draw, replay.same_seats) == (False, False)


def test_seats_moved_behind_the_draws_back_are_found(evening, director):
    enter_pairs(evening, director, 4)
    drafted = draw_first(evening, director)
    Seat.objects.filter(round=drafted).first().delete()
    replay = replay_draw(Draw.objects.get())
    assert (replay.same_draw, replay.same_seats) == (True, False)


def test_only_the_director_draws(evening, director, assistant, stranger):
    enter_pairs(evening, director, 4)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    for user in (assistant, stranger):
        with pytest.raises(PermissionDenied):
            draw_round(stage, actor=user, seed=SEED, at=NOON)
    drafted = draw_round(stage, actor=director, seed=SEED, at=NOON)
    for user in (assistant, stranger):
        for act in (publish_round, redraw_round, discard_draft):
            arguments = {"publish_round": {"at": NOON}, "redraw_round": {"at": NOON, "seed": "x"}}.get(act.__name__, {})
            with pytest.raises(PermissionDenied):
                act(drafted, actor=user, **arguments)
    assert Round.objects.get().state == "draft"


@pytest.mark.parametrize("round_number", [1, 2])
def test_who_has_withdrawn_is_not_drawn_again(evening, director, round_number):
    """The draft stands, a pair goes home, and "Draw again" leaves it out."""
    enter_pairs(evening, director, 6)
    drafted = draw_first(evening, director, format_key="danish")
    if round_number == 2:
        Round.objects.filter(pk=drafted.pk).update(state=Round.State.CLOSED)
        drafted = draw_round(drafted.stage, actor=director, seed="two", at=NOON)
    withdraw_entry(entry_of(evening, 4), actor=director)
    again = redraw_round(drafted, actor=director, seed="again", at=NOON)
    assert sorted(number for seats in seats_of(again).values() for number in seats) == [1, 2, 3, 5, 6]
    assert replay_draw(again.draw).proven


def test_who_goes_on_and_withdraws_makes_room_only_in_a_new_draw(evening, director):
    enter_pairs(evening, director, 4)
    pools = draw_first(evening, director, format_key="round_robin").stage
    final = create_stage(evening, actor=director, format_key="knockout", options={}, source=StageSource(pools, of_each=3))
    going = [Qualifier(entry_of(evening, number).pk, "A", number, number) for number in (1, 2, 3)]
    drafted = draw_round(final, actor=director, seed="final", at=NOON, qualified=going)
    withdraw_entry(entry_of(evening, 2), actor=director)
    with pytest.raises(ChangeRefused, match="discard the draft and draw again"):
        redraw_round(drafted, actor=director, seed="again", at=NOON)
