"""Numbers in sentences."""

import pytest

from tournaments.templatetags.figures import unbroken


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("41–38.", '<span class="unbroken">41–38</span>.'),
        ("Tricks 7⅓–3⅔, Loi – Carta", 'Tricks <span class="unbroken">7⅓–3⅔</span>, Loi – Carta'),
        ("<b> 1–0", '&lt;b&gt; <span class="unbroken">1–0</span>'),
        ("no score – here", "no score – here"),
    ],
)
def test_scores_are_not_divided_and_everything_else_is_escaped(text, html):
    assert unbroken(text) == html
