"""From an empty desk to a published round, as a director clicks it."""

import datetime as dt

from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage


def options_of(page, name):
    """The values that a form of the page was served with, by the name of its boxes."""
    form = page.context[name]
    return {form.add_prefix(box): "" if form[box].value() is None else form[box].value() for box in form.fields}


def test_create_enter_draw_publish(director_client):
    assert b"No tournaments yet" in director_client.get("/").content
    assert b"/desk/new/mariglia/tournament/" in director_client.get("/desk/new/").content
    page = director_client.get("/desk/new/mariglia/tournament/")
    typed = {key: value for key, value in options_of(page, "rules").items() if value is not False}
    details = {"name": "Serata di Bosa", "date": "2026-11-21", "venue": "Bar Sport", "public": "on", "one_person": "on"}
    details["public_names"] = "full"
    made = director_client.post("/desk/new/mariglia/tournament/", {**typed, **details, "rules-targets": "35 35 35"})
    assert made["Location"] == "/desk/serata-di-bosa-2026/"
    tournament = Tournament.objects.get()
    assert (tournament.rules["targets"], tournament.rules["games_to_win"], tournament.rules_version) == ([35, 35, 35], 2, "2")
    assert (tournament.date, tournament.preset_key, tournament.public) == (dt.date(2026, 11, 21), "tournament", True)
    assert "add the entries" in director_client.get(made["Location"]).content.decode()

    text = "Rossi Mario / Bianchi Anna, Bar Sport\r\nVerdi - Neri\r\nBlu e Gialli\r\nViola & Rosa\r\n"
    desk = made["Location"]
    preview = director_client.post(f"{desk}entries/import/preview/", {"text": text})
    assert (preview.status_code, preview.context["preview"].good_count, Entry.objects.count()) == (200, 4, 0)
    confirm = {"text": text, "digest": preview.context["digest"], "role_0": "line"}
    assert director_client.post(f"{desk}entries/import/confirm/", confirm)["Location"] == f"{desk}entries/"
    assert list(Entry.objects.values_list("number", "name", "club__name")) == [
        (1, "Rossi Mario – Bianchi Anna", "Bar Sport"),
        (2, "Verdi – Neri", None),
        (3, "Blu – Gialli", None),
        (4, "Viola – Rosa", None),
    ]
    assert "Verdi – Neri" in director_client.get(f"{desk}entries/").content.decode()

    page = director_client.get(f"{desk}stages/new/?format=knockout")
    typed = {key: value for key, value in options_of(page, "options").items() if value is not False}
    assert director_client.post(f"{desk}stages/new/?format=knockout", {**typed, "seeded": "on"})["Location"] == f"{desk}stages/1/"
    assert Stage.objects.get().options == {"play_for": 4, "clubs_apart": True}
    assert director_client.get(f"{desk}stages/1/").status_code == 200

    drawn = director_client.post(f"{desk}stages/1/first-draw/", {"seed": "1234"})
    assert drawn["Location"] == f"{desk}stages/1/rounds/1/draft/"
    draft = director_client.get(drawn["Location"])
    assert "Only directors see this draft" in draft.content.decode()
    assert draft.context["proof"].replay.proven
    public = tournament.get_absolute_url()
    assert "The pairings will appear here as soon as they are published" not in director_client.get(public).content.decode()
    assert director_client.get(public).context["rounds"] == []

    assert director_client.post(f"{desk}stages/1/rounds/1/publish/")["Location"] == desk
    assert Round.objects.get().state == "published"
    assert list(Match.objects.values_list("table", flat=True)) == [1, 2]
    found = director_client.get(public, {"q": "rossi"})
    [(_round, pairing)] = found.context["found"]
    assert "Rossi Mario – Bianchi Anna" in {side.name for side in pairing.sides}
    for page in (desk, f"{desk}tables/", f"{desk}stages/1/", f"{desk}stages/1/rounds/1/draft/", f"{desk}settings/", f"{desk}staff/"):
        assert director_client.get(page).status_code == 200
    assert director_client.get(f"{public}draws/1/1/").status_code == 200
    assert director_client.get(f"{desk}entries/1/").status_code == 200
    assert director_client.get("/").status_code == 200


def test_a_stage_that_waits_for_those_who_go_on_is_not_said_to_have_nobody(client, db):
    """The overview counted “0 entries” where the page of the stage said how many come."""
    tournament = play_evening(pairs=4, rounds=1, closed=0, format_key="round_robin")
    director = build_user("director")
    source = StageSource(tournament.stages.get(), of_each=2)
    create_stage(tournament, actor=director, format_key="knockout", options={}, source=source)
    client.force_login(director)
    page = client.get(f"/desk/{tournament.slug}/").content.decode()
    assert "4 entries" in page
    assert "0 entries" not in page
