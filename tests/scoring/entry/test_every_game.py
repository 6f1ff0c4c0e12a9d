"""Every game of the registry through the real pages: as a result, as scores of games, hand by hand, card by card."""

import random

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from rules import CARD_GAMES, GAMES, HandEntry, notation, record
from rules.events import GameScore, MatchScore
from rules.simulate import play_random_match
from scoring.evidence.queries import read_evidence_views
from scoring.ledger.match_log import State
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry
from scoring.models import MatchResult as Result
from scoring.standings.stored import compute_standings
from tests.pages import read_page
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.hands import fresh_key
from tests.sweeps import choose_sizes

pytestmark = pytest.mark.django_db
PRESETS = [
    pytest.param(case.values[0], preset.key, id=f"{case.id}-{preset.key}", marks=case.marks if place == 0 else pytest.mark.proof)
    for case in choose_sizes(GAMES)
    for place, preset in enumerate(case.values[0].presets)
]
"""`make test` plays the first of a game of each size; `make proofs` plays all of all games."""
OF_CARDS = [pytest.param(game, game.presets[0].key, id=game.key) for game in CARD_GAMES]
SOME_OF_CARDS, SOME = (
    [pytest.param(case.values[0], case.values[0].presets[0].key, id=case.id, marks=case.marks) for case in choose_sizes(games)]
    for games in (CARD_GAMES, GAMES)
)
"""What a page does depends on how many sit there."""


@pytest.fixture
def desk(db):
    client = Client()
    client.force_login(User.objects.get_or_create(username="director")[0])
    return client


def table_of(game, preset):
    """A match of a tournament of this game, with as many entries at the table as it has sides."""
    tournament = build_tournament(game_key=game.key, rules=game.options_to_json(game.preset_options(preset)), one_person=True)
    return build_match(build_round(tournament, matches=0), 1, sides=game.side_count)


def address(name, match, *more):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, match.code, *more])


def version_of(match):
    return Result.objects.filter(match=match).values_list("version", flat=True).first() or 0


def send(desk, match, boxes, name="enter_event"):
    """What a form of the page posts; a question is answered with yes."""
    body = {"version": version_of(match), "key": fresh_key(), **boxes}
    answer = desk.post(address(name, match), body)
    return desk.post(address(name, match), {**body, "key": fresh_key(), "sure": "1"}) if answer.status_code == 422 else answer


def told(answer):
    """What the page says was wrong, for a failing test."""
    return read_page(answer).texts(".fact, .errorlist")


def type_in(desk, match, game, event, *, look=True):
    """Typed as a person does: only in boxes that the page shows."""
    boxes = {box: text for box, text in game.typed_from(event).items() if text}
    if look:
        page = desk.get(address("match", match), {"kind": event.kind})
        assert page.status_code == 200
        assert set(boxes) - {box["name"] for box in read_page(page).find_all("[name]")} == set()
    return send(desk, match, {"kind": event.kind, **boxes}, "enter_hand" if event.kind == "hand" else "enter_event")


def confirmed(desk, match):
    assert send(desk, match, {}, "confirm").status_code == 303
    return Result.objects.get(match=match)


def pages_stand(desk, match):
    """Every page that shows the match, to the desk and to everybody."""
    slug, game = match.round.stage.tournament.slug, match.round.stage.tournament.game
    for url in (
        address("match", match),
        *([address("referee", match)] if game.plays_cards else []),
        address("public_match", match),
        reverse("scoring:results", args=[slug]),
        reverse("scoring:public_results", args=[slug]),
        reverse("scoring:desk_standings", args=[slug]),
        reverse("scoring:public_standings", args=[slug]),
    ):
        page = desk.get(url)
        assert page.status_code == 200, url
        names = [seat.entry.name for seat in match.seats.select_related("entry")]
        text = page.content.decode()
        assert "standings" in url or [name for name in names if name not in text] == [], url


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_match_hand_by_hand(desk, game, preset):
    match = table_of(game, preset)
    events = play_random_match(game, game.preset_options(preset), random.Random(preset))
    for number, event in enumerate(events):
        answer = type_in(desk, match, game, event, look=number == 0)
        assert answer.status_code == 303, told(answer)
    state = game.fold(game.preset_options(preset), events)
    view = load_match(match)
    assert (view.is_decided, view.log.winner, view.games_won) == (True, state.winner, state.games_won)
    pages_stand(desk, match)
    result = confirmed(desk, match)
    assert (result.state, result.winner, result.hands) == (State.CONFIRMED, state.winner, sum(isinstance(e, HandEntry) for e in events))
    (standing, *_others) = compute_standings(match.round.stage).lines
    if state.winner is not None:
        assert standing.entrant in view.sides[state.winner].entries


def won_match(game, preset):
    """A match that somebody has won."""
    options, rng = game.preset_options(preset), random.Random(preset)
    states = (game.fold(options, play_random_match(game, options, rng)) for _match in range(20))
    return next(state for state in states if state.winner is not None)


@pytest.mark.parametrize(("game", "preset"), SOME)
def test_a_match_by_the_scores_of_its_games(desk, game, preset):
    match = table_of(game, preset)
    state = won_match(game, preset)
    for finished in state.finished:
        answer = type_in(desk, match, game, GameScore(finished.counted_score, finished.winner))
        assert answer.status_code == 303, told(answer)
        if load_match(match).is_decided:
            break
    view = load_match(match)
    assert (view.is_decided, view.log.winner) == (True, state.winner)
    assert confirmed(desk, match).winner == state.winner


@pytest.mark.parametrize(("game", "preset"), SOME)
def test_a_match_as_result_only(desk, game, preset):
    match = table_of(game, preset)
    state = won_match(game, preset)
    answer = type_in(desk, match, game, MatchScore(state.games_won))
    assert answer.status_code == 303, told(answer)
    result = confirmed(desk, match)
    assert (result.winner, result.summary["games_won"]) == (state.winner, list(state.games_won))


@pytest.mark.parametrize(("game", "preset"), SOME_OF_CARDS)
def test_a_score_that_its_hands_contradict_is_refused(desk, game, preset):
    match = table_of(game, preset)
    events = play_random_match(game, game.preset_options(preset), random.Random(9))
    for event in events:
        assert type_in(desk, match, game, event, look=False).status_code == 303
    finished = load_match(match).log.state.finished[0]
    other = tuple(points + 1 for points in finished.score)
    answer = send(desk, match, {"kind": "game", **game.typed_from(GameScore(other, finished.winner, 1))})
    assert answer.status_code == 422


def played_hand(game, state, seed):
    """A hand played to its end that leaves something to write, by cards, and what follows from them."""
    rng = random.Random(seed)
    while True:
        deal = game.random_play(game.random_deal(state, rng), rng)
        if isinstance(game.build_outcome(deal), HandEntry):
            return record.build_record(game, deal), game.build_outcome(deal)


@pytest.mark.parametrize(("game", "preset"), OF_CARDS)
def test_a_hand_card_by_card_scores_as_the_same_hand_typed(desk, game, preset):
    match = table_of(game, preset)
    state = game.start(game.preset_options(preset))
    kept, event = played_hand(game, state, "cards")
    text = notation.to_text(game, kept)
    page = desk.get(address("referee", match), {"hand": text})
    assert 'value="hand"' in page.content.decode()
    assert send(desk, match, {"hand": text, "use": "hand"}, "referee_save").status_code == 303
    view = load_match(match)
    assert view.log.events == (event,)
    assert view.log.state.score == game.advance(state, event).score
    (shown,) = read_evidence_views(view)
    assert notation.from_text(game, shown.text) == kept
    assert (shown.hand, shown.fault) == (view.games[0].lines[0].number, "")
    kinds = list(LedgerEntry.objects.filter(match=match).values_list("kind", flat=True))
    assert kinds == ["submit", "evidence"]
    assert desk.get(address("public_match", match)).status_code == 200


@pytest.mark.parametrize(("game", "preset"), SOME_OF_CARDS)
def test_cards_are_kept_with_the_hand_that_they_were_and_with_no_other(desk, game, preset):
    match = table_of(game, preset)
    state = game.start(game.preset_options(preset))
    kept, event = played_hand(game, state, "one")
    other, another = played_hand(game, state, "two")
    assert event != another
    assert type_in(desk, match, game, event).status_code == 303
    line = load_match(match).games[0].lines[0].seq
    refused = send(desk, match, {"hand": notation.to_text(game, other), "use": "evidence", "line": line}, "referee_save")
    assert refused.status_code == 422
    assert "The cards and the sheet do not match" in refused.content.decode()
    assert read_evidence_views(load_match(match)) == ()
    accepted = send(desk, match, {"hand": notation.to_text(game, kept), "use": "evidence", "line": line}, "referee_save")
    assert accepted.status_code == 303
    boxes = {box: text for box, text in game.typed_from(another).items() if text}
    changed = desk.post(
        address("correct", match, line), {"version": version_of(match), "key": fresh_key(), "reason": "typed_wrong", "sure": "1", **boxes}
    )
    assert changed.status_code == 422
    assert load_match(match).log.events == (event,)
