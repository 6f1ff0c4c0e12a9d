"""An evening of Thursdays with everything that can be declared of one, and its director."""

import datetime as dt

import pytest
from django.test import Client

from federation.models import EventFacts
from scoring.models import PaperStyle
from tests.scoring.builders import build_user
from tests.tournaments.conftest import english, enter_pairs, found_tournament
from tournaments.cash.services import save_fee_plan
from tournaments.models import Announcement, Enrolment, HallTable, Organizer, PrizePicture, StaffRole, Tournament
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

__all__ = ("english",)

FIRST = dt.date(2026, 10, 8)
"""A Thursday before the clocks go back."""
MORNING = dt.datetime(2026, 10, 1, 8, 0, tzinfo=dt.UTC)


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def thursday(director):
    tournament = found_tournament(director, "Giovedì al bar", venue="Bar Centrale", table_count=5, round_minutes=40, regulation="Si gioca")
    Tournament.objects.filter(pk=tournament.pk).update(date=FIRST, public_names="initials", search_engines="no")
    tournament.refresh_from_db()
    enter_pairs(tournament, director, 6)
    pools = create_stage(tournament, actor=director, format_key="round_robin", options={"pool_size": 3}, name="Gironi")
    create_stage(tournament, actor=director, format_key="knockout", options={}, source=StageSource(pools, of_each=2))
    save_fee_plan(tournament, fee_cents=1500, values={"pot_cents": 1000, "split": "60 40", "extras": "Cena: 15"}, actor=director)
    HallTable.objects.create(tournament=tournament, number=2, in_use=False)
    HallTable.objects.create(tournament=tournament, number=3, place="Sala sopra")
    PaperStyle.objects.create(tournament=tournament, suits="french", prizes="1: Prosciutto", logo=b"picture", wifi_name="Bar")
    StaffRole.objects.create(tournament=tournament, user=build_user("anna"), role=StaffRole.Role.ASSISTANT)
    Announcement.objects.create(
        tournament=tournament,
        starts_at=dt.time(20, 30),
        address="Via Roma 1",
        places=24,
        enrols="open",
        closes_at=dt.datetime(2026, 10, 7, 16, 0, tzinfo=dt.UTC),
        door_key="porta",
        door_seats={"1": 2},
        lots=[{"number": 1}],
        sequence=4,
    )
    PrizePicture.objects.create(tournament=tournament, place=1, picture=b"picture")
    EventFacts.objects.create(tournament=tournament, event_class="regional", card_issuer="FIBUR")
    Enrolment.objects.create(tournament=tournament, number=1, code="first", names=["Pia"], made_at=MORNING)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def desk(director):
    client = Client(headers={"accept-language": "en"})
    client.force_login(director)
    return client


@pytest.fixture
def club(thursday):
    organizer = Organizer.objects.create(slug="circolo", name="Circolo", shared=True)
    Tournament.objects.filter(pk=thursday.pk).update(organizer=organizer)
    thursday.refresh_from_db()
    return organizer
