"""An illegal state cannot be stored: every constraint and trigger has a test that tries, past services and forms."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import IntegrityError, connection, transaction

from tests.tournaments.conftest import NOON, found_tournament
from tournaments import triggers
from tournaments.models import (
    CashLine,
    Club,
    Draw,
    Entry,
    FeePlan,
    ForbiddenPair,
    HallTable,
    Match,
    Member,
    Person,
    Round,
    Seat,
    StaffRole,
    Stage,
    StageEntry,
    Substitution,
    Tournament,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class World:
    """Two tournaments with two entries, a stage and a round each, and a match in the first."""

    def __init__(self, director):
        self.director = director
        self.here, self.there = found_tournament(director, "Qui"), found_tournament(director, "Là")
        self.one, self.two = (Entry.objects.create(tournament=self.here, number=number, name="x") for number in (1, 2))
        self.foreign = Entry.objects.create(tournament=self.there, number=1, name="y")
        self.stage, self.foreign_stage = (
            Stage.objects.create(tournament=one, number=1, name="s", format_key="knockout") for one in (self.here, self.there)
        )
        self.round, self.foreign_round = (Round.objects.create(stage=one, number=1) for one in (self.stage, self.foreign_stage))
        self.match = Match.objects.create(round=self.round, position=1, table=1)
        self.bye = Match.objects.create(round=self.round, position=2, kind="bye")
        self.seat = Seat.objects.create(match=self.match, round=self.round, entry=self.one, side=0)
        self.person = Person.objects.create(name="Rossi")


@pytest.fixture
def world(director):
    return World(director)


def foreign_member(world):
    Member.objects.create(entry=world.foreign, person=world.person, tournament=world.here, position=0)


def substitute(world, entry, comes):
    person, _made = Person.objects.get_or_create(name=comes)
    return Substitution.objects.create(
        entry=entry, match=world.match, leaves=world.person, comes=person, reason="ill", made_by=world.director, made_at=NOON
    )


def cash_line(world, **changes):
    usual = {"number": 1, "key": "k", "kind": "entry", "amount_cents": 500, "entry": world.one, "made_by": world.director, "made_at": NOON}
    return CashLine.objects.create(tournament=world.here, **{**usual, **changes})


def announced(world, **changes):
    """A stage with an announced seed that is then changed."""
    fields = {"tournament": world.here, "name": "x", "format_key": "x", "seed": "a secret seed", "seed_committed_at": NOON}
    stage = Stage.objects.create(number=world.here.stages.count() + 1, **fields)
    return Stage.objects.filter(pk=stage.pk).update(**changes)


def two_rows(model, **fields):
    def attempt(world):
        for _time in range(2):
            model.objects.create(**{name: value(world) if callable(value) else value for name, value in fields.items()})

    return attempt


ATTEMPTS = {
    # triggers: a row belongs to one tournament
    "a seat for an entry of another tournament": lambda w: Seat.objects.create(match=w.match, round=w.round, entry=w.foreign, side=1),
    "a seat moved to an entry of another tournament": lambda w: Seat.objects.filter(pk=w.seat.pk).update(entry=w.foreign),
    "a seat in a round that is not its match's": lambda w: Seat.objects.create(
        match=w.match, round=w.foreign_round, entry=w.foreign, side=1
    ),
    "a second side at a bye": lambda w: Seat.objects.create(match=w.bye, round=w.round, entry=w.two, side=1),
    "a partner at a bye": lambda w: Seat.objects.create(match=w.bye, round=w.round, entry=w.two, side=0, place=1),
    "a pair kept apart with an entry of another tournament": lambda w: ForbiddenPair.objects.create(
        tournament=w.here, first=w.one, second=w.foreign
    ),
    "a substitution at a match that the entry does not play": lambda w: substitute(w, w.two, "Bianchi"),
    "a match of two made a bye": lambda w: (
        Seat.objects.create(match=w.match, round=w.round, entry=w.two, side=1),
        Match.objects.filter(pk=w.match.pk).update(kind="bye", table=None),
    ),
    "a stage of losers that names no rounds": lambda w: Stage.objects.create(
        tournament=w.here, number=8, name="x", format_key="swiss", source=w.stage, takes="lost"
    ),
    "a stage of losers whose rounds run backwards": lambda w: Stage.objects.create(
        tournament=w.here, number=8, name="x", format_key="swiss", source=w.stage, takes="lost", lost_from=2, lost_until=1
    ),
    "rounds of losers where the first go on": lambda w: Stage.objects.create(
        tournament=w.here, number=8, name="x", format_key="swiss", source=w.stage, best_others=4, lost_from=1, lost_until=1
    ),
    "a stage with an entry of another tournament": lambda w: StageEntry.objects.create(stage=w.stage, entry=w.foreign, rank=1),
    "a member in another tournament than the entry": foreign_member,
    "money of an entry of another tournament": lambda w: cash_line(w, entry=w.foreign),
    "a line of the cash book that moves no money": lambda w: cash_line(w, amount_cents=0),
    "money of an unknown kind": lambda w: cash_line(w, kind="bribe"),
    "a line of the cash book twice": lambda w: [cash_line(w, key=key) for key in ("a", "b")],
    "the same line of the cash book sent twice": lambda w: [cash_line(w, number=number) for number in (1, 2)],
    "a line of the cash book cancelled twice": lambda w: (
        first := cash_line(w),
        [cash_line(w, number=number, key=str(number), cancels=first) for number in (2, 3)],
    ),
    "more of a re-entry for the pot than it costs": lambda w: FeePlan.objects.create(
        tournament=w.here, reentry_cents=500, reentry_pot_cents=501
    ),
    "an entry moved to another tournament": lambda w: Entry.objects.filter(pk=w.two.pk).update(tournament=w.there, number=9),
    "a stage moved to another tournament": lambda w: Stage.objects.filter(pk=w.stage.pk).update(tournament=w.there, number=9),
    "a round moved to another stage": lambda w: Round.objects.filter(pk=w.round.pk).update(stage=w.foreign_stage, number=9),
    "a match moved to another round": lambda w: Match.objects.filter(pk=w.bye.pk).update(round=w.foreign_round),
    "an announced seed changed": lambda w: announced(w, seed="another seed, later on"),
    "the moment of an announcement changed": lambda w: announced(w, seed_committed_at=NOON + dt.timedelta(hours=1)),
    "a seed announced after the draw": lambda w: Stage.objects.filter(pk=w.stage.pk).update(
        seed="a secret, too late", seed_committed_at=NOON
    ),
    # constraints: once, and only known words
    "an entry's number twice": lambda w: Entry.objects.create(tournament=w.here, number=1, name="z"),
    "an entry without number": lambda w: Entry.objects.create(tournament=w.here, number=0, name="z"),
    "a seed twice": two_rows(Entry, tournament=lambda w: w.here, number=lambda w: w.here.entries.count() + 1, name="z", seed=1),
    "a fixed table twice": two_rows(
        Entry, tournament=lambda w: w.here, number=lambda w: w.here.entries.count() + 1, name="z", fixed_table=1
    ),
    "an entry in an unknown state": lambda w: Entry.objects.filter(pk=w.one.pk).update(state="lost"),
    "a person in two entries": lambda w: [
        Member.objects.create(entry=entry, person=w.person, tournament=w.here, position=0) for entry in (w.one, w.two)
    ],
    "two persons in one seat of an entry": lambda w: [
        Member.objects.create(entry=w.one, person=Person.objects.create(name=name), tournament=w.here, position=0) for name in "ab"
    ],
    "a fifth person": lambda w: Member.objects.create(entry=w.one, person=w.person, tournament=w.here, position=4),
    "a stage's number twice": lambda w: Stage.objects.create(tournament=w.here, number=1, name="z", format_key="x"),
    "a stage in an unknown state": lambda w: Stage.objects.filter(pk=w.stage.pk).update(state="lost"),
    "an entry twice in a stage": lambda w: [StageEntry.objects.create(stage=w.stage, entry=w.one, rank=rank) for rank in (1, 2)],
    "a rank twice in a stage": lambda w: [StageEntry.objects.create(stage=w.stage, entry=entry, rank=1) for entry in (w.one, w.two)],
    "a round's number twice": lambda w: Round.objects.create(stage=w.stage, number=1, state="closed"),
    "a round in an unknown state": lambda w: Round.objects.filter(pk=w.round.pk).update(state="lost"),
    "a second draw of a round": two_rows(
        Draw,
        round=lambda w: w.round,
        seed="s",
        engine_version="1",
        inputs={},
        outcome={},
        made_by=lambda w: w.director,
        made_at=NOON,
    ),
    "a position twice in a round": lambda w: Match.objects.create(round=w.round, position=1),
    "a match in no sitting": lambda w: Match.objects.filter(pk=w.match.pk).update(sitting=0),
    "a third person's place at a side": lambda w: Seat.objects.filter(pk=w.seat.pk).update(place=3),
    "a pair kept apart from itself": lambda w: ForbiddenPair.objects.create(tournament=w.here, first=w.one, second=w.one),
    "a pair kept apart in the wrong order": lambda w: ForbiddenPair.objects.create(tournament=w.here, first=w.two, second=w.one),
    "a pair kept apart twice": two_rows(ForbiddenPair, tournament=lambda w: w.here, first=lambda w: w.one, second=lambda w: w.two),
    "a substitution of a person by the same": lambda w: substitute(w, w.one, "Rossi"),
    "a table twice in a sitting": lambda w: Match.objects.create(round=w.round, position=3, table=1),
    "a match of unknown kind": lambda w: Match.objects.filter(pk=w.match.pk).update(kind="lost"),
    "a bye at a table": lambda w: Match.objects.filter(pk=w.bye.pk).update(table=5),
    "a match code twice": lambda w: Match.objects.create(round=w.round, position=3, code=w.match.code),
    "a place twice at a side": lambda w: Seat.objects.create(match=w.match, round=w.round, entry=w.two, side=0),
    "an entry twice in a round": lambda w: Seat.objects.create(match=w.bye, round=w.round, entry=w.one, side=0),
    "a sixth side": lambda w: Seat.objects.create(match=w.match, round=w.round, entry=w.two, side=5),
    "a hall table twice": two_rows(HallTable, tournament=lambda w: w.here, number=lambda w: w.match.table),
    "a tournament's address twice": lambda w: Tournament.objects.filter(pk=w.there.pk).update(slug=w.here.slug),
    "a tournament in an unknown state": lambda w: Tournament.objects.filter(pk=w.here.pk).update(state="lost"),
    "two roles of one person": lambda w: StaffRole.objects.create(tournament=w.here, user=w.director, role="assistant"),
    "an unknown role": lambda w: StaffRole.objects.create(tournament=w.here, user=User.objects.create(username="x"), role="king"),
    "a club written twice": lambda _w: [Club.objects.create(name=name) for name in ("Bar Sport", "BAR SPORT")],
    "an erased person with a name": lambda w: Person.objects.filter(pk=w.person.pk).update(erased_at=NOON),
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_it_cannot_be_stored(world, attempt):
    with pytest.raises(IntegrityError), transaction.atomic():
        attempt(world)


def test_the_same_rows_can_be_stored_where_they_belong(world):
    """The positive control: what the attempts vary is stored when it is right."""
    Seat.objects.create(match=world.match, round=world.round, entry=world.two, side=1)
    StageEntry.objects.create(stage=world.stage, entry=world.one, rank=1)
    Member.objects.create(entry=world.one, person=world.person, tournament=world.here, position=0)
    foreign = Match.objects.create(round=world.foreign_round, position=1, kind="bye")
    Seat.objects.create(match=foreign, round=world.foreign_round, entry=world.foreign, side=0)
    Match.objects.create(round=world.round, position=3, table=1, sitting=2)
    ForbiddenPair.objects.create(tournament=world.here, first=world.one, second=world.two)
    substitute(world, world.one, "Bianchi")
    Round.objects.filter(pk=world.round.pk).update(state="closed")
    Round.objects.create(stage=world.stage, number=2)
    assert Seat.objects.count() == 3


def test_without_the_triggers_it_could_be_stored(world):
    triggers.remove_triggers(connection)
    assert set(triggers.find_missing_triggers(connection)) == set(triggers.GUARDS)
    Seat.objects.create(match=world.match, round=world.round, entry=world.foreign, side=1)
    Seat.objects.filter(entry=world.foreign).delete()
    triggers.install_triggers(connection)
    assert triggers.find_missing_triggers(connection) == ()


def test_a_lost_trigger_is_noticed(world):
    with connection.cursor() as cursor:
        scope = " ON tournaments_entry" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER entry_stays{scope}")
    with pytest.raises(SystemCheckError, match="entry_stays"):
        call_command("check", databases=["default"])
    triggers.install_triggers(connection)
    call_command("check", databases=["default"])
