"""Whatever a public page shows begins another edition of it, whoever writes it and however; and public pages show nothing else."""

import re

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse

from desk.roster.substitutions import substitute_player
from scoring.live.views import LivePage
from scoring.models import LedgerHead, MatchResult, OrganizerPaper, PaperStyle, SheetIssue, StandingsCache
from scoring.page_versions import read_page_version
from scoring.triggers import EDITIONS as OF_RESULTS
from tests.scoring.builders import NOW, build_round, build_tournament, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.sweeps import sweep
from tournaments.halls.services import set_table_places
from tournaments.models import (
    Announcement,
    Club,
    Draw,
    Edition,
    Enrolment,
    Entry,
    HallTable,
    Match,
    Member,
    Organizer,
    Person,
    Round,
    Seat,
    Stage,
    StageEntry,
    Substitution,
    Tournament,
)
from tournaments.page_versions import ANNOUNCEMENT_TRIGGERS as OF_ANNOUNCEMENTS
from tournaments.page_versions import PAGE_VERSION_TRIGGERS as OF_TOURNAMENTS
from tournaments.triggers import find_missing_triggers, install_triggers, remove_triggers

pytestmark = pytest.mark.django_db

EDITIONS = {**OF_TOURNAMENTS, **OF_ANNOUNCEMENTS, **OF_RESULTS}
TABLES = {renewal.table for renewal in EDITIONS.values()}
LEDGER = {"scoring_ledgerentry"}
"""Append-only, and with every line of it the head moves (tests/scoring/ledger/test_ledger_rows.py)."""
ON_THE_WAY = {"tournaments_organizer", "publishing_target"}
"""Between a tournament and the paper of its club; its pages outside, whose first and last moment begin another edition
(tests/publishing/targets/test_public_pages.py).
"""


def evening(format_key="swiss"):
    """A round closed, one being played, tables with places, a Wi-Fi on the screen, and somebody who came for somebody else."""
    tournament = play_evening(pairs=6, format_key=format_key, substitutions=True)
    director, entry = build_user(), tournament.entries.first()
    set_table_places(tournament, actor=director, numbers=[1, 2], place="Bar Sport")
    HallTable.objects.filter(tournament=tournament, number=2).update(in_use=False)
    PaperStyle.objects.create(tournament=tournament, wifi_name="Torneo", wifi_shown=True)
    OrganizerPaper.objects.create(organizer=tournament.organizer, wifi_name="Circolo")
    substitute_player(entry, 0, "Mario Falchi", actor=director, origin=origin_of(director), reason="febbre")
    return tournament


def mark_of(tournament):
    return read_page_version(tournament.slug).text


def live_addresses(tournament):
    """Every live page of the tournament, for every entry and every match where it has one for each."""
    matches = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED)
    each = {"number": list(tournament.entries.values_list("number", flat=True)), "code": list(matches.values_list("code", flat=True))}
    for pattern in get_resolver("config.scoring_urls").url_patterns:
        if issubclass(getattr(pattern.callback, "view_class", object), LivePage) and "slug" in pattern.pattern.converters:
            [*more] = [name for name in pattern.pattern.converters if name != "slug"]
            for told in [{more[0]: value} for value in each[more[0]]] if more else [{}]:
                yield reverse(f"scoring:{pattern.name}", kwargs={"slug": tournament.slug, **told})
    yield reverse("tournaments:public", args=[tournament.slug])
    yield reverse("scoring:public_standings", args=[tournament.slug]) + "?explain=1.points"


@pytest.mark.parametrize(("format_key", "names"), sweep(("swiss", "round_robin", "double_elimination", "heats"), ("full", "first")))
def test_public_pages_ask_only_what_begins_another_edition(format_key, names):
    tournament = evening(format_key)
    Tournament.objects.update(public_names=names)
    addresses = list(live_addresses(tournament))
    assert len(addresses) > 15
    client = Client()
    with CaptureQueriesContext(connection) as captured:
        assert {client.get(address).status_code for address in addresses} == {200}
    asked = {table for query in captured for table in re.findall(r'(?:FROM|JOIN) "?(\w+)', query["sql"])}
    assert asked - TABLES - LEDGER - ON_THE_WAY - {"tournaments_edition"} == set()


ROWS = {
    Tournament: "pk",
    Stage: "tournament",
    StageEntry: "stage__tournament",
    Round: "stage__tournament",
    Draw: "round__stage__tournament",
    Match: "round__stage__tournament",
    Seat: "round__stage__tournament",
    Entry: "tournament",
    Member: "tournament",
    Substitution: "entry__tournament",
    HallTable: "tournament",
    Club: "entries__tournament",
    Person: "memberships__tournament",
    LedgerHead: "tournament",
    MatchResult: "match__round__stage__tournament",
    StandingsCache: "stage__tournament",
    PaperStyle: "tournament",
    OrganizerPaper: "organizer__tournaments",
    Announcement: "tournament",
    Enrolment: "tournament",
}
"""How a row of each watched table leads to its tournament."""


def test_one_row_written_as_it_was_begins_another_edition_of_its_own_tournament():
    tournament, other = evening(), build_tournament(slug="other")
    Tournament.objects.filter(pk=other.pk).update(organizer=Organizer.objects.create(slug="another-club", name="Another club"))
    build_round(other)
    Announcement.objects.create(tournament=tournament)
    Enrolment.objects.create(tournament=tournament, number=1, code="abcdefghjkmn", made_at=NOW)
    elsewhere, marks = mark_of(other), [mark_of(tournament)]
    for model, way in ROWS.items():
        key = model._meta.pk.attname
        row = model.objects.filter(**{way: tournament.pk}).order_by("pk").first()
        model.objects.filter(pk=row.pk).update(**{key: F(key)})
        marks.append(mark_of(tournament))
    unmoved = [model for model, before, after in zip(ROWS, marks, marks[1:], strict=False) if before == after]
    assert (unmoved, mark_of(other)) == ([], elsewhere)
    assert {model._meta.db_table for model in ROWS} == TABLES


def test_whoever_left_is_shown_too():
    tournament = evening()
    before = mark_of(tournament)
    Person.objects.filter(pk=Substitution.objects.get().leaves_id).update(name="Anna Maria")
    assert mark_of(tournament) != before


def test_rows_that_come_and_go_begin_another_edition(tournament):
    build_round(tournament)
    marks = [mark_of(tournament)]
    table = HallTable.objects.create(tournament=tournament, number=9)
    marks.append(mark_of(tournament))
    table.delete()
    marks.append(mark_of(tournament))
    Seat.objects.filter(side=1).delete()
    marks.append(mark_of(tournament))
    assert len(set(marks)) == len(marks)


def test_what_was_taken_back_begins_none(tournament):
    before = mark_of(tournament)
    with transaction.atomic():
        Tournament.objects.update(name="Another")
        assert mark_of(tournament) != before
        transaction.set_rollback(True)
    assert mark_of(tournament) == before


def test_papers_and_whoever_is_nobodys_business_begin_none(match, tournament):
    before = mark_of(tournament)
    SheetIssue.objects.create(match=match, serial=1, printed_at=NOW, head_seq=0, head_digest="0" * 64)
    build_user("somebody")
    Club.objects.create(name="Bar of nobody")
    assert mark_of(tournament) == before


def test_an_edition_goes_with_its_tournament():
    lonely = build_tournament(slug="lonely")
    lonely.staff.all().delete()
    lonely.delete()
    assert (Edition.objects.count(), read_page_version("lonely")) == (0, None)


@pytest.mark.parametrize("triggers", [OF_TOURNAMENTS, OF_ANNOUNCEMENTS, OF_RESULTS])
def test_a_lost_trigger_is_noticed(triggers):
    remove_triggers(connection, triggers)
    assert set(find_missing_triggers(connection, triggers)) == set(triggers)
    with pytest.raises(SystemCheckError, match="an old page"):
        call_command("check", databases=["default"])
    install_triggers(connection, triggers)
    call_command("check", databases=["default"])
