"""Founding a tournament freezes its rules; they change until the first round is published."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied

from accounts.staff.services import grant_role, revoke_role
from desk.overview.services import TournamentDetails, change_rules, create_tournament, edit_tournament
from rules import game_by_key
from rules.problems import RuleViolation
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import OrganizerMember, StaffRole, Tournament
from tournaments.permissions import read_role
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.both_databases

DETAILS = TournamentDetails(name="Serata", date=dt.date(2026, 11, 21))


def test_every_option_is_frozen_with_the_games_version(director):
    made = create_tournament(DETAILS, actor=director, game_key="mariglia", options={"targets": "31/31/41"})
    game = game_by_key("mariglia")
    assert made.rules == game.options_to_json(game.options_from({"targets": [31, 31, 41]}))
    assert made.rules["targets"] == [31, 31, 41]
    assert (made.rules_version, made.state) == (str(game.version), "preparing")
    assert StaffRole.objects.filter(tournament=made).values_list("user", "role").get() == (director.pk, "director")


@pytest.mark.parametrize("key", [preset.key for preset in game_by_key("marafon").presets])
def test_every_preset_makes_a_tournament(director, key):
    game = game_by_key("marafon")
    preset = {preset.key: preset for preset in game.presets}[key]
    made = create_tournament(DETAILS, actor=director, game_key="marafon", options=preset.options, preset_key=key)
    assert made.rules == game.options_to_json(game.preset_options(key))


def test_impossible_rules_make_no_tournament(director):
    with pytest.raises(RuleViolation) as violation:
        create_tournament(DETAILS, actor=director, game_key="mariglia", options={"targets": "many", "games_to_win": "99"})
    assert sorted(problem.field for problem in violation.value.problems) == ["games_to_win", "targets"]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Serata", "serata-2026"), ("Torneo 2026", "torneo-2026"), ("李", "torneo-2026"), ("New", "new-2026"), ("x" * 80, "x" * 50 + "-2026")],
)
def test_addresses_come_from_the_name(director, name, slug):
    assert found_tournament(director, name).slug == slug


def test_addresses_are_never_given_twice(director):
    assert [found_tournament(director, "Serata").slug for _time in range(3)] == ["serata-2026", "serata-2026-2", "serata-2026-3"]


def test_addresses_are_never_cut_inside_a_word(director):
    name = "Torneo di Marafon Beccaccino Memorial Ezio Montanari di Lugo"
    slugs = [found_tournament(director, name).slug for _time in range(2)]
    stem = "torneo-di-marafon-beccaccino-memorial-ezio"
    assert slugs == [f"{stem}-2026", f"{stem}-2026-2"]


def test_editing_keeps_the_address(evening, director):
    edited = edit_tournament(evening, TournamentDetails(name="Altre azioni", date=DETAILS.date, fee_cents=500), actor=director)
    assert (edited.name, edited.fee_cents, edited.slug, edited.rules) == ("Altre azioni", 500, evening.slug, evening.rules)


def test_rules_change_until_a_round_is_published(evening, director):
    assert change_rules(evening, actor=director, options={"games_to_win": "1"}).rules["games_to_win"] == 1
    enter_pairs(evening, director, 2)
    drafted = draw_first(evening, director)
    assert change_rules(evening, actor=director, options={"games_to_win": "2"}).rules["games_to_win"] == 2
    publish_round(drafted, actor=director, at=NOON)
    with pytest.raises(ChangeRefused) as refusal:
        change_rules(evening, actor=director, options={"games_to_win": "1"})
    assert refusal.value.code == "rules_fixed"
    evening.refresh_from_db()
    assert evening.rules["games_to_win"] == 2


def test_the_same_rules_again_are_no_change(evening, director):
    enter_pairs(evening, director, 2)
    publish_round(draw_first(evening, director), actor=director, at=NOON)
    assert change_rules(evening, actor=director, options=evening.rules).rules == evening.rules


def test_only_directors_change_a_tournament(evening, assistant, stranger):
    for user in (assistant, stranger):
        for act in (
            lambda user=user: edit_tournament(evening, DETAILS, actor=user),
            lambda user=user: change_rules(evening, actor=user, options={}),
            lambda user=user: grant_role(evening, actor=user, user=user, role=StaffRole.Role.DIRECTOR),
            lambda user=user: revoke_role(evening, actor=user, user=user),
        ):
            with pytest.raises(PermissionDenied):
                act()


def test_roles_are_given_changed_and_taken(evening, director, stranger):
    grant_role(evening, actor=director, user=stranger, role=StaffRole.Role.ASSISTANT)
    grant_role(evening, actor=director, user=stranger, role=StaffRole.Role.DIRECTOR)
    assert StaffRole.objects.filter(tournament=evening).count() == 2
    revoke_role(evening, actor=stranger, user=director)
    assert StaffRole.objects.get(tournament=evening).user == stranger


def test_the_last_director_stays(evening, director, assistant):
    for act in (
        lambda: revoke_role(evening, actor=director, user=director),
        lambda: grant_role(evening, actor=director, user=director, role=StaffRole.Role.ASSISTANT),
    ):
        with pytest.raises(ChangeRefused) as refusal:
            act()
        assert refusal.value.code == "last_director"
    assert StaffRole.objects.get(tournament=evening, user=director).role == "director"


def test_the_last_director_may_go_where_the_club_has_one(evening, director, assistant, stranger):
    OrganizerMember.objects.create(organizer=evening.organizer, user=stranger, role="director")
    evening.demonstration = True
    evening.save()
    with pytest.raises(ChangeRefused):
        revoke_role(evening, actor=director, user=director)
    evening.demonstration = False
    evening.save()
    revoke_role(evening, actor=director, user=director)
    assert (read_role(director, evening), read_role(stranger, evening)) == (None, "director")
