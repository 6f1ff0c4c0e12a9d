"""One conformance suite for every format: whole stages with any number of entries."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import FORMATS, MatchOutcome, build_match_title, draw_to_json, format_by_key, format_reason, repeat_draw
from pairing.format import Family
from rules.options import declared_fields
from tests.pairing.evenings import Evening, people
from tests.sweeps import sweep

EVERYBODY_EVERY_ROUND = {"swiss", "danish", "mitchell", "howell", "individual", "tables_of_five", "heats"}


def evening_of(entry, count, seed, **options):
    return Evening(entry.key, people(max(count, entry.fewest), seeds=count // 4, clubs=5), options, seed=str(seed))


TRAITS = {
    "uses_results": {"danish", "double_elimination", "heats", "knockout", "repechage", "swiss"},
    "by_standing": {"danish", "heats", "swiss"},
    "ranked_together": {"heats", "mitchell", "team_matches"},
    "in_venues": {"heats"},
    "in_teams": {"team_matches"},
    "rounds_side_by_side": {"round_robin"},
    "plays_ahead": {"double_elimination", "knockout"},
    "one_seed": {"individual", "tables_of_five", "tables_of_four", "tables_of_three"},
    "new_opponents": {"danish", "heats", "howell", "mitchell", "swiss"},
    "score_groups": {"swiss"},
    "one_tree": {"knockout"},
    "opens_freely": {"danish", "double_elimination", "knockout", "repechage", "swiss"},
}


def test_formats_say_of_themselves_what_the_site_goes_by():
    assert {trait: {form.key for form in FORMATS if getattr(form, trait)} for trait in TRAITS} == TRAITS


NUMBERS = {
    "round_robin": {"pool_size": (4, 0, 24)},
    "swiss": {"rounds": (5, 1, 30)},
    "danish": {"rounds": (4, 1, 30), "rematch_gap": (99, 0, 99)},
    "mitchell": {"rounds": (5, 1, 100), "switched": (0, 0, 100)},
    "howell": {"rounds": (7, 1, 399)},
    "individual": {"rounds": (4, 1, 60)},
    "tables_of_three": {"rounds": (4, 1, 60)},
    "tables_of_four": {"rounds": (4, 1, 60)},
    "tables_of_five": {"rounds": (4, 1, 60)},
    "heats": {"heats": (2, 1, 64), "rounds": (3, 1, 30), "rematch_gap": (99, 0, 99)},
    "team_matches": {"boards": (3, 1, 12), "rounds": (5, 1, 60)},
}


def test_numbers_that_a_director_may_change_have_these_defaults_and_limits():
    asked = {form.key: [spec for spec in declared_fields(form.Options) if spec.highest is not None] for form in FORMATS}
    found = {key: {spec.name: (spec.default, spec.lowest, spec.highest) for spec in specs} for key, specs in asked.items() if specs}
    assert found == NUMBERS


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.key)
class TestEveryFormat:
    @settings(max_examples=5, deadline=None)
    @given(count=st.integers(2, 40), seed=st.integers(0, 999))
    def test_whole_stages(self, entry, count, seed):
        play_whole_stage(entry, count, seed)

    @pytest.mark.proof
    @settings(max_examples=200, deadline=None)
    @given(count=st.integers(2, 40), seed=st.integers(0, 999))
    def test_many_whole_stages(self, entry, count, seed):
        play_whole_stage(entry, count, seed)

    @settings(max_examples=4, deadline=None)
    @given(count=st.integers(6, 40), seed=st.integers(0, 999))
    def test_who_withdraws_is_not_seated_again(self, entry, count, seed):
        play_with_withdrawal(entry, count, seed)

    @pytest.mark.proof
    @settings(max_examples=200, deadline=None)
    @given(count=st.integers(6, 40), seed=st.integers(0, 999))
    def test_whoever_of_many_withdraws_is_not_seated_again(self, entry, count, seed):
        play_with_withdrawal(entry, count, seed)

    def test_another_seed_gives_another_first_draw(self, entry):
        first, *others = (evening_of(entry, 24, seed) for seed in range(5))
        drawn = first.draw().pairings
        assert any(other.draw().pairings != drawn for other in others)


def play_whole_stage(entry, count, seed):
    evening = evening_of(entry, count, seed).play_all()
    for draw in evening.draws:
        seated = evening.seats(draw)
        assert len(seated) == len(set(seated))
        if entry.key in EVERYBODY_EVERY_ROUND:
            assert sorted(seated) == sorted(player.id for player in evening.entrants)
        for pairing in draw.pairings:
            assert len(pairing.sides) == 1 if pairing.bye else len(pairing.sides) == entry.sides * entry.side_size
            assert pairing.bye or 0 <= pairing.first_dealer < entry.sides
            assert pairing.reasons
            assert all("{" not in format_reason(reason) for reason in pairing.reasons)
            assert pairing.position is None or "{" not in format_reason(build_match_title(pairing.position))
        assert [pairing.order for pairing in draw.pairings] == list(range(1, len(draw.pairings) + 1))
        assert repeat_draw(draw_to_json(draw)) == draw
    everybody_is_placed_at_the_end(entry, evening)


def play_with_withdrawal(entry, count, seed):
    evening = evening_of(entry, count, seed)
    evening.play()
    gone = evening.entrants[seed % len(evening.entrants)].id
    evening.withdraw(gone)
    evening.play_all()
    assert all(gone not in evening.seats(draw) for draw in evening.draws[1:])


def everybody_is_placed_at_the_end(entry, evening):
    """Where the format gives the places itself; elsewhere it gives none."""
    history = evening.draws[-1].request.history
    places = entry.compute_places(entry.options_from({}), evening.entrants, [*history, *_last_round(evening)])
    placed = sorted(entrant for tied in places for entrant in tied)
    assert placed == (sorted(player.id for player in evening.entrants) if entry.family is Family.BRACKET else [])


def _last_round(evening):
    from standings import build_played_history

    last = len(evening.draws)
    return build_played_history([result for result in evening.results if result.round == last], evening.positions)


@pytest.mark.parametrize(
    ("count", "key"),
    sweep((5, 7, 9, 13, 22, 23, 31), ("swiss", "danish", "mitchell", "individual", "tables_of_five", "heats"), diagonals=3),
)
def test_nobody_rests_twice_while_somebody_has_not_rested(key, count):
    evening = Evening(key, people(count), {"rounds": 6}).play_all()
    rests = Counter()
    for draw in evening.draws:
        groups = draw.groups if key == "heats" else [None]
        for group in groups:
            members = group.members if group else [player.id for player in evening.entrants]
            resting = [bye.sides[0] for bye in draw.byes if bye.sides[0] in members]
            if key != "mitchell":
                others = [rests[member] for member in members if member not in resting]
                assert all(rests[member] <= min(others, default=0) for member in resting)
            rests.update(resting)
    assert key != "mitchell" or max(rests.values(), default=0) <= 1 or count < 12


@pytest.mark.parametrize("count", [4, 5, 6, 8, 9, 12, 23])
@pytest.mark.parametrize("key", ["swiss", "danish"])
def test_no_rematch_while_one_can_be_avoided(key, count):
    evening = Evening(key, people(count), {"rounds": 12}).play_all()
    met = Counter(frozenset(pairing.sides) for draw in evening.draws for pairing in draw.matches)
    for draw in evening.draws:
        exceptions = {frozenset(pair) for pair in draw.certificate["exceptions"]}
        before = {
            frozenset(match.sides) for match in draw.request.history if match.outcome is MatchOutcome.PLAYED and len(match.sides) == 2
        }
        assert {frozenset(pairing.sides) for pairing in draw.matches} & before == exceptions
    once = count - 1 if count % 2 == 0 else count
    assert max(met.values()) <= -(-12 // once) + 2


@pytest.mark.parametrize(
    ("key", "count", "names"),
    [
        ("knockout", 8, ["quarter_final", "semi_final", "final"]),
        ("knockout", 5, ["quarter_final", "semi_final", "final"]),
        ("repechage", 10, ["first_turn_title", "quarter_final", "semi_final", "final"]),
        ("double_elimination", 4, [None, None, None, "grand_final_title", "reset_title"]),
        ("swiss", 8, [None] * 5),
        ("round_robin", 4, [None] * 3),
    ],
)
def test_the_rounds_of_a_bracket_have_their_names(key, count, names):
    form = format_by_key(key)
    options = form.options_from({})
    positions = [form.find_main_match(options, count, number) for number in range(1, len(names) + 1)]
    assert [position and build_match_title(position).code for position in positions] == names


@pytest.mark.parametrize(
    ("key", "drawn"),
    [("knockout", [True, False, False]), ("round_robin", [True, False, False]), ("swiss", [True] * 3), ("repechage", [True, True, False])],
)
def test_what_follows_from_the_plan_is_no_draw(key, drawn):
    form = format_by_key(key)
    options = form.options_from({})
    assert [form.is_round_drawn(options, 10, number, seeded=False) for number in (1, 2, 3)] == drawn
    assert form.is_round_drawn(options, 10, 1, seeded=True) is (key != "knockout")
