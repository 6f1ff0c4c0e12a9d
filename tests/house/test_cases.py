"""Tests of many cases: if this failed, a case that fails would be passed over, or nobody would know which it was."""

import pytest

from tests.cases import every_case


@every_case("number", range(4))
def tell_small(number, most):
    assert number < most


def test_every_case_is_tried_and_the_one_that_fails_is_named():
    tell_small(most=4)
    with pytest.raises(AssertionError) as failed:
        tell_small(most=3)
    assert failed.value.__notes__ == ["number: 3"]
