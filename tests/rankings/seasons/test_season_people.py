"""Who is who from evening to evening: recognised by name, asked where that is not enough, answered and undone."""

import pytest

from jobs.databases import write_tx
from rankings.seasons.people import read_decisions, read_player
from rankings.seasons.queries import compute_results
from rankings.seasons.services import (
    add_evening,
    answer_questions,
    assign_namesakes,
    choose_spelling,
    mark_as_different,
    merge_players,
    remove_evening,
    revoke_decision,
    set_rule,
    split_player,
)
from tests.scoring.builders import NOW, build_user
from tests.scoring.seasons import RULE, build_evening, build_season, ids, people_of, ranking_of, told
from tournaments.models import Entry, Member, Person, Tournament
from tournaments.people.erasure import erase_person_rows
from tournaments.refusals import ChangeRefused

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def spellings(director):
    season = build_season(
        build_evening("Prima", 7, "Mario Rossi, Bar", "Lucia Neri, Bar"),
        build_evening("Seconda", 14, "M. Rossi, Bar", "Lucia Neri, Circolo"),
        build_evening("Terza", 21, "ROSSI Mario, Bar", "Lucia Neri, Bar"),
    )
    set_rule(season, actor=director, typed=RULE)
    return season


def test_the_name_recognises_whatever_the_club(spellings):
    assert told(spellings) == [(1, "ROSSI Mario", "22"), (2, "Lucia Neri", "21"), (3, "M. Rossi", "11")]
    assert [(one.first.name, one.second.name, one.sentence, one.answer) for one in people_of(spellings).questions] == [
        ("ROSSI Mario", "M. Rossi", "Nearly the same name.", "same"),
    ]  # fmt: skip


def test_two_spellings_are_joined_and_parted_again(spellings, director):
    before = told(spellings)
    decision = merge_players(spellings, ids(spellings, "M. Rossi", "ROSSI Mario"), actor=director, at=NOW)
    assert told(spellings)[0] == (1, "ROSSI Mario", "33")
    assert (people_of(spellings).questions, read_decisions(spellings)[0].parts) == ((), ("Mario Rossi, M. Rossi, ROSSI Mario",))
    revoke_decision(spellings, decision, actor=director)
    assert told(spellings) == before


def test_the_displayed_name_is_chosen_and_follows_the_person(spellings, director):
    merge_players(spellings, ids(spellings, "M. Rossi", "ROSSI Mario"), actor=director, at=NOW)
    (player,) = ids(spellings, "ROSSI Mario")
    offered = read_player(spellings, compute_results(spellings, everything=True), player).spellings
    assert [line.name for line in offered] == ["Mario Rossi", "M. Rossi", "ROSSI Mario"]
    choose_spelling(spellings, player, tuple(map(int, offered[0].key.split("-"))), actor=director)
    assert told(spellings)[0] == (1, "Mario Rossi", "33")
    add_evening(spellings, build_evening("Quarta", 28, "M. Rossi, Bar"), actor=director)
    assert told(spellings)[0] == (1, "Mario Rossi", "44")
    choose_spelling(spellings, player, None, actor=director)
    assert (told(spellings)[0], spellings.spellings.count()) == ((1, "M. Rossi", "44"), 0)
    with pytest.raises(ChangeRefused):
        choose_spelling(spellings, player, (0, 0), actor=director)


def test_many_questions_are_answered_at_once(director):
    season = build_season(
        build_evening("Prima", 7, "Mario Rossi / Lucia Neri, Bar", "Elena Piras / Nicola Fois, Bar"),
        build_evening("Seconda", 14, "M. Rossi / Lucia Nery, Bar", "Elena Pira / Nicola Foi, Bar"),
        build_evening("Terza", 21, "Mario Rosi / Lucia Nero, Bar"),
    )
    questions = {(one.first.name, one.second.name): (one.first.id, one.second.id) for one in people_of(season).questions}
    same = [questions["Mario Rossi", "M. Rossi"], questions["Mario Rossi", "Mario Rosi"], questions["Elena Piras", "Elena Pira"]]
    apart = [questions["Lucia Neri", "Lucia Nery"], questions["Nicola Fois", "Nicola Foi"]]
    assert answer_questions(season, same, apart, actor=director, at=NOW) == 5
    assert {frozenset((one.first.name, one.second.name)) for one in people_of(season).questions} == {
        frozenset(("Lucia Neri", "Lucia Nero")), frozenset(("Lucia Nery", "Lucia Nero")),
    }  # fmt: skip
    assert sorted(len(player.evenings) for player in ranking_of(season).players.values()) == [1, 1, 1, 1, 1, 2, 3]


def test_answers_that_contradict_each_other_are_refused(director):
    season = build_season(
        *(build_evening(f"Sera {day}", day, name) for day, name in ((7, "Mario Rossi"), (14, "Mario Rosi"), (21, "Mario Ross")))
    )
    first, second, third = ranking_of(season).players
    with pytest.raises(ChangeRefused, match="contradict"):
        answer_questions(season, [(first, second), (second, third)], [(first, third)], actor=director, at=NOW)
    assert season.decisions.count() == 0


def test_namesakes_of_one_evening_are_told_apart_in_one_answer(director):
    season = build_season(
        build_evening("Prima", 7, "Mario Rossi, Bar", "Mario Rossi, Circolo"),
        build_evening("Seconda", 14, "Mario Rossi, Altrove", "Mario Rossi, Bar"),
    )
    (names,) = people_of(season).namesakes
    assert [(row.club, row.who) for row in names.appearances] == [("Bar", 1), ("Circolo", 2), ("Bar", 1), ("Altrove", 3)]
    keys = [tuple(map(int, row.key.split("-"))) for row in names.appearances]
    with pytest.raises(ChangeRefused, match="both played"):
        assign_namesakes(season, dict.fromkeys(keys, 1), actor=director, at=NOW)
    assign_namesakes(season, dict(zip(keys, (1, 2, 1, 2), strict=True)), actor=director, at=NOW)
    people = people_of(season)
    assert ([player.days for player in people.players], people.namesakes, people.questions) == (["7 Nov, 14 Nov"] * 2, (), ())


def test_who_was_joined_is_recognised_on_evenings_to_come(spellings, director):
    merge_players(spellings, ids(spellings, "M. Rossi", "ROSSI Mario"), actor=director, at=NOW)
    add_evening(spellings, build_evening("Quarta", 28, "M. Rossi, Bar"), actor=director)
    assert told(spellings)[0] == (1, "M. Rossi", "44")


def test_two_people_of_one_name_are_divided(spellings, director):
    terza = Tournament.objects.get(name="Terza")
    decision = split_player(spellings, ids(spellings, "ROSSI Mario")[0], [terza.pk], actor=director, at=NOW)
    assert sorted(points for _rank, name, points in told(spellings) if "mario" in name.lower()) == ["11", "11"]
    add_evening(spellings, build_evening("Quarta", 28, "Mario Rossi, Bar"), actor=director)
    assert [player.name for player in people_of(spellings).players if player.doubtful] == ["Mario Rossi"]
    revoke_decision(spellings, decision, actor=director)
    assert told(spellings)[0][2] == "33"


def test_two_of_one_name_on_one_evening_are_never_one(director):
    season = build_season(
        build_evening("Prima", 7, "Mario Rossi, Bar", "Lucia Neri, Bar", "Mario Rossi, Bar"),
        build_evening("Seconda", 14, "Mario Rossi, Bar", "Lucia Neri, Bar"),
    )
    set_rule(season, actor=director, typed=RULE)
    apart = [points for _rank, name, points in told(season) if name == "Mario Rossi"]
    assert apart == ["11", "11", "5"]
    prima = Tournament.objects.get(name="Prima").pk
    first, third = (name for name in ids(season, "Mario Rossi") if ranking_of(season).players[name].evenings == {prima})
    with pytest.raises(ChangeRefused, match="both played"):
        merge_players(season, [first, third], actor=director, at=NOW)
    other = next(name for name in ids(season, "Mario Rossi") if name not in (first, third))
    merge_players(season, [first, other], actor=director, at=NOW)
    assert [points for _rank, name, points in told(season) if name == "Mario Rossi"] == ["22", "5"]


def test_told_apart_nobody_asks_again(spellings, director):
    mark_as_different(spellings, ids(spellings, "M. Rossi", "ROSSI Mario"), actor=director, at=NOW)
    assert (people_of(spellings).questions, len(read_decisions(spellings)[0].parts)) == ((), 2)


@pytest.mark.parametrize(
    ("decide", "code"),
    [
        (lambda season, **who: merge_players(season, ["1-1"], **who), "too_few"),
        (lambda season, **who: merge_players(season, ["0-0", "0-1"], **who), "changed_meanwhile"),
        (lambda season, **who: mark_as_different(season, list(ranking_of(season).players)[:3], **who), "not_two"),
        (lambda season, **who: split_player(season, "0-0", [1], **who), "changed_meanwhile"),
        (lambda season, **who: split_player(season, next(iter(ranking_of(season).players)), [], **who), "not_divided"),
    ],
)
def test_what_cannot_be_decided_is_refused(spellings, director, decide, code):
    with pytest.raises(ChangeRefused) as refusal:
        decide(spellings, actor=director, at=NOW)
    assert (refusal.value.code, spellings.decisions.count()) == (code, 0)


def test_an_erased_person_keeps_the_points_and_loses_the_name(spellings):
    person = Person.objects.get(name="M. Rossi")
    with write_tx():
        erase_person_rows(person, at=NOW)
    assert (3, "erased", "11") in told(spellings)
    assert "M. Rossi" not in str(ranking_of(spellings))


# --------------------------------------------------------------------------------------------------------- services, rights


def test_what_an_evening_decided_outlives_its_removal(spellings, director):
    merge_players(spellings, ids(spellings, "M. Rossi", "ROSSI Mario"), actor=director, at=NOW)
    evening = spellings.evenings.get(tournament__name="Seconda")
    remove_evening(spellings, evening, actor=director)
    assert told(spellings)[0] == (1, "ROSSI Mario", "22")
    add_evening(spellings, evening.tournament, actor=director)
    assert told(spellings)[0] == (1, "ROSSI Mario", "33")


def test_who_entered_again_counts_with_the_last_attempt(director):
    evening = build_evening("Prima", 7, "Mario Rossi / Anna Bo, Bar", "Lucia Neri / Ugo Re, Bar", "x / y, Bar")
    last, _second, first = evening.entries.order_by("number")
    again = list(last.members.values_list("person", "position"))
    first.members.all().delete()
    for person, position in again:
        Member.objects.filter(entry=last, person=person).update(attempt=1)
        Member.objects.create(entry=first, tournament=evening, person_id=person, position=position)
    Entry.objects.filter(pk=last.pk).update(again_of=first)
    season = build_season(evening)
    set_rule(season, actor=director, typed=RULE)
    assert told(season)[:2] == [(1, "Mario Rossi", "11"), (1, "Anna Bo", "11")]
    assert len(told(season)) == 4
