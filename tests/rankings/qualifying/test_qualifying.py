"""From evenings to the final: who goes on, by which rule and why, compared with a second derivation; and the page that enters them."""

import itertools
import random
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from rankings.qualifying.queries import Rule
from rankings.qualifying.selection import Candidate, Measure, QualifyingReason, compute_key, select_candidates
from rankings.qualifying.services import enter_qualified
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.models import Entry, Tournament
from tournaments.refusals import ChangeRefused


def draw_candidates(rng):
    """A few evenings with ties, of players who may play in several of them."""
    candidates, entry = [], 0
    for evening in range(rng.randint(1, 3)):
        place = 1
        people = rng.sample(range(9), 5)
        while people:
            together = [people.pop() for _ in range(min(len(people), rng.choice([1, 1, 1, 2])))]
            for person in together:
                entry += 1
                candidates.append(Candidate(entry, evening, place, Fraction(rng.randint(0, 4), 2), frozenset({person})))
            place += len(together)
    return candidates


def fits(order, count):
    """Whether the first `count` of groups that share their value are whole groups; the ids that go on."""
    through = []
    for group in order:
        if len(through) + len(group) > count:
            return through
        through += group
    return through


@pytest.mark.parametrize("measure", Measure)
def test_those_who_go_on_are_the_ones_that_a_plain_count_finds(measure):
    rng = random.Random(7)
    for _ in range(400):
        candidates, of_each, best = draw_candidates(rng), rng.randint(0, 3), rng.randint(0, 4)
        judged = {line.entry: line for line in select_candidates(candidates, of_each=of_each, best_others=best, measure=measure)}
        through, busy = [], set()
        for evening in sorted({line.evening for line in candidates}):
            free = [line for line in candidates if line.evening == evening and not line.persons & busy]
            groups = [[line for line in free if line.place == place] for place in sorted({line.place for line in free})]
            passed = fits(groups, of_each)
            through += passed
            busy |= {person for line in passed for person in line.persons}
        assert {line.entry for line in through} == {pk for pk, line in judged.items() if line.why is QualifyingReason.FIRST}
        chosen = [line for line in judged.values() if line.goes_on]
        people = [person for line in chosen for person in line.persons]
        assert len(people) == len(set(people))
        assert sum(line.why is QualifyingReason.BEST for line in chosen) <= best
        worst = max((compute_key(line, measure) for line in chosen if line.why is QualifyingReason.BEST), default=None)
        left = [line for line in judged.values() if line.why is QualifyingReason.OUT]
        assert worst is None or all(compute_key(line, measure) > worst for line in left)
        for one, two in itertools.pairwise([line for line in judged.values() if line.goes_on]):
            assert compute_key(one, measure) <= compute_key(two, measure)


def test_a_tie_across_the_last_place_takes_nobody_by_the_order_of_a_list():
    lines = [Candidate(1, 0, 1, Fraction(3)), Candidate(2, 0, 2, Fraction(2)), Candidate(3, 0, 2, Fraction(2))]
    judged = {line.entry: line.why for line in select_candidates(lines, of_each=2, best_others=0, measure=Measure.PLACE)}
    assert judged == {1: QualifyingReason.FIRST, 2: QualifyingReason.TIED, 3: QualifyingReason.TIED}


@pytest.fixture
def evenings(db):
    played = [
        play_evening(pairs=4, rounds=3, closed=3, format_key="round_robin", name=name, seed=name) for name in ("Bar Sport", "Bar Roma")
    ]
    Tournament.objects.update(demonstration=False)
    return [Tournament.objects.get(pk=tournament.pk) for tournament in played]


def answer_all(client, address, rule, answer):
    """Answer the questions about names on the page until none is left; the page with the list, and the names that were asked about."""
    asked = []
    for _turn in range(9):
        page = client.get(address, rule)
        if not page.context["listed"].questions:
            return page, asked
        assert 'id="list"' not in page.content.decode()
        asked += [question.first.person.name for question in page.context["listed"].questions]
        answers = {f"same:{question.key}": answer for question in page.context["listed"].questions}
        assert client.post(f"{address}?{page.context['query']}", {"answers": "1", **answers}).status_code == 302
    raise AssertionError(asked)


def test_the_page_enters_who_is_ticked_with_seed_and_reason(evenings, client):
    director = build_user("director")
    final = found_tournament(director, "Finale")
    client.force_login(director)
    address = reverse("scoring:qualified", args=[final.slug])
    missing = client.get(address, {"measure": "place", "evenings": [evenings[0].pk]})
    assert "Say how many go on" in missing.content.decode()
    rule = {"measure": "place", "of_each": "1", "best_others": "1", "evenings": [evening.pk for evening in evenings]}
    shown, _asked = answer_all(client, address, rule, "yes")
    going = [line for line in shown.context["listed"].lines if line.goes_on]
    assert len(shown.context["listed"].lines) == 8
    query = shown.context["query"]
    refused = client.post(f"{address}?{query}", {"entry": []})
    assert (refused.status_code, Entry.objects.filter(tournament=final).count()) == (422, 0)
    done = client.post(f"{address}?{query}", {"entry": [line.entry.pk for line in going], "seeded": "1"})
    assert done.status_code == 302
    entered = list(Entry.objects.filter(tournament=final).order_by("number"))
    assert [(entry.name, entry.seed) for entry in entered] == [(line.entry.name, seed) for seed, line in enumerate(going, 1)]
    assert all(entry.note for entry in entered)
    assert [list(entry.persons.order_by("pk")) for entry in entered] == [list(line.entry.persons.order_by("pk")) for line in going]
    again = client.get(address, rule).context["listed"].lines
    assert sum(not line.open for line in again) >= len(going)


def test_nobody_takes_entries_from_an_evening_that_another_directs(evenings):
    guest = build_user("guest")
    final = found_tournament(guest, "Finale altrui")
    enter_pairs(final, guest, 2)
    with pytest.raises(PermissionDenied):
        enter_qualified(final, evenings, Rule(1), chosen=[evenings[0].entries.first().pk], seeded=True, actor=guest, at=NOW)
    with pytest.raises(ChangeRefused) as changed:
        enter_qualified(
            found_tournament(build_user("director"), "Ancora"),
            evenings[:1],
            Rule(1),
            chosen=[0],
            seeded=True,
            actor=build_user("director"),
            at=NOW,
        )
    assert changed.value.code == "nobody_chosen"


def list_entered(tournament):
    return [(entry.name, [person.pk for person in entry.persons.order_by("pk")]) for entry in tournament.entries.order_by("number")]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_equal_names_are_asked_about_once_and_never_joined_or_parted_silently(evenings, client, answer):
    """The evenings have the same names: all four of the two winners are one person each, or two."""
    director = build_user("director")
    client.force_login(director)
    final = found_tournament(director, "Finale")
    address = reverse("scoring:qualified", args=[final.slug])
    rule = {"measure": "place", "of_each": "4", "evenings": [evening.pk for evening in evenings]}
    everybody = {"entry": list(Entry.objects.filter(tournament__in=evenings).values_list("pk", flat=True))}
    first = client.get(address, rule)
    refused = client.post(f"{address}?{first.context['query']}", everybody)
    assert (refused.status_code, final.entries.count()) == (422, 0)
    shown, asked = answer_all(client, address, rule, answer)
    assert sorted(asked) == sorted(set(asked))
    assert len(asked) == 8
    going = [line.entry.pk for line in shown.context["listed"].lines if line.goes_on]
    assert len(going) == (4 if answer == "yes" else 8)
    client.post(f"{address}?{shown.context['query']}", {"entry": going})
    entered = list_entered(final)
    assert len({person for _name, persons in entered for person in persons}) == 2 * len(going)
    after = client.get(address, rule).context["listed"]
    assert after.questions == ()
    assert not any(line.open for line in after.lines if line.entry.pk in going)


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("number", [0, 1])
def test_who_was_entered_is_known_in_the_other_evening_by_the_answers(evenings, client, number, answer):
    director = build_user("director")
    client.force_login(director)
    final = found_tournament(director, "Finale")
    address = reverse("scoring:qualified", args=[final.slug])
    rule = {"measure": "place", "of_each": "4", "evenings": [evening.pk for evening in evenings]}
    answer_all(client, address, rule, answer)
    shown = client.get(address, {**rule, "evenings": [evenings[number].pk]})
    entered = client.post(f"{address}?{shown.context['query']}", {"entry": [line.entry.pk for line in shown.context["listed"].lines]})
    assert (entered.status_code, final.entries.count()) == (302, 4)
    after = client.get(address, rule).context["listed"]
    assert after.questions == ()
    assert sum(line.open for line in after.lines) == (0 if answer == "yes" else 4)


def test_answers_can_be_asked_for_again(evenings, client):
    director = build_user("director")
    client.force_login(director)
    final = found_tournament(director, "Finale")
    address = reverse("scoring:qualified", args=[final.slug])
    rule = {"measure": "place", "of_each": "4", "evenings": [evening.pk for evening in evenings]}
    shown, asked = answer_all(client, address, rule, "no")
    client.post(f"{address}?{shown.context['query']}", {"ask_again": "1"})
    assert len(client.get(address, rule).context["listed"].questions) == len(asked)


def test_who_was_typed_at_the_desk_of_the_final_is_asked_about_too(evenings, client):
    director = build_user("director")
    client.force_login(director)
    final = found_tournament(director, "Finale")
    enter_pairs(final, director, 1)
    address = reverse("scoring:qualified", args=[final.slug])
    rule = {"measure": "place", "of_each": "4", "evenings": [evenings[0].pk]}
    assert [question.first.tournament_id for question in client.get(address, rule).context["listed"].questions] == [final.pk] * 2
    shown, asked = answer_all(client, address, rule, "yes")
    assert len(asked) == 2
    assert sum(line.reason == "already entered here" for line in shown.context["listed"].lines) == 1
