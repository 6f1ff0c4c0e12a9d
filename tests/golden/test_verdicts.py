"""If this fails, the checker lets a forged draw pass that it found, or says another sentence about it: as its verdicts were approved.

Draws of every format are forged in every way that we know; what is told of each is kept. `REWRITE_GOLDEN=1` writes it anew, to be read
before it is committed.
"""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pairing import DrawnRound, draw_to_json
from pairing.checker import check_draw
from tests.golden.kept_text import compare_with_kept
from tests.golden.test_stages import SCENES
from tests.pairing.stages import PlayedStage

FOLDER = Path(__file__).parent / "verdicts"
Draw = dict[str, Any]
FORGERIES: list[Callable[[Draw], object]] = []
LARGEST = 16
PARTS = ("swiss", "danish", "brackets", "others")


def forgery(forge: Callable[[Draw], object]) -> Callable[[Draw], object]:
    FORGERIES.append(forge)
    return forge


def list_matches(draw: Draw) -> list[Draw]:
    return [pairing for pairing in draw["pairings"] if not pairing["bye"]]


def list_certificates(draw: Draw) -> list[Draw]:
    """Those that go down a ranking or into brackets of scores."""
    found = [draw["certificate"], *draw["certificate"].get("heats", {}).values()]
    return [one for one in found if "exceptions" in one]


def rename(value: Any, swap: dict[int, int]) -> Any:
    """The value with two entries exchanged wherever they stand in it."""
    if isinstance(value, dict):
        return {name: rename(part, swap) if name not in ("score", "halves") else part for name, part in value.items()}
    if isinstance(value, list):
        return [rename(part, swap) for part in value]
    return swap.get(value, value) if type(value) is int else value


@forgery
def leave_as_it_is(draw: Draw) -> None:
    """The honest draw."""


@forgery
def change_the_seed(draw: Draw) -> None:
    draw["request"]["seed"] += "!"


@forgery
def turn_a_match(draw: Draw) -> None:
    list_matches(draw)[0]["sides"].reverse()


@forgery
def turn_the_last_match(draw: Draw) -> None:
    list_matches(draw)[-1]["sides"].reverse()


@forgery
def drop_a_match(draw: Draw) -> None:
    draw["pairings"].remove(list_matches(draw)[-1])


@forgery
def drop_the_last(draw: Draw) -> None:
    draw["pairings"].pop()


@forgery
def seat_one_twice(draw: Draw) -> None:
    first, second = list_matches(draw)[:2]
    second["sides"][0] = first["sides"][0]


@forgery
def seat_a_stranger(draw: Draw) -> None:
    list_matches(draw)[0]["sides"][-1] = 999


@forgery
def seat_who_has_left(draw: Draw) -> None:
    entry = list_matches(draw)[0]["sides"][0]
    next(one for one in draw["request"]["entrants"] if one["id"] == entry)["withdrawn"] = True


@forgery
def exchange_partners(draw: Draw) -> None:
    first, second = list_matches(draw)[:2]
    first["sides"][-1], second["sides"][-1] = second["sides"][-1], first["sides"][-1]


@forgery
def exchange_everywhere(draw: Draw) -> None:
    """The first of the first match and that of the last change places, in the certificate too."""
    one, other = list_matches(draw)[0]["sides"][0], list_matches(draw)[-1]["sides"][0]
    draw["pairings"], draw["certificate"] = (rename(draw[part], {one: other, other: one}) for part in ("pairings", "certificate"))


@forgery
def exchange_neighbours_everywhere(draw: Draw) -> None:
    """The last of the first match and the last of the second."""
    one, other = (match["sides"][-1] for match in list_matches(draw)[:2])
    draw["pairings"], draw["certificate"] = (rename(draw[part], {one: other, other: one}) for part in ("pairings", "certificate"))


@forgery
def let_another_rest(draw: Draw) -> None:
    one = next(pairing for pairing in draw["pairings"] if pairing["bye"])["sides"][0]
    other = list_matches(draw)[0]["sides"][0]
    draw["pairings"], draw["certificate"] = (rename(draw[part], {one: other, other: one}) for part in ("pairings", "certificate"))


@forgery
def let_the_next_rest(draw: Draw) -> None:
    one = next(pairing for pairing in draw["pairings"] if pairing["bye"])["sides"][0]
    other = list_matches(draw)[-1]["sides"][1]
    draw["pairings"], draw["certificate"] = (rename(draw[part], {one: other, other: one}) for part in ("pairings", "certificate"))


@forgery
def forbid_a_match(draw: Draw) -> None:
    draw["request"]["forbidden"].append(list_matches(draw)[0]["sides"][:2])


@forgery
def forbid_a_match_behind(draw: Draw) -> None:
    draw["request"]["forbidden"].append(list_matches(draw)[-1]["sides"][::-1][:2])


@forgery
def forbid_nothing(draw: Draw) -> None:
    draw["request"]["forbidden"] = []


@forgery
def say_that_they_met(draw: Draw) -> None:
    match = list_matches(draw)[0]
    played = {"round": 1, "sides": match["sides"], "winner": 0, "outcome": "played", "position": None, "side_size": 1, "first_dealer": 0}
    draw["request"]["history"].append(played)
    for line in draw["request"]["standings"]:
        line["opponents"] += [side for side in match["sides"] if line["entrant"] in match["sides"] and side != line["entrant"]]


@forgery
def forget_who_met(draw: Draw) -> None:
    draw["request"]["history"] = []
    for line in draw["request"]["standings"]:
        line["opponents"] = []


@forgery
def raise_the_last(draw: Draw) -> None:
    """Who stands last has two points more, and the rank of the first."""
    line = draw["request"]["standings"][-1]
    line["primary"], line["rank"] = line["primary"] + 2, 1


@forgery
def lower_the_first(draw: Draw) -> None:
    line = draw["request"]["standings"][0]
    line["primary"], line["rank"], line["secondary"] = 0, len(draw["request"]["standings"]) + 1, 0


@forgery
def say_that_everybody_floated(draw: Draw) -> None:
    for line in draw["request"]["standings"]:
        line["floated"] = not line["floated"]


@forgery
def say_that_the_end_is_near(draw: Draw) -> None:
    draw["certificate"]["last_two_rounds"] = not draw["certificate"]["last_two_rounds"]


@forgery
def say_that_who_rests_rested(draw: Draw) -> None:
    for bye in (pairing["sides"][0] for pairing in draw["pairings"] if pairing["bye"]):
        next(line for line in draw["request"]["standings"] if line["entrant"] == bye)["byes"] += 1


@forgery
def say_that_nobody_rested(draw: Draw) -> None:
    for line in draw["request"]["standings"]:
        line["byes"] = line["forfeit_wins"] = 0


@forgery
def lose_the_certificate(draw: Draw) -> None:
    draw["certificate"] = {}


@forgery
def except_a_pair(draw: Draw) -> None:
    for certificate in list_certificates(draw):
        certificate["exceptions"].append(list_matches(draw)[0]["sides"])


@forgery
def except_nothing(draw: Draw) -> None:
    for certificate in list_certificates(draw):
        certificate["exceptions"] = []


@forgery
def claim_another_score(draw: Draw) -> None:
    draw["certificate"]["brackets"][0]["score"] += 1


@forgery
def lose_a_resident(draw: Draw) -> None:
    draw["certificate"]["brackets"][0]["residents"].pop()


@forgery
def lose_a_bracket(draw: Draw) -> None:
    draw["certificate"]["brackets"].pop()


@forgery
def join_the_brackets(draw: Draw) -> None:
    """The second bracket floats up into the first."""
    first, second, *others = draw["certificate"]["brackets"]
    first["upfloaters"] += [*second["residents"], *second["upfloaters"]]
    first["pairs"] += second["pairs"]
    draw["certificate"]["brackets"] = [first, *others]


@forgery
def exchange_floaters(draw: Draw) -> None:
    """An upfloater and the last of its group change places everywhere."""
    bracket = next(one for one in draw["certificate"]["brackets"] if one["upfloaters"])
    one = bracket["upfloaters"][-1]
    score = next(line["primary"] for line in draw["request"]["standings"] if line["entrant"] == one)
    seated = {side for pair in bracket["pairs"] for side in pair}
    mates = [line["entrant"] for line in draw["request"]["standings"] if line["primary"] == score and line["entrant"] not in seated]
    draw["pairings"], draw["certificate"] = (rename(draw[part], {one: mates[-1], mates[-1]: one}) for part in ("pairings", "certificate"))


@forgery
def claim_other_virtual_points(draw: Draw) -> None:
    draw["certificate"]["acceleration"]["halves"] += 1


@forgery
def claim_virtual_points_for_fewer(draw: Draw) -> None:
    draw["certificate"]["acceleration"]["members"].pop()


@forgery
def claim_another_order(draw: Draw) -> None:
    for certificate in list_certificates(draw):
        certificate["order"].reverse()


@forgery
def block_a_pair(draw: Draw) -> None:
    for certificate in list_certificates(draw):
        certificate["blocked"].append(certificate["pairs"][-1])


@forgery
def unblock_a_pair(draw: Draw) -> None:
    for certificate in list_certificates(draw):
        certificate["blocked"].pop()


@forgery
def claim_no_bye(draw: Draw) -> None:
    for certificate in list_certificates(draw):
        certificate["bye"] = None


@forgery
def exchange_groups(draw: Draw) -> None:
    first, second = draw["groups"][:2]
    first["members"], second["members"] = second["members"], first["members"]


@forgery
def move_one_to_another_group(draw: Draw) -> None:
    first, second = draw["groups"][:2]
    second["members"].append(first["members"].pop())


@forgery
def decline(draw: Draw) -> None:
    draw["request"]["declined"] = [list_matches(draw)[0]["sides"][0]]


@forgery
def ask_for_one_board(draw: Draw) -> None:
    draw["request"]["options"]["boards"] = 1


@forgery
def ask_for_another_round(draw: Draw) -> None:
    draw["request"]["round"] += 1


@forgery
def seed_the_last(draw: Draw) -> None:
    entrants = draw["request"]["entrants"]
    entrants[-1]["seed"], entrants[0]["seed"] = 1, len(entrants)


@forgery
def mix_the_pools(draw: Draw) -> None:
    for entrant in draw["request"]["entrants"]:
        entrant["pool"] = "A"


def tell_verdict(draw: Draw) -> str:
    """What is missing ends the check, as `python -m pairing check` tells."""
    try:
        verdict = check_draw(draw)
    except (KeyError, IndexError) as missing:
        return f"it is not whole: {missing}"
    told = [f"{len(verdict.proven)} proven"]
    told += [f"WRONG {', '.join(map(str, verdict.faults))}"] if verdict.faults else []
    told += [f"open {', '.join(map(str, verdict.open))}"] if verdict.open else []
    return "; ".join(told)


def tell_forgeries(draw: DrawnRound) -> Iterator[str]:
    honest = draw_to_json(draw)
    for forge in FORGERIES:
        forged = copy.deepcopy(honest)
        try:
            forge(forged)
        except (KeyError, IndexError, ValueError, StopIteration):  # this draw has nothing of the kind
            continue
        if forged != honest or forge is leave_as_it_is:
            yield f"{forge.__name__.replace('_', ' ')}: {tell_verdict(forged)}"


def choose_part(key: str) -> str:
    if key in {"swiss", "danish"}:
        return key
    return "brackets" if key in {"knockout", "double_elimination"} else "others"


@pytest.mark.parametrize("part", PARTS)
def test_of_forged_draws_the_checker_says_what_it_said(part):
    lines = []
    for scene in SCENES:
        if choose_part(scene.key) == part and scene.count <= LARGEST and not scene.key.startswith(("tables", "howell")):
            draws = PlayedStage(scene).play_all().draws
            for draw in draws[:1] if part == "brackets" else draws[1:2] if part == "others" else draws[1:2] + draws[-2:-1]:
                lines += [f"== {scene}, round {draw.request.round}", *tell_forgeries(draw)]
    compare_with_kept(FOLDER / f"{part}.txt", lines)


def test_no_verdict_is_left_of_what_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(PARTS)
