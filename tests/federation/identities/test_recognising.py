"""Who is who over many evenings. If this failed, points would go to a namesake, or one person would be two."""

from hypothesis import given, settings
from hypothesis import strategies as some

from federation.identities.recognising import PlayedEvening, recognise_persons


def play(*lines):
    """Appearances from (evening, row, name, card); their keys count from 1."""
    return [PlayedEvening(key, evening, row, name, card) for key, (evening, row, name, card) in enumerate(lines, start=1)]


def read(evenings, answers=()):
    """The keys of each person, and those of each question."""
    found = recognise_persons(evenings, answers)
    questions = [[sorted(person.keys) for person in question] for question in found.questions]
    return [sorted(person.keys) for person in found.persons], questions


def test_a_card_is_one_person_whatever_the_name():
    evenings = play((1, 1, "anna rossi", "arci 7"), (2, 2, "anna rosi", "arci 7"), (3, 3, "anna rossi", "arci 8"))
    assert read(evenings) == ([[1, 2], [3]], [])


def test_a_name_without_a_card_is_asked_once_and_then_followed():
    evenings = play((1, 1, "anna", ""), (2, 1, "anna", ""))
    assert read(evenings) == ([[1], [2]], [[[1], [2]]])
    assert read(evenings, [{1: 1, 2: 1}]) == ([[1, 2]], [])
    later = [*evenings, PlayedEvening(3, 3, 1, "anna")]
    assert read(later, [{1: 1, 2: 1}]) == ([[1, 2, 3]], [])
    assert read(later, [{1: 1, 2: 2}]) == ([[1], [2], [3]], [[[1], [2], [3]]])
    assert read(later, [{1: 1, 2: 2}, {1: 1, 2: 2, 3: 2}]) == ([[1], [2, 3]], [])


def test_a_namesake_on_the_same_evening_is_asked_and_never_put_together():
    evenings = play((1, 1, "anna", ""), (2, 1, "anna", ""), (3, 1, "anna", ""), (3, 2, "anna", ""))
    assert read(evenings, [{1: 1, 2: 1}]) == ([[1, 2], [3], [4]], [[[1, 2], [3], [4]]])
    assert read(evenings, [{1: 1, 2: 1}, {1: 1, 2: 1, 3: 2, 4: 1}]) == ([[1, 2, 4], [3]], [])


def test_an_answer_is_stronger_than_a_card_and_the_later_one_counts():
    evenings = play((1, 1, "anna", "arci 7"), (2, 2, "carla", "arci 7"))
    assert read(evenings) == ([[1, 2]], [])
    assert read(evenings, [{1: 1, 2: 2}]) == ([[1], [2]], [])
    assert read(evenings, [{1: 1, 2: 2}, {1: 1, 2: 1}]) == ([[1, 2]], [])


def test_who_gets_a_card_later_is_found_by_the_answer():
    evenings = play((1, 1, "anna", ""), (2, 2, "anna", "arci 7"), (3, 3, "a rossi", "arci 7"))
    assert read(evenings)[1] == [[[1], [2, 3]]]
    assert read(evenings, [{1: 1, 2: 1, 3: 1}]) == ([[1, 2, 3]], [])


def test_a_re_entry_is_the_same_person_and_two_rows_with_one_card_on_an_evening_are_two():
    assert read(play((1, 1, "anna", "arci 7"), (1, 1, "anna", "arci 7")))[0] == [[1, 2]]
    assert read(play((1, 1, "anna", "arci 7"), (1, 2, "berta", "arci 7")))[0] == [[1], [2]]


NAMES, CARDS = ["anna", "berta", "carla"], ["", "a 1", "a 2"]
LINE = some.tuples(some.integers(1, 4), some.integers(1, 5), some.sampled_from(NAMES), some.sampled_from(CARDS))
LINES = some.lists(LINE, min_size=1, max_size=14).map(lambda lines: sorted(lines, key=lambda line: line[0]))


@given(LINES, some.data())
@settings(max_examples=150, deadline=None)
def test_everybody_is_one_person_nobody_plays_twice_and_answering_everything_leaves_no_question(lines, data):
    evenings = play(*lines)
    found = recognise_persons(evenings, [])
    assert sorted(key for person in found.persons for key in person.keys) == list(range(1, len(lines) + 1))
    answers = []
    for _round in range(20):
        if not found.questions:
            break
        namesakes = found.questions[0]
        same = data.draw(some.booleans()) and not any(
            first.dates & other.dates for place, first in enumerate(namesakes) for other in namesakes[place + 1 :]
        )
        answers.append({key: 1 if same else number for number, person in enumerate(namesakes, 1) for key in person.keys})
        found = recognise_persons(evenings, answers)
    assert found.questions == ()
    for person in found.persons:
        rows = {(evening.evening, evening.person) for evening in person.evenings}
        assert len(rows) == len(person.dates)
