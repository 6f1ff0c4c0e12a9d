"""After a person is erased the name is nowhere that is ours, and everything else is as it was."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db import connection, connections
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from backup import backups
from backup.erasure import finish_erasures, order_erasure
from backup.intentions import list_intentions
from backup.job_handlers import erase
from desk.verification.queries import compute_standings_digest, verify_tournament
from jobs.files import RESULTS, store_file
from jobs.models import Job
from scoring.ledger.journal import read_journal_state
from scoring.ledger.queries import read_current_head
from scoring.models import Draft, LedgerText, PaperStyle, SheetPhotograph
from tests.faults.erasing import erase_person
from tests.scoring.builders import build_actor, build_user
from tests.scoring.evenings import play_evening, quarrel
from tournaments.entries.services import EntryDetails, edit_entry
from tournaments.fields.declared import PERSON_FIELDS
from tournaments.models import Entry, ForbiddenPair, Match, Person, Substitution, Tournament
from tournaments.refusals import ChangeRefused
from webhooks.models import OutboxEvent, Subscription, WebhookDelivery

pytestmark = [pytest.mark.slow, pytest.mark.both_databases, pytest.mark.usefixtures("committed"), pytest.mark.turns(4)]
NAME, TYPED_WRONG = "Zebedea Canarini", "Zebbedea Cannarini"
DESK = (
    "entries/",
    "print/entries.csv",
    "print/certificates.csv",
    "results/",
    "standings/",
    "safety/",
    "safety/file/",
    "print/",
    "print/settings/",
    "apart/",
)
PUBLIC = ("", "standings/", "players/1/")
VALUES = tuple({field.key: f"{bird}-{field.key}"[: field.max_length] for field in PERSON_FIELDS} for bird in ("Lucherino", "Verzellino"))
"""What is known about the person: first with a slip of the pen."""
PARTS = ("Zebedea", "Canarini", "Zebbedea", "Cannarini", *(text for values in VALUES for text in values.values()))


@pytest.fixture
def evening(data, settings):
    settings.BACKUPS, settings.JOURNAL = data / "backups", str(data / "stick")
    Path(settings.JOURNAL).mkdir()
    caches["drawn"].clear()
    tournament = play_evening(substitutions=True)
    Tournament.objects.filter(pk=tournament.pk).update(public=True)
    match = quarrel(tournament)
    text = LedgerText.objects.get(tournament=tournament)
    assert (match.ledger.exists(), bool(text.text)) == (True, True)
    name_everywhere(tournament, match)
    store_file(RESULTS, "old.pdf", io.BytesIO(NAME.encode()))
    backups.make_backup(occasion="asked")
    for page in PUBLIC:
        Client().get(f"/tournaments/{tournament.slug}/{page}")  # draws it for everybody
    return tournament


def name_everywhere(tournament, match):
    """Wherever people write: first with a slip of the pen."""
    director = build_user("director")
    entry = tournament.entries.get(number=1)
    for name in (TYPED_WRONG, NAME):
        for values in VALUES:
            details = EntryDetails((name, "Berto001"), person_values=[values], club="Bar 1", note=f"portata da {name}")
            edit_entry(entry, details, actor=director)
    other = tournament.entries.get(number=2)
    ForbiddenPair.objects.create(tournament=tournament, first=entry, second=other, reason=f"{NAME} non vuole")
    leaves, comes = other.members.first().person, Person.objects.create(name="Carla")
    words = {"reason": f"chiamata da {NAME}", "made_by": director, "made_at": timezone.now()}
    Substitution.objects.create(entry=other, match=match, leaves=leaves, comes=comes, **words)
    PaperStyle.objects.create(tournament=tournament, prizes=f"Coppa {NAME}", signatures=f"Anna, {NAME}")
    tell_by_webhook(tournament)
    said = {"kind": "hand", "total_0": NAME}
    Draft.objects.create(match=match, actor="staff-1", version=1, typed=said, kept_at=timezone.now())
    now = timezone.now()
    sat_at = Match.objects.filter(seats__entry=entry).first()
    SheetPhotograph.objects.create(match=sat_at, picture=NAME.encode(), digest="0" * 64, taken_at=now, taken_by="staff-1")
    Job.objects.create(kind="print_set", language="it", state="failed", error=f"no {NAME}", run_after=now, created_at=now, finished_at=now)


def tell_by_webhook(tournament):
    """A receiver that says again what it was told."""
    now = timezone.now()
    subscription = Subscription.objects.create(tournament=tournament, address="https://example.org/", secret="whsec_", made_at=now)
    event = OutboxEvent.objects.create(tournament=tournament, kind="match.confirmed", happened_at=now, is_spread=True)
    WebhookDelivery.objects.create(
        subscription=subscription,
        event=event,
        message="msg_1",
        kind=event.kind,
        state="delivered",
        answer=f"ok {NAME}",
        next_at=now,
        made_at=now,
    )


def person():
    return Person.objects.get(name=NAME)


def everything_kept(tournament, data):
    """Name and bytes of whatever could hold a name: files, and every page and export of the tournament."""
    if connection.vendor == "sqlite":
        for database in (one.settings_dict["NAME"] for one in connections.all()):
            for path in (Path(database), Path(f"{database}-wal")):
                if path.is_file():
                    yield str(path), path.read_bytes()
    else:
        yield "rows", all_rows()
    for path in data.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
    yield "drawn pages", repr(caches["drawn"]._cache).encode()
    client = Client()
    client.force_login(build_user("director"))
    for page in DESK:
        answer = client.get(f"/desk/{tournament.slug}/{page}")
        assert answer.status_code == 200, page
        yield page, answer.content
    for paper in ("entries", "minutes"):
        pdf = client.get(f"/desk/{tournament.slug}/print/{paper}.pdf").content
        yield paper, "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).encode()
    for page in PUBLIC:
        answer = Client().get(f"/tournaments/{tournament.slug}/{page}")
        assert answer.status_code == 200, page
        yield f"public {page}", answer.content


def all_rows():
    with connection.cursor() as cursor:
        found = io.StringIO()
        for table in [*connection.introspection.table_names(cursor), "pg_stats"]:
            cursor.execute(f"SELECT * FROM {table}")  # the tables' own names
            found.write(repr(cursor.fetchall()))
    return found.getvalue().encode()


def places_of_the_name(tournament, data):
    return [name for name, content in everything_kept(tournament, data) if any(part.encode() in content for part in PARTS)]


def test_the_name_is_gone_and_nothing_else(evening, data, figures):
    before = (str(read_current_head(evening)), compute_standings_digest(evening))
    found = places_of_the_name(evening, data)
    assert erase_person(person(), actor=build_user("director")) is None
    left = places_of_the_name(evening, data)
    figures(places_before=len(found), places_after=len(left), database=connection.vendor)
    journal = data / "stick" / f"{evening.slug}.jsonl"
    assert {"entries", "minutes", "drawn pages", "public ", "safety/file/"} <= set(found)
    assert left == []
    assert read_journal_state(evening).is_current
    assert str(journal) not in found
    assert verify_tournament(evening) == ()
    assert (str(read_current_head(evening)), compute_standings_digest(evening)) == before
    assert Entry.objects.get(tournament=evening, number=1).name == "… – Berto001"


def test_copies_of_everybody_else_stay(evening, data):
    """The older copies are there with everything else in them; the job that does it says how far it is."""
    play_evening(name="Altra serata")
    backups.make_backup(occasion="asked")
    before = backups.list_backups()
    job = order_erasure(person(), actor=build_user("director"), at=timezone.now(), page="/")
    steps = []
    assert erase(job.arguments, lambda percent, text="": steps.append((percent, text))) is None
    assert [step for step in steps if step[1].startswith("Copy ")] == [
        (10 + 80 * place // (len(before) + 1), f"Copy {place + 1} of {len(before) + 1}…") for place in range(len(before) + 1)
    ]
    assert steps[-1] == (100, "Name erased. Printed sheets and copies that you keep elsewhere are yours to remove.")
    after = {backup.name: backup for backup in backups.list_backups()}
    others = {backup.name: [copied for copied in backup.tournaments if copied.slug != evening.slug] for backup in before}
    kept = {name: [copied for copied in after[name].tournaments if copied.slug != evening.slug] for name in others if name in after}
    assert {name: copied for name, copied in others.items() if copied} == {name: copied for name, copied in kept.items() if copied}
    assert all(backups.compute_sha256(backup.path) == backup.sha256 for backup in after.values())


def test_files_of_others_on_the_stick_are_theirs(evening, settings):
    """Who keeps the copies on a stick keeps lists there, too: they are neither read nor in the way."""
    own = Path(settings.BACKUPS) / "holidays" / "list.csv"
    own.parent.mkdir()
    own.write_text(NAME, encoding="utf-8")
    assert erase_person(person(), actor=build_user("director")) is None
    assert own.read_text(encoding="utf-8") == NAME


def test_a_damaged_copy_keeps_an_erasure_open_and_no_start_from_opening(evening, data):
    """What cannot be read may hold the name: it is said, and tried again."""
    copy = backups.make_backup(occasion="before_restore").path
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))
    assert erase_person(person(), actor=build_user("director")) is not None
    assert finish_erasures(timezone.now()) == 0
    copy.write_bytes(whole)
    assert finish_erasures(timezone.now()) == 1
    assert list(list_intentions()) == []


def test_emptying_the_row_alone_is_not_enough(evening, data):
    """The positive control: histories, names of entries, files, and what lingers in the database file."""
    Person.objects.filter(name=NAME).update(name="")
    assert places_of_the_name(evening, data) != []


def test_nothing_is_erased_while_a_file_is_being_made(evening):
    """It would hold the name again."""
    Job.objects.update(state="running", finished_at=None)
    with pytest.raises(ChangeRefused, match="Sheets or a backup are being made right now"):
        erase_person(person(), actor=build_user("director"))
    assert person().name == NAME


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's tables are written anew whoever reads")
def test_whoever_has_the_database_open_is_told_of(evening, data):
    """Until that reader is gone the log keeps the old pages."""
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout=100")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM tournaments_person").fetchone()
        reason = erase_person(person(), actor=build_user("director"))
        assert "Close it" in str(reason)
        assert places_of_the_name(evening, data) != []
    connections.close_all()
    assert finish_erasures(timezone.now()) == 1  # as the next start does
    assert places_of_the_name(evening, data) == []


def test_words_beside_the_ledger_lose_the_name_with_their_salt(evening):
    erase_person(Person.objects.get(name="Anna002"), actor=build_user("director"))
    assert LedgerText.objects.get(tournament=evening).text != ""
    LedgerText.objects.get(tournament=evening)
    Person.objects.filter(name=NAME).update(name="Anna001")
    erase_person(Person.objects.get(name="Anna001"), actor=build_user("director"))
    words = LedgerText.objects.get(tournament=evening)
    assert (words.text, words.salt) == ("", "")
    assert verify_tournament(evening) == ()


def test_only_who_directs_every_tournament_of_the_person_may(evening):
    build_actor("assistant", evening)
    with pytest.raises(PermissionDenied):
        erase_person(person(), actor=build_user("assistant"))
    assert person().name == NAME
