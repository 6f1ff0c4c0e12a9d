"""Prizes in kind: written line by line, won by places, categories and the last, given once, and on paper."""

import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from desk.treasury.prize_queries import read_prize_table
from printing.prints.heads import read_print_context
from printing.prints.honours import list_all_prizes
from printing.prints.prize_papers import read_handover_sections, read_shopping_sections, read_thanks_sections, read_worth_section
from printing.prints.registry import TOURNAMENT_PAPERS
from scoring.models import PaperStyle
from tests.desk.treasury.test_treasury_pages import address, client_as, send
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tournaments.cash.book import read_fee_plan
from tournaments.cash.prize_lines import (
    PrizeKind,
    format_prize,
    list_prize_words,
    parse_prize,
    parse_prize_lines,
    write_prize_list,
)
from tournaments.models import Announcement, Club, Entry, PrizeHandover, PrizePicture, StaffRole, Tournament

LIST = "1: ham (80 €) · Salumeria Rossi\n2–3: oil (12,50 €)\n4: voucher 50 € · Bar Sport\nWomen:\n1: flowers (15 €)\nLast place:\n1: cup"
HAM = {"kind": "goods", "what": "ham", "award": "", "first": "1", "last": "", "value": "7,5", "sponsor": ""}


@pytest.mark.parametrize(
    ("typed", "kind", "cents", "what", "sponsor"),
    [
        ("ham (80 €) · Salumeria Rossi", PrizeKind.GOODS, 8000, "ham", "Salumeria Rossi"),
        ("Buono 50 € · Bar Sport", PrizeKind.VOUCHER, 5000, "Buono", "Bar Sport"),
        ("voucher for dinner (€1,000.00)", PrizeKind.VOUCHER, 100_000, "voucher for dinner", ""),
        ("30 € · Bank", PrizeKind.MONEY, 3000, "30 €", "Bank"),
        ("cup", PrizeKind.GOODS, None, "cup", ""),
    ],
)
def test_a_line_says_kind_value_and_sponsor(typed, kind, cents, what, sponsor):
    prize = parse_prize(typed)
    assert (prize.kind, prize.cents, prize.what, prize.sponsor) == (kind, cents, what, sponsor)
    assert parse_prize(format_prize(kind, what, cents or 0, sponsor)).cents == cents


def test_a_list_that_is_written_again_says_the_same():
    lines = parse_prize_lines("ham\n€ 5\n9: bread\nConsolation:\nsalami\nWomen:\n2: b\n1: a")
    assert write_prize_list(lines) == "1: ham\n2: € 5\n9: bread\nConsolation:\n1: salami\nWomen:\n1: a\n2: b"
    assert [line.prize for line in parse_prize_lines(write_prize_list(lines))][:4] == [line.prize for line in lines][:4]


@pytest.mark.parametrize(
    ("typed", "place", "prize"),
    [
        ("3º premio: due prosciutti", 3, "due prosciutti"),
        ("3° premio – vino", 3, "vino"),
        ("3. olio", 3, "olio"),
        ("3) 50 €", 3, "50 €"),
        ("3rd prize: ham", 3, "ham"),
        ("3 premio: vino", 3, "vino"),
        ("3 prosciutti", 2, "3 prosciutti"),
        ("3 posti a cena", 2, "3 posti a cena"),
        ("1.5 l di vino", 2, "1.5 l di vino"),
        ("3°-4° classificato: vino", 2, "3°-4° classificato: vino"),
        ("30 €", 2, "30 €"),
    ],
)
def test_a_place_that_is_typed_by_hand_is_said_once(typed, place, prize):
    lines = parse_prize_lines(f"coppa\n{typed}")
    assert (lines[1].first, lines[1].last, lines[1].prize.text) == (place, place, prize)
    assert list_prize_words(f"coppa\n{typed}")[1] == f"{place}: {prize}"


def test_the_announcement_numbers_only_prizes_that_say_no_place(db):
    tournament = play_evening(pairs=4, rounds=0, closed=0)
    Tournament.objects.update(public=True)
    page = f"/tournaments/{tournament.slug}/"
    for typed, items in (("due prosciutti\nolio", 2), ("1º premio: due prosciutti\n2º premio: olio", 0), ("Primo premio: olio", 0)):
        Announcement.objects.update_or_create(tournament=tournament, defaults={"prizes": typed})
        shown = read_page(Client().get(page))
        assert len(shown.find_all("ol.prizes li")) == items, typed
        assert all(line in shown.text for line in typed.splitlines())


@pytest.fixture
def ended(db):
    """Four pairs, the two last of which are women; all is played."""
    tournament = play_evening(pairs=4, rounds=1, closed=1, fee_cents=2000)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.stages.update(state="finished")
    PaperStyle.objects.create(tournament=tournament, prizes=LIST)
    context = read_print_context(tournament, str)
    PaperStyle.objects.update(prizes="1: a\n2: b\n3: c\n4: d")
    order = [row.winners[0].entry_id for row in read_prize_table(read_print_context(tournament, str)).rows]
    PaperStyle.objects.update(prizes=LIST)
    Entry.objects.filter(pk__in=order[2:]).update(category="Women")
    assert context.style.prizes == LIST
    tournament.order = order
    return tournament


def read_table(tournament):
    return read_prize_table(read_print_context(tournament, str))


def winners_of(tournament):
    return [(row.places, tuple(winner.entry_id for winner in row.winners)) for row in read_table(tournament).rows]


def test_places_categories_and_the_last_win(ended):
    first, second, third, last = ended.order
    won = dict(winners_of(ended))
    assert (won["1"], won["Women, 1"], won["Last place, 1"]) == ((first,), (third,), (last,))
    assert {*won["2"], *won["3"], *won["4"]} >= {second, third, last}
    assert "Women" not in client_as("director").get(address(ended, "prizes")).context["strange"]
    Entry.objects.update(category="")
    assert client_as("director").get(address(ended, "prizes")).context["strange"] == ("Women",)


def test_a_village_and_the_best_pair_of_women_win_whatever_their_place(ended):
    first, second, third, last = ended.order
    villages = [Club.objects.create(name=name) for name in ("Gavoi", "Orosei")]
    for entry, club in zip((first, second, third, last), (*villages, *reversed(villages)), strict=True):
        Entry.objects.filter(pk=entry).update(club=club)
    PaperStyle.objects.update(prizes="1: ham\nOrosei:\n1: wine\n2: bread\nWomen:\n1: flowers\nLast place:\n1: cup")
    won = dict(winners_of(ended))
    assert (won["Orosei, 1"], won["Orosei, 2"], won["Women, 1"], won["Last place, 1"]) == ((second,), (third,), (third,), (last,))


def test_a_category_whose_name_begins_as_another_wins_its_own_prizes_only(ended):
    PaperStyle.objects.update(prizes="1: ham\nWomen:\n1: flowers\n2: soap\nWomen over 60:\n1: cake")
    Entry.objects.filter(pk=ended.order[2]).update(category="Women over 60")
    rows = [(row.places, row.text, [winner.entry_id for winner in row.winners]) for row in read_table(ended).rows]
    assert rows == [
        ("1", "ham", [ended.order[0]]),
        ("Women, 1", "flowers", [ended.order[3]]),
        ("Women, 2", "soap", []),
        ("Women over 60, 1", "cake", [ended.order[2]]),
    ]
    unwon = [prize.prize for prize in list_all_prizes(read_print_context(ended, str)) if not prize.party.names]
    assert unwon == ["soap"]


def give(tournament, row, entry, user="director", **options):
    return send(tournament, "prize_give", {"prize": row.key, "entry": str(entry)}, user, **options)


def test_a_prize_is_given_once_and_says_when_its_place_is_somebody_elses(ended):
    row = read_table(ended).rows[0]
    give(ended, row, ended.order[0])
    assert "given by director" in give(ended, row, ended.order[0], follow=True).content.decode()
    assert PrizeHandover.objects.count() == 1
    assert "does not have this place now" in give(ended, row, ended.order[3], follow=True).content.decode()
    PrizeHandover.objects.update(entry=ended.order[1])  # as if the result was corrected after it was given
    assert "got this prize at" in give(ended, row, ended.order[0], follow=True).content.decode()
    assert read_table(ended).rows[0].went_elsewhere
    assert "the result was corrected" in client_as("director").get(address(ended, "prizes")).content.decode()
    handed = read_handover_sections(read_print_context(ended, str))[0]
    assert sum(row[1].startswith("ham") for row in handed.rows) == 2
    assert client_as("director").post(address(ended, "prize_back", PrizeHandover.objects.get().pk)).status_code == 302
    give(ended, row, ended.order[0])
    assert list(PrizeHandover.objects.values_list("entry", flat=True)) == [ended.order[1], ended.order[0]]
    assert PrizeHandover.objects.get(taken_back_at=None).entry_id == ended.order[0]


def test_what_was_given_stays_when_the_list_changes(ended):
    give(ended, read_table(ended).rows[0], ended.order[0])
    PaperStyle.objects.update(prizes="2: oil")
    page = client_as("director").get(address(ended, "prizes"))
    assert "the list has it no more" in page.content.decode()
    assert PrizeHandover.objects.get().text == "ham (80 €) · Salumeria Rossi"


def test_papers_say_what_to_buy_whom_to_thank_and_what_it_cost(ended):
    context = read_print_context(ended, str)
    buy, collect = read_shopping_sections(context)
    assert [row[1:] for row in buy.rows] == [
        ("2", "oil", "2–3", "€12.50", "€25.00"),
        ("1", "flowers", "Women, 1", "€15.00", "€15.00"),
        ("1", "cup", "Last place, 1", "", ""),
        ("", "All together", "", "", "€40.00"),
    ]
    assert [row[4] for row in collect.rows[:2]] == ["Salumeria Rossi", "Bar Sport"]
    assert read_thanks_sections(context)[0].rows == (("Salumeria Rossi", "ham", "€80.00"), ("Bar Sport", "voucher", "€50.00"))
    assert read_worth_section(context).paragraphs == ("Purchase value: €40.00 bought, €130.00 given by sponsors.",)
    for paper in TOURNAMENT_PAPERS:
        if paper.key in {"shopping", "handover", "thanks", "cash", "prizes"}:
            assert paper.draw(context).startswith(b"%PDF")


def test_a_prize_that_nobody_has_stays_on_paper_without_a_name(ended):
    PaperStyle.objects.update(prizes="1: ham\n4–6: oil\nLadies:\n1: flowers\nUltimi classificati:\n1: cup")
    context = read_print_context(ended, str)
    shown = [("1", "ham", True), ("2", "", True), ("3", "", True), ("4", "oil", True), ("Ultimi classificati, 1", "cup", True)]
    nobody = [("5", "oil", False), ("6", "oil", False), ("Ladies, 1", "flowers", False)]
    listed = [(prize.rank, prize.prize, bool(prize.party.names)) for prize in list_all_prizes(context)]
    assert (listed[0], listed[-4:]) == (shown[0], [shown[-1], *nobody])
    rows = [(row[0], row[1], bool(row[2])) for row in read_handover_sections(context)[0].rows]
    assert rows == [row for row in listed if row[1]]


def test_before_the_end_each_prize_has_a_line_of_its_own_to_sign(ended):
    ended.stages.update(state="running")
    rows = read_handover_sections(read_print_context(ended, str))[0].rows
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "Women, 1", "Last place, 1"]


def test_a_line_is_written_changed_and_removed_on_the_page(ended):
    PaperStyle.objects.update(prizes="")
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    picture.seek(0)
    picture.name = "ham.png"
    assert send(ended, "prize_save", HAM | {"picture": picture}).status_code == 302
    send(ended, "prize_save", HAM | {"first": "2", "last": "4", "value": "1.000", "sponsor": "Bank"})
    assert PaperStyle.objects.get().prizes == "1: ham (€7.50)\n2–4: ham (€1,000.00) · Bank"
    form = client_as("director").get(address(ended, "prizes"), {"edit": "1"}).context["form"]
    send(ended, "prize_save", {**HAM, "first": "5", "replaces": form["replaces"].value()})
    assert PaperStyle.objects.get().prizes.endswith("5: ham (€7.50)")
    assert PrizePicture.objects.get().place == 5
    assert client_as("director").get(reverse("tournaments:prize_picture", args=[ended.slug, 5]))["Content-Type"] == "image/jpeg"
    send(ended, "prize_remove", {"prize": "5"})
    assert (PaperStyle.objects.get().prizes, PrizePicture.objects.exists()) == ("2–4: ham (€1,000.00) · Bank", False)


def test_a_prize_without_a_place_is_for_the_next_one_of_its_heading(ended):
    """The box was filled with the next place of the tournament: the prize of the last went to the fifth from below."""
    assert not client_as("director").get(address(ended, "prizes")).context["form"]["first"].value()
    for award in ("", "Women", "Last place"):
        assert send(ended, "prize_save", HAM | {"award": award, "first": ""}).status_code == 302
    keys = [line.key for line in parse_prize_lines(PaperStyle.objects.get().prizes)]
    assert keys[-1] == "2 last place"
    assert {"5", "2 women"} <= set(keys)


@pytest.mark.django_db
def test_each_of_the_tied_has_a_button_beside_the_name_and_money_is_not_handed_over():
    tournament = play_evening(pairs=4, rounds=2, closed=2, format_key="knockout", stage_options={"play_for": "2"})
    PaperStyle.objects.create(tournament=tournament, prizes="1: ham\n2: 5 €\n3-4: oil")
    page = client_as("director").get(address(tournament, "prizes"))
    tied = next(row for row in page.context["table"].rows if len(row.winners) > 1)
    shown = read_page(page)
    rows = [cell.text for cell in shown.find_all("td .toolbar") if "Give" in cell.text]
    assert all(any(row.rstrip().endswith(winner.name) for row in rows) for winner in tied.winners)
    assert "0 of 3 given" in shown.text


GPS, ORIENTATION, A_QUARTER_TURN = 0x8825, 0x0112, 6


def take_photograph(name="ham.jpg"):
    """As a telephone takes it: lying on its side, with the place where it was taken."""
    image = Image.new("RGB", (1600, 1200), "white")
    image.paste("red", (0, 0, 1600, 200))
    exif = Image.Exif()
    exif[ORIENTATION] = A_QUARTER_TURN
    exif.get_ifd(GPS)[2] = (40.0, 9.0, 0.0)
    stream = io.BytesIO()
    image.save(stream, "JPEG", exif=exif)
    stream.seek(0)
    stream.name = name
    return stream


def read_photograph(answer):
    assert answer["Content-Type"] == "image/jpeg"
    return Image.open(io.BytesIO(answer.content))


def test_a_photograph_is_small_upright_and_tells_no_place(ended):
    assert GPS in Image.open(take_photograph()).getexif()
    send(ended, "prize_save", HAM | {"replaces": "1", "picture": take_photograph()})
    shown = read_photograph(client_as("director").get(reverse("tournaments:prize_picture", args=[ended.slug, 1])))
    assert (shown.size, dict(shown.getexif())) == ((600, 800), {})
    assert shown.getpixel((590, 400))[1] < 60 < shown.getpixel((10, 400))[1]
    PrizePicture.objects.update(picture=take_photograph().getvalue())  # as an older desk, or a file, has it
    shown = read_photograph(client_as("director").get(reverse("tournaments:prize_picture", args=[ended.slug, 1])))
    assert (shown.size, dict(shown.getexif())) == ((600, 800), {})


def read_guest(tournament, name="public", **asked):
    return Client().get(reverse(f"tournaments:{name}", args=[tournament.slug]), asked)


def test_guests_see_what_is_won_and_a_photograph_of_it(ended):
    send(
        ended,
        "prize_save",
        {"kind": "goods", "what": "ham", "award": "Women", "first": "1", "replaces": "1 women", "picture": take_photograph()},
    )
    Tournament.objects.update(state=Tournament.State.PREPARING, public=True)
    page = read_page(read_guest(ended))
    picture = page.find("img.prize-picture")
    assert ("2–3: oil" in page.text, "Bar Sport" in page.text, "12.50" in page.text) == (True, True, False)
    assert picture["alt"] == "Women, 1: ham"
    assert read_photograph(Client().get(picture["src"])).size == (600, 800)
    assert Client().get(reverse("tournaments:prize_picture", args=[ended.slug, 1])).status_code == 404
    Announcement.objects.update_or_create(tournament=ended, defaults={"prizes": "a whole ham"})
    words = read_page(read_guest(ended)).text
    assert ("a whole ham" in words, "2–3: oil" in words) == (True, False)
    Tournament.objects.update(public=False)
    assert Client().get(picture["src"]).status_code == 404


def test_the_printed_list_shows_the_photographs(ended):
    [paper] = [paper for paper in TOURNAMENT_PAPERS if paper.key == "prizes"]
    without = PdfReader(io.BytesIO(paper.draw(read_print_context(ended, str)))).pages[0]
    send(ended, "prize_save", HAM | {"replaces": "1", "sponsor": "Rossi", "picture": take_photograph()})
    page = PdfReader(io.BytesIO(paper.draw(read_print_context(ended, str)))).pages[0]
    assert (len(without.images), len(page.images), "1: ham · Rossi" in page.extract_text()) == (0, 1, True)
    send(ended, "prize_save", HAM | {"replaces": "1", "sponsor": "Rossi", "no_picture": "yes"})
    assert not PrizePicture.objects.exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"value": "-5"}, "Write an amount in euros"),
        ({"what": ""}, "Write what is won."),
        ({"what": "ham · Rossi"}, "Write it without"),
        ({"what": "30 €", "value": ""}, "Write the amount into its own box"),
        ({"kind": "voucher", "value": ""}, "Write the amount."),
        ({"first": "4", "last": "2"}, "The last place comes before the first."),
        ({"first": "2"}, "place 2 has a prize already"),
        ({"first": "0"}, "Write 1 or more."),
        ({"picture": io.BytesIO(b"no picture")}, "it is no PNG or JPEG"),
        ({"picture": io.BytesIO(bytes(12_000_001))}, "at most 12 MB"),
    ],
)
def test_what_was_typed_wrongly_stays_on_the_prize_page(ended, typed, sentence):
    PaperStyle.objects.update(prizes="2: oil")
    answer = send(ended, "prize_save", HAM | typed)
    assert (answer.status_code, PaperStyle.objects.get().prizes) == (422, "2: oil")
    assert sentence in answer.content.decode()
    if "picture" not in typed:
        assert answer.context["form"]["what"].value() == typed.get("what", "ham")


def test_money_is_a_choice_that_says_its_sentence_once(ended):
    PaperStyle.objects.update(prizes="")
    money = HAM | {"kind": "money", "what": "", "value": "30"}
    first = send(ended, "prize_save", money)
    assert (first.status_code, "Sources contradict each other" in first.content.decode()) == (422, True)
    assert PaperStyle.objects.get().prizes == ""
    send(ended, "prize_save", money | {"noted": "yes"})
    assert send(ended, "prize_save", money | {"first": "2"}).status_code == 302
    assert (PaperStyle.objects.get().prizes, read_fee_plan(ended).money_noted) == ("1: €30.00\n2: €30.00", True)


def test_a_prize_in_money_that_somebody_won_can_still_be_changed(ended):
    PaperStyle.objects.update(prizes="1: 100 €")
    assert read_page(client_as("director").get(address(ended, "prizes"))).find("a[href^=?edit=1]")


def test_the_pot_asks_before_it_becomes_money(ended):
    answer = send(ended, "cash_prizes", {})
    assert (answer.status_code, PaperStyle.objects.get().prizes) == (409, LIST)
    assert "Choose prizes in kind" in read_page(answer).text


def test_two_directors_change_the_list_and_nothing_is_lost(ended):
    seen = client_as("director").get(address(ended, "prizes")).context["fingerprint"]
    send(ended, "prize_save", HAM | {"first": "7", "seen": seen})
    answer = send(ended, "prize_save", HAM | {"first": "8", "what": "wine", "seen": seen})
    assert (answer.status_code, "no longer what your page showed" in answer.content.decode()) == (422, True)
    assert "wine" in answer.content.decode()


def test_the_door_sees_the_prizes_and_gives_none(ended):
    StaffRole.objects.create(tournament=ended, user=User.objects.create_user("door"), role=StaffRole.Role.DOOR)
    page = client_as("door").get(address(ended, "prizes")).content.decode()
    assert ("ham" in page, ">Give<" in page, reverse("scoring:prize_save", args=[ended.slug]) in page) == (True, False, False)
