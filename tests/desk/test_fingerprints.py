"""Every form of those who work at a tournament carries what it was decided on, or stands here with the reason why it need not."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

import pytest
from django.test import Client

from desk.hall_pages.reseating import exchange_sides
from desk.overview.services import change_rules
from desk.roster.substitutions import substitute_player
from rankings.seasons.services import SeasonDetails, add_evening, create_season
from rankings.seasons.views import RULE_PREFIX
from scoring.confirmation.services import void_match
from scoring.models import LedgerEntry, OrganizerPaper, PaperStyle
from tests.desks import ROOT
from tests.faults.addresses import every_address
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, play_round, turn_result
from tests.scoring.evenings import origin_of, play_evening
from tests.scoring.page_forms import read_forms
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, FeePlan, Match, OrganizerMember, Round, Season, Seat, Stage, Tournament
from tournaments.models.organizers import HOUSE_SLUG
from tournaments.permissions import Role
from tournaments.stage_pages.services import move_stage
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db]

WORKING = ("director", "enterer", "referee", "penalizer", "staff", "registrar", "door", "season_director", "organizer_director")
"""Policies of the addresses at which a tournament is changed."""
MARKED = {
    "version": "enter_hand enter_event enter_penalty give_match correct cancel_line undo confirm void_match reopen dispute withdraw"
    " conflict referee_save",
    "draft": "publish publish_all redraw_from_results redraw discard change answer_call",
    "contradiction": "let_stand",
    "digest": "import_confirm",
    "seen": "advance close_round leave_table let_seats_follow play_again unpublish annul_results substitute exchange_tables turn_sides"
    " exchange_entries scheme tie settings entry_edit stage_edit stage_move calendar_days"
    " season_settings paper_settings organizer_paper receipt_words screen_settings cash_fees prize_save prize_remove member_card"
    " announcement enrolment_edit"
    " singles_pair overflow_everybody overflow_second series plan"
    " decide check_in_all check_in_one draw draw_first join_stage enter_again stage_create",
}
"""Hidden field: names of the addresses whose forms send it back."""
UNMARKED = {
    "it only adds, under a key of its own": "webhooks club_webhooks"
    " cash_pay place_codes entry_add create_like apart import_preview staff extra_sheet scan"
    " cash_take receipts_print members_import day_card closing_print"
    " tournament_connect_site tournament_connect_space"
    " season_desk season_directors member_invite enrolment_add repeat make_code"
    " union_roll union_receive union_series_list honour_rolls honour_roll_desk tokens club_tokens",
    "what it makes is looked at before it counts": "referee possible_hand check rehearsal rehearse_round rehearsal_away safety_check",
    "it says the whole state that it sets": "archive entry_withdraw entry_readmit staff_role not_before move_match entering"
    " close_tables start_round tables surnames announce settle_calls photograph_delete sheets sheet settle_stray door_tables"
    " season_evening_final season_people season_player organizer_rename member_role cancel_evening door_open cancel_following"
    " poster_look result_file union_rule union overlay_control",
    "it names whom it concerns, and the service refuses where that is gone": "webhook club_webhook"
    " staff_remove staff_password invitation_withdraw place_code_revoke apart_allow"
    " phantom_add phantom_seat phantom_dismiss"
    " stage_remove remove_tournament links_issue links_revoke codes_print code_show codes_revoke"
    " cash_cancel prize_give prize_back"
    " season_evening_remove season_take_back season_director_remove season_remove member_remove member_password"
    " member_invitation_withdraw enrolment_decide singles_part"
    " part_person join_persons open_person_page person_questions union_waiting union_event union_result union_member"
    " revoke_desk choose_desk remove_shown token_end club_token_end fetch_evenings",
    "the lines on the page come back with it": "qualified promoted",
    "it counts with what is saved at that moment, and says so": "seeding cash_prizes begin_ready seat_waiting command which_sheet"
    " save_result_file seeding_earlier send_result seeds_from_rating count_ratings delete_ratings",
    "copies and other computers": "safety_backup safety_add hand_over take_back safety_lost safety_erase safety_restore"
    " safety_forget_stick live_copy",
}
"""Why not: names of the addresses."""
READERS = {"version": "read_version", "draft": "read_seen_draft", "contradiction": '"contradiction"', "digest": '"digest"', "seen": "seen"}
"""What the module of a view contains that reads the field."""
OUTDATED = "this is no longer what your page showed"


def list_names(table):
    return [(value, name) for value, names in table.items() for name in names.split()]


@pytest.fixture(scope="module")
def working():
    """The views that take a form from somebody who works at a tournament, by the name of their address."""
    addresses = [address for address in every_address() if address.policy in WORKING and address.takes_forms]
    return {address.name.rpartition(":")[2]: address.view for address in addresses}


def test_every_form_has_its_fingerprint_or_its_reason(working):
    listed = [name for _why, name in list_names(MARKED) + list_names(UNMARKED)]
    assert sorted(listed) == sorted(set(listed))
    assert sorted(listed) == sorted(working)


def test_what_carries_a_fingerprint_reads_it(working):
    templates = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    deaf = [name for field, name in list_names(MARKED) if READERS[field] not in inspect.getsource(inspect.getmodule(working[name]))]
    assert deaf == []
    assert [field for field in MARKED if not any(f'name="{field}"' in template for template in templates)] == []


# ------------------------------------------------------------------------------------------------- what an outdated fingerprint does


@pytest.fixture
def client(db):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


@pytest.fixture
def planned(db):
    """A tournament with two stages of which nothing is drawn."""
    director = build_user("director")
    tournament = found_tournament(director, "Da fare")
    enter_pairs(tournament, director, 6)
    for name in ("Primo", "Secondo"):
        create_stage(tournament, actor=director, format_key="swiss", options={}, name=name)
    return tournament


@pytest.fixture
def owned(planned):
    """A tournament of a club that the director leads."""
    OrganizerMember.objects.create(organizer=planned.organizer, user=build_user("director"), role=Role.DIRECTOR)
    return planned


@pytest.fixture
def counted(planned):
    """A tournament that counts for a season."""
    director = build_user("director")
    add_evening(create_season(SeasonDetails("Primavera"), actor=director), planned, actor=director)
    return planned


@pytest.fixture
def played(db):
    """A tournament in its second round, with hands at every table."""
    return play_evening(pairs=8, rounds=2, closed=1, substitutions=True)


@pytest.fixture
def pool(db):
    """A pool in which a withdrawn entry has played."""
    tournament = play_evening(pairs=4, rounds=2, format_key="round_robin")
    withdraw_entry(tournament.entries.get(number=1), actor=build_user("director"))
    return tournament


@pytest.fixture
def semifinals(db):
    """Two semifinals that are published, with their quarter-finals behind them."""
    stage = found_stage(8)
    close(play_round(draw_and_publish(stage)))
    draw_and_publish(stage)
    return stage.tournament


def find_match(tournament, round_number=2, position=1):
    return Match.objects.get(round__stage__tournament=tournament, round__number=round_number, position=position)


@pytest.fixture
def contradicted(semifinals):
    """A corrected quarter-final: somebody else is due in the first semifinal."""
    turn_result(find_match(semifinals, 1))
    return semifinals


@pytest.fixture
def entered(semifinals):
    """The first semifinal has a result."""
    enter_result(find_match(semifinals), 0)
    return semifinals


@pytest.fixture
def wrongly_played(entered):
    """The first semifinal has a result, and somebody else is due there."""
    turn_result(find_match(entered, 1))
    return entered


def change_entry(tournament):
    tournament.entries.filter(number=1).update(note="Sedia a rotelle")


def change_venue(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(venue="Bar Nuovo")


def change_targets(tournament):
    options = {**tournament.rules, "targets": "41"}
    change_rules(tournament, actor=build_user("director"), options=options)


def move_second(tournament):
    move_stage(tournament.stages.get(number=2), actor=build_user("director"), earlier=True)


def rename_first(tournament):
    tournament.stages.filter(number=1).update(stored_name="Girone")


def count_otherwise(tournament):
    stage = tournament.stages.get()
    Stage.objects.filter(pk=stage.pk).update(scheme={**stage.scheme, "bye": "draw"})


def turn_sides(tournament):
    exchange_sides(find_match(tournament), origin=origin_of(build_user("director")), words="girati")


def annul_match(tournament):
    match = Match.objects.filter(round__stage__tournament=tournament, seats__entry__number=1).order_by("-round__number").first()
    void_match(match, origin=origin_of(build_user("director")), version=None, reason="sheet_wrong")


def send_in(tournament):
    """A colleague notes a substitution at the same place."""
    director = build_user("director")
    asked = {"actor": director, "origin": origin_of(director), "reason": "malato", "during_game": True}
    substitute_player(tournament.entries.get(number=1), 1, "Carla Nuova", **asked)


def turn_another_quarter(tournament):
    turn_result(find_match(tournament, 1, 3))


def turn_semifinal(tournament):
    turn_result(find_match(tournament))


def choose_italian_suits(tournament):
    """Not those of its game."""
    PaperStyle.objects.create(tournament=tournament, suits="italian")


def choose_club_suits(tournament):
    OrganizerPaper.objects.create(organizer=tournament.organizer, suits="french")


def write_on_screen(tournament):
    PaperStyle.objects.create(tournament=tournament, follows_club=True, screen_message="La cucina chiude")


def raise_fee(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(fee_cents=1500)


def rename_season(tournament):
    Season.objects.update(name="Inverno")


def count_fewer_evenings(tournament):
    season = Season.objects.get()
    Season.objects.update(rule={**season.rule, "taking_part": 3})


@dataclass(frozen=True)
class Trial:
    """A form: the tournament in which it stands, its page and its address, what is typed there, what a colleague does meanwhile.

    CODE stands for the first match of the second round, OTHER for the second.
    """

    tournament: str
    page: str
    action: str
    typed: dict
    meanwhile: Callable


CODE, OTHER = "CODE", "OTHER"
CLUB, SEASON = f"/organizers/{HOUSE_SLUG}/paper/", "/seasons/primavera/desk/settings/"
WORDS = {"words": "arbitro Rossi"}
STORED = {
    "settings": "Stored now: Bar Nuovo",
    "entry_edit": "Stored now: Sedia a rotelle",
    "paper_settings": "Stored now: Italian suits",
    "organizer_paper": "Stored now: French suits",
    "screen_settings": "Stored now: La cucina chiude",
    "cash_fees": "Stored now: 15,00",
    "season_settings": "Stored now: Inverno",
}
"""What the page says beside what was typed."""
EDITED = ("settings", "rules", "entry_edit", "stage_edit", "scheme", "paper_settings", "organizer_paper", "screen_settings", "cash_fees")
"""Forms that say what is to be there: sent again they change nothing."""
TRIALS = {
    "settings": Trial("planned", "settings/", "settings/", {"name": "Altra", "save_details": ""}, change_venue),
    "rules": Trial("planned", "settings/", "settings/", {"rules-targets": "31", "save_rules": ""}, change_targets),
    "entry_edit": Trial("planned", "entries/1/", "entries/1/", {"person_0": "Dora Nuova"}, change_entry),
    "stage_edit": Trial("planned", "stages/1/edit/", "stages/1/edit/", {"name": "Fase"}, rename_first),
    "stage_move": Trial("planned", "stages/2/", "stages/2/move/", {"earlier": ""}, move_second),
    "scheme": Trial("played", "stages/1/scheme/", "stages/1/scheme/", {"scheme-bye": "2"}, count_otherwise),
    "paper_settings": Trial("planned", "print/settings/", "print/settings/", {"signatures": "Rossi"}, choose_italian_suits),
    "organizer_paper": Trial("owned", CLUB, CLUB, {"signatures": "Rossi"}, choose_club_suits),
    "screen_settings": Trial("planned", "screen/", "screen/", {"message": "La cucina apre"}, write_on_screen),
    "cash_fees": Trial("planned", "cash/fees/", "cash/fees/", {"extras": "Cena: 15"}, raise_fee),
    "season_settings": Trial("counted", SEASON, SEASON, {"name": "Estate", "save_details": ""}, rename_season),
    "season_rule": Trial("counted", SEASON, SEASON, {f"{RULE_PREFIX}-taking_part": "5", "save_rule": ""}, count_fewer_evenings),
    "substitute": Trial(
        "played", "entries/1/", "entries/1/substitute/", {**WORDS, "leaves": "1", "comes": "Dora Nuova", "during_game": "on"}, send_in
    ),
    "annul_results": Trial("pool", "entries/1/", "entries/1/annul/1/", WORDS, annul_match),
    "turn_sides": Trial("played", "matches/CODE/place/", "matches/CODE/place/turn/", {"turn-words": "girati"}, turn_sides),
    "exchange_tables": Trial(
        "played", "matches/CODE/place/", "matches/CODE/place/exchange/", {"exchange-match": OTHER, "exchange-words": "tavoli"}, turn_sides
    ),
    "exchange_entries": Trial(
        "played",
        "matches/CODE/place/",
        "matches/CODE/place/entries/",
        {"entries-first": "FIRST", "entries-second": "SECOND", "entries-words": "posti"},
        turn_sides,
    ),
    "let_seats_follow": Trial("contradicted", "to-decide/", "to-decide/stages/1/rounds/2/follow/", WORDS, turn_another_quarter),
    "play_again": Trial("wrongly_played", "to-decide/", "to-decide/matches/CODE/again/", WORDS, turn_semifinal),
    "unpublish": Trial("entered", "stages/1/rounds/2/unpublish/", "stages/1/rounds/2/unpublish/", WORDS, turn_semifinal),
}


def read_form(client, page, action, trial):
    """Everything that a browser sends of the form on the page, with what is typed there."""
    buttons = {name for name in trial.typed if name.startswith("save_")}
    forms = [form for form in read_forms(client.get(page)) if "seen" in form and buttons <= set(form.buttons)]
    form = next(form for form in forms if action in (form.action or page, *form.buttons))
    return {**form, **trial.typed}


def read_state(tournament):
    """Everything that these forms change."""
    mine = {"tournament": tournament.pk}
    return [
        list(Tournament.objects.filter(pk=tournament.pk).values_list("name", "rules")),
        list(Stage.objects.filter(**mine).order_by("pk").values_list("number", "stored_name", "scheme")),
        list(Entry.objects.filter(**mine).order_by("pk").values_list("name")),
        list(Seat.objects.filter(match__round__stage__tournament=tournament).order_by("pk").values_list("match", "side", "entry")),
        list(LedgerEntry.objects.filter(**mine).values_list("seq")),
        list(Round.objects.filter(stage__tournament=tournament).order_by("pk").values_list("state")),
        list(PaperStyle.objects.values_list("suits", "signatures", "screen_message")),
        list(OrganizerPaper.objects.values_list("suits", "signatures")),
        list(FeePlan.objects.values_list("extras")),
        list(Season.objects.values_list("name", "rule")),
    ]


MISTYPED = {
    "settings": {"name": ""},
    "entry_edit": {"person_0": ""},
    "screen_settings": {"message": "x" * 200},
    "paper_settings": {"wifi_password": "corta"},
    "cash_fees": {"fee": "dieci"},
    "season_settings": {"name": ""},
}


@pytest.mark.parametrize("name", MISTYPED)
def test_a_form_that_comes_back_for_a_mistake_is_as_old_as_it_was(name, client, request):
    trial = TRIALS[name]
    tournament = request.getfixturevalue(trial.tournament)
    address = urljoin(f"/desk/{tournament.slug}/", trial.page)
    outdated = read_form(client, address, address, trial)
    trial.meanwhile(tournament)
    answer = client.post(address, outdated | MISTYPED[name])
    assert answer.status_code == 422
    (again,) = (form for form in read_forms(answer) if form.get("seen") == outdated["seen"])
    mended = {field: outdated.get(field, "") for field in MISTYPED[name]}
    assert OUTDATED in client.post(address, {**again, **mended, **trial.typed}, follow=True).content.decode()


@pytest.mark.parametrize("name", TRIALS)
def test_a_form_acts_on_what_its_page_showed_or_not_at_all(name, client, request):
    trial = TRIALS[name]
    tournament = request.getfixturevalue(trial.tournament)
    texts = {CODE: "", OTHER: ""}
    if matches := list(Match.objects.filter(round__stage__tournament=tournament, round__number=2).order_by("position")[:2]):
        seats = [match.seats.order_by("side").first().entry.number for match in matches]
        texts = {CODE: matches[0].code, OTHER: matches[1].code, "FIRST": str(seats[0]), "SECOND": str(seats[1])}
    trial = replace(trial, typed={field: texts.get(value, value) for field, value in trial.typed.items()})
    desk = f"/desk/{tournament.slug}/"
    page, action = (urljoin(desk, path.replace(CODE, texts[CODE])) for path in (trial.page, trial.action))
    outdated = read_form(client, page, action, trial)
    trial.meanwhile(tournament)
    before = read_state(tournament)
    refused = client.post(action, outdated, follow=True)
    assert (OUTDATED in refused.content.decode(), read_state(tournament)) == (True, before)
    assert STORED.get(name, "") in refused.content.decode()
    present = read_form(client, page, action, trial)
    client.post(action, present, follow=True)
    assert read_state(tournament) != before
    if name in EDITED:  # the button was pressed twice
        assert OUTDATED not in client.post(action, present, follow=True).content.decode()
