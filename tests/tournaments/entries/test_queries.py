"""What pages read: right, and at the same number of queries with one row and with many."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from desk.overview.finding import TournamentSearch
from desk.overview.queries import read_home
from printing.sheets_back.progress import read_desk_steps
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round, read_open_rounds
from tournaments.draws.explaining import explain_round
from tournaments.draws.paged_pairings import PagedRound
from tournaments.draws.publishing import change_pairing, replay_draw
from tournaments.draws.queries import read_draw_view, read_round_view
from tournaments.entries.paged import search_entries
from tournaments.entries.queries import filter_lines, list_club_names, read_entry_lines, read_existing_entries
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.halls.queries import list_table_numbers, read_table_lines
from tournaments.halls.services import set_tables_in_use
from tournaments.models import Entry, Match, Member, Person, Round, Seat, Stage, StageEntry, Tournament
from tournaments.stage_pages.facts import NextStep, list_rule_lines, read_desk_facts
from tournaments.stage_pages.queries import build_rank_lines, read_stage_lines, read_stage_preview, select_ranked_entries
from tournaments.stages.services import create_stage


def drawn_round(tournament, actor, pairs, *, publish=True):
    enter_pairs(tournament, actor, pairs, clubs=2)
    drafted = draw_first(tournament, actor)
    if publish:
        publish_round(drafted, actor=actor, at=NOON)
    return Round.objects.select_related("stage__tournament").get(pk=drafted.pk)


READERS = {
    "known_in": (2, read_existing_entries),
    "entry_lines": (2, read_entry_lines),
    "club_names": (1, list_club_names),
    "desk_facts": (3, read_desk_facts),
    "rule_lines": (0, list_rule_lines),
    "stage_lines": (2, read_stage_lines),
    "rank_lines": (1, lambda tournament: build_rank_lines(tournament.stages.all()[0], select_ranked_entries(tournament.stages.all()[0]))),
    "table_lines": (6, lambda tournament: read_table_lines(tournament, list_table_numbers(tournament))),
    "open_rounds": (4, read_open_rounds),
}


@pytest.mark.parametrize("pairs", [2, 3, 7])
@pytest.mark.parametrize(("queries", "read"), READERS.values(), ids=READERS)
def test_every_page_reads_with_a_fixed_number_of_queries(evening, director, django_assert_num_queries, pairs, queries, read):
    drawn_round(evening, director, pairs)
    tournament = Tournament.objects.prefetch_related("stages").get(pk=evening.pk)
    with django_assert_num_queries(queries):
        read(tournament)


@pytest.mark.parametrize("pairs", [2, 7])
def test_the_page_of_a_draw_reads_with_a_fixed_number_of_queries(evening, director, django_assert_num_queries, pairs):
    round_ = drawn_round(evening, director, pairs, publish=False)
    with django_assert_num_queries(5):
        read_draw_view(round_)
        read_round_view(round_)


def test_lists_longer_than_a_database_takes_parameters_are_read(evening):
    """Five thousand entries are an import; ids in a list would be too many for SQLite."""
    entries = Entry.objects.bulk_create(Entry(tournament=evening, number=number, name="x") for number in range(1, 5001))
    persons = Person.objects.bulk_create(Person(name=f"Rossi {number}") for number in range(10_000))
    Member.objects.bulk_create(
        Member(entry=entries[index // 2], person=person, tournament=evening, position=index % 2) for index, person in enumerate(persons)
    )
    round_ = Round.objects.create(stage=Stage.objects.create(tournament=evening, number=1, name="s", format_key="knockout"), number=1)
    matches = Match.objects.bulk_create(Match(round=round_, position=number, table=number) for number in range(1, 2501))
    Seat.objects.bulk_create(
        Seat(match=matches[index // 2], round=round_, entry=entry, side=index % 2) for index, entry in enumerate(entries)
    )
    Round.objects.update(state="published")
    assert {line.persons for line in read_entry_lines(evening)} >= {("Rossi 0", "Rossi 1"), ("Rossi 9998", "Rossi 9999")}
    [shown] = read_open_rounds(evening)
    assert (len(shown.pairings), len(list_table_numbers(evening))) == (2500, 2500)


def search(**boxes):
    return TournamentSearch(RequestFactory().get("/", boxes))


@pytest.mark.parametrize("count", [1, 3])
def test_home_reads_with_a_fixed_number_of_queries(director, django_assert_num_queries, count):
    for number in range(count):
        found_tournament(director, f"Serata {number}")
    with django_assert_num_queries(8):
        home = read_home(director, search())
    assert len(home.mine) == count


def test_home_shows_each_visitor_their_own(director, stranger):
    found_tournament(director, "Aperto")
    found_tournament(director, "Chiuso", public=False)
    own = read_home(director, search())
    assert sorted(line.name for line in own.mine.page) == ["Aperto", "Chiuso"]
    assert [line.name for line in own.public.page] == ["Torneo degli altri"]
    assert [line.name for line in read_home(stranger, search()).public.page] == ["Aperto"]


def test_the_next_step_follows_the_evening(evening, director):
    def step():
        facts = read_desk_facts(evening)
        return facts.next_step, facts.next_stage and facts.next_stage.number

    assert step() == (NextStep.ENTER, None)
    enter_pairs(evening, director, 4)
    assert step() == (NextStep.PLAN, None)
    drafted = draw_first(evening, director)
    assert step() == (NextStep.PUBLISH, 1)
    publish_round(drafted, actor=director, at=NOON)
    assert step() == (NextStep.PLAY, 1)
    Round.objects.update(state="closed")
    assert step() == (NextStep.PREPARE, 1)
    drafted.stage.__class__.objects.update(state="finished")
    assert step() == (NextStep.DONE, None)


def test_an_evening_that_is_planned_before_anybody_entered_asks_for_entries_first(evening, director):
    """A copied evening brings its stages and nobody: it said that the entries are done and led to the draw."""
    enter_pairs(evening, director, 4)
    create_stage(evening, actor=director, format_key="round_robin", options={})
    StageEntry.objects.all().delete()
    Member.objects.all().delete()
    Entry.objects.all().delete()
    facts, steps = read_desk_facts(evening), read_desk_steps(evening)
    assert (facts.next_step, facts.next_stage) == (NextStep.ENTER, None)
    assert [step.state for step in steps] == ["now", "later", "later", "later", "later"]


def test_rules_in_words_put_the_unusual_first(director):
    tournament = found_tournament(director)
    Tournament.objects.filter(pk=tournament.pk).update(rules={**tournament.rules, "must_beat": not tournament.rules["must_beat"]})
    tournament.refresh_from_db()
    first, *rest = list_rule_lines(tournament)
    assert (first.usual, {line.usual for line in rest}) == (False, {True})
    assert {"35 / 35 / 45"} <= {line.value for line in rest}


def test_entries_are_found_by_number_name_person_and_club(evening, director):
    add_entry(evening, EntryDetails(("Rossi Mario", "Bianchi Anna"), club="Società Bàr", name="I Forti"), actor=director)
    add_entry(evening, EntryDetails(("Verdi Ugo", "Neri Leo")), actor=director)
    lines = read_entry_lines(evening)
    for wanted, numbers in {"1": [1], "ROSSI": [1], "forti": [1], "societa": [1], "e": [1, 2], "": [1, 2], "zz": [], "11": []}.items():
        assert [line.number for line in filter_lines(lines, wanted)] == numbers
        assert [entry.number for entry in search_entries(evening, wanted)] == numbers


def test_the_list_of_entries_is_ordered_by_its_headings(evening, director, director_client):
    """By the database, of which only a page is read: a column is there if one person of one entry has a value."""
    add_entry(evening, EntryDetails(("Rossi Mario", "Bianchi Anna"), club="Bar Sport", seed=2), actor=director)
    add_entry(evening, EntryDetails(("Verdi Ugo", "Neri Leo"), club="Arci", seed=1), actor=director)
    add_entry(evening, EntryDetails(("Ali Amin", "Loi Sara")), actor=director)
    Person.objects.filter(name="Verdi Ugo").update(phone="333")
    address = reverse("tournaments:entries", args=[evening.slug])
    for sort, numbers in {"number": [1, 2, 3], "-number": [3, 2, 1], "name": [3, 1, 2], "club": [2, 1, 3], "-seed": [1, 2, 3]}.items():
        table = director_client.get(address, {"sort": sort}).context["table"]
        assert [line.number for line in table.page.object_list.data] == numbers, sort
    assert {"seed", "phone"} <= {column.name for column in table.columns}
    assert "membership" not in {column.name for column in table.columns}
    public = Client().get(reverse("tournaments:public", args=[evening.slug]), {"sort": "-name"}).context["table"]
    assert [line.number for line in public.page.object_list.data] == [2, 1, 3]


def test_a_plan_says_rounds_or_why_not(evening, director):
    enter_pairs(evening, director, 5)
    stage = draw_first(evening, director).stage
    assert (read_stage_preview(stage).rounds, read_stage_preview(stage).problems) == (3, ())
    stage.stage_entries.exclude(rank=1).delete()
    assert read_stage_preview(stage).rounds == 0
    assert len(read_stage_preview(stage).problems) == 1


def test_a_draw_shows_reasons_changes_and_what_was_drawn(evening, director):
    round_ = drawn_round(evening, director, 4, publish=False)
    first, second = (match.seats.first().entry for match in round_.matches.all())
    change_pairing(round_, actor=director, first=first, second=second, reason="they came together", at=NOON)
    view = read_draw_view(round_)
    assert [(change.first, change.second, change.reason) for change in view.changes] == [(str(first), str(second), "they came together")]
    pairings = read_round_view(round_).pairings
    assert [pairing.changed for pairing in pairings] == [True, True]
    assert str(first) in pairings[0].drawn
    assert PagedRound(round_).explain([line.position for line in pairings]) == list(
        explain_round(read_round_view(round_), round_.draw).lines
    )
    assert replay_draw(round_.draw).proven
    assert {pairing.title for pairing in pairings} == {"Semi-final"}


def test_reasons_name_people_not_rows(evening, director):
    add_entry(evening, EntryDetails(("Rossi", "Bianchi"), seed=1), actor=director)
    round_ = drawn_round(evening, director, 4, publish=False)
    reasons = [reason for pairing in read_round_view(round_).pairings for reason in pairing.reasons]
    assert "Seed 1 has its fixed place in the bracket." in reasons


def test_drafts_are_not_among_the_open_rounds(evening, director):
    round_ = drawn_round(evening, director, 4, publish=False)
    assert read_open_rounds(evening) == ()
    publish_round(round_, actor=director, at=NOON)
    [shown] = read_open_rounds(evening)
    assert [pairing.table for pairing in shown.pairings] == [1, 2]
    Round.objects.update(state="closed")
    assert read_open_rounds(evening) == ()


def test_ones_table_is_found_by_number_or_part_of_the_name(evening, director):
    drawn_round(evening, director, 11)
    [shown] = read_open_rounds(evening)
    address = reverse("tournaments:public", args=[evening.slug])
    for wanted in ("1", "anna001", "BERTO001", " Anna001 – Berto001 "):
        [(round_, found)] = Client().get(address, {"q": wanted}).context["found"]
        assert (round_.number, 1 in {seat.number for seat in found.seats}) == (1, True)
        assert found in shown.pairings
    assert [Client().get(address, {"q": wanted}).context["found"] for wanted in ("", "zz", "99")] == [(), [], []]


def test_tables_show_who_sits_and_what_is_out_of_use(evening, director):
    enter_pairs(evening, director, 4)
    set_tables_in_use(evening, actor=director, numbers=[1, 12], in_use=False)
    publish_round(draw_first(evening, director), actor=director, at=NOON)
    lines = read_table_lines(evening, list_table_numbers(evening))
    assert [line.number for line in lines] == list(range(1, 13))
    assert [line.number for line in lines if not line.in_use] == [1, 12]
    assert [(line.number, len(line.names)) for line in lines if line.code] == [(2, 2), (3, 2)]


def test_withdrawn_entries_are_counted_apart(evening, director):
    enter_pairs(evening, director, 3, clubs=3)
    withdraw_entry(Entry.objects.get(number=2), actor=director)
    facts = read_desk_facts(evening)
    assert (facts.entries, facts.withdrawn, facts.clubs) == (2, 1, 2)


def test_what_is_played_is_told_table_by_table(evening, director):
    """A table that somebody keeps changes the order in which tables are given, not the one in which they are found."""
    enter_pairs(evening, director, 8)
    round_ = publish_round(draw_first(evening, director), actor=director, at=NOON)
    given = [4, 1, None, 2]
    round_.matches.update(table=None)
    for match, table in zip(round_.matches.order_by("-position"), given, strict=True):
        Match.objects.filter(pk=match.pk).update(table=table)
    [shown] = read_open_rounds(evening)
    assert [one.table for one in shown.pairings] == [1, 2, 4, None]
