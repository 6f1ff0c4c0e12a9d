"""Fonts are shared by the whole process: prints made at the same time must not disturb each other."""

from concurrent.futures import ThreadPoolExecutor

from tests.paper.samples import PRINTS

SCRIPTS = ["Anna Melis", "Ürsula Žižić", "Жанна Яковлева", "ΣΟΦΙΑ Ωμέγα", "שלום עולם", "ქართული", "ʼndrangʼ ẹ́"]


def draw(place: int) -> bytes:
    prints = list(PRINTS.values())
    return prints[place % len(prints)](SCRIPTS[place % len(SCRIPTS) :] + SCRIPTS[: place % len(SCRIPTS)])


def test_prints_at_the_same_time_are_those_made_one_by_one() -> None:
    places = range(2 * len(PRINTS))
    alone = [draw(place) for place in places]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(draw, places))
    assert together == alone
