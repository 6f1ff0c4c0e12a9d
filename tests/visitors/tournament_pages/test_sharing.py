"""Shared links: a title, a description and a picture of their own; and pages that are compressed."""

import datetime as dt
import gzip
import io

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from paper.share_cards import SIZE, ShareCard, ShareRow, render_share_card
from scoring.models import PaperStyle
from tests.pages import read_page
from tests.scoring.builders import NOW, build_match, build_round, build_tournament
from tests.scoring.corrected import draw_and_publish, found_stage, play_round
from tests.scoring.hands import win
from tests.scoring.links import issue, phone
from tournaments.models import Announcement, Entry, Match, Tournament
from tournaments.people.naming import PublicNaming
from visitors.tournament_pages.sharing import build_match_card, build_tournament_card

pytestmark = pytest.mark.django_db
HOME = "/tournaments/evening/"


@pytest.fixture
def tournament(match):
    return Tournament.objects.get(pk=match.round.stage.tournament_id)


def read_open_graph(path):
    page = Client().get(path).content.decode()
    return {entry["property"].removeprefix("og:"): entry["content"] for entry in read_page(page).find_all("meta[property^=og:]")}


def test_every_page_has_its_own_title_and_description_and_a_picture_that_exists(match, tournament):
    win(match)
    parts = ("", "standings/", "results/", "bracket/", "pools/", "players/", "players/1/", "ledger/", "rules/", "final/")
    pages = [HOME + part for part in (*parts, f"matches/{match.code}/")]
    graphs = [read_open_graph(page) for page in pages]
    assert [len({graph[what] for graph in graphs}) for what in ("title", "description")] == [len(pages), len(pages)]
    assert graphs[-1]["description"] == "Evening: table 1, Round 1. Match decided: Pair 1 wins 2–0."
    assert all(graph["image"].startswith("http://testserver/tournaments/evening/") for graph in graphs)
    for address in {graph["image"] for graph in graphs}:
        answer = Client().get(address.removeprefix("http://testserver"))
        assert (answer["Content-Type"], Image.open(io.BytesIO(answer.content)).size, len(answer.content) <= 100_000) == (
            "image/png",
            SIZE,
            True,
        )


def test_a_picture_is_asked_for_again_only_when_something_changed(match):
    first = Client().get(f"{HOME}share.png")
    again = Client().get(f"{HOME}share.png", HTTP_IF_NONE_MATCH=first["ETag"])
    win(match)
    changed = Client().get(f"{HOME}share.png", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content, changed.status_code) == (304, b"", 200)


def test_cards_say_what_the_pages_say(match, tournament):
    before = build_tournament_card(tournament, PublicNaming(tournament))
    assert [row.name for row in before.rows] == ["Mariglia", "21/11/2026"]
    win(match)
    match.refresh_from_db()
    card = build_match_card(match, PublicNaming(tournament))
    assert [(row.name, row.right, row.strong) for row in card.rows] == [("Pair 1", "2", True), ("Pair 2", "0", False)]
    assert card.note == "35–0 · 35–0"
    standings = build_tournament_card(tournament, PublicNaming(tournament))
    assert standings.rows[0].name == "Pair 1"


def test_a_link_to_an_evening_to_come_says_what_is_announced(tournament):
    details = {"meets_at": dt.time(20, 30), "starts_at": dt.time(21), "address": "Via Roma 12", "town": "Bosa", "fee_includes": "supper"}
    announcement = Announcement.objects.create(tournament=tournament, prizes="Ham\nWine", **details)
    Tournament.objects.filter(pk=tournament.pk).update(venue="Bar Sport", fee_cents=2000)
    tournament.refresh_from_db()
    card = build_tournament_card(tournament, PublicNaming(tournament))
    assert [row.name for row in card.rows] == [
        "Mariglia",
        "Bar Sport, Via Roma 12, Bosa",
        "21/11/2026 · meeting at 20:30 · start at 21:00",
        "€20 a pair · supper",
        "Ham · Wine",
    ]
    Tournament.objects.filter(pk=tournament.pk).update(state="preparing")
    line = "Saturday 21 November · meeting at 20:30 · start at 21:00 · Bar Sport, Via Roma 12, Bosa"
    assert read_open_graph(HOME)["description"] == f"{tournament.name}: {line}"
    announcement.cancelled_at = NOW
    announcement.save()
    assert "Evening cancelled · Saturday 21 November" in read_open_graph(HOME)["description"]
    assert build_tournament_card(tournament, PublicNaming(tournament)).heading == "Evening cancelled"
    assert len(render_share_card(card)) <= 100_000


def test_places_of_the_only_pool_are_numbers_and_a_minus_is_no_hyphen():
    stage = found_stage(4, format_key="round_robin")
    play_round(draw_and_publish(stage))
    card = build_tournament_card(stage.tournament, PublicNaming(stage.tournament))
    assert [(row.left, row.strong) for row in card.rows] == [("1=", True), ("1=", True), ("3=", False), ("3=", False)]
    table = build_match(build_round(build_tournament("five", game_key="trionfo5"), matches=0), 1, sides=5)
    lost = {"declarer": "0", "bid": "chiamo", "amico": "1", "won": "no", "points": "0"}
    assert phone(issue(table)[0]).post("/t/match/events/", {"version": "0", "key": "k", "kind": "hand", **lost}).status_code == 303
    rows = build_match_card(Match.objects.get(pk=table.pk), PublicNaming(table.round.stage.tournament)).rows
    assert [row.right[:1] for row in rows] == ["−", "−", "1", "1", "1"]


def test_hidden_names_are_in_no_picture(match, tournament):
    Entry.objects.filter(tournament=tournament).update(hidden=True)
    names = [row.name for row in build_match_card(match, PublicNaming(tournament)).rows]
    assert names == ["No. 1", "No. 2"]


def test_a_full_card_with_long_names_stays_below_100_kilobytes():
    rows = tuple(
        ShareRow(str(place), "Maria Antonietta Pinna-Pintor – Bartolomeo De Rossi " * 2, "−12½", place == 1) for place in range(1, 9)
    )
    assert len(render_share_card(ShareCard("Memorial " * 20, "Standings " * 20, rows, "31–24 · " * 40))) <= 100_000


def test_both_names_of_a_match_have_one_size():
    """The ink of a short name beside a long one is as high as beside its like; alone it is higher."""

    def measure(*names):
        rows = tuple(ShareRow("", name, "2") for name in names)
        picture = Image.open(io.BytesIO(render_share_card(ShareCard("", "", rows)))).convert("L")
        return picture.crop((60, 210, 400, 350)).point(lambda grey: 255 if grey < 100 else 0).getbbox()

    long = "Maria Antonietta Pinna-Pintor – Bartolomeo De Rossi"
    short_alone, short_beside, twice_long = measure("Mm", "Mm"), measure("Mm", long), measure(long, "Mm")
    assert short_beside[3] - short_beside[1] < short_alone[3] - short_alone[1]
    assert short_beside[3] - short_beside[1] <= twice_long[3] - twice_long[1]


def test_a_page_that_is_drawn_once_says_no_time_of_its_drawing(match, settings):
    """The script writes when the page was last asked for, in the zone of the desk (static/live.js)."""
    page = read_page(Client().get(f"{HOME}results/", headers={"accept-language": "en"}))
    [updated] = page.find_all("p.hint.updated[data-updated][hidden]")
    assert (updated.text, updated.texts("time")) == ("Updated at", [""])
    assert page.find("body")["data-zone"] == settings.TIME_ZONE


def test_pages_are_compressed_for_whoever_reads_it(match):
    plain = Client().get(f"{HOME}results/")
    small = Client().get(f"{HOME}results/", HTTP_ACCEPT_ENCODING="gzip")
    assert (plain.headers.get("Content-Encoding"), small["Content-Encoding"]) == (None, "gzip")
    assert gzip.decompress(small.content) == plain.content
    assert 2 * len(small.content) < len(plain.content)
    again = Client().get(f"{HOME}results/", HTTP_ACCEPT_ENCODING="gzip", HTTP_IF_NONE_MATCH=small["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("names", "choice", "robots"),
    [("full", "names", False), ("initials", "names", True), ("initials", "yes", False), ("full", "no", True)],
)
def test_search_engines_stay_away_as_the_tournament_chose_or_where_names_are_not_public_in_full(tournament, names, choice, robots):
    Tournament.objects.filter(pk=tournament.pk).update(public_names=names, search_engines=choice)
    assert [entry["content"] for entry in read_page(Client().get(HOME)).find_all("meta[name=robots]")] == ["noindex"] * robots
    assert "Disallow: /desk/" in Client().get("/robots.txt").content.decode()
    assert Client().get("/favicon.ico")["Location"].endswith(".ico")


MESSENGERS = ("WhatsApp/2.23.20.0", "facebookexternalhit/1.1", "TelegramBot (like TwitterBot)", "Slackbot-LinkExpanding 1.0")


@pytest.mark.parametrize("asked", [*({"User-Agent": name, "Accept-Language": "en"} for name in MESSENGERS), {"User-Agent": "Mozilla/5.0"}])
def test_a_messenger_reads_the_language_of_the_tournament_else_of_the_site_as_whoever_says_none(db, settings, asked):
    """The program that fetches a link says nothing of who will read it."""
    settings.SITE_LANGUAGE = "it"
    tournament = build_tournament(public=True)
    address = reverse("tournaments:public", args=[tournament.slug])
    pages = (address, "/calendar/", "/", "/t", "/enrolments/", "/referee/")
    assert [read_page(Client().get(page, headers=asked)).find("html")["lang"] for page in pages] == ["it"] * len(pages)
    PaperStyle.objects.create(tournament=tournament, language="en")
    told = "en" if "Accept-Language" in asked else "it"
    assert read_page(Client().get(address, headers=asked)).find("html")["lang"] == told
    french = Client().get(address, headers={"User-Agent": "Mozilla/5.0", "Accept-Language": "fr"})
    assert read_page(french).find("html")["lang"] == "fr"
