"""Every address × method × role × own or foreign object: none missing, none unexpected, and nothing of a stranger's in any answer."""

import datetime as dt
import inspect
import re
import sys

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils.text import slugify

from config.urls import handler500, urlpatterns
from jobs.databases import locked_transaction
from jobs.dispatcher import enqueue_job
from jobs.worker import report_worker_alive
from scoring.models import LedgerText
from tests.faults.addresses import every_address, target_of
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening, quarrel
from tests.scoring.seasons import build_season
from tests.sweeps import is_turn, take_turn
from tournaments.models import Club, Entry, Organizer, OrganizerMember, Person, StaffRole, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("refusals_unlogged")]

STAFF = {
    "scoring": "print preview_sheets print_paper results go match list_csv list_xlsx desk_standings referee"
    " possible_hand cash prizes receipts paper_logo set_sheets place forecast to_decide desk_final standings_trf photograph calendar",
    "tournaments": "desk create_like entries stage tables check_in",
    "evenings": "enrolments singles poster poster_file",
    "publishing": "line",
}
ENTERER = {
    "scoring": "enter_hand enter_event give_match correct cancel_line undo confirm void_match reopen conflict check sheets sheet"
    " which_sheet seat_waiting settle_stray move_match not_before command entering scan extra_sheet calendar_days",
}
REFEREE = {"scoring": "dispute withdraw referee_save settle_calls"}
PENALIZER = {"scoring": "decide enter_penalty scheme"}
PRINTER = {"scoring": "print_sheets print_set print_now"}
REGISTRAR = {
    "tournaments": "surnames entry_add entry_edit",
    "evenings": "enrolment_add enrolment_edit enrolment_decide singles_pair singles_part",
}
DOOR = {"tournaments": "check_in_one", "scoring": "place_desk cash_take cash_cancel receipts_print day_card door_slip"}
DIRECTOR = {
    "api": "tokens token_end",
    "evenings": "repeat series cancel_following plan announcement cancel_evening door_poster door_open overflow"
    " overflow_everybody overflow_second poster_look",
    "backup": "safety safety_backup safety_add safety_check safety_file safety_erase safety_lost safety_restore hand_over take_back"
    " dead_laptop safety_forget_stick live_copy",
    "scoring": "let_seats_follow let_stand play_again unpublish draw draw_first publish_all begin_ready redraw_from_results close_round"
    " advance screen_settings overlay_control publish"
    " links links_issue links_revoke codes codes_print code_show codes_revoke paper_settings tie"
    " seeding seeding_earlier cash_pay cash_fees cash_prizes prize_save prize_remove prize_give prize_back members"
    " members_import member_card"
    " closing closing_print enter_again"
    " leave_table stage_remove remove_tournament close_tables start_round exchange_tables turn_sides"
    " exchange_entries qualified promoted join_stage annul_results substitute phantom_add phantom_seat phantom_dismiss"
    " rehearsal rehearse_round rehearsal_away photograph_delete",
    "publishing": "tournament_outside tournament_connect_site tournament_connect_space fetch_evenings",
    "webhooks": "webhooks webhook",
    "federation": "result_file save_result_file send_result seeds_from_rating",
    "tournaments": "archive settings staff staff_remove staff_role staff_password invitation_withdraw place_codes place_code_revoke"
    " import import_preview import_confirm entry_withdraw entry_readmit stage_create"
    " draft discard redraw answer_call change certificate draw_file draw_trf apart apart_allow announce draws"
    " stage_edit stage_move check_in_all door_tables",
}
LIVE_VISITOR = {
    "scoring": "public_standings public_final public_bracket public_pools public_results public_match public_screen"
    " public_overlay public_player"
    " public_people screen_logo share_picture share_match public_calendar",
    "evenings": "pictures picture match_picture",
    "records": "evening_numbers",
}
FRAMED_VISITOR = {"evenings": "embedded_standings embedded_bracket embedded_pairings embedded_enrolment"}
CLUB_VISITOR = {"evenings": "club_calendar club_calendar_feed club_embedded_calendar"}
ENROLLER = {"evenings": "door door_notice"}
VISITOR = {
    "evenings": "evening_feed enrol notice lots",
    "scoring": "ledger_file public_ledger public_rules",
    "tournaments": "public prize_picture public_draw public_draw_file public_draw_trf",
    "federation": "public_result_file",
}
EVERYBODY = {
    "api": "v1 page versions",
    "records": "honour_roll honour_roll_poster",
    "publishing": "pair pieces state bridge_enrolments bridge_evenings",
    "federation": "check_result result_schema own_person own_person_data public_person own_card"
    " public_card union_club public_ranking public_rating result_bridge",
    "evenings": "calendar calendar_feed embedded_calendar find own own_notice",
    "": "robots favicon healthz ready live metrics login logout set_language open_by_ticket",
    "scoring": "manual manual_paper short_code short_code_in_capitals short_address referee_games referee_tool table_open table_open_typed"
    " match_stamp handbook handbook_index home_days",
    "tournaments": "home desk_root login_code password_forgotten password_link join place_open sign_up sign_up_link",
}
LOGGED_IN = {
    "backup": "import_file continue_file bring_back",
    "scoring": "season_create",
    "tournaments": "organizers account logins_end second_factor second_factor_remove",
}
SITE_ADMIN = {"": "plugins", "tournaments": "network_logins organizer_invite organizer_invitation_withdraw organizer_limit"}
OPENER = {"tournaments": "create create_form", "scoring": "demonstrations"}
ORGANIZER_MEMBER = {"tournaments": "organizer"}
ORGANIZER_DIRECTOR = {
    "api": "club_tokens club_token_end",
    "publishing": "desks make_code revoke_desk choose_desk remove_shown",
    "webhooks": "club_webhooks club_webhook",
    "federation": "persons person_questions person part_person join_persons open_person_page person_data person_card"
    " union union_roll union_receive union_result union_waiting union_event union_member union_rule union_ranking union_ranking_list"
    " union_series_list union_series union_series_ranking rating count_ratings delete_ratings",
    "records": "honour_rolls honour_roll_desk",
    "scoring": "organizer_paper receipt_words organizer_logo",
    "tournaments": "organizer_rename member_invite member_invitation_withdraw member_role member_remove member_password",
}
TABLE = {
    "scoring": "table table_enter table_correct table_accept table_undo table_confirm table_dispute table_withdraw table_call "
    "table_end_call table_seated table_leave table_set_aside table_hand_over table_drop"
}
SEASON_DIRECTOR = {
    "scoring": "season_desk season_evening_remove season_evening_final season_people season_player season_take_back season_settings"
    " season_directors season_director_remove season_remove season_paper season_csv season_xlsx"
    " season_cash_paper season_cash_csv season_cash_xlsx",
}
SEASON_VISITOR = {"scoring": "season", "records": "season_pictures season_pictures_paper"}
COMPUTER = {"": "computer computer_open computer_close"}
PUBLISHER = {"publishing": "outside connect_site connect_space"}
TARGET_DIRECTOR = {"publishing": "target target_trial target_end"}
OWNER = {"jobs": "job status retry file"}
EXPECTED = {
    f"{space}:{name}".strip(":"): policy
    for policy, spaces in {
        "staff": STAFF, "enterer": ENTERER, "referee": REFEREE, "penalizer": PENALIZER, "printer": PRINTER, "registrar": REGISTRAR,
        "door": DOOR, "site_admin": SITE_ADMIN, "director": DIRECTOR, "visitor": VISITOR, "enroller": ENROLLER,
        "live_visitor": LIVE_VISITOR, "framed_visitor": FRAMED_VISITOR, "club_visitor": CLUB_VISITOR, "everybody": EVERYBODY,
        "logged_in": LOGGED_IN, "owns_job": OWNER, "table_visitor": TABLE, "season_director": SEASON_DIRECTOR,
        "season_visitor": SEASON_VISITOR, "administers_computer": COMPUTER,
        "desk_publisher": PUBLISHER, "target_director": TARGET_DIRECTOR, "tournament_opener": OPENER,
        "organizer_member": ORGANIZER_MEMBER, "organizer_director": ORGANIZER_DIRECTOR,
    }.items()
    for space, names in spaces.items()
    for name in names.split()
}  # fmt: skip

ALLOWED, LOGIN, REFUSED, GONE = "allowed", "login", "refused", "gone"
ROLES = ("anonymous", "stranger", "reader", "door", "referee", "assistant", "director")
VERDICTS = {
    "staff": (LOGIN, GONE, *[ALLOWED] * 5),
    "enterer": (LOGIN, GONE, REFUSED, REFUSED, REFUSED, ALLOWED, ALLOWED),
    "referee": (LOGIN, GONE, REFUSED, REFUSED, ALLOWED, ALLOWED, ALLOWED),
    "penalizer": (LOGIN, GONE, REFUSED, REFUSED, ALLOWED, REFUSED, ALLOWED),
    "printer": (LOGIN, GONE, REFUSED, REFUSED, ALLOWED, ALLOWED, ALLOWED),
    "registrar": (LOGIN, GONE, REFUSED, ALLOWED, REFUSED, ALLOWED, ALLOWED),
    "door": (LOGIN, GONE, REFUSED, ALLOWED, REFUSED, ALLOWED, ALLOWED),
    "director": (LOGIN, GONE, *[REFUSED] * 4, ALLOWED),
    "visitor": (GONE, GONE, *[ALLOWED] * 5),
    "enroller": (GONE, GONE, *[ALLOWED] * 5),  # tests/evenings/enrolment/test_pages.py has those with the key
    "live_visitor": (GONE, GONE, *[ALLOWED] * 5),
    "framed_visitor": (GONE,) * 7,
    "everybody": (ALLOWED,) * 7,
    "club_visitor": (GONE, GONE, *[ALLOWED] * 5),
    "logged_in": (LOGIN, *[ALLOWED] * 6),
    "tournament_opener": (LOGIN, *[ALLOWED] * 6),  # tests/accounts/organizers/test_organizers.py has the house that is not shared
    "organizer_member": (LOGIN, GONE, *[ALLOWED] * 5),
    "organizer_director": (LOGIN, GONE, *[REFUSED] * 4, ALLOWED),
    "administers_computer": (LOGIN, *[REFUSED] * 6),  # tests/config/test_computer.py has the administrator
    "desk_publisher": (LOGIN, *[REFUSED] * 6),  # tests/publishing/outside has the administrator
    "target_director": (LOGIN, *[GONE] * 6),  # there is none: tests/publishing/outside has one
    "site_admin": (LOGIN, *[REFUSED] * 6),
    "owns_job": (LOGIN, *[GONE] * 5, ALLOWED),
    "season_director": (LOGIN, *[GONE] * 5, ALLOWED),
    "season_visitor": (*[GONE] * 6, ALLOWED),
    "table_visitor": (GONE,) * 7,  # nobody by an account: tests/visitors/phones/test_table_pages.py has those with a link
}
EXCEPTIONS = {
    # Asked by programs: a signature opens it, whoever is logged in.
    **{("publishing:state", method, role): REFUSED for method in ("get", "head") for role in ROLES},
    **{("tournaments:tables", "post", role): REFUSED for role in ("reader", "door", "referee", "assistant")},
    # There is none before the tournament is over: tests/federation/handing_in has one that is.
    **{("federation:public_result_file", method, role): GONE for method in ("get", "head") for role in ROLES[2:]},
    ("scoring:scheme", "post", "referee"): REFUSED,
    ("backup:safety_add", "post", "director"): REFUSED,  # the whole desk's copies are the administrator's
    ("backup:safety_lost", "post", "director"): REFUSED,
    ("backup:safety_forget_stick", "post", "director"): REFUSED,
    ("backup:live_copy", "post", "director"): REFUSED,
}
"""What a page lets somebody see whose service then refuses the change."""
METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
CANARY = "Kanarienvogel"

__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]
"""The site, with refusals that take no time to draw; how they look is in tests/config/test_pages.py."""


def handler403(_request, exception):
    return HttpResponse(status=403)


def handler404(_request, exception):
    return HttpResponse(status=404)


@pytest.fixture(autouse=True)
def _worker(db, monkeypatch):
    """A worker that does not count as dead, however slow the machine: the site would say of itself that it is not well."""
    monkeypatch.setattr("jobs.worker.ALIVE", dt.timedelta(days=1))
    report_worker_alive()


@pytest.fixture(scope="module")
def addresses():
    return every_address()


@pytest.fixture
def own():
    """A tournament without a public page: the director's."""
    tournament = play_evening()
    Tournament.objects.filter(pk=tournament.pk).update(public=False, demonstration=False)
    decide_once(build_season(Tournament.objects.get(pk=tournament.pk), public=False))
    for role in ("reader", "door", "referee"):
        StaffRole.objects.create(tournament=tournament, user=build_user(role), role=role)
    give_to_organizer(tournament, "Circolo nostro", {role: role for role in ROLES[2:]})
    with locked_transaction():
        enqueue_job("backup", arguments={"occasion": "asked"}, owner=build_user("director"))
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def foreign():
    """Somebody else's, with a canary wherever a name or a word can stand."""
    desk = ("stranger", "helper")
    tournament = play_evening(name=f"Torneo {CANARY}", venue=f"Bar {CANARY}", regulation=CANARY, desk=desk)
    quarrel(tournament, desk)
    Tournament.objects.filter(pk=tournament.pk).update(public=False, slug="kanarienvogel")
    for entry in Entry.objects.filter(tournament=tournament):
        club = Club.objects.get_or_create(name=f"Circolo {CANARY}")[0]
        Entry.objects.filter(pk=entry.pk).update(name=f"{CANARY} {entry.number}", note=CANARY, club=club)
    Person.objects.filter(memberships__tournament=tournament).update(name=CANARY, phone=CANARY)
    give_to_organizer(tournament, f"Circolo {CANARY}", {"stranger": "director", "helper": "assistant"})
    assert LedgerText.objects.filter(tournament=tournament).exists()
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False)
    season = build_season(Tournament.objects.get(pk=tournament.pk), name=f"Stagione {CANARY}", director="stranger", public=False)
    decide_once(season)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    return Tournament.objects.get(pk=tournament.pk)


def give_to_organizer(tournament, name, roles):
    """The tournament becomes that of a new club, whose members have these roles, by user name."""
    organizer = Organizer.objects.create(slug=slugify(name), name=name)
    for username, role in roles.items():
        OrganizerMember.objects.create(organizer=organizer, user=build_user(username), role=role)
    Tournament.objects.filter(pk=tournament.pk).update(organizer=organizer)


def decide_once(season):
    """A word about the first entry, as a director of a season gives it."""
    decision = season.decisions.create(made_by=season.created_by, made_at=NOW)
    decision.namings.create(entry=season.evenings.first().tournament.entries.first(), part=1)


def client_of(role):
    client = Client(raise_request_exception=False)
    if role != "anonymous":
        client.force_login(User.objects.get(username=role))
    return client


def ask_everything(questions, targets, role, **more):
    """Address, method, target and answer for each (address, methods), one after the other; logged in anew after the way out."""
    client = client_of(role)
    for address, methods in questions:
        for target in targets:
            for method in methods:
                yield address, method, target, getattr(client, method)(address.of(target), **more)
                if address.name == "logout":
                    client = client_of(role)


def verdict_on(answer):
    if answer.status_code == 302 and answer["Location"].startswith("/login/?next="):
        return LOGIN
    return {403: REFUSED, 404: GONE}.get(answer.status_code, ALLOWED)


def test_every_address_has_the_rights_that_were_meant(addresses):
    assert {address.name: address.policy for address in addresses} == EXPECTED


def test_no_policy_asks_for_the_method(addresses):
    """Whom it refuses one method it refuses all: the roles between stranger and director are asked for one in the short form."""
    modules = {sys.modules[address.view.policy.__module__] for address in addresses if address.view}
    assert [module.__name__ for module in modules if ".method" in inspect.getsource(module)] == []
    assert len(modules) > 1


def sample_questions(addresses, role):
    """Whatever must be refused; of what is allowed, what not all of the staff may, another third in each run."""
    index = ROLES.index(role)
    for place, address in enumerate(addresses):
        verdicts = VERDICTS[address.policy]
        if verdicts[index] == ALLOWED and not is_turn(place, 3):
            continue
        if role in ("anonymous", "stranger"):
            yield address, ("get",) if role == "anonymous" else ("post",)
        elif verdicts[index] != ALLOWED:
            yield address, ("post",)
        elif role == "director" or len(set(verdicts[2:])) > 1:
            yield address, ("get", "post")


NAMELESS = re.compile(r"<title>\s*(·|</title>)".encode())
"""A page whose title does not say which page it is."""


def judge_answers(questions, tournament, role):
    """How many were tried, and each answer that is not the one of the matrix."""
    tried, wrong = 0, []
    for address, method, _target, answer in ask_everything(questions, [target_of(tournament)], role):
        expected = EXCEPTIONS.get((address.name, method, role), VERDICTS[address.policy][ROLES.index(role)])
        verdict = verdict_on(answer)
        allowed_but_nothing_there = expected == ALLOWED and answer.status_code == 404
        tried += 1
        is_nameless = answer.status_code == 200 and NAMELESS.search(answer.content) if not answer.streaming else None
        if answer.status_code >= 500 or is_nameless or (verdict != expected and not allowed_but_nothing_there):
            wrong.append((role, address.name, method, verdict, answer.status_code))
    return tried, wrong


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("roles", [ROLES[:5], ROLES[5:]], ids=["who may little", "who may much"])
def test_every_address_refuses_whom_it_should(addresses, own, foreign, roles):
    for role in roles:
        tried, wrong = judge_answers(sample_questions(addresses, role), own, role)
        assert (wrong, tried > len(addresses) / 4) == ([], True)


@pytest.mark.proof
@pytest.mark.parametrize("role", ROLES)
def test_every_method_of_every_address(addresses, own, foreign, role, figures):
    tried, wrong = judge_answers([(address, METHODS) for address in addresses], own, role)
    figures(role=role, tried=tried, wrong=len(wrong))
    assert wrong == []


def ask_for_foreign(addresses, own, foreign):
    """Questions and targets: the foreign tournament itself, and its objects asked for under one's own address."""
    theirs, mine = target_of(foreign), target_of(own)
    of_objects = [address for address in addresses if {"code", "job_id"} & set(address.arguments)]
    yield addresses, theirs
    yield of_objects, {**mine, "code": theirs["code"], "job_id": theirs["job_id"]}


def read_to_the_end(answer):
    """What a browser comes to see; the way to the login leads to the same page from everywhere."""
    leads_on = answer.status_code in (301, 302, 303) and verdict_on(answer) != LOGIN
    last = answer.client.get(answer["Location"], follow=True) if leads_on else answer
    return b"".join(last.streaming_content) if last.streaming else last.content


def hear_canary(addresses, own, foreign, role, parts):
    """How many answers were listened to, and in which the canary sings; of so many parts of the addresses the one whose turn it is."""
    tried, leaks = 0, []
    for places, objects in ask_for_foreign(addresses, own, foreign):
        questions = [(address, ("get", "post")) for address in take_turn(places, parts)]
        for address, method, target, answer in ask_everything(questions, [objects], role):
            tried += 1
            if CANARY.encode() in read_to_the_end(answer):
                leaks.append((address.name, method, target["slug"]))
    return tried, leaks


@pytest.mark.parametrize(
    ("role", "parts"),
    [("anonymous", 1), ("director", 2), *(pytest.param(role, 1, marks=pytest.mark.proof) for role in ("assistant", "director"))],
)
def test_nothing_of_a_foreign_tournament_is_in_any_answer(addresses, own, foreign, role, parts, figures):
    """A director asks half of the addresses, others in each run."""
    tried, leaks = hear_canary(addresses, own, foreign, role, parts)
    figures(role=role, tried=tried, leaks=len(leaks))
    assert leaks == []


def test_the_canary_is_heard_by_those_who_may(foreign):
    """The positive control."""
    page = client_of("stranger").get(f"/desk/{foreign.slug}/entries/")
    assert CANARY.encode() in page.content
