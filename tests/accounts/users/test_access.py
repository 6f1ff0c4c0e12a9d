"""Who may call what: every address of this package, by method and role, on one's own and on somebody else's tournament."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import transaction
from django.urls import reverse

from config.tournaments_urls import urlpatterns
from tests.tournaments.conftest import NOON, draw_first, enter_pairs
from tests.tournaments.doors import publish_round
from tournaments.models import Entry, HallTable, Organizer, OrganizerMember, Round, StaffRole, Stage, Tournament

LOGIN, GONE, REFUSED, NO_METHOD, OK, MOVED, AGAIN = 302, 404, 403, 405, 200, 302, 422
ROLES = ("anonymous", "stranger", "assistant", "director")
PAGE_OF_STAFF = (LOGIN, GONE, OK, OK)
PAGE_OF_DIRECTOR = (LOGIN, GONE, REFUSED, OK)
NO_PAGE_OF_STAFF = (LOGIN, GONE, NO_METHOD, NO_METHOD)
NO_PAGE_OF_DIRECTOR = (LOGIN, GONE, REFUSED, NO_METHOD)
EVERYBODY, NOBODY = (OK,) * 4, (NO_METHOD,) * 4

# name -> (arguments beside the slug, status of GET by role, status of an empty POST by role); the draft is round 1 of stage 1
MATRIX = {
    "desk": ([], PAGE_OF_STAFF, NO_PAGE_OF_STAFF),
    "settings": ([], PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "staff": ([], PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "staff_remove": ([0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "staff_role": ([0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "staff_password": ([0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "invitation_withdraw": ([0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "place_codes": ([], PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "place_code_revoke": ([0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "entries": ([], PAGE_OF_STAFF, NO_PAGE_OF_STAFF),
    "archive": ([], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "surnames": ([], PAGE_OF_STAFF, (LOGIN, GONE, MOVED, MOVED)),
    "entry_add": ([], PAGE_OF_STAFF, (LOGIN, GONE, AGAIN, AGAIN)),
    "import": ([], PAGE_OF_DIRECTOR, NO_PAGE_OF_DIRECTOR),
    "import_preview": ([], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "import_confirm": ([], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "check_in": ([], PAGE_OF_STAFF, NO_PAGE_OF_STAFF),
    "check_in_all": ([], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "door_tables": ([], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "check_in_one": ([1], NO_PAGE_OF_STAFF, (LOGIN, GONE, MOVED, MOVED)),
    "entry_edit": ([1], PAGE_OF_STAFF, (LOGIN, GONE, AGAIN, AGAIN)),
    "entry_withdraw": ([1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "entry_readmit": ([1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "create_like": ([], PAGE_OF_STAFF, (LOGIN, GONE, AGAIN, AGAIN)),
    "stage_create": ([], (LOGIN, GONE, REFUSED, MOVED), (LOGIN, GONE, REFUSED, GONE)),
    "stage": ([1], PAGE_OF_STAFF, NO_PAGE_OF_STAFF),
    "draft": ([1, 1], PAGE_OF_DIRECTOR, NO_PAGE_OF_DIRECTOR),
    "discard": ([1, 1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "answer_call": ([1, 1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "redraw": ([1, 1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "change": ([1, 1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "certificate": ([1, 1], PAGE_OF_DIRECTOR, NO_PAGE_OF_DIRECTOR),
    "draw_file": ([1, 1], PAGE_OF_DIRECTOR, NO_PAGE_OF_DIRECTOR),
    "draw_trf": ([1, 1], (LOGIN, GONE, REFUSED, GONE), NO_PAGE_OF_DIRECTOR),
    "draws": ([], PAGE_OF_DIRECTOR, NO_PAGE_OF_DIRECTOR),
    "apart": ([], PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "apart_allow": ([0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "announce": ([1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "stage_edit": ([1], PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "stage_move": ([1], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, MOVED)),
    "tables": ([], PAGE_OF_STAFF, (LOGIN, GONE, REFUSED, AGAIN)),
    "public": ([], EVERYBODY, NOBODY),
    "prize_picture": ([1], (GONE,) * 4, NOBODY),
    "public_draw": ([1, 1], (GONE,) * 4, NOBODY),
    "public_draw_file": ([1, 1], (GONE,) * 4, NOBODY),
    "public_draw_trf": ([1, 1], (GONE,) * 4, NOBODY),
}
WITHOUT_TOURNAMENT = {
    "home": ([], EVERYBODY, NOBODY),
    "desk_root": ([], (MOVED,) * 4, (MOVED,) * 4),
    "account": ([], (LOGIN, OK, OK, OK), (LOGIN, AGAIN, AGAIN, AGAIN)),
    "logins_end": ([], (LOGIN, NO_METHOD, NO_METHOD, NO_METHOD), (LOGIN, MOVED, MOVED, MOVED)),
    "second_factor": ([], (LOGIN, OK, OK, OK), (LOGIN, AGAIN, AGAIN, AGAIN)),
    "second_factor_remove": ([], (LOGIN, NO_METHOD, NO_METHOD, NO_METHOD), (LOGIN, MOVED, MOVED, MOVED)),
    "network_logins": ([], (LOGIN, REFUSED, REFUSED, REFUSED), (LOGIN, REFUSED, REFUSED, REFUSED)),
    "login_code": ([], (MOVED,) * 4, (MOVED,) * 4),
    "password_forgotten": ([], EVERYBODY, (AGAIN,) * 4),
    "password_link": (["MA", "none"], (GONE,) * 4, (GONE,) * 4),
    "organizers": ([], (LOGIN, OK, OK, OK), (LOGIN, NO_METHOD, NO_METHOD, NO_METHOD)),
    "organizer_invite": ([], (LOGIN, REFUSED, REFUSED, REFUSED), (LOGIN, REFUSED, REFUSED, REFUSED)),
    "organizer_invitation_withdraw": ([0], (LOGIN, REFUSED, REFUSED, REFUSED), (LOGIN, REFUSED, REFUSED, REFUSED)),
    "organizer": (["circolo"], PAGE_OF_STAFF, NO_PAGE_OF_STAFF),
    "organizer_rename": (["circolo"], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "organizer_limit": (["circolo"], (LOGIN, REFUSED, REFUSED, REFUSED), (LOGIN, REFUSED, REFUSED, REFUSED)),
    "member_invite": (["circolo"], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, AGAIN)),
    "member_invitation_withdraw": (["circolo", 0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "member_role": (["circolo", 0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "member_remove": (["circolo", 0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "member_password": (["circolo", 0], NO_PAGE_OF_DIRECTOR, (LOGIN, GONE, REFUSED, GONE)),
    "sign_up": ([], (GONE,) * 4, (GONE,) * 4),
    "sign_up_link": (["none"], (GONE,) * 4, (GONE,) * 4),
    "join": (["none"], (GONE,) * 4, (GONE,) * 4),
    "place_open": (["none"], (GONE,) * 4, (GONE,) * 4),
    "create": ([], (LOGIN, OK, OK, OK), (LOGIN, NO_METHOD, NO_METHOD, NO_METHOD)),
    "create_form": (["mariglia", "tournament"], (LOGIN, OK, OK, OK), (LOGIN, AGAIN, AGAIN, AGAIN)),
}


def names_of(patterns):
    for pattern in patterns:
        yield from names_of(pattern.url_patterns) if hasattr(pattern, "url_patterns") else [pattern.name]


def test_no_address_is_missing():
    assert sorted(names_of(urlpatterns)) == sorted([*MATRIX, *WITHOUT_TOURNAMENT])


@pytest.fixture
def drafted(evening, director, assistant, stranger):
    enter_pairs(evening, director, 4)
    return draw_first(evening, director)


@pytest.fixture(autouse=True)
def club(director, assistant):
    """A club with the director and the assistant, to which the evening does not belong."""
    organizer = Organizer.objects.create(slug="circolo", name="Circolo")
    for user, role in ((director, "director"), (assistant, "assistant")):
        OrganizerMember.objects.create(organizer=organizer, user=user, role=role)


@pytest.fixture
def clients(client_of, drafted, director, assistant, stranger):
    return dict(zip(ROLES, map(client_of, [None, stranger, assistant, director]), strict=True))


def addresses(slug):
    for name, (arguments, *_statuses) in MATRIX.items():
        yield name, reverse(f"tournaments:{name}", args=[slug, *arguments])


def test_by_role_and_method(clients, evening):
    for name in [*MATRIX, *WITHOUT_TOURNAMENT]:
        savepoint = transaction.savepoint()
        check_answers(clients, evening, name)
        transaction.savepoint_rollback(savepoint)
        caches["drawn"].clear()


def check_answers(clients, evening, name):
    in_tournament = name in MATRIX
    arguments, on_get, on_post = MATRIX[name] if in_tournament else WITHOUT_TOURNAMENT[name]
    address = reverse(f"tournaments:{name}", args=[evening.slug, *arguments] if in_tournament else arguments)
    for role, expected in zip(ROLES, on_get, strict=True):
        assert (name, role, clients[role].get(address).status_code) == (name, role, expected)
    for role, expected in zip(ROLES, on_post, strict=True):
        assert (name, role, clients[role].post(address).status_code) == (name, role, expected)


def state_of_everything():
    return [list(model.objects.order_by("pk").values()) for model in (Tournament, Entry, Stage, Round, HallTable, StaffRole)]


def test_whoever_may_not_changes_nothing(clients, evening):
    before = state_of_everything()
    for _name, address in addresses(evening.slug):
        for role in ("anonymous", "stranger"):
            clients[role].post(address, {"numbers": "1", "in_use": "no", "name": "x", "date": "2026-01-01", "text": "a / b"})
    for name, address in addresses(evening.slug):
        if MATRIX[name][2][ROLES.index("assistant")] == REFUSED:
            clients["assistant"].post(address, {"numbers": "1", "in_use": "no"})
    assert state_of_everything() == before


def test_looking_changes_nothing(clients, evening):
    before = state_of_everything()
    for _name, address in addresses(evening.slug):
        clients["director"].get(address)
    assert state_of_everything() == before


def test_login_leads_back_to_where_one_wanted_to_be(clients, evening):
    answer = clients["anonymous"].get(f"/desk/{evening.slug}/entries/")
    assert answer["Location"] == f"/login/?next=/desk/{evening.slug}/entries/"


def test_whether_a_tournament_exists_is_told_to_nobody(clients):
    for role in ("anonymous", "stranger"):
        there, nowhere = (clients[role].get(f"/desk/{slug}/") for slug in ("serata-di-mariglia-2026", "nessuna-2026"))
        assert there.status_code == nowhere.status_code


def test_objects_of_another_tournament_are_not_found(clients, evening, director):
    """A director of both: the number of an object counts in its own tournament only."""
    other = Tournament.objects.get(slug="torneo-degli-altri-2026")
    StaffRole.objects.create(tournament=other, user=director, role=StaffRole.Role.DIRECTOR)
    for name, address in addresses(other.slug):
        if MATRIX[name][0]:
            assert (name, clients["director"].post(address).status_code) in {(name, GONE), (name, NO_METHOD)}
            assert (name, clients["director"].get(address).status_code) in {(name, GONE), (name, NO_METHOD)}


def test_names_of_one_tournament_are_in_no_page_of_another(clients, evening, stranger):
    Entry.objects.filter(tournament=evening).update(name="Canarino", note="canarino-segreto")
    Tournament.objects.filter(pk=evening.pk).update(public=False)
    other = Tournament.objects.get(slug="torneo-degli-altri-2026")
    pages = [reverse("tournaments:home"), *(address for _name, address in [*addresses(other.slug), *addresses(evening.slug)])]
    for page in pages:
        assert b"anarino" not in clients["stranger"].get(page).content


def test_a_closed_public_page_is_for_the_staff_only(clients, evening, drafted, director):
    publish_round(drafted, actor=director, at=NOON)
    Tournament.objects.filter(pk=evening.pk).update(public=False)
    for address in (evening.get_absolute_url(), f"{evening.get_absolute_url()}draws/1/1/"):
        assert [clients[role].get(address).status_code for role in ROLES] == [GONE, GONE, OK, OK]


def test_a_draft_is_in_no_public_page(clients, evening, drafted):
    page = clients["anonymous"].get(evening.get_absolute_url())
    assert page.context["rounds"] == []
    assert drafted.draw.seed not in page.content.decode()


def test_rights_end_with_the_next_request(clients, evening, assistant):
    address = f"/desk/{evening.slug}/"
    assert clients["assistant"].get(address).status_code == OK
    StaffRole.objects.filter(user=assistant).delete()
    assert clients["assistant"].get(address).status_code == GONE


def test_a_site_admin_has_no_desk_by_that(client_of, evening):
    admin = client_of(User.objects.create_superuser("admin"))
    assert admin.get(f"/desk/{evening.slug}/").status_code == GONE
