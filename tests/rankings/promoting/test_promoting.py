"""Promotion and relegation: who moves, compared with a plain count; and the page that enters a category’s new season."""

import itertools
import random

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from rankings.promoting.moves import Fate, judge_category
from rankings.promoting.queries import Category, Neighbour, Plan
from rankings.promoting.services import enter_promoted
from rankings.standings_pages.final_list import read_final_orders
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import found_tournament
from tournaments.models import Entry, Member, Person, Tournament


def list_breakings(order):
    """Every order without ties that cutting the pack could make of it."""
    return [list(itertools.chain(*parts)) for parts in itertools.product(*(itertools.permutations(together) for together in order))]


def test_who_moves_for_sure_moves_however_the_pack_is_cut():
    rng = random.Random(3)
    for _ in range(300):
        entries, order = list(range(rng.randint(2, 6))), []
        while entries:
            order.append([entries.pop() for _ in range(min(len(entries), rng.choice([1, 1, 2, 3])))])
        total = sum(map(len, order))
        up = rng.randint(0, total)
        down = rng.randint(0, total - up)
        fates = judge_category(order, up=up, down=down)
        outcomes = {entry: set() for entry in fates}
        for ranking in list_breakings(order):
            for place, entry in enumerate(ranking):
                outcomes[entry].add(Fate.UP if place < up else Fate.DOWN if place >= total - down else Fate.STAYS)
        for entry, fate in fates.items():
            if fate in {Fate.UP, Fate.DOWN, Fate.STAYS}:
                assert outcomes[entry] == {fate}
            else:
                assert len(outcomes[entry]) > 1
                assert (Fate.UP in outcomes[entry]) == (fate in {Fate.TIED_UP, Fate.TIED_BOTH})
                assert (Fate.DOWN in outcomes[entry]) == (fate in {Fate.TIED_DOWN, Fate.TIED_BOTH})


@pytest.fixture
def series(db):
    played = [
        play_evening(pairs=4, rounds=3, closed=3, format_key="round_robin", name=f"Serie {name} 2026", seed=name) for name in ("A", "B")
    ]
    Tournament.objects.update(demonstration=False)
    return [Tournament.objects.get(pk=tournament.pk) for tournament in played]


def list_names(tournament):
    order = read_final_orders([tournament.pk])[tournament.pk]
    assert [len(together) for together in order] == [1, 1, 1, 1]
    return [Entry.objects.get(pk=entry).name for together in order for entry in together]


def rename(tournament, prefix):
    """Two evenings of the same builder have the same people: here the second has others."""
    for member in Member.objects.filter(tournament=tournament).select_related("person"):
        member.person = Person.objects.create(name=f"{prefix} {member.person.name}")
        member.save()
    for entry in tournament.entries.all():
        entry.name = f"{prefix} {entry.name}"
        entry.save()


def test_the_new_season_has_who_stays_and_who_comes_up_with_the_reason(series, client):
    upper, lower = series
    rename(lower, "B")
    director = build_user("director")
    client.force_login(director)
    season = found_tournament(director, "Serie A 2027")
    address = reverse("scoring:promoted", args=[season.slug])
    choice = {"last": f"{upper.pk}:", "above": "", "below": f"{lower.pk}:", "come_up": "1", "go_down": "1"}
    shown = client.get(address, choice)
    names, below = list_names(upper), list_names(lower)
    playing = [line for line in shown.context["listed"].lines if line.plays]
    assert [(line.entry.name, line.reason) for line in playing] == [
        *((name, f"stays: place {place} in Serie A 2026") for place, name in enumerate(names[:3], start=1)),
        (below[0], "comes up: place 1 in Serie B 2026"),
    ]
    others = {line.entry.name: line.reason for line in shown.context["listed"].lines if not line.plays}
    assert others[names[3]] == "goes down: place 4 in Serie A 2026"
    assert others[below[1]] == "stays in the category below"
    done = client.post(f"{address}?{shown.context['query']}", {"entry": [line.entry.pk for line in playing], "seeded": "1"})
    assert done.status_code == 302
    entered = list(Entry.objects.filter(tournament=season).order_by("number"))
    assert [(entry.name, entry.seed, entry.note) for entry in entered] == [
        (line.entry.name, seed, line.reason) for seed, line in enumerate(playing, start=1)
    ]
    again = client.get(address, choice).context["listed"].lines
    assert sum(not line.open for line in again) == 4


WRONG_PLANS = (
    ({"above": "", "fall": "1"}, "Choose this category"),
    ({"below": "B"}, "Say how many go down, how many go up, or both."),
    ({"below": "A", "go_down": "1"}, "The same category is chosen twice"),
    ({"below": "B", "go_down": "5"}, "Serie A 2026 had 4 entries: 5 cannot leave it."),
    ({"below": "B", "go_down": "x"}, "whole number"),
)


def test_an_impossible_plan_is_refused_before_anything_is_listed(series, client):
    keys = {"A": f"{series[0].pk}:", "B": f"{series[1].pk}:"}
    director = build_user("director")
    client.force_login(director)
    season = found_tournament(director, "Serie A 2027")
    for choice, sentence in WRONG_PLANS:
        typed = {"last": keys["A"]} | {name: keys.get(value, value) for name, value in choice.items()}
        page = client.get(reverse("scoring:promoted", args=[season.slug]), typed)
        assert sentence in page.content.decode()
        assert page.context["listed"] is None


def test_a_tie_across_the_line_moves_nobody_and_nobody_takes_from_what_another_directs(series):
    assert judge_category([[1], [2, 3], [4]], up=2, down=1) == {1: Fate.UP, 2: Fate.TIED_UP, 3: Fate.TIED_UP, 4: Fate.DOWN}
    guest = build_user("guest")
    plan = Plan(Category(series[0]), below=Neighbour(Category(series[1]), up=1, down=1))
    with pytest.raises(PermissionDenied):
        enter_promoted(found_tournament(guest, "Serie A altrui"), plan, chosen=[1], seeded=True, actor=guest, at=NOW)


def test_the_pools_of_a_tournament_are_categories_too(db, client):
    league = play_evening(pairs=8, rounds=3, closed=3, format_key="round_robin", name="Campionato 2026", stage_options={"pool_size": 4})
    Tournament.objects.update(demonstration=False)
    director = build_user("director")
    client.force_login(director)
    season = found_tournament(director, "Serie B 2027")
    address = reverse("scoring:promoted", args=[season.slug])
    offered = client.get(address).context["form"].offered
    assert [category.name for category in offered.values()] == ["Campionato 2026", "Campionato 2026, Pool A", "Campionato 2026, Pool B"]
    choice = {"last": f"{league.pk}:B", "above": f"{league.pk}:A", "fall": "1", "rise": "1"}
    lines = client.get(address, choice).context["listed"].lines
    assert [(line.category, line.reason.split(":")[0]) for line in lines if line.plays] == [
        ("Campionato 2026, Pool A", "comes down"),
        *[("Campionato 2026, Pool B", "stays")] * 3,
    ]
