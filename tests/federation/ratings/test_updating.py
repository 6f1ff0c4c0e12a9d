"""The updates of the rating against Plackett–Luce written down anew. If this failed, strengths would be wrong for everybody."""

import math
import random

import pytest

from federation.skills.updating import DOUBT, DRIFT, LUCK, START, RatedMatch, Skill, list_achieved, list_strict_orders, rate_evening

STEP = 1e-4


def rate_match(sides, ranks):
    """The steps of one match, side by side."""
    keys = tuple(tuple((place, seat) for seat in range(len(side))) for place, side in enumerate(sides))
    steps = rate_evening({key: sides[key[0]][key[1]] for side in keys for key in side}, [RatedMatch(keys, tuple(ranks))])
    return [[steps[key] for key in side] for side in keys]


def update_skills(sides, ranks):
    return [[step.after for step in side] for side in rate_match(sides, ranks)]


def predict_wins(sides):
    return [side[0].expected for side in rate_match(sides, range(len(sides)))]


def compute_likelihood(strengths, ranks):
    """The logarithm of how likely Plackett and Luce think this order: the best is drawn first, then the best of the rest."""
    order = sorted(range(len(ranks)), key=lambda side: ranks[side])
    return sum(strengths[side] - math.log(sum(math.exp(strengths[one]) for one in order[place:])) for place, side in enumerate(order))


def derive_update(sides, ranks):
    """Weng and Lin (2011), section 3: mean and variance move by the first and second derivative of that, here taken numerically."""
    doubts = [[skill.doubt**2 + DRIFT**2 for skill in side] for side in sides]
    scale = math.sqrt(sum(sum(side) + LUCK**2 for side in doubts))
    strengths = [sum(skill.value for skill in side) / scale for side in sides]
    updated = []
    for place, side in enumerate(sides):

        def at(shift, place=place):
            return compute_likelihood([strength + shift * (place == other) for other, strength in enumerate(strengths)], ranks)

        slope = (at(STEP) - at(-STEP)) / (2 * STEP)
        bend = (at(STEP) - 2 * at(0) + at(-STEP)) / STEP**2
        updated.append(
            [
                (skill.value + doubt / scale * slope, math.sqrt(doubt * (1 + doubt / scale**2 * bend)))
                for skill, doubt in zip(side, doubts[place], strict=True)
            ]
        )
    return updated


@pytest.mark.parametrize(("count", "size"), [(2, 2), (2, 1), (5, 1), (3, 2)])
def test_an_update_is_that_of_the_likelihood(count, size):
    rng = random.Random(count * size)
    for _time in range(20):
        sides = [[Skill(rng.gauss(START, 80), rng.uniform(30, DOUBT)) for _one in range(size)] for _side in range(count)]
        ranks = rng.sample(range(count), count)
        for ours, derived in zip(update_skills(sides, ranks), derive_update(sides, ranks), strict=True):
            for skill, (value, doubt) in zip(ours, derived, strict=True):
                assert (skill.value, skill.doubt) == (pytest.approx(value, abs=1e-2), pytest.approx(doubt, abs=1e-2))


def test_the_library_gives_its_published_example():
    """From the README of openskill: two pairs of which only one player is new, the first pair wins."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    old = [(25, 25 / 3), (32.444, 5.123), (43.381, 2.421), (25.188, 6.211)]
    first, second, third, fourth = (model.rating(mu=mu, sigma=sigma) for mu, sigma in old)
    rated = [(one.mu, one.sigma) for side in model.rate([[first, second], [third, fourth]]) for one in side]
    assert rated == [
        pytest.approx(pair)
        for pair in (
            (28.669648436582808, 8.071520788025197),
            (33.83086971107981, 5.062772998705765),
            (43.071274808241974, 2.4166900452721256),
            (23.149503312339064, 6.1378606973362135),
        )
    ]


def test_sides_in_another_order_are_the_same_and_a_surprise_moves_more():
    strong, weak = [Skill(1100, 50), Skill(1050, 60)], [Skill(950, 50), Skill(980, 80)]
    there, back = update_skills([strong, weak], [0, 1]), update_skills([weak, strong], [1, 0])
    assert there == back[::-1]
    expected, surprise = there[0][0].value - 1100, update_skills([strong, weak], [1, 0])[1][0].value - 950
    assert 0 < expected < surprise
    assert predict_wins([strong, weak])[0] == pytest.approx(1 - predict_wins([weak, strong])[0])
    assert [skill.value for side in update_skills([[Skill()], [Skill()]], [0, 0]) for skill in side] == [START, START]


def test_an_evening_says_what_was_expected_of_it_by_how_it_began():
    first, second = ("a", "b"), ("c", "d")
    begun = {"a": Skill(1100, 60)}
    steps = rate_evening(begun, [RatedMatch((first, second), (0, 1)), RatedMatch((second, ("a", "e")), (0, 1))])
    chance = predict_wins([[Skill(1100, 60), Skill()], [Skill(), Skill()]])[0]
    assert (steps["a"].expected, steps["a"].achieved, steps["a"].matches) == (pytest.approx(2 * chance), 1.0, 2)
    assert (steps["e"].before, steps["e"].achieved, steps["c"].achieved) == (Skill(), 0.0, 1.0)
    assert sum(step.expected for step in steps.values()) == pytest.approx(4)  # every match has one win, and two people share it
    assert begun == {"a": Skill(1100, 60)}


def test_a_tie_is_the_mean_of_its_orders():
    assert sorted(list_strict_orders((0, 1, 1))) == [[0, 1, 2], [0, 2, 1]]
    sides = [[Skill(1080, 70)], [Skill(1000, 90)], [Skill(950, 60)]]
    mean = [
        (one[0].value + other[0].value) / 2
        for one, other in zip(update_skills(sides, (0, 1, 2)), update_skills(sides, (1, 0, 2)), strict=True)
    ]
    assert [side[0].value for side in update_skills(sides, (0, 0, 2))] == pytest.approx(mean)


def test_five_at_a_table_leave_others_behind():
    assert list_achieved((0, 1, 1, 3, 4)) == [1.0, 0.625, 0.625, 0.25, 0.0]
    steps = rate_evening({}, [RatedMatch((("a",), ("b",), ("c",), ("d",), ("e",)), (0, 1, 1, 3, 4))])
    values = [steps[name].after.value for name in "abcde"]
    assert values[0] > values[1] == values[2] > values[3] > values[4]
    tied = [skill.value for side in update_skills([[Skill()]] * 5, (0, 0, 2, 3, 4)) for skill in side]
    assert tied[0] == tied[1] > tied[2]
    assert {step.expected for step in steps.values()} == {0.5}
