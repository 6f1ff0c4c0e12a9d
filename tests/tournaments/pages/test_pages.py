"""What single pages promise."""

import pytest
from django.utils import translation

from tests.tournaments.conftest import NOON, draw_first, enter_pairs
from tests.tournaments.doors import publish_round
from tournaments.entries.exports import read_entries_list, render_csv
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.models import Entry, Round, StaffRole, Tournament
from tournaments.reading.files import read_file_sheets
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries


def test_a_refused_form_keeps_what_was_typed_and_says_all_at_once(director_client):
    answer = director_client.post(
        "/desk/new/mariglia/tournament/",
        {"name": "", "venue": "Bar Sport", "fee": "many", "public_names": "full", "rules-targets": "35 x", "rules-games_to_win": "2"},
    )
    page = answer.content.decode()
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    assert {"name", "date", "fee"} == set(answer.context["form"].errors)
    assert "targets" in answer.context["rules"].errors
    assert 'value="Bar Sport"' in page
    assert 'value="35 x"' in page
    assert page.count('class="error-summary"') == 1


@pytest.mark.parametrize("address", ["/desk/new/chess/tournament/", "/desk/new/mariglia/blitz/"])
def test_unknown_games_and_presets_are_not_found(director_client, address):
    assert director_client.get(address).status_code == 404


def test_settings_change_details_and_rules_apart(evening, director_client):
    address = f"/desk/{evening.slug}/settings/"
    page = director_client.get(address)
    details = {name: page.context["form"][name].value() for name in ("name", "date", "fee", "public_names")}
    assert director_client.post(address, {**details, "name": "Altre azioni", "fee": "7,50"}).status_code == 302
    evening.refresh_from_db()
    assert (evening.name, evening.fee_cents, evening.public) == ("Altre azioni", 750, False)
    assert director_client.post(address, {"save_rules": "", "rules-targets": "21", "rules-games_to_win": "1"}).status_code == 302
    evening.refresh_from_db()
    assert (evening.rules["targets"], evening.rules["games_to_win"], evening.name) == ([21], 1, "Altre azioni")


def test_rules_are_shown_and_not_offered_once_a_round_is_published(evening, director, director_client):
    enter_pairs(evening, director, 2)
    publish_round(draw_first(evening, director), actor=director, at=NOON)
    page = director_client.get(f"/desk/{evening.slug}/settings/")
    assert "save_rules" not in page.content.decode()
    director_client.post(f"/desk/{evening.slug}/settings/", {"save_rules": "", "rules-targets": "21"})
    evening.refresh_from_db()
    assert evening.rules["targets"] == [35, 35, 45]


def test_a_number_that_nobody_has_finds_nobody(evening, director, director_client):
    enter_pairs(evening, director, 2)
    answer = director_client.get(f"/desk/{evening.slug}/entries/", {"q": "9" * 5000})
    assert (answer.status_code, list(answer.context["table"].rows)) == (200, [])


def test_entries_sort_by_their_headings_without_script(evening, director, director_client):
    for names, seed in ((("Zita", "Z"), 1), (("Anna", "A"), None), (("Maria", "M"), 2)):
        add_entry(evening, EntryDetails(names, seed=seed), actor=director)
    address = f"/desk/{evening.slug}/entries/"
    for sort, numbers in {"": [1, 2, 3], "name": [2, 3, 1], "-name": [1, 3, 2], "-number": [3, 2, 1], "-seed": [3, 1, 2]}.items():
        table = director_client.get(address, {"sort": sort} if sort else {}).context["table"]
        assert (sort, [row.record.number for row in table.rows]) == (sort, numbers)
    assert 'aria-sort="ascending"' in director_client.get(address, {"sort": "name"}).content.decode()
    assert director_client.get(address, {"sort": "nonsense", "page": "x", "q": "anna"}).status_code == 200


def test_an_entry_is_added_changed_withdrawn_and_taken_back(evening, director_client):
    desk = f"/desk/{evening.slug}/entries/"
    typed = {"person_0": "  Rossi  Mario ", "person_1": "Bianchi Anna", "club": "Bar Sport", "seed": "1", "fee_paid": "10"}
    assert director_client.post(f"{desk}add/", {**typed, "another": ""})["Location"] == f"{desk}add/"
    refused = director_client.post(f"{desk}add/", typed)
    assert sorted(refused.context["form"].errors) == ["person_0", "person_1", "seed"]
    page = director_client.get(f"{desk}1/")
    assert page.context["form"]["fee_paid"].value() == "10,00"
    assert director_client.post(f"{desk}1/", {**typed, "person_1": "Verdi Pia", "seed": ""})["Location"] == desk
    entry = Entry.objects.get()
    assert (entry.name, entry.seed, entry.fee_paid_cents) == ("Rossi Mario – Verdi Pia", None, 1000)
    director_client.post(f"{desk}1/withdraw/")
    assert "Readmit" in director_client.get(f"{desk}1/").content.decode()
    director_client.post(f"{desk}1/readmit/")
    assert Entry.objects.get().state == "entered"


def test_roles_change_and_the_last_director_stays(evening, director_client, stranger):
    StaffRole.objects.create(tournament=evening, user=stranger, role="reader")
    address = f"/desk/{evening.slug}/staff/"
    assert director_client.post(f"{address}{stranger.pk}/role/", {"role": "king"}, follow=True).content.count(b"choose a role") == 1
    assert director_client.post(f"{address}{stranger.pk}/role/", {"role": "director"}).status_code == 302
    assert StaffRole.objects.filter(tournament=evening, role="director").count() == 2
    assert director_client.post(f"{address}{stranger.pk}/remove/").status_code == 302
    director = StaffRole.objects.get(tournament=evening).user
    for action, typed in (("remove", {}), ("role", {"role": "door"})):
        refused = director_client.post(f"{address}{director.pk}/{action}/", typed, follow=True)
        assert "keeps at least one director" in refused.content.decode()


def test_a_draft_is_changed_drawn_again_and_discarded(evening, director, director_client):
    enter_pairs(evening, director, 4)
    draw_first(evening, director)
    desk = f"/desk/{evening.slug}/stages/1/rounds/1/"
    refused = director_client.post(f"{desk}change/", {"first": "1", "second": "1", "reason": "late"})
    assert (refused.status_code, refused.context["change_form"]["reason"].value()) == (422, "late")
    first, second = (match.seats.first().entry.number for match in Round.objects.get().matches.all())
    assert director_client.post(f"{desk}change/", {"first": first, "second": second, "reason": "late"}).status_code == 302
    page = director_client.get(f"{desk}draft/").content.decode()
    assert "Changed by hand; drawn were" in page
    assert "late" in page
    director_client.post(f"{desk}redraw/", {"seed": "99"})
    assert Round.objects.get().draw.seed == "99"
    assert director_client.post(f"{desk}discard/")["Location"] == f"/desk/{evening.slug}/stages/1/"
    assert not Round.objects.exists()


def test_a_draw_that_cannot_be_made_says_why(evening, director, director_client):
    enter_pairs(evening, director, 2)
    draw_first(evening, director)
    Round.objects.get().draw.delete()
    Round.objects.get().seats.all().delete()
    Round.objects.get().matches.all().delete()
    Round.objects.all().delete()
    withdraw_entry(Entry.objects.get(number=1), actor=director)
    page = director_client.post(f"/desk/{evening.slug}/stages/1/first-draw/", follow=True)
    assert "This format needs at least 2 entries; so far: 1." in page.content.decode()


def test_tables_are_taken_out_of_use_by_number_and_range(evening, director_client):
    address = f"/desk/{evening.slug}/tables/"
    assert director_client.post(address, {"numbers": "2, 4-5", "in_use": "no"}).status_code == 302
    closed = [table.number for table in director_client.get(address).context["listing"].page if not table.in_use]
    assert closed == [2, 4, 5]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_list_that_leaves_can_be_brought_in_again(evening, director, language):
    add_entry(evening, EntryDetails(("Dessì Niccolò", "=SUM(1)"), club="Su Nuraghe", seed=3, note="-x", name="I Forti"), actor=director)
    add_entry(evening, EntryDetails(("Rossi", "Bianchi")), actor=director)
    with translation.override(language):
        content = render_csv(read_entries_list(evening))
    assert ";'=SUM(1);" in content.decode("utf-8-sig")
    found = parse_list(read_file_sheets(content)[0].text, size=2, existing=ExistingEntries())
    assert [
        (row.details.persons, *(row.details.values[key] for key in ("club", "seed", "name", "note")), row.faults) for row in found.rows
    ] == [
        (("Dessì Niccolò", "=SUM(1)"), "Su Nuraghe", 3, "I Forti", "-x", ()),
        (("Rossi", "Bianchi"), "", None, "", "", ()),
    ]


def test_the_public_page_shows_no_note_no_fee_and_nobody_withdrawn(evening, director, client_of):
    add_entry(evening, EntryDetails(("Rossi", "Bianchi"), note="segreto", fee_paid=1234), actor=director)
    add_entry(evening, EntryDetails(("Verdi", "Neri")), actor=director)
    withdraw_entry(Entry.objects.get(number=2), actor=director)
    page = client_of().get(evening.get_absolute_url()).content.decode()
    assert "Rossi – Bianchi" in page
    assert all(word not in page for word in ("segreto", "12,34", "12.34", "Verdi"))


def test_pages_speak_italian(evening, director_client):
    director_client.cookies["django_language"] = "it"
    for address, words in {
        "/": "I tuoi tornei",
        "/desk/new/": "Quale gioco, con quali regole?",
        f"/desk/{evening.slug}/": "Adesso: carica le iscrizioni",
        f"/desk/{evening.slug}/entries/import/": "Carica un elenco",
        evening.get_absolute_url(): "Gli abbinamenti compariranno qui appena pubblicati.",
    }.items():
        assert words in director_client.get(address).content.decode()


def test_where_one_plays_changes_by_itself_and_is_quiet_otherwise(evening, director, client_of, monkeypatch):
    enter_pairs(evening, director, 4)
    Tournament.objects.update(public=True)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    visitor, address, htmx = client_of(None), f"{evening.get_absolute_url()}?q=1", {"HX-Request": "true"}
    part = visitor.get(address, headers=htmx)
    assert (part.status_code, b"<html" in part.content, b'id="live"' in part.content) == (200, False, True)
    again = {**htmx, "If-None-Match": part["ETag"]}
    assert visitor.get(address, headers=again).status_code == 304
    publish_round(draw_first(evening, director), actor=director, at=NOON)
    woken = visitor.get(address, headers=again)
    assert (woken.status_code, b"found-pairing" in woken.content) == (200, True)
    assert visitor.get(address, headers={"If-None-Match": part["ETag"]}).content.count(b'id="live"') == 1
