"""No line of a page begins with the dot of a list."""

import pytest
from django.template import engines
from django.test import Client
from django.utils.translation import override

from config.template_loader import bind_dots
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament
from tournaments.templatetags.stage_names import with_round

DOT = "\N{NO-BREAK SPACE}· "


@pytest.mark.parametrize(
    ("source", "bound"),
    [
        ("{{ game }} · {{ day }}", "{{ game }}" + DOT + "{{ day }}"),
        ("{{ game }}{% if venue %}\n      · {{ venue }}{% endif %}", "{{ game }}{% if venue %}" + DOT + "{{ venue }}{% endif %}"),
        (
            "{{ game }}\n{% if venue %}\n      · {{ venue }}\n{% endif %}\n{% if fee %} · {{ fee }}{% endif %}, {{ day }}",
            "{{ game }}{% if venue %}" + DOT + "{{ venue }}{% else %}{% endif %}"
            "{% if fee %}" + DOT + "{{ fee }}{% else %}\n{% endif %}, {{ day }}",
        ),
        (
            "a {% if b %} · b{% elif c %}c{% else %}d{% endif %}",
            "a{% if b %}" + DOT + "b{% elif c %} c{% else %} d{% endif %}",
        ),
        (
            "{% if a %}a\n{% else %}b {% endif %}{% if c %} · {% endif %}",
            "{% if a %}a{% else %}b{% endif %}{% if c %}" + DOT + "{% else %}\n{% endif %}",
        ),
        ("a {% if b %}b{% endif %} c", "a {% if b %}b{% endif %} c"),
        ("a ·\n b", "a\N{NO-BREAK SPACE}·\n b"),
        ("{% blocktranslate %}a · b{% endblocktranslate %} · c", "{% blocktranslate %}a · b{% endblocktranslate %}" + DOT + "c"),
        ("{% translate 'a · b' %}{{ names|join:' · ' }}{# a · b #}", "{% translate 'a · b' %}{{ names|join:' · ' }}{# a · b #}"),
        ("4·5 and 4 ·5", "4·5 and 4 ·5"),
    ],
)
def test_the_space_before_a_dot_is_bound(source, bound):
    assert bind_dots(source) == bound


def test_translated_sentences_are_still_found(db):
    """Their dots are part of what is looked up."""
    template = engines["django"].get_template("federation/union_pages/union.html")
    assert "results that count" in template.template.source
    assert "{{ members }} · clubs" in template.template.source


def test_the_head_of_a_public_page_breaks_behind_its_dots(db):
    tournament = play_evening(pairs=4, rounds=1, closed=0)
    Tournament.objects.update(public=True, venue="Circolo ricreativo Su Connottu")
    page = Client().get(f"/tournaments/{tournament.slug}/").content.decode()
    assert DOT in page
    assert " · Circolo" not in page
    with override("en"):
        assert with_round("Swiss", "Round 2") == "Swiss" + DOT + "Round 2"
