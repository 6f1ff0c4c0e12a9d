"""Who comes after the first draw, format by format: in, and how; or not, and why not."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from desk.hall_pages.reseating import exchange_entries
from desk.roster.late_entries import join_stage
from desk.roster.withdrawals import annul_results
from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from rankings.schemes.services import choose_scheme
from scoring.confirmation.services import confirm_match
from scoring.entry.services import FilledBoxes
from scoring.standings.annulled import put_behind
from scoring.standings.decisions import list_decision_lines
from scoring.standings.stored import compute_standings
from standings import RankedLine
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user, origin
from tests.scoring.evenings import origin_of
from tests.scoring.hands import enter, fresh_key
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.draws.publishing import replay_draw
from tournaments.entries.late import read_late_offers
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Draw, Entry, Match, Seat, StaffRole, Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
FORMATS = ("round_robin", "swiss", "danish", "heats", "knockout", "double_elimination", "mitchell", "repechage")


def begin(format_key, pairs, **options):
    """A stage of which the first round is published."""
    director = build_user()
    tournament = found_tournament(director, one_person=True)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    enter_pairs(tournament, director, pairs)
    stage = create_stage(tournament, actor=director, format_key=format_key, options=options)
    publish_next(stage)
    return Stage.objects.get(pk=stage.pk)


def publish_next(stage):
    director = build_user()
    drafted = draw_next_round(stage, actor=director, seed=f"lots {stage.rounds.count()}", at=NOW)
    return publish_round(drafted, actor=director, at=NOW)


def play(round_):
    """Every table sends what it won; which side, by the place in the round."""
    for match in round_.matches.filter(kind=Match.Kind.PLAYED).select_related("round__stage__tournament"):
        games = {"games_0": "2", "games_1": "1"} if match.position % 3 else {"games_0": "0", "games_1": "2"}
        enter(match, FilledBoxes("match", games))
        confirm_match(match, origin=origin(fresh_key()), version=None)
    return close_round(round_, actor=build_user(), origin=origin_of(build_user()))


def latecomer(stage):
    details = EntryDetails(persons=("Zeno Tardi", "Zita Tardi"))
    return add_entry(stage.tournament, details, actor=build_user())


def join(stage, entry):
    return join_stage(stage, entry, actor=build_user(), origin=origin(fresh_key()))


def to_the_end(stage):
    """Play all rounds that are left; the standings."""
    while Stage.objects.get(pk=stage.pk).state != Stage.State.FINISHED:
        current = stage.rounds.order_by("-number").first()
        play(current if current.state != "closed" else publish_next(stage))
    return [line.entrant for line in compute_standings(Stage.objects.get(pk=stage.pk)).lines]


def in_order(stage):
    """Who meets how often, and whether every draw can be repeated."""
    pairs = [tuple(sorted(seat.entry_id for seat in match.seats.all())) for match in Match.objects.filter(round__stage=stage)]
    proven = all(replay_draw(draw).proven for draw in Draw.objects.filter(round__stage=stage).select_related("round"))
    return len(pairs) - len(set(pairs)), proven


@pytest.mark.parametrize("format_key", ["swiss", "danish", "heats"])
def test_from_the_next_round_on_where_everybody_is_ranked(format_key):
    stage = begin(format_key, 7, rounds=3)
    play(stage.rounds.get())
    entry = latecomer(stage)
    (offer,) = read_late_offers(entry)
    assert (offer.allowed, offer.missed, offer.place) == (True, 1, None)
    join(stage, entry)
    ranking = to_the_end(stage)
    assert sorted(ranking) == sorted(StageEntry.objects.filter(stage=stage).values_list("entry_id", flat=True))
    assert Match.objects.filter(round__stage=stage, seats__entry=entry).count() == 2
    assert in_order(stage) == (0, True)
    assert read_late_offers(entry) == ()


@pytest.mark.parametrize("format_key", ["swiss", "danish", "heats"])
def test_in_the_first_round_who_comes_late_plays_who_rests(format_key):
    stage = begin(format_key, 7, rounds=3)
    bye = Match.objects.filter(round__stage=stage, kind=Match.Kind.BYE).first()
    resting = bye.seats.get().entry
    entry = latecomer(stage)
    (offer,) = read_late_offers(entry)
    assert (offer.missed, offer.place, str(resting) in offer.sentence) == (0, bye, True)
    join(stage, entry)
    played = Match.objects.get(pk=bye.pk)
    assert (played.kind, [seat.entry for seat in played.seats.order_by("side")]) == (Match.Kind.PLAYED, [resting, entry])
    assert len(to_the_end(stage)) == 8
    assert in_order(stage) == (0, True)


def test_in_a_mitchell_who_comes_late_sits_in_the_empty_seat():
    stage = begin("mitchell", 7, rounds=4)
    bye = Match.objects.get(round__stage=stage, kind=Match.Kind.BYE)
    entry = latecomer(stage)
    (offer,) = read_late_offers(entry)
    assert (offer.missed, offer.place) == (0, bye)
    join(stage, entry)
    assert len(to_the_end(stage)) == 8
    assert not Match.objects.filter(round__stage=stage, kind=Match.Kind.BYE).exists()
    tables = Match.objects.filter(round__stage=stage).values_list("round__number", "table")
    assert sorted(tables) == [(number, table) for number in range(1, 5) for table in range(1, 5)]
    assert in_order(stage) == (0, True)
    assert verify_tournament(stage.tournament) == ()


def test_in_a_mitchell_the_empty_seat_is_taken_from_the_next_round_on():
    stage = begin("mitchell", 7, rounds=4)
    play(stage.rounds.get())
    entry = latecomer(stage)
    (offer,) = read_late_offers(entry)
    assert (offer.allowed, offer.missed, offer.place) == (True, 1, None)
    join(stage, entry)
    assert len(to_the_end(stage)) == 8
    assert Match.objects.filter(round__stage=stage, seats__entry=entry).count() == 3
    assert Match.objects.filter(round__stage=stage, kind=Match.Kind.BYE).count() == 1
    assert in_order(stage) == (0, True)


@pytest.mark.parametrize("players", [8, 11])
def test_where_partners_change_who_comes_late_plays_from_the_next_round_on(players):
    director = build_user()
    tournament = found_tournament(director, one_person=True, individual=True)
    import_entries(tournament, "\n".join(f"Gioca Tore{number}" for number in range(players)), actor=director)
    stage = create_stage(tournament, actor=director, format_key="individual", options={"rounds": 4})
    publish_next(stage)
    play(stage.rounds.get())
    entry = add_entry(tournament, EntryDetails(persons=("Zeno Tardi",)), actor=director)
    join(stage, entry)
    assert len(to_the_end(stage)) == players + 1
    seats = Match.objects.filter(round__stage=stage, seats__entry=entry)
    assert seats.count() == 3
    for number in (2, 3, 4):
        seated = Seat.objects.filter(round__stage=stage, round__number=number).values_list("entry", flat=True)
        assert sorted(seated) == sorted(tournament.entries.values_list("pk", flat=True))
    rests = Counter(Match.objects.filter(round__stage=stage, kind=Match.Kind.BYE).values_list("seats__entry", flat=True))
    assert max(rests.values(), default=0) <= 1 + (players == 11)
    assert in_order(stage)[1]
    assert verify_tournament(tournament) == ()


def test_two_who_come_one_after_the_other_keep_their_numbers():
    stage = begin("swiss", 6, rounds=4)
    play(stage.rounds.get())
    first = latecomer(stage)
    join(stage, first)
    play(publish_next(stage))
    second = add_entry(stage.tournament, EntryDetails(persons=("Ugo", "Ida")), actor=build_user())
    join(stage, second)
    play(publish_next(stage))
    last = Draw.objects.filter(round__stage=stage).order_by("-pk").first()
    assert last.outcome["groups"][0]["members"][-2:] == [first.pk, second.pk]


def test_coming_late_is_told_as_such_among_the_decisions():
    stage = begin("swiss", 6, rounds=3)
    play(stage.rounds.get())
    join(stage, latecomer(stage))
    assert [line.description for line in list_decision_lines(stage)] == ["entered late: 1 round missed"]


def test_rounds_missed_are_worth_what_the_scheme_says():
    stage = begin("swiss", 6, rounds=3)
    play(stage.rounds.get())
    play(publish_next(stage))
    entry = latecomer(stage)
    join(stage, entry)

    def points():
        lines = compute_standings(Stage.objects.get(pk=stage.pk)).lines
        return next(line.points for line in lines if line.entrant == entry.pk)

    assert points() == 0
    choose_scheme(stage, actor=build_user(), origin=origin(fresh_key()), typed={**Stage.objects.get(pk=stage.pk).scheme, "missed": 1})
    assert points() == 2


@pytest.mark.parametrize(("format_key", "pairs"), [("knockout", 6), ("double_elimination", 6), ("round_robin", 7)])
def test_into_the_place_that_the_first_draw_left_free(format_key, pairs):
    stage = begin(format_key, pairs)
    rests = Match.objects.filter(round__stage=stage, kind="bye").count()
    entry = latecomer(stage)
    (offer,) = read_late_offers(entry)
    assert offer.place is not None
    join(stage, entry)
    filled = Match.objects.get(pk=offer.place.pk)
    assert (filled.kind, filled.seats.count(), filled.table) == (
        "played",
        2,
        Match.objects.filter(round__stage=stage, kind="played").count(),
    )
    assert Match.objects.filter(round__stage=stage, kind="bye").count() == rests - 1
    ranking = to_the_end(stage)
    assert len(ranking) == len(set(ranking)) == pairs + 1
    assert in_order(stage)[1]


@pytest.mark.parametrize("whose", ["others", "its own"])
def test_seats_exchanged_afterwards_leave_the_draw_proven(whose):
    """A change by hand is told beside what was drawn; who came late is neither."""
    stage = begin("knockout", 6)
    entry = latecomer(stage)
    place = join(stage, entry).place
    round_ = stage.rounds.get()
    others = Entry.objects.filter(seats__match__round=round_, seats__match__kind="played").exclude(seats__match=place).order_by("pk")
    first, second = (others[0], others.exclude(seats__match__seats__entry=others[0])[0]) if whose == "others" else (entry, others[0])
    exchange_entries(round_, first, second, actor=build_user(), origin=origin(fresh_key()), words="wrong chairs")
    assert in_order(stage)[1]
    assert [one["code"] for one in Match.objects.get(pk=place.pk).reasons][-1] == "came_late"
    exchange_entries(round_, first, second, actor=build_user(), origin=origin(fresh_key()), words="and back")
    assert in_order(stage)[1]
    assert [one["code"] for one in Match.objects.get(pk=place.pk).reasons] == ["bye_by_lot", "came_late"]


@pytest.mark.parametrize(
    ("format_key", "pairs", "why"),
    [
        ("knockout", 8, "The first draw left no free place"),
        ("round_robin", 8, "The first draw left no free place"),
        ("mitchell", 8, "Every seat of the movement is taken"),
        ("repechage", 8, "In this format the first draw decides the whole bracket"),
    ],
)
def test_not_where_there_is_no_place(format_key, pairs, why):
    stage = begin(format_key, pairs)
    entry = latecomer(stage)
    (offer,) = read_late_offers(entry)
    assert not offer.allowed
    with pytest.raises(ChangeRefused, match=why):
        join(stage, entry)
    assert not StageEntry.objects.filter(entry=entry).exists()


def test_not_when_the_first_round_is_closed_nor_after_the_last_draw_nor_into_a_draft():
    stage = begin("knockout", 6)
    play(stage.rounds.get())
    with pytest.raises(ChangeRefused, match="first round is closed"):
        join(stage, latecomer(stage))
    last = begin("swiss", 4, rounds=1)
    with pytest.raises(ChangeRefused, match="it is too late to join"):
        join(last, latecomer(last))
    drafted = begin("swiss", 4, rounds=3)
    play(drafted.rounds.get())
    draw_next_round(drafted, actor=build_user(), seed="x", at=NOW)
    with pytest.raises(ChangeRefused, match="discard it"):
        join(drafted, latecomer(drafted))


def test_the_list_marks_who_came_after_the_draw_until_somebody_admits_them(client):
    stage = begin("swiss", 6)
    entry = latecomer(stage)
    client.force_login(build_user())

    def read_list():
        page = read_page(client.get(f"/desk/{stage.tournament.slug}/entries/", headers={"accept-language": "en"}))
        return page.find("h1 small").text, page.texts("table .chip")

    assert read_list() == ("6 play · 1 not in the draw", ["not in the draw"])
    join(stage, entry)
    assert read_list() == ("7 play", [])
    latecomer_of_the_next_stage = add_entry(stage.tournament, EntryDetails(("Ugo Dopo", "Ada Dopo")), actor=build_user())
    create_stage(stage.tournament, actor=build_user(), format_key="swiss", options={})
    assert (latecomer_of_the_next_stage.number, read_list()) == (8, ("8 play", []))


def test_nobody_joins_twice():
    stage = begin("swiss", 4, rounds=3)
    with pytest.raises(ChangeRefused, match="This entry already plays this stage"):
        join(stage, Entry.objects.filter(tournament=stage.tournament).first())


@pytest.mark.parametrize(
    "format_key", ["round_robin", "swiss", "danish", "heats", "knockout", "double_elimination", "mitchell", "repechage"]
)
def test_who_leaves_between_rounds_leaves_its_results(format_key):
    """What was played stays, nobody meets who has gone, everybody is placed, and every draw can be repeated."""
    stage = begin(format_key, 8, **({"pool_size": 4} if format_key == "round_robin" else {}))
    play(stage.rounds.get())
    before = list(Match.objects.filter(round__stage=stage).order_by("pk").values_list("pk", "result__winner"))
    winner = Match.objects.filter(round__stage=stage, result__winner=0).order_by("pk").first()
    gone = winner.seats.get(side=0).entry
    withdraw_entry(gone, actor=build_user())
    ranking = to_the_end(stage)
    assert list(Match.objects.filter(round__stage=stage, round__number=1).order_by("pk").values_list("pk", "result__winner")) == before
    assert not Match.objects.filter(round__stage=stage, round__number__gt=1, seats__entry=gone).exists()
    assert len(ranking) == len(set(ranking)) == 8
    assert in_order(stage)[1]


def test_what_was_played_in_a_pool_can_count_for_nobody():
    stage = begin("round_robin", 4)
    play(stage.rounds.get())
    match = Match.objects.filter(round__stage=stage).first()
    gone, other = (seat.entry for seat in match.seats.order_by("side"))
    asked = {"origin": origin(fresh_key()), "words": "ritirata alla seconda"}
    with pytest.raises(ChangeRefused, match="still plays"):
        annul_results(stage, gone, **asked)
    withdraw_entry(gone, actor=build_user())
    assert annul_results(stage, gone, **asked) == 1
    lines = compute_standings(Stage.objects.get(pk=stage.pk)).lines
    assert {line.points for line in lines if line.entrant in (gone.pk, other.pk)} == {0}
    assert verify_tournament(stage.tournament) == ()
    to_the_end(stage)
    assert next(reversed(list(compute_standings(Stage.objects.get(pk=stage.pk)).lines))).entrant == gone.pk


def test_who_was_annulled_stands_behind_who_lost_everything():
    ranked = [RankedLine(1, 10, 2, 2, (9,)), RankedLine(2, 11, 0, 0, (0,)), RankedLine(3, 12, 0, 1, (-5,)), RankedLine(3, 13, 0, 1, (-5,))]
    behind = put_behind(ranked, {11})
    assert [(line.entrant, line.rank) for line in behind] == [(10, 1), (12, 2), (13, 2), (11, 4)]


def test_results_that_made_pairings_stay():
    stage = begin("swiss", 4, rounds=3)
    play(stage.rounds.get())
    gone = Match.objects.filter(round__stage=stage).first().seats.get(side=0).entry
    withdraw_entry(gone, actor=build_user())
    with pytest.raises(ChangeRefused, match="Only pool matches can be cancelled"):
        annul_results(stage, gone, origin=origin(fresh_key()), words="x")


@pytest.mark.parametrize(
    ("role", "state", "sentence"),
    [
        ("director", Stage.State.FINISHED, "Not in the draw: nobody can join the stages that were drawn."),
        ("assistant", Stage.State.RUNNING, "Not in the draw yet: the director can admit it on its page."),
    ],
)
def test_who_is_entered_after_the_draw_and_does_not_play_is_told_as_such(role, state, sentence):
    """The page said “Entry added”, and the next draws left the pair out."""
    stage = begin("swiss", 4)
    Stage.objects.filter(pk=stage.pk).update(state=state)
    user = build_user() if role == "director" else build_user("helper")
    if role == "assistant":
        StaffRole.objects.create(tournament=stage.tournament, user=user, role=StaffRole.Role.ASSISTANT)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    typed = {"person_0": "Ada Uno", "person_1": "Ada Due"}
    page = client.post(reverse("tournaments:entry_add", args=[stage.tournament.slug]), typed, follow=True).content.decode()
    assert sentence in page
