"""Links of tables: issuing, opening, and everything that they do not open."""

import datetime as dt
import io
import re

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.test import Client
from django.urls import URLPattern, get_resolver
from pypdf import PdfReader

from scoring.confirmation.services import confirm_match, dispute_match, reopen_match, void_match
from scoring.entry import outcomes
from scoring.entry.services import correct_entry, submit_event, undo_last, void_entry
from scoring.ledger.appending import build_table_actor
from scoring.ledger.match_log import Forfeit
from scoring.matches.table_links import select_live_links
from scoring.models import LedgerEntry, MatchResult, TableDevice, TableLink, WrongSecret
from tests.scoring.builders import NOW, build_round, build_tournament, origin
from tests.scoring.hands import SURE, enter, fresh_key, typed, win
from tests.scoring.links import actors, issue, phone
from tournaments.models import Round
from tournaments.refusals import ChangeRefused
from visitors.phones import services as service
from visitors.phones.services import can_try_secret, count_wrong_secret, find_link_by_secret, issue_links, open_by_code, revoke_links

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LATER = NOW + dt.timedelta(hours=1)


def director():
    return User.objects.get(username="director")


def find_open_link(secret):
    return select_live_links().filter(secret_hash=service.hash_secret(secret)).first()


def test_only_hashes_are_kept(match):
    slips = issue(match)
    kept = repr(list(TableLink.objects.values()))
    assert [slip.secret in kept or slip.code in kept or slip.code.replace("-", "") in kept for slip in slips] == [False, False]
    assert [find_open_link(slip.secret) for slip in slips] == [slip.link for slip in slips]
    assert len(slips[0].secret) == 22


def test_a_new_slip_ends_the_old_one(match):
    old, new = issue(match)[0], issue(match, at=LATER)[0]
    assert (find_open_link(old.secret), find_open_link(new.secret)) == (None, new.link)


def test_a_clock_that_went_back_takes_no_right_away(match, tournament):
    slip = issue(match, at=LATER)[0]
    revoke_links(tournament, [(match, 0)], actor=director(), at=NOW)
    assert find_open_link(slip.secret) is None


def test_what_is_revoked_opens_nothing(match, tournament):
    slips = issue(match)
    assert revoke_links(tournament, [(match, 0)], actor=director(), at=LATER) == 1
    assert [find_open_link(slip.secret) for slip in slips] == [None, slips[1].link]


@pytest.mark.parametrize("state", [Round.State.CLOSED, Round.State.DRAFT])
def test_a_link_lives_as_long_as_its_round_is_played(match, state):
    slip = issue(match)[0]
    Round.objects.filter(pk=match.round_id).update(state=state)
    assert find_open_link(slip.secret) is None


def test_only_the_director_issues_and_revokes(match, tournament, assistant):
    helper = User.objects.get(username="assistant")
    for act in (issue_links, revoke_links):
        with pytest.raises(PermissionDenied):
            act(tournament, [(match, 0)], actor=helper, at=NOW)
    assert TableLink.objects.count() == 0


def test_no_link_to_a_match_of_another_tournament(match, tournament):
    other = build_round(build_tournament("other")).matches.get()
    with pytest.raises(ChangeRefused, match="not in progress"):
        issue_links(tournament, [(other, 0)], actor=director(), at=NOW)


@pytest.mark.parametrize(
    "change",
    [{"side": 7}, {"secret_hash": "x" * 64}, {"tries": 11}],
    ids=["side", "hash", "tries"],
)
def test_an_illegal_link_cannot_be_stored(match, change):
    link = issue(match)[0].link
    with pytest.raises(IntegrityError):
        TableLink.objects.filter(pk=link.pk).update(**change)


def test_two_living_links_for_one_side_cannot_be_stored(match):
    link = issue(match)[0].link
    with pytest.raises(IntegrityError):
        TableLink.objects.create(match=match, side=0, secret_hash="0" * 64, code_hash="0" * 64, issued_at=NOW, issued_by=link.issued_by)


# ----------------------------------------------------------------------------------------------------------------- short codes


def test_a_code_opens_once(match):
    slip = issue(match)[1]
    assert open_by_code(match.code, slip.code, at=NOW) == slip.link
    assert open_by_code(match.code, slip.code, at=NOW) is None


def test_a_code_is_read_as_people_type_it(match):
    slip = issue(match)[0]
    assert open_by_code(f" {match.code.lower()} ", slip.code.lower().replace("-", " "), at=NOW) == slip.link


def test_after_ten_wrong_codes_only_the_secret_opens(match):
    slips = issue(match)
    for _time in range(10):
        assert open_by_code(match.code, "AAAA-AAAA", at=NOW) is None
    assert open_by_code(match.code, slips[0].code, at=NOW) is None
    assert find_open_link(slips[0].secret) == slips[0].link


def test_nine_wrong_codes_do_no_harm(match):
    slip = issue(match)[0]
    for _time in range(9):
        open_by_code(match.code, "AAAA-AAAA", at=NOW)
    assert open_by_code(match.code, slip.code, at=NOW) == slip.link


def test_a_code_of_another_match_opens_nothing(match):
    other = build_round(build_tournament("other")).matches.get()
    assert open_by_code(match.code, issue(other)[0].code, at=NOW) is None


def test_an_address_has_patience_for_a_hall_and_not_for_ever(match, monkeypatch):
    monkeypatch.setattr(service, "MOST_FROM_ADDRESS", 3)
    for _time in range(3):
        assert can_try_secret("10.0.0.7", at=NOW)
        count_wrong_secret("10.0.0.7", at=NOW)
    assert not can_try_secret("10.0.0.7", at=NOW)
    assert can_try_secret("10.0.0.8", at=NOW)
    assert can_try_secret("10.0.0.7", at=NOW + service.ADDRESS_WINDOW)
    assert can_try_secret("10.0.0.7", at=NOW - dt.timedelta(days=730)), "the clock was set back: nobody waits for two years"
    assert "10.0.0.7" not in repr(list(WrongSecret.objects.values()))


def test_the_page_says_when_patience_ends(match, client, monkeypatch):
    monkeypatch.setattr(service, "MOST_FROM_ADDRESS", 2)
    slip = issue(match)[0]
    answers = [client.post("/t", {"match": match.code, "code": "AAAA-AAAA"}).status_code for _time in range(3)]
    assert answers == [422, 422, 429]
    assert client.post("/t", {"secret": slip.secret}).status_code == 303  # nobody guesses a QR code


# -------------------------------------------------------------------------------------------------------- rights of the principal


def test_a_side_never_signs_for_itself_not_even_with_a_new_slip(match, tournament):
    tournament.one_person = True
    tournament.save()
    mine, _theirs = actors(match)
    win(match, actor=mine)
    renewed = build_table_actor(issue(match, at=LATER)[0].link)
    refused = confirm_match(match, origin=origin(fresh_key(), renewed), version=None)
    assert refused.refusal == outcomes.OWN_SIDE
    assert MatchResult.objects.get(match=match).state == "submitted"


def test_the_other_side_signs(match):
    mine, theirs = actors(match)
    win(match, actor=mine)
    result = confirm_match(match, origin=origin(fresh_key(), theirs), version=None).result
    assert (result.state, result.entered_by, result.confirmed_by) == ("confirmed", mine.id, theirs.id)


def test_what_the_desk_entered_is_signed_at_the_desk(match, assistant):
    _mine, theirs = actors(match)
    win(match, actor=assistant)
    assert confirm_match(match, origin=origin(fresh_key(), theirs), version=None).refusal == outcomes.DESK_CONFIRMS


def test_the_desk_signs_what_a_table_entered(match, assistant):
    mine, _theirs = actors(match)
    win(match, actor=mine)
    assert confirm_match(match, origin=origin(fresh_key(), assistant), version=None).result.state == "confirmed"


def test_a_hand_can_be_disputed_while_the_match_goes_on(match):
    mine, theirs = actors(match)
    assert dispute_match(match, origin=origin(fresh_key(), theirs), version=None).refusal == outcomes.NOT_SUBMITTED
    enter(match, typed(45), mine)
    assert dispute_match(match, origin=origin(fresh_key(), theirs), version=None).result.state == "disputed"
    assert enter(match, typed(45), mine).refusal == outcomes.DIRECTOR_SETTLES


def tell(match, actor, statement):
    return submit_event(match, statement, origin=origin(fresh_key(), actor), version=None, override=SURE)


def test_players_do_not_punish_or_give_matches(match):
    mine, _theirs = actors(match)
    assert tell(match, mine, Forfeit(0)).refusal == outcomes.STAFF_ONLY
    assert tell(match, mine, typed(45).__class__("penalty", {})).refusal == outcomes.STAFF_ONLY


def test_services_that_do_not_know_tables_refuse_them(match):
    mine, _theirs = actors(match)
    enter(match, typed(45), mine)
    ask = {"origin": origin(fresh_key(), mine), "version": None, "reason": "referee"}
    for act in (void_match, reopen_match, lambda match, **asked: void_entry(match, 1, **asked)):
        with pytest.raises(PermissionDenied):
            act(match, **ask)
    assert LedgerEntry.objects.count() == 1


def test_only_the_last_line_and_only_of_tables(match, assistant):
    mine, theirs = actors(match)
    enter(match, typed(45), mine)
    enter(match, typed(45), theirs)
    ask = {"version": None, "reason": "disputed", "override": SURE}
    assert correct_entry(match, 1, typed(44), origin=origin(fresh_key(), theirs), **ask).refusal == outcomes.ONLY_LAST_LINE
    assert undo_last(match, origin=origin(fresh_key(), mine), version=None).refusal == outcomes.NOT_YOUR_LINE
    enter(match, typed(35), assistant)
    assert correct_entry(match, 3, typed(44), origin=origin(fresh_key(), theirs), **ask).refusal == outcomes.DESK_ENTERED


@pytest.mark.parametrize("end", ["revoked", "closed", "foreign"])
def test_a_dead_or_foreign_link_writes_nothing(match, tournament, end):
    mine = actors(match)[0]
    target = match
    if end == "revoked":
        revoke_links(tournament, [(match, 0)], actor=director(), at=LATER)
    elif end == "closed":
        Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    else:
        target = build_round(build_tournament("other")).matches.get()
    with pytest.raises(PermissionDenied):
        enter(target, typed(45), mine)
    assert LedgerEntry.objects.count() == 0


def test_calls_and_acceptances_need_a_living_link(match, tournament, assistant):
    link = issue(match)[0].link
    service.call_director(link, at=NOW)
    assert service.settle_calls(tournament, match.code, actor=User.objects.get(username="assistant"), at=LATER) == 1
    with pytest.raises(PermissionDenied):
        service.settle_calls(tournament, match.code, actor=User.objects.create_user("stranger"), at=LATER)
    revoke_links(tournament, [(match, 0)], actor=director(), at=LATER)
    for act in (lambda: service.call_director(link, at=LATER), lambda: service.accept_line(link, 1, at=LATER)):
        with pytest.raises(PermissionDenied):
            act()


# --------------------------------------------------------------------------------------------------- what a session can reach


def bare(answer):
    """A page without what is random in it."""
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", answer.content.decode())


def test_what_was_once_good_says_what_happened_and_nothing_invented_opens(match, tournament):
    revoked, closed = issue(match)[0], issue(build_round(build_tournament("other")).matches.get())[0]
    issue(match, at=LATER)
    Round.objects.filter(stage__tournament__slug="other").update(state=Round.State.CLOSED)
    assert ["This code was replaced" in bare(phone(slip).get("/t/match/")) for slip in (revoked, closed)] == [True, False]
    answers = [Client().post("/t", {"secret": secret}) for secret in ("A" * 22, "")]
    assert {answer.status_code for answer in answers} == {404}
    assert len({bare(answer) for answer in answers}) == 1


def test_one_query_answers_for_every_secret(match, django_assert_num_queries):
    secrets = [issue(match)[0].secret, issue(match, at=LATER)[0].secret, "A" * 22]
    for secret in secrets:
        with django_assert_num_queries(1):
            find_link_by_secret(secret)


def test_a_session_ends_with_its_link(match, tournament):
    slip = issue(match)[0]
    browser = phone(slip)
    assert browser.get("/t/match/").status_code == 200
    revoke_links(tournament, [(match, 0)], actor=director(), at=LATER)
    assert "This code was replaced" in bare(browser.get("/t/match/"))
    assert browser.get("/t/match/correct/1/").status_code == 302
    for path in ("events/", "undo/", "confirm/", "dispute/", "withdraw/", "call/", "accept/1/", "correct/1/"):
        assert browser.post(f"/t/match/{path}").status_code == 409, path


def test_without_a_session_the_table_is_not_there(client):
    assert {client.get("/t/match/").status_code, client.post("/t/match/events/").status_code} == {404}
    text = bare(client.get("/t/match/"))
    assert ("This phone is at no table" in text, "mistyped" in text, "Type your code" in text) == (True, False, True)


def routes():
    """Every address with simple arguments filled in."""
    filled = {"slug": "evening", "code": "{code}", "number": "1", "stage_number": "1", "round_number": "1", "seq": "1", "key": "standings"}
    for route, entry in flat(get_resolver()):
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: filled.get(found[1], "1"), route)
        yield f"/{path}", entry


def flat(resolver, prefix=""):
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield prefix + str(entry.pattern), entry
        else:
            yield from flat(entry, prefix + str(entry.pattern))


def test_a_table_can_do_nothing_at_any_desk(match, tournament):
    """Every address that is somebody's: refused like a stranger's, and nothing is written."""
    browser = phone(issue(match)[0])
    stranger = Client()
    tournament.public = False
    tournament.save()
    desk = [path.replace("{code}", match.code) for path, _entry in routes() if path.startswith(("/desk/", "/tournaments/", "/jobs/"))]
    assert len(desk) > 40
    for path in desk:
        for method in ("get", "post"):
            got, expected = getattr(browser, method)(path), getattr(stranger, method)(path)
            assert (got.status_code, got.get("Location")) == (expected.status_code, expected.get("Location")), (method, path)
            assert got.status_code in (302, 404, 405), (method, path)
    assert LedgerEntry.objects.count() == 0


def test_canaries_of_others_are_on_no_page_of_a_table(match):
    other = build_round(build_tournament("other"), matches=2)
    for entry in other.stage.tournament.entries.all():
        entry.name = f"Canary {entry.number}"
        entry.save()
    neighbours = build_round(match.round.stage.tournament, matches=1).matches.get()
    for seat in neighbours.seats.all():
        seat.entry.name = f"Canary n{seat.side}"
        seat.entry.save()
    issue(*other.matches.all())
    browser = phone(issue(match)[0])
    addresses = ("/t/match/", "/t/match/?kind=match", f"/t/match/?code={neighbours.code}", "/t")
    assert ["Canary" in browser.get(address).content.decode() for address in addresses] == [False] * 4


def test_the_secret_leaves_no_trace_in_pages_or_session(match):
    slip = issue(match)[0]
    browser = phone(slip)
    assert slip.secret not in repr(dict(browser.session))
    assert slip.secret not in browser.get("/t/match/").content.decode()
    assert "no-store" in browser.get("/t/match/")["Cache-Control"]
    assert TableDevice.objects.get().link_id == slip.link.pk


# ------------------------------------------------------------------------------------------------------------ the director's page


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(director())
    return client


def test_slips_are_printed_once_and_again(desk, match):
    page = desk.get("/desk/evening/links/").content.decode()
    assert "Print 2 slips" in page
    printed = desk.post("/desk/evening/links/issue/", {"which": "all"})
    assert (printed.status_code, printed["Content-Type"], printed.content[:5]) == (200, "application/pdf", b"%PDF-")
    text = PdfReader(io.BytesIO(printed.content)).pages[0].extract_text()
    assert (text.count("Stage · Round 1"), text.count("Evening · 21 November 2026")) == (2, 2)
    first = TableLink.objects.get(side=0)
    assert desk.post("/desk/evening/links/issue/", {"which": f"{match.code}-0"}).status_code == 200
    first.refresh_from_db()
    assert first.revoked_at is not None
    assert TableLink.objects.filter(revoked_at=None).count() == 2


def test_revoking_and_seeing(desk, match):
    slip = issue(match)[0]
    phone(slip, HTTP_USER_AGENT="Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)")
    page = desk.get("/desk/evening/links/").content.decode()
    assert "2 of 2 slips given out, 1 already used." in page
    assert "iPhone" in page
    assert desk.post("/desk/evening/links/revoke/", {"which": "all"}).status_code == 303
    assert TableLink.objects.filter(revoked_at=None).count() == 0


def test_a_place_of_another_tournament_is_not_there(desk, match):
    other = build_round(build_tournament("other")).matches.get()
    assert desk.post("/desk/evening/links/issue/", {"which": f"{other.code}-0"}).status_code == 404


def test_an_assistant_has_no_business_there(match, assistant):
    client = Client()
    client.force_login(User.objects.get(username="assistant"))
    for path in ("", "issue/", "revoke/"):
        assert client.post(f"/desk/evening/links/{path}", {"which": "all"}).status_code == 403
