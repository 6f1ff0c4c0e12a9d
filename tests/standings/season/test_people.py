"""Who is who from evening to evening."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings.season import Appearance, IdentityDoubt, Likeness, list_namesakes, list_questions, recognise_players

BAR = "bar"


def seen(evening, person, name, club=BAR, card=""):
    return Appearance(evening, 100 * evening + person, person, name, club, card)


def groups(players):
    return [[(one.evening, one.person) for one in player.appearances] for player in players]


def test_the_name_decides_whatever_the_club():
    """The club belongs to the pair of that evening: with another partner a person has another club."""
    players = recognise_players(
        [
            seen(1, 1, "mario rossi"),
            seen(1, 2, "lucia neri"),
            seen(2, 3, "mario rossi"),
            seen(2, 4, "lucia neri", ""),
            seen(3, 5, "mario rossi", "circolo"),
        ]
    )
    assert groups(players) == [[(1, 1), (2, 3), (3, 5)], [(1, 2), (2, 4)]]


def test_another_membership_number_alone_divides_nobody():
    """Cards are renewed every year."""
    assert len(recognise_players([seen(1, 1, "mario rossi", card="17"), seen(2, 1, "mario rossi", card="18")])) == 1


def test_whoever_is_erased_stays_one():
    assert groups(recognise_players([seen(1, 1, "", BAR), seen(2, 1, "", "circolo"), seen(2, 2, "", BAR)])) == [[(1, 1), (2, 1)], [(2, 2)]]


def test_two_on_one_evening_stand_alone_until_somebody_says():
    shown = [seen(1, 1, "mario rossi"), seen(2, 1, "mario rossi"), seen(2, 2, "mario rossi"), seen(3, 1, "mario rossi")]
    players = recognise_players(shown)
    assert groups(players) == [[(1, 1), (3, 1)], [(2, 1)], [(2, 2)]]
    assert {player.doubt for player in players} == {IdentityDoubt.TWICE}
    said = recognise_players(shown, [{one.atom: 1 for one in shown if one.person == 1}])
    assert groups(said) == [[(1, 1), (2, 1), (3, 1)], [(2, 2)]]
    assert [player.doubt for player in said] == [None, IdentityDoubt.TWICE]
    (question,) = list_namesakes(said)
    assert (question.name, question.players) == ("mario rossi", said)


def test_clubs_suggest_who_of_two_namesakes_played():
    shown = [
        seen(1, 1, "mario rossi"), seen(2, 1, "mario rossi"), seen(2, 2, "mario rossi", "circolo"),
        seen(3, 2, "mario rossi", "circolo"), seen(4, 1, "mario rossi", "altrove"),
    ]  # fmt: skip
    players = recognise_players(shown)
    assert groups(players) == [[(1, 1), (2, 1)], [(2, 2), (3, 2)], [(4, 1)]]
    assert {player.doubt for player in players} == {IdentityDoubt.TWICE}


def test_who_of_two_namesakes_no_club_tells_is_a_third_on_all_evenings():
    shown = [
        seen(1, 1, "mario rossi"), seen(1, 2, "mario rossi", "circolo"), seen(2, 1, "mario rossi"), seen(2, 2, "mario rossi", "altrove"),
        seen(3, 2, "mario rossi", "altrove"),
    ]  # fmt: skip
    assert groups(recognise_players(shown)) == [[(1, 1), (2, 1)], [(1, 2)], [(2, 2), (3, 2)]]


def test_membership_numbers_tell_namesakes_apart_without_a_question():
    shown = [
        seen(1, 1, "mario rossi", card="7"),
        seen(2, 1, "mario rossi", card="7"),
        seen(2, 2, "mario rossi", card="8"),
        seen(3, 2, "mario rossi", "", "8"),
    ]
    players = recognise_players(shown)
    assert (groups(players), list_namesakes(players)) == ([[(1, 1), (2, 1)], [(2, 2), (3, 2)]], ())


def test_a_club_that_a_membership_number_brought_tells_later():
    shown = [
        seen(1, 1, "mario rossi", BAR, "7"), seen(1, 2, "mario rossi", "circolo", "8"), seen(2, 1, "mario rossi", "nuovo", "7"),
        seen(3, 1, "mario rossi", "nuovo"),
    ]  # fmt: skip
    assert groups(recognise_players(shown)) == [[(1, 1), (2, 1), (3, 1)], [(1, 2)]]


def test_after_two_were_told_apart_a_third_follows_nobody():
    shown = [seen(1, 1, "mario rossi"), seen(2, 1, "mario rossi"), seen(3, 1, "mario rossi")]
    players = recognise_players(shown, [{shown[0].atom: 1, shown[1].atom: 2}])
    assert (groups(players), players[2].doubt) == ([[(1, 1)], [(2, 1)], [(3, 1)]], IdentityDoubt.DIVIDED)
    assert [len(question.players) for question in list_namesakes(players)] == [3]


def test_who_was_joined_is_followed():
    shown = [seen(1, 1, "mario rossi"), seen(2, 2, "m rossi"), seen(3, 2, "m rossi"), seen(4, 1, "mario rossi")]
    assert groups(recognise_players(shown, [{shown[0].atom: 1, shown[1].atom: 1}])) == [[(1, 1), (2, 2), (3, 2), (4, 1)]]


def test_the_later_word_counts():
    one, other = seen(1, 1, "mario rossi"), seen(2, 2, "m rossi")
    together, apart = {one.atom: 1, other.atom: 1}, {one.atom: 1, other.atom: 2}
    assert [len(recognise_players([one, other], rulings)) for rulings in ([together, apart], [apart, together])] == [2, 1]


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        (("mario rossi", BAR), ("m rossi", BAR), Likeness.SPELLING),
        (("mario rossi", BAR), ("mario rosi", ""), Likeness.SPELLING),
        (("mario rossi", BAR), ("mario rosis", BAR), Likeness.SPELLING),
        (("mario rossi", BAR), ("bianchi mario rossi", BAR), Likeness.SPELLING),
        (("mario rossi", BAR), ("m rossi", "circolo"), Likeness.SPELLING),
        (("mario rossi", BAR, "17"), ("gino bianchi", "circolo", "17"), Likeness.MEMBERSHIP),
        (("mario rossi", BAR), ("mario rossi", "circolo"), None),
        (("mario rossi", BAR), ("luca rossi", BAR), None),
        (("mario rossi", BAR), ("rossi", BAR), None),
        (("mario rossi", BAR), ("mario bianchi", BAR), None),
        (("mario rossi", BAR), ("mario andrea bianchi", BAR), None),
        (("mario rossi", BAR, "17"), ("mario rosi", BAR, "18"), Likeness.SPELLING),
    ],
)
def test_what_is_asked(one, other, likeness):
    players = recognise_players([seen(1, 1, *one), seen(2, 2, *other)])
    assert [question.likeness for question in list_questions(players)] == ([likeness] if likeness else [])


@pytest.mark.parametrize(
    ("one", "other", "likely"),
    [
        (("mario rossi", BAR), ("mario rosi", BAR), True),
        (("mario rossi", BAR), ("mario rosi", "circolo"), False),
        (("mario rossi", ""), ("mario rosi", ""), False),
        (("mario rossi", BAR, "1"), ("mario rosi", BAR, "2"), False),
        (("mario rossi", "", "1"), ("mario rosi", BAR, "1"), True),
        (("mario rossi", BAR, "1"), ("mario rosi", "circolo"), False),
        (("mario rossi", BAR), ("mario rosi", "circolo", "1"), False),
        (("mario rossi", BAR, "1"), ("mario rosi", BAR), True),
        (("mario rossi", BAR), ("mario rosi", BAR, "1"), True),
    ],
)
def test_an_answer_is_suggested_where_club_or_card_speak_for_it(one, other, likely):
    (question,) = list_questions(recognise_players([seen(1, 1, *one), seen(2, 2, *other)]))
    assert question.likely is likely


def test_likely_questions_come_first():
    players = recognise_players(
        [
            *(seen(1, 1, "anna verdi"), seen(2, 2, "anna verde", "circolo")),
            *(seen(1, 3, "mario rossi"), seen(2, 4, "mario rosi")),
            *(seen(1, 5, "piero neri"), seen(2, 6, "piero nero", "circolo")),
        ]
    )
    questions = [(question.likely, question.first.appearances[0].name) for question in list_questions(players)]
    assert questions == [(True, "mario rossi"), (False, "anna verdi"), (False, "piero neri")]


def test_two_names_that_both_come_often_are_not_suggested():
    """Luca Monti and Luca Conti of one club are more likely two people than one slip made twice."""
    shown = [
        seen(evening, person, name)
        for evening, person, name in ((1, 1, "luca monti"), (2, 1, "luca monti"), (3, 2, "conti luca"), (4, 2, "conti luca"))
    ]
    assert [question.likely for question in list_questions(recognise_players(shown))] == [False]


def test_nobody_is_asked_about_two_who_met_or_were_told_apart():
    one, other = seen(1, 1, "mario rossi"), seen(1, 2, "m rossi")
    assert list_questions(recognise_players([one, other])) == ()
    other = seen(2, 2, "m rossi")
    apart = [{one.atom: 1, other.atom: 2}]
    assert (len(list_questions(recognise_players([one, other]))), list_questions(recognise_players([one, other], apart), apart)) == (1, ())


names = st.sampled_from(["mario rossi", "m rossi", "lucia neri", ""])
appearances = st.lists(
    st.builds(seen, st.integers(1, 4), st.integers(1, 6), names, st.sampled_from([BAR, ""]), st.sampled_from(["", "7", "8"])),
    unique_by=lambda one: one.atom,
    max_size=12,
).map(lambda shown: sorted(shown, key=lambda one: one.evening))


@given(appearances, st.data())
def test_everybody_is_somebody_and_nobody_is_two_on_an_evening(shown, data):
    atoms = [one.atom for one in shown]
    ruling = st.dictionaries(st.sampled_from(atoms), st.integers(1, 2)) if atoms else st.just({})
    rulings = data.draw(st.lists(ruling, max_size=3))
    players = recognise_players(shown, rulings)
    assert sorted(one.atom for player in players for one in player.appearances) == sorted(atoms)
    assert all(len(player.evenings) == len(player.appearances) for player in players)
    assert len({player.id for player in players}) == len(players)
