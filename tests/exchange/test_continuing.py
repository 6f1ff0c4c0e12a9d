"""A tournament's file goes to another desk and comes home; older and forked files are refused, and nothing is lost."""

import io
import random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import compute_standings_digest, verify_tournament
from exchange.continuing import Relation, compare_ledgers, continue_tournament, describe_lines, has_news, list_lost_work
from exchange.importing import import_tournament
from exchange.values import BrokenCopy
from exchange.writing import build_document
from scoring.confirmation.services import confirm_match
from scoring.ledger.queries import read_current_head
from scoring.models import MatchResult, TableLink
from tests.exchange.encoded import encode_document, parse_document
from tests.exchange.test_tournament_file import finish, without_keys
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.tournaments.doors import publish_round
from tournaments.draws.publishing import replay_draw
from tournaments.entries.services import EntryDetails, edit_entry
from tournaments.importing.services import import_entries
from tournaments.models import Draw, Entry, Match, Person, Round, StaffRole, Tournament
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db


def play_on(tournament, seed=3):
    """Finish the round being played, close it, and publish the next."""
    director, rng = build_user("director"), random.Random(seed)
    stage = tournament.stages.get(number=1)
    round_ = stage.rounds.get(state=Round.State.PUBLISHED)
    for match in round_.matches.filter(kind="played").exclude(result__state="confirmed"):
        finish(match, rng)
        confirm_match(match, origin=origin_of(director), version=None)
    close_round(round_, actor=director, origin=origin_of(director))
    publish_round(draw_next_round(stage, actor=director, seed=f"on {seed}", at=NOW), actor=director, at=NOW)


def play_elsewhere(tournament, *steps):
    """The document after the steps, which this desk never saw."""
    before = transaction.savepoint()
    for step in steps:
        step(tournament)
    tournament.refresh_from_db()
    document = parse_document(encode_document(build_document(tournament)))
    transaction.savepoint_rollback(before)
    tournament.refresh_from_db()
    return document


def state_of(tournament):
    return shared_state(parse_document(encode_document(build_document(tournament))))


def shared_state(document):
    plain = without_keys(document)
    return {name: part for name, part in plain.items() if name not in ("desk", "persons")} | {"names": plain["persons"]["entries"]}


@pytest.mark.both_databases
def test_what_was_played_elsewhere_comes_home(evening):
    director = build_user("director")
    first_table = Match.objects.filter(round__stage__tournament=evening, table=1).order_by("-pk").first()
    document = play_elsewhere(evening, play_on)
    comparison = compare_ledgers(document)
    assert (comparison.relation, comparison.only_here, list_lost_work(document, evening)) == (Relation.CONTINUES, 0, ())
    before = comparison.here
    imported = continue_tournament(document, actor=director)
    assert (imported.tournament.pk, imported.not_repeated) == (evening.pk, ())
    assert read_current_head(evening).seq == before + comparison.only_in_file
    assert verify_tournament(evening) == ()
    draws = Draw.objects.filter(round__stage__tournament=evening)
    assert {replay_draw(draw).proven for draw in draws} == {True}
    assert Match.objects.get(code=first_table.code).pk == first_table.pk
    assert state_of(evening) == shared_state(document)
    play_on(evening, seed=9)
    assert verify_tournament(evening) == ()


@pytest.mark.both_databases
def test_people_seats_and_roles_of_this_desk_stay(evening):
    director = build_user("director")
    people = set(Person.objects.filter(memberships__tournament=evening).values_list("pk", flat=True))
    roles = set(StaffRole.objects.filter(tournament=evening).values_list("user", "role"))
    entries = dict(Entry.objects.filter(tournament=evening).values_list("number", "pk"))
    continue_tournament(play_elsewhere(evening, play_on), actor=director)
    assert set(Person.objects.filter(memberships__tournament=evening).values_list("pk", flat=True)) == people
    assert set(StaffRole.objects.filter(tournament=evening).values_list("user", "role")) == roles
    assert dict(Entry.objects.filter(tournament=evening).values_list("number", "pk")) == entries
    assert TableLink.objects.filter(match__round__stage__tournament=evening, revoked_at__isnull=True).count() == 1


def rename_first(tournament):
    entry = tournament.entries.get(number=1)
    names = [member.person.name for member in entry.members.all()]
    edit_entry(entry, EntryDetails(("Anna Nuova", *names[1:])), actor=build_user("director"))


def test_a_name_corrected_elsewhere_comes_too(evening):
    continue_tournament(play_elsewhere(evening, rename_first, play_on), actor=build_user("director"))
    assert "Anna Nuova" in {member.person.name for member in evening.entries.get(number=1).members.all()}


@pytest.mark.both_databases
def test_what_was_done_here_meanwhile_is_named_and_goes(evening):
    director = build_user("director")
    document = play_elsewhere(evening, play_on)
    import_entries(evening, "Tardi / Arrivata", actor=director)
    late = evening.entries.order_by("-number").first()
    assert list_lost_work(document, evening) == (f"entry {late.number}, {late.name}: entered here, not in the file",)
    continue_tournament(document, actor=director)
    assert not evening.entries.filter(number=late.number).exists()


def test_a_round_that_was_only_drawn_here_is_named_and_goes(db):
    director = build_user("director")
    tournament = play_evening(pairs=4, rounds=1)
    stage = tournament.stages.get()

    def draw(tournament):
        publish_round(draw_next_round(stage, actor=director, seed="there", at=NOW), actor=director, at=NOW)

    document = play_elsewhere(tournament, draw)
    publish_round(draw_next_round(stage, actor=director, seed="here", at=NOW), actor=director, at=NOW)
    assert compare_ledgers(document).relation is Relation.SAME
    assert has_news(document, compare_ledgers(document))
    assert [sentence.partition(":")[2] for sentence in list_lost_work(document, tournament)] == [" drawn here, not in the file"]
    continue_tournament(document, actor=director)
    assert stage.rounds.get(number=2).draw.seed == "there"
    assert verify_tournament(tournament) == ()


def test_an_older_file_is_refused(evening):
    old = parse_document(encode_document(build_document(evening)))
    play_on(evening)
    head, digest = str(read_current_head(evening)), compute_standings_digest(evening)
    with pytest.raises(ChangeRefused, match="further here than in this file"):
        continue_tournament(old, actor=build_user("director"))
    assert (str(read_current_head(evening)), compute_standings_digest(evening)) == (head, digest)


def test_a_fork_is_named_line_by_line_and_changes_nothing(evening):
    document = play_elsewhere(evening, lambda tournament: play_on(tournament, seed=5))
    play_on(evening, seed=6)
    comparison = compare_ledgers(document)
    here, file = describe_lines(document, comparison, most=1000)
    assert comparison.relation is Relation.FORKED
    assert (here[0].seq, file[0].seq) == (comparison.common + 1, comparison.common + 1)
    assert (len(here), len(file)) == (comparison.here - comparison.common, comparison.file - comparison.common)
    assert {line.who for line in (*here, *file)} <= {"director", "assistant"}
    head = str(read_current_head(evening))
    with pytest.raises(ChangeRefused, match="was played on in two places"):
        continue_tournament(document, actor=build_user("director"))
    assert str(read_current_head(evening)) == head


@pytest.mark.parametrize(
    "tamper",
    [
        lambda document: document["ledger"][-1].update(actor="staff-99"),
        lambda document: document["standings"][0]["places"].reverse(),
        lambda document: document["stages"][0]["rounds"][0]["matches"][0]["result"].update(winner=None),
    ],
)
def test_a_changed_file_changes_nothing(evening, tamper):
    document = play_elsewhere(evening, play_on)
    tamper(document)
    before = state_of(evening)
    with pytest.raises(BrokenCopy):
        continue_tournament(document, actor=build_user("director"))
    assert state_of(evening) == before


@pytest.fixture
def desk(evening):
    client = Client()
    client.force_login(build_user("director"))
    return client


def send(desk, document):
    file = io.BytesIO(encode_document(document))
    file.name = "torneo.labella.json"
    return desk.post(reverse("backup:import_file"), {"file": file})


def test_a_fork_an_older_file_and_the_same_file_have_their_sentence(evening, desk):
    old = parse_document(encode_document(build_document(evening)))
    assert "has nothing new" in send(desk, old).content.decode()
    forked = play_elsewhere(evening, play_on)
    play_on(evening, seed=8)
    page = send(desk, forked)
    assert (page.status_code, "Only here:" in page.content.decode(), "Only in the file:" in page.content.decode()) == (422, True, True)
    assert "further here than in this file" in send(desk, old).content.decode()


def test_a_parked_file_that_is_none_is_refused(evening, desk):
    for parked in ("", "x", "YWJj", "eJwDAAAAAAE="):
        answer = desk.post(reverse("backup:continue_file"), {"parked": parked}, follow=True)
        assert "Nothing was changed." in answer.content.decode()


def test_only_a_director_of_the_tournament_continues_it(evening):
    document = play_elsewhere(evening, play_on)
    stranger = Client()
    stranger.force_login(build_user("somebody"))
    assert "This tournament is already here" in send(stranger, document).content.decode()
    assert stranger.post(reverse("backup:continue_file"), {"parked": ""}).status_code == 302


@pytest.mark.both_databases
def test_another_ledger_of_the_same_name_is_another_tournament(document, elsewhere):
    imported = import_tournament(document, actor=elsewhere).tournament
    other = play_evening(pairs=4, rounds=1, name=imported.name)
    assert compare_ledgers(parse_document(encode_document(build_document(other)))).tournament == other
    assert Tournament.objects.filter(name=imported.name).count() == 2
    assert MatchResult.objects.filter(match__round__stage__tournament=imported).exists()
