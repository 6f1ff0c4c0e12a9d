"""Where a tournament does not tell full names, nothing that is everybody's holds a surname: every public address, from the URLconf."""

import datetime as dt
import io

import pytest
from django.test import Client
from pypdf import PdfReader

from desk.roster.phantoms import seat_phantom
from jobs.worker import report_worker_alive
from printing.prints.registry import ROUND_PAPERS
from rankings.schemes.services import decide_penalty
from scoring.confirmation.services import dispute_match
from standings import TIE_BREAKS
from tests.desk.roster.test_phantoms import begin, play_next
from tests.faults.addresses import every_address, target_of
from tests.printing.prints.test_lists_on_paper import around
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.sweeps import sweep, take_turn
from tournaments.fields.declaration import ValueKind
from tournaments.fields.declared import FIELDS
from tournaments.models import Draw, Entry, Match, Member, Person, Substitution, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("refusals_unlogged")]

CANARY = "Zanzottera"
PRIVATE = tuple(field for field in FIELDS if not field.public and field.kind is ValueKind.TEXT)
"""What is typed for the desk alone: telephone, membership number, note, whatever is declared so."""
PRIVATE_CANARY = "Lucherino"
PUBLIC = {"visitor", "live_visitor", "framed_visitor", "everybody"}
FORMS = ("first", "initials", "numbers", "hidden")
FORMATS = ("swiss", "knockout", "round_robin")
TELLING = {
    "tournaments:public",
    "tournaments:public_draw",
    "tournaments:public_draw_file",
    "scoring:public_standings",
    "scoring:public_final",
    "scoring:public_results",
    "scoring:public_match",
    "scoring:public_player",
    "scoring:public_people",
    "scoring:public_screen",
    "api:v1",
    "evenings:pictures",
    "evenings:embedded_standings",
    "evenings:embedded_pairings",
    "records:evening_numbers",
}
"""Addresses that tell names in every format."""
SHORT_CODES = {"scoring:short_code", "scoring:short_code_in_capitals"}
"""Lead everybody to the public page of a match, and the staff to its sheet."""
OWN = {
    "swiss": {"tournaments:public_draw_trf"},
    "knockout": {"scoring:public_bracket", "evenings:embedded_bracket"},
    "round_robin": {"scoring:public_pools", "scoring:public_calendar"},
}
OF_THE_PROGRAM = {"manual", "manual_paper", "handbook", "handbook_index", "referee_games", "referee_tool"}
"""Pages on which nothing of any tournament stands, drawn at length: one walk asks them, the positive control of the first format."""
ASKED = {
    "tournaments:public": ("q=zanzottera", "q=gina3+zanzottera", "q=3"),
    "tournaments:public_draw": ("show=float", "show=club"),
    "scoring:public_results": ("round=1.1", "view=grid"),
    "scoring:public_people": ("q=zanzottera", "letter=Z"),
    "scoring:public_screen": ("face=2", "face=3&hold=1"),
    "scoring:public_standings": ("explain=1.points", *(f"explain=1.{tie_break.key}" for tie_break in TIE_BREAKS)),
}


@pytest.fixture(autouse=True)
def _worker(db, monkeypatch):
    """A worker that does not count as dead, however slow the machine."""
    monkeypatch.setattr("jobs.worker.ALIVE", dt.timedelta(days=1))
    report_worker_alive()


@pytest.fixture
def format_key():
    return FORMATS[0]


@pytest.fixture
def evening(format_key):
    """A surname wherever a name, or a word of the staff, can stand."""
    tournament = play_evening(pairs=4, rounds=2, format_key=format_key)
    director = build_user("director")
    for member in Member.objects.filter(tournament=tournament).select_related("entry"):
        first = ("Gina", "Rino")[member.position]
        Person.objects.filter(pk=member.person_id).update(name=f"{first}{member.entry.number} {CANARY}")
    for entry in Entry.objects.filter(tournament=tournament):
        made = f"Gina{entry.number} {CANARY} – Rino{entry.number} {CANARY}"
        Entry.objects.filter(pk=entry.pk).update(name=f"I {CANARY} Boys" if entry.number == 2 else made)
    for field in PRIVATE:
        rows = Person.objects.filter(memberships__tournament=tournament) if field.is_of_person else tournament.entries.all()
        rows.update(**{field.name: f"{PRIVATE_CANARY} {field.key}"})
    stage = tournament.stages.get()
    one, other = Entry.objects.filter(tournament=tournament, number__in=(1, 2))
    decide_penalty(stage, one, actor=director, origin=origin_of(director), points=1, words=f"{CANARY} was late")
    match = Match.objects.filter(round__stage=stage, round__state="published", kind="played").first()
    dispute_match(match, origin=origin_of(director), version=None, words=f"{CANARY} says 38")
    Match.objects.filter(pk=match.pk).update(table=None)
    gone = Person.objects.create(name=f"Ada {CANARY}")
    entry = match.seats.first().entry
    comes = Member.objects.get(entry=entry, position=0).person
    Substitution.objects.create(entry=entry, match=match, leaves=gone, comes=comes, reason=CANARY, made_by=director, made_at=NOW)
    told = {"reason": f"{CANARY} went home", "by": director.pk, "at": NOW.isoformat()}
    changes = [{"first": one.pk, "second": other.pk, **told}, {"drawing": 2, **told}]
    Draw.objects.filter(round__stage=stage).update(changes=changes)
    return tournament


def tell(tournament, form):
    if form == "hidden":
        Entry.objects.filter(tournament=tournament).update(hidden=True)
    Tournament.objects.filter(pk=tournament.pk).update(public_names="full" if form == "hidden" else form)


def pages_of(tournament, without):
    """Name and path of every public address, with every match, round and entry of the tournament and what can be asked there."""
    matches = Match.objects.filter(round__stage__tournament=tournament, kind="played").select_related("round")
    targets = [
        target_of(tournament, code=match.code, round_number=match.round.number, number=number)
        for number, match in enumerate(matches, start=1)
    ]
    for address in every_address():
        if address.policy in PUBLIC and address.name != "logout" and address.name.removeprefix("scoring:") not in without:
            for path in sorted({address.of(target) for target in targets}):
                yield from ((address.name, f"{path}?{query}") for query in ("", *ASKED.get(address.name, ())))


def answers_to(tournament, client, without=OF_THE_PROGRAM, parts=1):
    """Of so many parts of the pages the one whose turn it is."""
    for name, path in take_turn(pages_of(tournament, without), parts):
        for headers in ({}, {"HX-Request": "true"}) if ":public" in name and path.endswith("?") else ({},):
            answer = client.get(path, headers=headers, follow=True)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            yield name, path, content.decode(errors="replace") + repr(answer.headers)


@pytest.mark.parametrize("format_key", [FORMATS[0], *(pytest.param(key, marks=pytest.mark.proof) for key in FORMATS[1:])])
def test_the_canary_sings_where_full_names_are_told(evening):
    """The positive control: the walk comes to every place where names stand, and to nothing that is for the desk alone."""
    format_key = evening.stages.get().format_key
    answers = list(answers_to(evening, Client(), without=OF_THE_PROGRAM if format_key != FORMATS[0] else ()))
    told = {name for name, _path, answer in answers if CANARY in answer}
    assert told == TELLING | OWN[format_key] | SHORT_CODES | {"scoring:short_address"}
    assert [path for _name, path, answer in answers if PRIVATE_CANARY in answer] == []


def test_who_left_a_seat_to_a_phantom_is_in_no_public_answer():
    """Also where full names are told: nothing that is played in the seat from then on is that person's."""
    stage = begin(8)
    play_next(stage)
    leaver = stage.tournament.entries.get(number=5)
    Person.objects.filter(memberships__entry=leaver).update(name=f"Gina {CANARY}")
    Entry.objects.filter(pk=leaver.pk).update(name=f"Gina {CANARY}")
    assert any(CANARY in answer for _name, _path, answer in answers_to(stage.tournament, Client()))
    seat_phantom(leaver, actor=build_user("director"))
    play_next(stage, closed=False)
    assert [path for _name, path, answer in answers_to(stage.tournament, Client(), parts=2) if CANARY in answer] == []


@pytest.mark.parametrize(
    ("form", "format_key", "parts"),
    [
        *(pytest.param(*case.values, 3) for case in sweep(FORMS, FORMATS) if not case.marks),
        *(pytest.param(form, key, 1, marks=pytest.mark.proof) for form in FORMS for key in FORMATS),
    ],
)
def test_no_surname_is_in_any_public_answer(evening, form, parts, figures):
    """A third of the pages, others in each run; `make proofs` asks all."""
    tell(evening, form)
    answers = list(answers_to(evening, Client(), parts=parts))
    figures(form=form, asked=len(answers), private=[field.key for field in PRIVATE])
    assert [path for _name, path, answer in answers if CANARY in answer or PRIVATE_CANARY in answer] == []


def test_the_desk_reads_what_is_for_the_desk_alone(evening):
    """The positive control, on the list and in the file of the staff; and no paper that hangs has it."""
    client = Client()
    client.force_login(build_user("director"))
    desk = f"/desk/{evening.slug}/"
    listed = {field.key for field in PRIVATE if field.listed}
    assert listed >= {"phone", "membership"}
    texts = {key: client.get(desk + key).content.decode() for key in ("entries/", "print/entries.csv")}
    assert all(f"{PRIVATE_CANARY} {key}" in texts["entries/"] for key in listed)
    assert all(f"{PRIVATE_CANARY} {field.key}" in texts["print/entries.csv"] for field in PRIVATE)
    round_ = evening.stages.get().rounds.order_by("number").last()
    hanging = [paper for paper in ROUND_PAPERS if paper.hangs and paper.is_available_for(round_)]
    pages = [page for paper in hanging for page in PdfReader(io.BytesIO(paper.draw(around(evening), round_))).pages]
    assert len(pages) >= len(hanging) > 0
    assert [page for page in pages if PRIVATE_CANARY in page.extract_text()] == []


def test_the_director_sees_public_pages_as_everybody_does(evening):
    """Whose laptop shows the screen in the hall. A third of the pages, others in each run."""
    tell(evening, "first")
    client = Client()
    client.force_login(build_user("director"))
    leaks = {path for name, path, answer in answers_to(evening, client, parts=3) if CANARY in answer and name not in SHORT_CODES}
    assert leaks == set()
    desk = f"/desk/{evening.slug}/"
    assert all(CANARY in client.get(f"{desk}{page}").content.decode() for page in ("entries/", "standings/", "results/"))
