"""Clubs that share a site: whose tournaments, persons and staff are whose, who becomes one, and what each may have."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.staff.invitations import build_invitation_path, invite_organizer, invite_to_organizer
from tests.pages import read_page
from tests.tournaments.conftest import found_tournament
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Invitation, Organizer, OrganizerMember, Person, StaffRole, Tournament, get_house
from tournaments.people.services import find_or_create_persons
from tournaments.permissions import Role, read_role
from tournaments.quotas import QuotaReached

PASSWORD = "noce-luna-asso-vino"
CHOSEN = {"username": "pina", "password": PASSWORD, "repetition": PASSWORD}
PAIRS = "Anna Rossi / Berto Bruni\nCarla Neri / Dino Verdi"


@pytest.fixture(autouse=True)
def _no_letters_yet():
    cache.clear()


@pytest.fixture
def admin(db):
    return User.objects.create_superuser("admin", password=PASSWORD)


def build_club(name, *, director=None, **limits):
    organizer = Organizer.objects.create(slug=name.lower(), name=name, **limits)
    if director is not None:
        OrganizerMember.objects.create(organizer=organizer, user=director, role=Role.DIRECTOR)
    return organizer


@pytest.fixture
def club(director):
    return build_club("Nuraghe", director=director)


# ------------------------------------------------------------------------------------------------------------------- tournaments


def test_a_desk_alone_has_one_house_and_no_page_of_it(evening, director, client_of):
    assert Organizer.objects.get() == evening.organizer == get_house()
    client = client_of(director)
    assert "Club" not in client.get("/desk/new/mariglia/tournament/").content.decode()
    assert "/organizers/" not in client.get("/account/").content.decode()
    assert "/organizers/" not in client.get(f"/desk/{evening.slug}/staff/").content.decode()


def test_who_directs_a_club_opens_tournaments_for_it_without_being_asked(director, club):
    Organizer.objects.filter(pk=get_house().pk).update(shared=False)
    assert found_tournament(director).organizer == club


def test_who_may_open_for_several_chooses(director, club, client_of):
    other = build_club("Pontile", director=director)
    client = client_of(director)
    typed = {"name": "Serata", "date": "2026-11-21", "public_names": "full", "rules-targets": "35 35 45"}
    page = client.get("/desk/new/mariglia/tournament/").content.decode()
    assert page.index("Nuraghe") < page.index("Pontile")
    answer = client.post("/desk/new/mariglia/tournament/", {**typed, "organizer": build_club("Altrui").pk})
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    client.post("/desk/new/mariglia/tournament/", {**posted_form(answer), "organizer": other.pk})
    assert Tournament.objects.get().organizer == other


def posted_form(answer):
    """What the page would send, with the name and the date that were typed."""
    forms = [answer.context[name] for name in ("form", "rules")]
    values = {field.html_name: field.value() for form in forms for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}


def test_where_the_house_is_not_shared_only_clubs_open_tournaments(director, stranger, club, client_of):
    Organizer.objects.filter(slug="house").update(shared=False)
    assert client_of(stranger).get("/desk/new/").status_code == 403
    assert "New tournament" not in client_of(stranger).get("/").content.decode()
    assert client_of(director).get("/desk/new/").status_code == 200


def test_a_club_with_its_tournaments_opens_no_more_and_practises_on(director, client_of):
    club = build_club("Nuraghe", director=director, tournament_quota=1)
    found_tournament(director, "Prima")
    with pytest.raises(QuotaReached, match="may hold 1 tournaments"):
        found_tournament(director, "Seconda")
    assert Tournament.objects.filter(organizer=club).count() == 1
    answer = client_of(director).post(f"/desk/{Tournament.objects.get().slug}/rehearsal/")
    assert answer.status_code == 302
    assert Tournament.objects.filter(organizer=club, demonstration=True).count() == 1


def test_entries_over_the_quota_are_refused_and_the_list_stays(director, client_of):
    build_club("Nuraghe", director=director, entry_quota=1)
    tournament = found_tournament(director)
    with pytest.raises(QuotaReached, match="may have 1 entries"):
        import_entries(tournament, PAIRS, actor=director)
    client, typed = client_of(director), {"person_0": "Anna", "person_1": "Berto"}
    client.post(f"/desk/{tournament.slug}/entries/add/", typed)
    refused = client.post(f"/desk/{tournament.slug}/entries/add/", {"person_0": "Carla", "person_1": "Dino"})
    assert (refused.status_code, Entry.objects.count()) == (422, 1)
    assert "may have 1 entries" in refused.content.decode()
    assert 'value="Carla"' in refused.content.decode()


# ------------------------------------------------------------------------------------------------------------------------- staff


def test_a_member_works_at_every_tournament_also_at_those_to_come(director, club, client_of):
    before = found_tournament(director, "Prima")
    helper = User.objects.create_user("helper")
    OrganizerMember.objects.create(organizer=club, user=helper, role=Role.DOOR)
    after = found_tournament(director, "Dopo")
    assert [read_role(helper, tournament) for tournament in (before, after)] == [Role.DOOR] * 2
    client = client_of(helper)
    assert [client.get(f"/desk/{tournament.slug}/entries/add/").status_code for tournament in (before, after)] == [200, 200]
    assert client.get(f"/desk/{before.slug}/settings/").status_code == 403
    assert {"Prima", "Dopo"} <= set(read_page(client.get("/")).texts("a, strong, span, td, th, h2, h3"))


@pytest.mark.parametrize(
    ("own", "general", "role"),
    [("assistant", "reader", "assistant"), ("reader", "director", "director"), ("director", "door", "director"), ("", "door", "door")],
)
def test_directing_wins_and_then_the_single_tournament(director, club, own, general, role):
    tournament, user = found_tournament(director), User.objects.create_user("user")
    OrganizerMember.objects.create(organizer=club, user=user, role=general)
    if own:
        StaffRole.objects.create(tournament=tournament, user=user, role=own)
    assert read_role(user, tournament) == role


def test_practice_copies_are_their_owners_alone(director, club):
    tournament, user = found_tournament(director), User.objects.create_user("user")
    OrganizerMember.objects.create(organizer=club, user=user, role=Role.DIRECTOR)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    assert read_role(user, Tournament.objects.get()) is None


def test_an_invitation_to_the_club_works_once_and_for_everything(director, club, client_of):
    tournament = found_tournament(director)
    client_of(director).post(f"/organizers/{club.slug}/invite/", {"role": "referee", "note": "Pina"})
    path = build_invitation_path(Invitation.objects.get())
    assert "all tournaments" in Client().get(path).content.decode()
    visitor = Client()
    assert visitor.post(path, CHOSEN).status_code == 302
    assert visitor.get(f"/desk/{tournament.slug}/").status_code == 200
    assert Client().post(path, {**CHOSEN, "username": "lina"}).status_code == 404
    assert OrganizerMember.objects.get(user__username="pina").role == Role.REFEREE


def test_the_last_director_stays_and_learns_why(director, club, client_of):
    client = client_of(director)
    for action in ("remove", "role"):
        answer = client.post(f"/organizers/{club.slug}/members/{director.pk}/{action}/", {"role": "reader"}, follow=True)
        assert "a club keeps at least one director" in answer.content.decode()
    OrganizerMember.objects.create(organizer=club, user=User.objects.create_user("second"), role=Role.DIRECTOR)
    answer = client.post(f"/organizers/{club.slug}/members/{director.pk}/remove/")
    assert answer["Location"] == "/"
    assert client.get(f"/organizers/{club.slug}/").status_code == 404


def test_a_password_link_goes_to_members_who_work_nowhere_else(director, club, stranger, client_of):
    helper = User.objects.create_user("helper")
    for user in (helper, stranger):
        OrganizerMember.objects.create(organizer=club, user=user, role=Role.ASSISTANT)
    client = client_of(director)
    assert "/password/" in client.post(f"/organizers/{club.slug}/members/{helper.pk}/password/").content.decode()
    refused = client.post(f"/organizers/{club.slug}/members/{stranger.pk}/password/", follow=True)
    assert "works for others too" in refused.content.decode()


def test_an_administrator_sees_every_club_and_no_tournament_of_it(admin, director, club, client_of):
    tournament = found_tournament(director)
    client = client_of(admin)
    assert "Nuraghe" in client.get("/organizers/").content.decode()
    assert client.get(f"/desk/{tournament.slug}/").status_code == 404
    limits = {"limits-tournament_quota": "3", "limits-entry_quota": "40"}
    assert client.post(f"/organizers/{club.slug}/limits/", limits).status_code == 302
    assert client.post(f"/organizers/{club.slug}/limits/", {"limits-tournament_quota": "many"}).status_code == 422
    club.refresh_from_db()
    assert (club.tournament_quota, club.entry_quota, club.shared) == (3, 40, False)


# ----------------------------------------------------------------------------------------------------------------------- persons


def test_nobody_finds_anothers_persons(director, stranger, club):
    theirs = build_club("Pontile", director=stranger)
    import_entries(found_tournament(director), PAIRS, actor=director)
    foreign = found_tournament(stranger)
    import_entries(foreign, PAIRS, actor=stranger)
    assert foreign.organizer == theirs
    assert Person.objects.filter(name="Anna Rossi").count() == 2
    again = found_tournament(director, "Domani")
    import_entries(again, PAIRS, actor=director)
    assert Person.objects.filter(name="Anna Rossi").count() == 2


def test_the_whole_staff_of_a_club_knows_its_persons_and_who_is_in_a_shared_house_only_the_own(director, stranger, club):
    tournament, helper = found_tournament(director), User.objects.create_user("helper")
    import_entries(tournament, PAIRS, actor=director)
    later = found_tournament(director, "Dopo")
    StaffRole.objects.create(tournament=later, user=helper, role=Role.ASSISTANT)
    anna = Person.objects.get(name="Anna Rossi")
    assert find_or_create_persons(["Anna Rossi"], later, actor=helper) == {"Anna Rossi": anna}
    Tournament.objects.update(organizer=get_house())
    later.refresh_from_db()
    assert find_or_create_persons(["Anna Rossi"], later, actor=helper) != {"Anna Rossi": anna}


# ----------------------------------------------------------------------------------------------------------------- becoming one


def test_an_invited_club_says_its_name_and_directs_itself(admin, settings):
    settings.TOURNAMENT_QUOTA, settings.ENTRY_QUOTA = 20, 64
    path = build_invitation_path(invite_organizer(actor=admin, note="Su Nuraghe", at=timezone.now()))
    visitor = Client()
    assert "Nobody else sees your players" in visitor.get(path).content.decode()
    assert visitor.post(path, CHOSEN).status_code == 422
    assert not User.objects.filter(username="pina").exists()
    assert visitor.post(path, {**CHOSEN, "organizer_name": "Circolo Su Nuraghe"})["Location"] == "/"
    club = Organizer.objects.get(slug="circolo-su-nuraghe")
    assert (club.name, club.tournament_quota, club.entry_quota, club.shared) == ("Circolo Su Nuraghe", 20, 64, False)
    assert visitor.get(f"/organizers/{club.slug}/").status_code == 200
    assert "was used already" in Client().get(path).content.decode()


def test_two_clubs_of_one_name_have_two_addresses(admin):
    for name in ("pina", "lina"):
        path = build_invitation_path(invite_organizer(actor=admin, note="", at=timezone.now()))
        Client().post(path, {**CHOSEN, "username": name, "organizer_name": "Bar Sport"})
    assert set(Organizer.objects.filter(name="Bar Sport").values_list("slug", flat=True)) == {"bar-sport", "bar-sport-2"}


def test_only_administrators_invite_clubs_and_withdraw_that(admin, director, club, client_of):
    assert client_of(director).post("/organizers/new/", {"note": "x"}).status_code == 403
    client = client_of(admin)
    client.post("/organizers/new/", {"note": "Pontile"})
    invitation = Invitation.objects.get()
    assert "Pontile" in client.get("/organizers/").content.decode()
    client.post(f"/organizers/new/{invitation.pk}/withdraw/")
    assert not Invitation.objects.exists()
    own = invite_to_organizer(club, actor=director, role=Role.READER, note="", at=timezone.now())
    assert client.post(f"/organizers/new/{own.pk}/withdraw/").status_code == 404
    assert client_of(director).post(f"/organizers/{club.slug}/invitations/{own.pk}/withdraw/").status_code == 302
    assert not Invitation.objects.exists()


@pytest.fixture
def open_site(settings):
    settings.SIGN_UP, settings.EMAIL_HOST = "open", "mail.example.org"


def test_who_signs_up_proves_the_address_first(open_site, db, mailoutbox):
    visitor = Client()
    assert visitor.post("/sign-up/", {"email": "no address"}).status_code == 422
    assert "pina@example.org" in visitor.post("/sign-up/", {"email": "pina@example.org"}).content.decode()
    path = mailoutbox[0].body.partition("http://testserver")[2].split()[0]
    assert not User.objects.exists()
    assert visitor.post(path, CHOSEN).status_code == 422
    assert visitor.post(path, {**CHOSEN, "organizer_name": "Bar Sport"})["Location"] == "/"
    user = User.objects.get()
    assert (user.email, user.organizer_roles.get().role, user.is_superuser) == ("pina@example.org", Role.DIRECTOR, False)
    for client in (Client(), visitor):
        assert "This link no longer works" in client.get(path).content.decode()
    visitor.post("/sign-up/", {"email": "PINA@example.org"})
    assert "has a login already" in mailoutbox[1].body


def test_old_and_forged_links_of_the_sign_up_say_what_to_do(open_site, db, mailoutbox, time_machine):
    Client().post("/sign-up/", {"email": "pina@example.org"})
    path = mailoutbox[0].body.partition("http://testserver")[2].split()[0]
    assert Client().get(path[:-3] + "x/").status_code == 404
    time_machine.move_to(timezone.now() + dt.timedelta(days=4))
    assert "sign up again" in Client().get(path).content.decode()
    assert not User.objects.exists()


def test_nobody_is_flooded_with_emails(open_site, db, mailoutbox):
    answers = [Client().post("/sign-up/", {"email": "pina@example.org"}).status_code for _number in range(12)]
    assert answers == [200] * 10 + [422] * 2
    assert len(mailoutbox) == 10


def test_without_the_setting_or_without_mail_there_is_no_sign_up(open_site, settings, db):
    assert Client().get("/sign-up/").status_code == 200
    assert "/sign-up/" in Client().get("/login/").content.decode()
    settings.EMAIL_HOST = ""
    assert Client().get("/sign-up/").status_code == 404
    settings.SIGN_UP, settings.EMAIL_HOST = "invited", "mail.example.org"
    assert Client().get("/sign-up/").status_code == 404
    assert "/sign-up/" not in Client().get("/login/").content.decode()
