"""The referee's page: duties, the first illegal card and its price, and what becomes of a hand that is kept."""

import json
import random
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from desk.referee.services import RecordUse, submit_record
from desk.verification.queries import verify_tournament
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from rankings.standings_pages.table_penalties import list_table_penalties
from rules import CARD_GAMES, game_by_key, notation, record
from rules.deals import Action
from scoring.confirmation.services import confirm_match
from scoring.entry.outcomes import Created, Rejected, Replayed
from scoring.entry.services import void_entry
from scoring.evidence.dealing import build_next_deal, start_record
from scoring.evidence.penalties import find_penalty, list_prices
from scoring.evidence.queries import read_evidence_views
from scoring.evidence.replay import build_hand_view, parse_hand
from scoring.ledger.match_log import State
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, MatchResult
from tests.pages import read_page
from tests.scoring.builders import build_actor, build_match, build_round, build_tournament, build_user, origin
from tests.scoring.hands import enter, fresh_key
from tournaments.models import Round, Tournament

MARAFON = game_by_key("marafon")
DUTIFUL = [game for game in CARD_GAMES if game.random_deal(game.start(game.options_from({})), random.Random(1)).plays]
"""Where any card may be played to any other, nobody revokes."""


def played(game, preset, seed):
    """A record of a hand that was played to its last card."""
    state, rng = game.start(game.preset_options(preset)), random.Random(seed)
    deals = (game.random_play(game.random_deal(state, rng), rng) for _try in range(50))
    return record.build_record(game, next(deal for deal in deals if deal.tricks))


def revoked(game, preset, seed=1):
    """The same with the first card that could be illegal made so: the record, its place, and the cards that were legal."""
    kept = played(game, preset, seed)
    deal = record.open_record(game, kept)
    for place, action in enumerate(kept.actions):
        legal = {one.what for one in game.legal_actions(deal) if one.verb == "play"}
        barred = [deal.pack.names[card] for card in deal.cards_in(action.seat) if deal.pack.names[card] not in legal]
        if action.verb == "play" and barred:
            wrong = Action(action.seat, "play", barred[0])
            return replace(kept, actions=(*kept.actions[:place], wrong, *kept.actions[place + 1 :])), place, legal
        deal = game.apply_action(deal, action)
    raise AssertionError("no card was barred")


def view_of(game, kept, preset, step=None):
    return build_hand_view(game, kept, game.start(game.preset_options(preset)), step)


def test_cards_and_suits_are_called_as_the_pack_calls_them():
    """D of a French pack is a diamond: who is called to the table does not read letters."""
    mariglia = game_by_key("mariglia")
    hand = """
        dealer A1
        holds A1 D4 D5 D6 D7 C4 C5 C6 C7 S4 S5
        holds B1 DA B2 B3 B4 B5 B6 B7 BA BK BJ
        holds A2 D2 D3 DK DJ DQ CQ SQ BQ C2 C3
        holds B2 CA CK CJ SA SK SJ S2 S3 S6 S7
        A1 turn S5
        B1 DA D2 CA C4
        """
    with override("it"):
        view = view_of(mariglia, parse_hand(mariglia, hand), "tournament")
    assert view.fault.sentences == ("Si giocava a quadri e il giocatore ne aveva. Ammesse: 7 di quadri.",)


@pytest.mark.parametrize("game", DUTIFUL, ids=lambda game: game.key)
def test_the_first_illegal_card_is_found_and_the_legal_ones_are_marked(game):
    preset = game.presets[0].key
    kept, place, legal = revoked(game, preset)
    view = view_of(game, kept, preset)
    assert (view.fault.step, view.frame.step, view.fault.revoke) == (place + 1, place + 1, True)
    (actor,) = (seat for seat in view.frame.seats if seat.acts)
    assert {card.name for card in actor.cards if card.state == "legal"} == legal
    assert [laid.faulty for laid in view.frame.table].count(True) == 1
    assert view.unjudged == len(kept.actions) - place - 1
    assert view.tricks[-1].laid[kept.actions[place].seat].faulty


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_every_step_of_a_hand_shows_the_cards_that_were_legal(game):
    preset = game.presets[0].key
    kept = played(game, preset, 4)
    deal = record.open_record(game, kept, game.start(game.preset_options(preset)))
    for step, action in enumerate(kept.actions, start=1):
        frame = view_of(game, kept, preset, step).frame
        if action.verb == "play":
            legal = {one.what for one in game.legal_actions(deal) if one.verb == "play"}
            (actor,) = (seat for seat in frame.seats if seat.acts)
            assert {card.name for card in actor.cards if card.state in ("legal", "played")} == legal
            assert bool(frame.duties) == (len(legal) < len(actor.cards))
        deal = game.apply_action(deal, action)


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_a_hand_can_be_built_by_choosing(game):
    """Dealing always the first card offered gives a full deal; the record is the same whether chosen or typed."""
    options = game.preset_options(game.presets[0].key)
    kept = start_record(game, options, 0)
    size = len(game.pack_of(options))
    for _card in range(size):
        kept = parse_hand(game, build_next_deal(game, kept, options).cards[0].text)
    assert sorted(name for cards in (*kept.holdings, kept.stock) for name in cards) == sorted(game.pack_of(options).names)
    assert view_of(game, kept, game.presets[0].key).steps == 0


PRICES = [
    ("marafon", "eleven-zero", "hand"),
    ("marafon", "tournament-31", None),
    ("mariglia", "tournament", None),
    ("sancagna", "tournament", "hand"),
    ("trionfo5", "tournament", None),
]


@pytest.mark.parametrize(("key", "preset", "what"), PRICES)
def test_the_price_is_that_of_the_tournament(key, preset, what):
    game = game_by_key(key)
    kept, place, _legal = revoked(game, preset)
    penalty, sentence = find_penalty(game, kept, game.start(game.preset_options(preset)))
    assert (penalty and penalty.what) == what
    assert sentence.startswith("By the rules of this tournament" if what else "The rules of this tournament fix no penalty")
    assert penalty is None or penalty.side == game.sitting.side_of(kept.actions[place].seat)


TOLD = [
    ("marafon", {}, ["A card against the rules of play: the referee decides", "A wrong claim: the game is lost"]),
    (
        "marafon",
        {"finish": "end_of_hand", "revoke": "11_0", "announcements_must_be_true": True},
        [
            "A card against the rules of play: the hand is lost with the highest score, 11 points to the others",
            "A false announcement: the referee decides",
        ],
    ),
    ("maranna", {}, ["A word or a sign before the first Maranna: the game is lost", "A card shown to others: the referee decides"]),
    (
        "maranna",
        {"talk_penalty": "referee", "must_beat": True},
        [
            "A word or a sign before the first Maranna: the referee decides",
            "A card shown to others: the referee decides",
            "A card against the rules of play: the referee decides",
        ],
    ),
    (
        "sancagna6",
        {"signals_allowed": False},
        [
            "A card against the rules of play: the hand is lost with the highest score, 72 points to the others",
            "A wrong claim: the game is lost",
            "A sign to one’s partner: the referee decides",
        ],
    ),
    (
        "mariglia",
        {"revoke_penalty": "game"},
        [
            "A card against the rules of play: the game is lost",
            "Talk out of turn or in code: the referee decides",
            "An untrue answer to one’s partner: the referee decides",
        ],
    ),
    ("trionfo5", {}, ["A card against the rules of play: the referee decides", "A sign of who the amico is: the referee decides"]),
    ("marjolet", {}, ["A card against the rules of play: the referee decides"]),
    ("mattazza", {}, ["A card against the rules of play: the referee decides"]),
]


@pytest.mark.parametrize(("key", "changed", "told"), TOLD)
def test_every_price_of_the_rules_is_told(key, changed, told):
    game = game_by_key(key)
    assert [f"{price.fault}: {price.cost}" for price in list_prices(game, game.options_from(changed))] == told


def test_json_and_text_are_read_alike():
    kept = played(MARAFON, "eleven-zero", 2)
    assert parse_hand(MARAFON, json.dumps(record.to_json(kept))) == parse_hand(MARAFON, notation.to_text(MARAFON, kept)) == kept


# ------------------------------------------------------------------------------------------------------------------ beside a match


@pytest.fixture
def match(db):
    rules = MARAFON.options_to_json(MARAFON.preset_options("eleven-zero"))
    return build_match(build_round(build_tournament(game_key="marafon", rules=rules, one_person=True), matches=0), 1)


def keep(match, kept, use, line=None, key=None):
    return submit_record(match, kept, use=use, line=line, origin=origin(key or fresh_key()), version=None)


def kinds(match):
    return list(LedgerEntry.objects.filter(match=match).order_by("seq").values_list("kind", flat=True))


def test_an_illegal_card_costs_the_hand_and_its_cards_are_kept(match):
    kept, place, _legal = revoked(MARAFON, "eleven-zero")
    assert isinstance(keep(match, kept, RecordUse.PENALTY), Created)
    view = load_match(match)
    guilty = kept.actions[place].seat % 2
    assert view.log.state.score == ((0, 11), (11, 0))[guilty]
    (shown,) = read_evidence_views(view)
    assert "plays" in shown.fault
    assert kinds(match) == ["submit", "evidence"]
    assert verify_tournament(match.round.stage.tournament) == ()


def test_an_illegal_hand_is_not_entered_as_a_hand(match):
    kept, _place, _legal = revoked(MARAFON, "eleven-zero")
    assert keep(match, kept, RecordUse.HAND).refusal.code == "illegal_card"
    whole = played(MARAFON, "eleven-zero", 5)
    assert keep(match, replace(whole, actions=whole.actions[:-1]), RecordUse.HAND).refusal.code == "hand_not_over"
    assert keep(match, whole, RecordUse.PENALTY).refusal.code == "no_illegal_card"
    assert kinds(match) == []


def test_evidence_changes_neither_result_nor_state(match):
    kept = played(MARAFON, "eleven-zero", 5)
    assert isinstance(keep(match, kept, RecordUse.HAND), Created)
    while not load_match(match).is_decided:
        state = load_match(match).log.state
        enter(match, MARAFON.random_hand(state, random.Random(str(state.score))))
    director = build_actor("director")
    assert isinstance(confirm_match(match, origin=origin(fresh_key(), director), version=None), Created)
    before = MatchResult.objects.get(match=match)
    line = load_match(match).games[0].lines[0].seq
    assert isinstance(keep(match, kept, RecordUse.EVIDENCE, line), Created)
    after = MatchResult.objects.get(match=match)
    assert (after.state, after.summary, after.confirmed_by) == (State.CONFIRMED, before.summary, before.confirmed_by)
    assert after.version == before.version + 1


def test_the_same_request_twice_keeps_the_cards_once(match):
    kept = played(MARAFON, "eleven-zero", 5)
    assert isinstance(keep(match, kept, RecordUse.HAND, key="once"), Created)
    assert isinstance(keep(match, kept, RecordUse.HAND, key="once"), Replayed)
    assert kinds(match) == ["submit", "evidence"]


def test_a_line_with_its_cards_is_cancelled_rather_than_contradicted(match):
    kept = played(MARAFON, "eleven-zero", 5)
    keep(match, kept, RecordUse.HAND)
    line = load_match(match).games[0].lines[0].seq
    assert isinstance(void_entry(match, line, origin=origin(fresh_key()), version=None, reason="typed_wrong"), Created)
    assert load_match(match).log.events == ()
    assert keep(match, kept, RecordUse.EVIDENCE, line).refusal.code == "no_such_line"


def test_cards_that_cannot_be_are_refused_with_every_reason(match):
    kept = played(MARAFON, "eleven-zero", 5)
    twice = replace(kept, holdings=(("D4",) * 10, *kept.holdings[1:]))
    outcome = keep(match, twice, RecordUse.EVIDENCE)
    assert isinstance(outcome, Rejected)
    assert [problem.code for problem in outcome.problems] == ["card_twice"]


# ---------------------------------------------------------------------------------------------------------------------------- pages


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(build_user("director"))
    return client


def address(match, name="referee"):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, match.code])


def test_what_was_pasted_comes_back_as_an_address(desk, match):
    text = notation.to_text(MARAFON, played(MARAFON, "eleven-zero", 5))
    answer = desk.post(address(match), {"hand": text.replace(" ", "  ") + "# table 7\n"})
    assert answer.status_code == 303
    page = desk.get(answer["Location"])
    assert (page.status_code, "Every card was legal" in page.content.decode()) == (200, True)
    links = re.findall(r'data-step="(\w+-\w+)"', page.content.decode())
    assert links == ["previous-trick", "previous-card"]


def test_what_cannot_be_read_is_not_lost(desk, match):
    answer = desk.post(address(match), {"hand": "labella-hand 1\ngame marafon\nholds Z9 DA\n"})
    page = answer.content.decode()
    assert (answer.status_code, "holds Z9 DA" in page, "This hand could not be read" in page) == (422, True, True)


def test_the_rules_are_those_of_the_tournament_whatever_the_text_says(desk, match):
    kept, _place, _legal = revoked(MARAFON, "eleven-zero")
    text = notation.to_text(MARAFON, replace(kept, options={}))
    page = desk.get(address(match), {"hand": text}).content.decode()
    assert "11 points to the others" in page
    assert "option revoke=11_0" in page


def test_a_refused_save_shows_the_hand_with_links_that_work(desk, match):
    text = notation.to_text(MARAFON, played(MARAFON, "eleven-zero", 5))
    answer = desk.post(address(match, "referee_save"), {"hand": text, "use": "penalty", "version": "0", "key": fresh_key()})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'href="{address(match)}?' in page


def test_a_referee_decides_where_the_rules_fix_nothing_and_the_cards_are_kept(desk, match):
    """The form knows side and offence from the cards; minutes and standings name the evidence."""
    kept, place, _legal = revoked(MARAFON, "eleven-zero")
    text, guilty = notation.to_text(MARAFON, kept), kept.actions[place].seat % 2
    Tournament.objects.update(rules={"revoke": "referee"})
    page = read_page(desk.get(address(match), {"hand": text}))
    chosen = {box["name"]: box["value"] for box in page.find_all("[name=side][checked], [name=offence][checked]")}
    assert chosen == {"side": str(guilty), "offence": "revoke"}
    typed = {"hand": text, "use": "penalty", "version": "0", "side": str(guilty), "what": "game", "offence": "revoke"}
    body = {**typed, "key": fresh_key(), "ruling-words": "tagliò avendo coppe", "ruling-referee": "Anna"}
    assert desk.post(address(match, "referee_save"), body).status_code == 303
    state = load_match(match).log.state
    assert state.finished[0].winner == 1 - guilty
    assert state.finished[0].score[1 - guilty] == state.finished[0].target
    (penalty,) = list_table_penalties(match.round.stage)
    assert (penalty.evidence, penalty.words) == (True, "tagliò avendo coppe · referee: Anna")
    sections = {section.title: section for section in read_minutes(read_print_context(match.round.stage.tournament, str))}
    assert [row[3:5] for row in sections["Penalties"].rows] == [("tagliò avendo coppe · referee: Anna", "ledger no. 2")]


def test_a_ruling_without_offence_and_reason_is_refused_and_stays_typed(desk, match):
    text = notation.to_text(MARAFON, played(MARAFON, "eleven-zero", 5))
    body = {"hand": text, "use": "penalty", "version": "0", "side": "1", "what": "fine", "points": "3", "key": fresh_key()}
    answer = desk.post(address(match, "referee_save"), {**body, "offence": "other"})
    assert (answer.status_code, read_page(answer).find("[name=points]").value) == (422, "3")
    assert not LedgerEntry.objects.exists()


def test_a_hand_by_its_cards_is_weighed_in_a_match_that_is_open_again(desk, match):
    short = replace(MARAFON.preset_options("eleven-zero"), targets=(1,), games_to_win=1)  # the first hand decides
    Tournament.objects.update(rules=MARAFON.options_to_json(short))
    Round.objects.update(state=Round.State.CLOSED)
    text = notation.to_text(MARAFON, played(MARAFON, "eleven-zero", 5))
    body = {"hand": text, "use": "hand", "version": "0", "key": "once", "sure": "1"}
    page = desk.post(address(match, "referee_save"), body).content.decode()
    assert "Not saved yet" in page
    assert LedgerEntry.objects.count() == 0
    assert desk.post(address(match, "referee_save"), {**body, "foreseen": "1"}).status_code == 303
    assert MatchResult.objects.get(match=match).winner is not None


def test_only_the_staff_sees_the_page_of_a_match(match):
    assert Client().get(address(match)).status_code == 302
    stranger = Client()
    stranger.force_login(build_user("stranger"))
    assert stranger.get(address(match)).status_code == 404
    assert stranger.post(address(match, "referee_save"), {"hand": "x"}).status_code == 404


@pytest.mark.django_db
def test_everybody_may_use_the_tool_and_it_stores_nothing():
    client = Client()
    assert [client.get(reverse("scoring:referee_tool", args=[game.key])).status_code for game in CARD_GAMES] == [200] * len(CARD_GAMES)
    assert client.get(reverse("scoring:referee_tool", args=["scopa"])).status_code == 404
    assert client.get(reverse("scoring:referee_games")).status_code == 200
    assert LedgerEntry.objects.count() == 0
