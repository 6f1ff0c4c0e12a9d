"""Trionfo of five: the trick after which a bid is won or lost."""

import pytest

from rules.games.trionfo5.deal import find_verdict
from rules.games.trionfo5.tables import DI_PIU, MASI, MASO


@pytest.mark.parametrize(
    ("bid", "tricks", "verdict"),
    [
        (MASO, [(False, 2)], None), (MASO, [(False, 3)], False), (MASO, [(False, 1), (False, 2)], False),
        (MASO, [(True, 17)], None), (MASO, [(True, 18)], True), (MASO, [(True, 9), (False, 2), (True, 9)], True),
        (MASI, [(True, 13)], None), (MASI, [(True, 13), (False, 0)], False),
        (DI_PIU, [(True, 20)], None), (DI_PIU, [(True, 2)] * 7 + [(True, 1)], True), (DI_PIU, [(True, 2)] * 7 + [(True, 0)], False),
        (DI_PIU, [(True, 2)] * 7 + [(False, 9)], False),
    ],
)  # fmt: skip
def test_a_bid_is_won_or_lost_at_the_third_that_decides_it(bid, tricks, verdict):
    """Three thirds of the opponents spoil a maso, eighteen of the declarer win; the last trick brings three more."""
    assert find_verdict(bid, tricks) is verdict
