"""If these failed, a site would believe somebody else, an old copy or a changed ledger; or fall over what it is sent."""

import copy
import zlib
from dataclasses import asdict, replace

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from jobs.models import Job
from publishing.models import PairedDesk, ReceivedPart, ReceivedTournament
from publishing.pairing_codes.services import revoke_desk
from publishing.pieces.codec import cut_piece
from publishing.pieces.digests import compute_digest, dump_document
from publishing.pieces.signatures import make_private_key, sign_bytes
from publishing.receiving.services import decide_desk, show_by_job
from scoring.ledger.verifier import compute_digest as compute_line_digest
from scoring.models import LedgerEntry
from tests.publishing.receiving.desks import Desk, found_club, pair_new_desk, read_document, take_away
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def document(db):
    """What a desk with an evening of one round says; the desk itself is elsewhere."""
    tournament = play_evening(pairs=4, rounds=1)
    read = read_document(tournament)
    take_away(tournament)
    return read


@pytest.fixture
def desk(club):
    return pair_new_desk(*club)


def shorten(document, count):
    """The same tournament when its ledger had so many lines; nothing else of it is judged before the ledger is."""
    return document | {"ledger": document["ledger"][:count]}


def change_line(document, place, *, sealed=False):
    """Another actor in a line; `sealed`: with all digests from there on computed anew, by the verifier that outsiders use."""
    changed = copy.deepcopy(document)
    changed["ledger"][place]["actor"] = "staff-99"
    prev = changed["ledger"][place]["prev"]
    for line in changed["ledger"][place:] if sealed else ():
        line["prev"] = prev
        prev = line["digest"] = compute_line_digest(prev, line)
    return changed


def count_lines():
    return LedgerEntry.objects.count()


def test_a_changed_line_is_refused_with_its_number(desk, document):
    answer = desk.send(change_line(document, 4))
    assert (answer.status_code, answer.json()["problem"], answer.json()["line"]) == (422, "chain", 5)
    assert "ledger entry 5: the entry was changed after it was written" in answer.json()["sentence"]
    assert not Tournament.objects.exists()
    assert desk.ask_state(document["tournament"]["created_at"]).json()["holds"] == ""


def test_a_line_that_is_missing_is_refused_with_its_number(desk, document):
    holed = document | {"ledger": document["ledger"][:3] + document["ledger"][4:]}
    assert desk.send(holed).json()["line"] == 4


def test_a_changed_line_in_a_patch_is_refused_and_the_rest_stays(desk, document):
    assert desk.send(document).status_code == 200
    lines = count_lines()
    assert desk.send(change_line(document, 2)).json()["line"] == 3
    assert (count_lines(), desk.ask_state(document["tournament"]["created_at"]).json()["holds"]) == (lines, compute_digest(document))


def test_an_old_copy_of_the_data_is_refused_in_words_in_both_languages(desk, document):
    assert desk.send(document).status_code == 200
    older = shorten(document, 3)
    answer = desk.send(older, whole=True)
    assert (answer.status_code, answer.json()["problem"]) == (409, "older")
    assert f"with {len(document['ledger'])} ledger entries, this computer has the first 3 of them" in answer.json()["sentence"]
    italian = desk.post(desk.build_piece(older, whole=True), language="it").json()["sentence"]
    assert "vecchia copia" in italian
    assert desk.send(document, whole=True).status_code == 200


def test_a_restored_computer_that_counts_from_before_is_told_that_it_is_old(desk, document):
    desk.number = 50
    assert desk.send(document).status_code == 200
    desk.number = 3
    assert desk.send(shorten(document, 3), whole=True).json()["problem"] == "older"
    stale = desk.send(document | {"desk": []}, whole=True)
    assert (stale.status_code, stale.json()["problem"], stale.json()["number"]) == (409, "base_unknown", 51)


def test_two_ledgers_that_go_apart_are_refused_until_the_club_decides(desk, document, club):
    assert desk.send(document).status_code == 200
    other = change_line(document, len(document["ledger"]) - 1, sealed=True)
    answer = desk.send(other, whole=True)
    assert (answer.status_code, answer.json()["problem"]) == (409, "forked")
    assert f"after ledger entry {len(document['ledger']) - 1} the site has others" in answer.json()["sentence"]
    decide_desk(ReceivedTournament.objects.get(), actor=club[1])
    assert desk.send(other, whole=True).status_code == 200
    assert LedgerEntry.objects.order_by("seq").last().actor == "staff-99"


def test_two_desks_of_one_tournament_wait_for_the_director_of_the_club(desk, document, club):
    assert desk.send(document).status_code == 200
    other = pair_new_desk(*club, name="secondo")
    answer = other.send(document)
    assert (answer.status_code, answer.json()["problem"]) == (409, "two_desks")
    assert "“portatile”, tells this site" in answer.json()["sentence"]
    decide_desk(ReceivedTournament.objects.get(desk=other.key), actor=club[1])
    assert other.send(document).status_code == 200
    assert [row.shown_from for row in Tournament.objects.all()] == ["secondo"]
    assert desk.send(document | {"desk": []}).json()["problem"] == "two_desks"


def test_a_tournament_of_another_club_is_not_touched(desk, document):
    assert desk.send(document).status_code == 200
    stranger = pair_new_desk(*found_club("Altri", "altro"), name="altrui")
    answer = stranger.send(document)
    assert (answer.status_code, answer.json()["problem"]) == (409, "kept_here")
    assert [row.shown_from for row in Tournament.objects.all()] == ["portatile"]


def test_a_tournament_that_is_run_on_the_site_is_not_touched(desk):
    tournament = play_evening(pairs=4, rounds=1)
    answer = desk.send(read_document(tournament))
    assert (answer.status_code, answer.json()["problem"]) == (409, "kept_here")
    assert Tournament.objects.get().shown_from == ""


def test_what_is_sent_again_is_confirmed_again_and_written_once(desk, document):
    piece = desk.build_piece(document)
    answers = [desk.post(piece) for _again in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert {answer.json()["holds"] for answer in answers} == {compute_digest(document)}
    assert (Tournament.objects.count(), count_lines()) == (1, len(document["ledger"]))


def test_an_earlier_piece_that_comes_back_changes_nothing(desk, document):
    first = desk.build_piece(document)
    assert desk.post(first).status_code == 200
    desk.document = document
    renamed = document | {"tournament": document["tournament"] | {"name": "Altra"}}
    there = desk.build_piece(renamed)
    assert desk.post(there).status_code == 200
    desk.document = renamed
    assert desk.post(desk.build_piece(document)).status_code == 200
    assert desk.post(there).json()["problem"] == "base_unknown"
    assert Tournament.objects.get().name == document["tournament"]["name"]


def test_a_change_of_what_is_not_held_is_answered_with_what_is(desk, document):
    assert desk.send(document).status_code == 200
    desk.document = document | {"desk": []}
    answer = desk.send(document | {"hall_tables": []})
    assert (answer.status_code, answer.json()["problem"], answer.json()["holds"]) == (409, "base_unknown", compute_digest(document))


def test_a_large_change_arrives_in_any_order_and_goes_on_after_a_cut(desk, document, monkeypatch):
    monkeypatch.setattr("publishing.pieces.codec.MOST_BYTES", 1500)
    parts = cut_piece(desk.build_piece(document))
    assert len(parts) > 4
    assert [desk.post(part).json()["parts"] for part in parts[:2]] == [[1], [1, 2]]
    assert desk.post(parts[1]).json()["parts"] == [1, 2]
    last = desk.post(parts[-1])
    assert (last.status_code, last.json()["problem"]) == (409, "base_unknown")
    answers = [desk.post(part) for part in reversed(parts[2:-1])]
    assert {answer.status_code for answer in answers} == {200}
    assert answers[-1].json()["shown"] == compute_digest(document)
    assert not ReceivedPart.objects.exists()


def test_parts_of_different_changes_are_not_mixed(desk, document, monkeypatch):
    monkeypatch.setattr("publishing.pieces.codec.MOST_BYTES", 1500)
    parts = cut_piece(desk.build_piece(document))
    strange = [replace(parts[0], after="f" * 64), *parts[1:]]
    answers = [desk.post(part) for part in strange]
    assert (answers[-1].status_code, answers[-1].json()["problem"]) == (422, "damaged")
    assert not ReceivedPart.objects.exists()
    assert [desk.post(part).status_code for part in parts][-1] == 200


def test_a_bomb_in_parts_is_refused(desk, document, monkeypatch):
    monkeypatch.setattr("publishing.receiving.services.MOST_CHARACTERS", 2_000_000)
    piece = replace(desk.build_piece(document), parts=3)
    answers = [desk.post(replace(piece, part=part, changes="0" * 1_000_000)) for part in (1, 2, 3)]
    assert [answer.status_code for answer in answers] == [200, 200, 413]
    assert not ReceivedPart.objects.exists()


@pytest.mark.parametrize("what", ["links", "cash", "enrolments", "forbidden"])
def test_a_document_with_something_private_is_refused(desk, document, what):
    private = copy.deepcopy(document)
    if what == "links":
        private["links"] = [
            {"match": document["ledger"][0]["match"] or document["ledger"][-1]["match"], "side": 0, "secret_hash": "0" * 64}
        ]
        private["links"][0] |= {"issued_at": document["made_at"], "issued_by": "staff-1", "revoked_at": None, "accepted_seq": 0}
    else:
        private["persons"][what] = [{"first": 1, "second": 2, "reason": ""}]
    answer = desk.send(private)
    assert (answer.status_code, answer.json()["problem"]) == (422, "contradiction")
    assert not Tournament.objects.exists()


def test_standings_that_the_results_do_not_give_are_refused(desk, document):
    wrong = copy.deepcopy(document)
    places = wrong["standings"][0]["places"]
    places[0]["entry"], places[1]["entry"] = places[1]["entry"], places[0]["entry"]
    answer = desk.send(wrong)
    assert (answer.status_code, answer.json()["problem"]) == (422, "contradiction")
    assert not Tournament.objects.exists()
    assert desk.send(document).status_code == 200


def test_who_is_revoked_or_has_another_key_is_refused(desk, document, club):
    stolen = replace(desk, private_key=make_private_key(), bodies=[])
    answer = stolen.send(document)
    assert (answer.status_code, answer.json()["problem"]) == (403, "signature")
    assert desk.ask_state("x", signed_by=make_private_key()).status_code == 403
    revoke_desk(PairedDesk.objects.get(), actor=club[1], at=timezone.now())
    answers = [
        desk.send(document),
        desk.ask_state(document["tournament"]["created_at"]),
        Desk(key="0" * 8 + "-0000" * 3 + "-" + "0" * 12).send(document),
    ]
    assert [(one.status_code, one.json()["problem"]) for one in answers] == [(403, "not_paired")] * 3


def test_a_desk_for_one_tournament_sends_no_other(club, document):
    desk = pair_new_desk(*club, one_tournament=True)
    assert desk.send(document).status_code == 200
    other = document | {"tournament": document["tournament"] | {"created_at": "2026-11-20T20:00:00.000000+00:00"}}
    answer = desk.send(other, whole=True)
    assert (answer.status_code, answer.json()["problem"]) == (403, "other_tournament")


def test_a_large_document_is_shown_by_a_job_and_the_newest_alone(desk, document, monkeypatch):
    monkeypatch.setattr("publishing.receiving.services.SHOWN_AT_ONCE", 0)
    first = desk.send(document).json()
    newer = document | {"tournament": document["tournament"] | {"name": "Altra"}}
    second = desk.send(newer).json()
    assert (first["shown"], second["shown"], second["holds"]) == ("", "", compute_digest(newer))
    assert not Tournament.objects.exists()
    jobs = Job.objects.filter(kind="show_received").order_by("pk")
    assert jobs.count() == 2
    for job in jobs:
        show_by_job(job.arguments, None)
    assert desk.ask_state(document["tournament"]["created_at"]).json()["shown"] == compute_digest(newer)
    assert Tournament.objects.get().name == "Altra"


@pytest.mark.parametrize("depth", [300, 800, 900, 950, 980, 2000])
def test_what_is_nested_deeply_is_refused(desk, document, depth):
    """At every depth, also where a parser still follows and a writer does not."""
    dumped = dump_document({"format": "labella-piece-1", **asdict(replace(desk.build_piece(document), changes="DEEP", after="0" * 64))})
    body = zlib.compress(dumped.replace(b'"DEEP"', b"[" * depth + b"]" * depth))
    answer = desk.post_body(body, sign_bytes(body, desk.private_key))
    assert (answer.status_code, answer.json()["problem"]) == (422, "damaged")


def test_an_unknown_tournament_has_no_state(desk):
    answer = desk.ask_state("2026-11-20T20:00:00.000000+00:00")
    assert (answer.status_code, answer.json()["problem"]) == (404, "unknown_tournament")


@pytest.mark.parametrize("key", ["", "x", "2026-11-20", "2026-11-20T20:00:00.000000+00:00' OR 1=1"])
def test_a_key_that_is_none_is_refused(desk, document, key):
    answer = desk.post(replace(desk.build_piece(document), tournament=key))
    assert (answer.status_code, ReceivedTournament.objects.count()) == (422, 0)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/octet-stream", 403),
        (b"x" * 50_000, "application/octet-stream", 413),
        (b"x" * 4_000_000, "application/octet-stream", 413),
        (zlib.compress(b"0" * 30_000_000), "application/octet-stream", 413),
        (b"--a\r\nbroken", "multipart/form-data; boundary=a", 400),
        (b"a=1", "application/x-www-form-urlencoded", 403),
    ],
)
def test_a_body_that_is_no_piece_gets_an_answer_of_a_program(desk, body, kind, status):
    signature = sign_bytes(body, desk.private_key) if body[:1] == b"x\xda"[:1] else ""
    answer = desk.post_body(body, signature, kind=kind)
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json()["sentence"]
    assert answer.status_code == status


class HostileBodies(TestCase):
    """Signed by a desk that is paired, and wrong in any way."""

    databases = "__all__"

    def setUp(self):
        self.desk = pair_new_desk(*found_club())

    @settings(max_examples=60)
    @given(st.binary(max_size=400))
    def test_bytes(self, content):
        for body in (content, zlib.compress(content)):
            assert 400 <= self.desk.post_body(body, sign_bytes(body, self.desk.private_key)).status_code < 500

    @settings(max_examples=60)
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["set", "object", "list", "at", "new", "="]),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=5),
            max_leaves=25,
        ),
        st.sampled_from(["", "a" * 64]),
    )
    def test_changes(self, changes, base):
        key = "2026-11-20T20:00:00.000000+00:00"
        self.desk.number += 1
        from publishing.pieces.codec import Piece

        piece = Piece(key, self.desk.number, base, compute_digest(changes), 1, 1, "", False, changes)
        assert 400 <= self.desk.post(piece).status_code < 500
