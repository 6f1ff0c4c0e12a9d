"""An evening with everything that can stand beside it, its document, and another desk."""

import datetime as dt
import io
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from PIL import Image

from exchange.writing import build_document
from printing.prints.services import issue_sheets
from scoring.ledger.appending import build_staff_actor
from scoring.models import LedgerEntry, MatchResult, PaperStyle, SheetIssue
from scoring.triggers import GUARDS
from tests.exchange.encoded import encode_document, parse_document
from tests.scoring.builders import NOW, build_user
from tests.scoring.conftest import assistant, committed, director_actor, match, other_assistant, tournament
from tests.scoring.evenings import play_evening, quarrel
from tournaments.cash.book import CashMove
from tournaments.cash.services import cancel_line, save_fee_plan, take_in
from tournaments.models import (
    Announcement,
    CashLine,
    CashReceipt,
    Draw,
    Enrolment,
    Entry,
    FeePlan,
    ForbiddenPair,
    Match,
    Member,
    Person,
    PrizeHandover,
    PrizePicture,
    Round,
    Seat,
    Stage,
    Substitution,
    Tournament,
)
from tournaments.stages.services import create_stage
from tournaments.triggers import install_triggers, remove_triggers
from visitors.phones.services import issue_links, revoke_links

__all__ = ("assistant", "committed", "director_actor", "match", "other_assistant", "tournament")


def forget_everything():
    """Make this desk another one: no tournament, no person, other keys."""
    remove_triggers(connection, GUARDS)
    for model in (LedgerEntry, MatchResult, Substitution, ForbiddenPair, PrizeHandover, CashLine, FeePlan, Enrolment, Announcement):
        model.objects.all().delete()
    with connection.cursor() as cursor:
        for table in ("ledgertext", "ledgerhead", "standingscache", "sheetissue", "draft", "tablelink", "paperstyle"):
            cursor.execute(f"DELETE FROM scoring_{table}")
    for model in (Seat, Match, Draw, Round):
        model.objects.all().delete()
    for copied in Tournament.objects.all():
        for stage in copied.stages.order_by("-number"):
            stage.stage_entries.all().delete()
            stage.delete()
        copied.entries.all().delete()
        copied.delete()
    Person.objects.all().delete()
    install_triggers(connection, GUARDS)


@pytest.fixture
def evening(data):
    tournament = play_evening(pairs=5, rounds=2)
    quarrel(tournament)
    furnish(tournament)
    return tournament


def furnish_cash(tournament):
    """Fees, somebody who entered again, and a book with a line that was cancelled."""
    director = build_user("director")
    plan = {"pot_cents": 1500, "split": "60 40", "extras": "Cena: 15", "reentry_most": 2, "reentry_cents": 1000, "reentry_pot_cents": 500}
    save_fee_plan(tournament, fee_cents=2000, values=plan, actor=director)
    lost = tournament.entries.order_by("-number").first()
    again = Entry.objects.create(tournament=tournament, number=lost.number + 1, name=lost.name, again_of=lost)
    for member in lost.members.all():
        Member.objects.create(entry=again, tournament=tournament, person=member.person, position=member.position, attempt=1)
    take_in(tournament, CashMove(CashLine.Kind.ENTRY, 0, again), actor=director, key="again")
    dinner = take_in(tournament, CashMove(CashLine.Kind.EXTRA, 3000, None, "Cena"), actor=director, key="dinner")
    cancel_line(dinner, actor=director)
    made = {"handed_by": director, "handed_at": NOW, "issuer": "Circolo Anna", "words": "Quota della cena"}
    CashReceipt.objects.create(line=dinner, payer="Anna R.", kind="member", copies=2, **made)
    given = {"tournament": tournament, "entry": lost, "given_by": director, "given_at": NOW}
    PrizeHandover.objects.create(award="", place=1, text="Prosciutto di Berto", taken_back_at=NOW, **given)
    PrizeHandover.objects.create(award="donne", place=1, text="Prosciutto di Berto", **given)
    picture = io.BytesIO()
    Image.new("RGB", (2, 2)).save(picture, "PNG")
    PrizePicture.objects.create(tournament=tournament, award="", place=1, picture=picture.getvalue())


def furnish_announcement(tournament):
    """An announcement with everything in it, and an enrolment in every state."""
    moment = "2026-11-21T18:30:00.000001+00:00"
    lots = [
        {
            "at": moment, "method": "lot", "seed": "0a1b", "singles": [[1, 2, None], [2, 3, 1]], "groups": [[1, 2]], "wished": 0,
            "entries": [1], "left": [],
        }
    ]  # fmt: skip
    given = [{"entry": 1, "table": 4, "side": 0, "free": [[4, 0], [5, 1]], "at": moment}]
    Announcement.objects.create(
        tournament=tournament,
        meets_at=dt.time(20, 0),
        starts_at=dt.time(20, 30),
        ends_by=dt.time(0, 30),
        address="Via Roma 1",
        town="Faenza",
        contact="Anna R., 333 1234567",
        places=24,
        closes_at=NOW,
        who_may_play="Soci",
        fee_includes="Spuntino",
        prizes="Prosciutto\nSalame",
        more="Parcheggio dietro la chiesa. Chiedere di Berto.",
        look="festive",
        enrols="approved",
        heats="Pomeriggio\nSera",
        offer_hours=6,
        keep_days=20,
        controller="Circolo, Carla B.",
        door_key="porta",
        lots=lots,
        door_seats={"on": True, "key": "0a1b2c", "expected": 8, "given": given},
        series=UUID("6a1f2f4e-3f0b-4c55-9a30-0c5d1f4cf4a1"),
        cancelled_at=NOW,
        sequence=3,
    )
    entry = tournament.entries.get(number=1)
    names = [member.person.name for member in entry.members.order_by("position")]
    for number, state in enumerate((state for state in Enrolment.State if state != "sent"), start=1):
        placed = state == Enrolment.State.PLACED
        Enrolment.objects.create(
            tournament=tournament,
            number=number,
            code=f"{tournament.pk}-{number}",
            names=names if placed else [f"Anna {number}", "Berto"],
            memberships=["T 1", ""],
            phone=f"340 {number}",
            club="Circolo",
            heat="Sera",
            looking=number == 2,
            wish="Carla",
            strength=3,
            note="Con Anna al tavolo",
            state=state,
            origin="door",
            entry=entry if placed else None,
            offered_until=NOW if state == Enrolment.State.OFFERED else None,
            steps=[{"at": NOW.isoformat(), "what": "asked"}],
            made_at=NOW,
        )


def furnish(tournament):
    """Everything that can stand beside an evening."""
    director = build_user("director")
    settings = {"table_count": 7, "substitutions": True, "history_public": False, "round_minutes": 45}
    Tournament.objects.filter(pk=tournament.pk).update(**settings, public_names="initials", search_engines="no", surname_first=True)
    Entry.objects.filter(tournament=tournament, number=2).update(hidden=True)
    Person.objects.update(phone=Concat(Value("333 "), "name"), membership=Concat(Value("T "), "name"))
    announced = create_stage(tournament, actor=director, format_key="round_robin", options={})
    Stage.objects.filter(pk=announced.pk).update(seed="un seme segreto di domani", seed_committed_at=NOW)
    Stage.objects.filter(pk=announced.pk).update(rules={"targets": [31]}, last_rules={"targets": [35, 35, 35]}, last_rounds=1)
    Round.objects.filter(stage__tournament=tournament, number=2).update(starts_at=NOW)
    match = Match.objects.filter(round__stage__tournament=tournament, kind="played").order_by("pk").last()
    Match.objects.filter(pk=match.pk).update(sitting=2, seated_at=NOW)
    PaperStyle.objects.create(
        tournament=tournament,
        suits="french",
        language="it",
        prizes="Salame",
        signatures="Anna R.",
        logo=one_pixel(),
        sheet_kind="full",
        sheet_dropped=["tricks"],
    )
    first, second = tournament.entries.order_by("pk")[:2]
    ForbiddenPair.objects.create(tournament=tournament, first=first, second=second, reason="sorelle")
    player = match.seats.first().entry
    leaves = player.members.first().person
    comes = Person.objects.create(name="Carla")
    Substitution.objects.create(entry=player, match=match, leaves=leaves, comes=comes, reason="malata", made_by=director, made_at=NOW)
    issue_links(tournament, [(match, 0), (match, 1)], actor=director, at=NOW)
    revoke_links(tournament, [(match, 1)], actor=director, at=NOW)
    issue_sheets(tournament, [match], actor=director, what=SheetIssue.What.SHEET, at=NOW)
    furnish_cash(tournament)
    furnish_announcement(tournament)
    Entry.objects.create(tournament=tournament, number=50, name="Il morto", state=Entry.State.WITHDRAWN, phantom=True)
    SheetIssue.objects.update(returned_at=NOW, returned_by=build_staff_actor(director).id, agrees=True, compared_seq=12)


def one_pixel():
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "PNG")
    return picture.getvalue()


@pytest.fixture
def document(evening):
    return parse_document(encode_document(build_document(evening)))


@pytest.fixture
def elsewhere(document):
    """The same database as another laptop, where other tournaments have taken the keys."""
    forget_everything()
    play_evening(pairs=3, rounds=1, name="Un altro torneo")
    return build_user("director")
