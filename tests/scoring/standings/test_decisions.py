"""How a stage counts is chosen, and what is decided about an entry counts in its standings; all of it is in the ledger."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from desk.rounds.services import close_round
from desk.verification.queries import verify_tournament
from pairing import FORMATS, format_by_key
from pairing.format import UsualCounting
from rankings.schemes.services import choose_scheme, decide_penalty, decide_place
from rankings.standings_pages.queries import read_standings_view
from rules.problems import RuleViolation
from scoring.models import LedgerEntry, LedgerText, StandingsCache
from scoring.standings.decisions import DecisionLine, list_decision_lines
from scoring.standings.stored import compute_standings, read_handover, read_scheme
from standings import CountingScheme, FormatCounting
from tests.scoring.builders import build_user
from tests.scoring.evenings import origin_of, play_evening
from tournaments.models import Stage
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db):
    return play_evening(pairs=4, rounds=1).stages.get()


@pytest.fixture
def director(stage):
    return build_user()


def choose(stage, director, **typed):
    choose_scheme(stage, actor=director, origin=origin_of(director), typed=typed)
    stage.refresh_from_db()


def order(stage):
    return [line.entrant for line in compute_standings(stage).lines]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_what_is_usual_reads_back_as_itself(form):
    counting = FormatCounting(form)
    assert counting.options_to_json(counting.options_from(counting.default_values)) == counting.default_values
    assert counting.options_from({}) == counting.options_from(counting.default_values)


def test_tie_breaks_close_up_in_their_order(stage, director):
    choose(
        stage,
        director,
        points="two_one_zero",
        bye="1",
        tie_break_1="lots",
        tie_break_2="nothing",
        tie_break_3="wins",
        tie_break_4="nothing",
    )
    seed = read_scheme(stage).seed
    assert read_scheme(stage) == CountingScheme("two_one_zero", ("lots", "wins"), 1, seed)


def test_a_tie_break_stands_once(stage, director):
    with pytest.raises(RuleViolation) as refused:
        choose(stage, director, tie_break_1="wins", tie_break_2="buchholz", tie_break_3="wins", tie_break_4="buchholz")
    assert [problem.field for problem in refused.value.problems] == ["tie_break_3", "tie_break_4"]


def test_a_choice_is_noted_and_ranks_anew(stage, director):
    before = compute_standings(stage)
    choose(stage, director, points="points_scored")
    entry = LedgerEntry.objects.order_by("-seq").first()
    told = json.loads(entry.payload)
    assert (told["decision"], told["stage"], told["scheme"]["points"]) == ("scheme", 1, "points_scored")
    after = StandingsCache.objects.get(stage=stage)
    assert (after.seq, after.payload["points"], before.points) == (entry.seq, "points_scored", "match_won")
    assert verify_tournament(stage.tournament) == ()
    choose(stage, director, points="points_scored")
    assert LedgerEntry.objects.order_by("-seq").first().seq == entry.seq


def test_a_penalty_counts_in_standings_and_pairings_and_can_be_given_back(stage, director):
    leader = stage.tournament.entries.get(pk=order(stage)[0])
    decide_penalty(stage, leader, actor=director, origin=origin_of(director), points=5, words="carte scoperte")
    assert order(stage)[-1] == leader.pk
    assert next(line.primary for line in read_handover(stage).standings if line.entrant == leader.pk) == -4
    decide_penalty(stage, leader, actor=director, origin=origin_of(director), points=0, words="era un errore")
    assert order(stage)[0] == leader.pk
    assert [(line.number, line.amount, line.words) for line in list_decision_lines(stage)] == [
        (leader.number, 0, "era un errore"),
        (leader.number, 5, "carte scoperte"),
    ]
    assert isinstance(list_decision_lines(stage)[0], DecisionLine)
    assert verify_tournament(stage.tournament) == ()


def test_a_place_decided_at_the_table_divides_the_tied(stage, director):
    choose(stage, director, tie_break_1="decided", tie_break_2="nothing", tie_break_3="nothing", tie_break_4="nothing")
    tied = order(stage)[:2]
    second = stage.tournament.entries.get(pk=tied[1])
    decide_place(stage, second, actor=director, origin=origin_of(director), place=1, words="bella a scopa")
    assert order(stage)[:2] == [tied[1], tied[0]]
    assert [line.shared for group in read_standings_view(Stage.objects.get(pk=stage.pk)).groups for line in group.lines][:2] == [
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("points", "words", "code"), [(1, "  ", "no_reason"), (-1, "x", "amount_impossible"), (10_001, "x", "amount_impossible")]
)
def test_what_is_no_decision(stage, director, points, words, code):
    entry = stage.tournament.entries.first()
    with pytest.raises(ChangeRefused) as refused:
        decide_penalty(stage, entry, actor=director, origin=origin_of(director), points=points, words=words)
    assert refused.value.code == code
    assert not LedgerText.objects.exists()


def test_only_directors_decide(stage):
    with pytest.raises(PermissionDenied):
        choose(stage, build_user("assistant"), points="points_scored")


def test_the_page(stage, director, client):
    client.force_login(director)
    address = reverse("scoring:scheme", args=[stage.tournament.slug, 1])
    assert "Buchholz" in client.get(address).text
    typed = {f"scheme-tie_break_{place}": "nothing" for place in range(1, 9)} | {"scheme-points": "three_zero", "scheme-bye": ""}
    twice = typed | {"scheme-tie_break_1": "wins", "scheme-tie_break_2": "wins"}
    assert client.post(address, twice).status_code == 422
    assert client.post(address, typed).status_code == 302
    assert compute_standings(Stage.objects.get(pk=stage.pk)).points == "three_zero"


def test_a_decision_by_the_page(stage, director, client):
    client.force_login(director)
    address = reverse("scoring:decide", args=[stage.tournament.slug, 1])
    told = {"entry": "1", "what": "penalty", "amount": "2", "words": "in ritardo"}
    assert client.post(address, {**told, "words": ""}).status_code == 422
    assert client.post(address, told).status_code == 302
    assert [line.amount for line in list_decision_lines(stage)] == [2]
    page = client.get(reverse("scoring:scheme", args=[stage.tournament.slug, 1])).text
    assert "2 points less" in page
    assert "in ritardo" in page


def test_what_was_usual_at_the_first_closing_counts_for_ever(stage, director, monkeypatch):
    """A release with other habits ranks nobody anew."""
    standings = order(stage)
    stage.refresh_from_db()
    usual = FormatCounting(format_by_key("swiss")).default_values
    assert stage.scheme == usual
    told = [json.loads(one.payload) for one in LedgerEntry.objects.filter(match__isnull=True, kind="submit")]
    assert told == [{"decision": "scheme", "scheme": usual, "stage": 1}]
    monkeypatch.setattr(type(format_by_key("swiss")), "usual_counting", UsualCounting("games_won", ("lots",)))
    assert order(stage) == standings
    assert read_scheme(stage).tie_breaks == FormatCounting(format_by_key("swiss")).options_from(usual).tie_breaks
    assert verify_tournament(stage.tournament) == ()


def test_a_choice_of_the_director_is_not_chosen_again(director):
    tournament = play_evening(name="Scelta", pairs=4, rounds=1, closed=0)
    stage = tournament.stages.get()
    choose(stage, director, points="two_one_zero", tie_break_1="lots")
    chosen = stage.scheme
    close_round(stage.rounds.get(), actor=director, origin=origin_of(director))
    stage.refresh_from_db()
    assert stage.scheme == chosen
    assert LedgerEntry.objects.filter(tournament=tournament, payload__contains='"scheme"').count() == 1


def test_a_penalty_is_seen_everywhere_and_taken_back_with_a_reason(stage, director):
    entry = stage.stage_entries.first().entry
    match = stage.rounds.get().matches.filter(kind="played", seats__entry=entry).get()
    decide_penalty(stage, entry, actor=director, origin=origin_of(director), points=2, words="Carte segnate")
    slug = stage.tournament.slug
    desk, public = Client(), Client()
    desk.force_login(director)
    pages = {name: (reverse(f"scoring:{name}", args=[slug, *more])) for name, more in penalty_pages(match.code)}
    for name, page in pages.items():
        text = (desk if name in ("match", "desk_standings") else public).get(page).content.decode()
        assert "2 points less" in text, name
        assert ("Carte segnate" in text) is (name in ("match", "desk_standings")), name
    handed = {one.entrant: one.primary for one in read_handover(stage).standings}
    won = sum(seat.match.result.winner == seat.side for seat in entry.seats.all())
    assert handed[entry.pk] == won - 2  # what the next draw pairs by

    scheme = desk.get(reverse("scoring:scheme", args=[slug, stage.number])).content.decode()
    assert scheme.count("Undo") == 1
    told = {"entry": entry.number, "what": "penalty", "amount": "0"}
    decide = reverse("scoring:decide", args=[slug, stage.number])
    assert desk.post(decide, {**told, "words": "", "key": "k1"}).status_code == 422
    assert desk.post(decide, {**told, "words": "Era un malinteso", "key": "k2"}).status_code == 302
    assert all("2 points less" not in desk.get(page).content.decode() for page in pages.values())
    assert [line.words for line in list_decision_lines(stage)] == ["Era un malinteso", "Carte segnate"]


def penalty_pages(code):
    return [("match", [code]), ("public_match", [code]), ("desk_standings", []), ("public_standings", [])]


def test_a_way_of_counting_that_nobody_decided_is_found(stage):
    Stage.objects.update(scheme={**stage.scheme, "points": "two_one_zero"})
    assert "how it counts differs from what was decided" in [finding.sentence for finding in verify_tournament(stage.tournament)]
