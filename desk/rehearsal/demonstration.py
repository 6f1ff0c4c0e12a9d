"""The demonstration tournament of a new desk: 24 pairs of Mariglia in pools of four, in the middle of the second round."""

import datetime as dt
import random
from collections.abc import Callable

from django.contrib.auth.models import AbstractUser, User

from accounts.staff.services import grant_role
from desk.overview.services import TournamentDetails, create_tournament
from desk.rehearsal.playing import SURE, SimulatedClock, SimulatedDesk, confirm_played, enter_game_scores, expect_created, play_match
from desk.rounds.services import close_round, draw_next_round, publish_draft
from jobs.databases import write_tx
from rules import game_by_key
from scoring.confirmation.services import dispute_match
from scoring.entry.services import FilledBoxes, correct_entry, submit_event
from scoring.ledger.appending import build_staff_actor
from scoring.ledger.match_log import Forfeit
from scoring.matches.queries import load_match
from tournaments.importing.services import import_entries
from tournaments.models import Match, Round, StaffRole, Stage, Tournament
from tournaments.stages.services import create_stage

DEMONSTRATION = "demonstration"
"""The kind under which a start learns that it was interrupted (`jobs.unfinished`)."""
SEED = "sa-bella-35-35-45"
PRESET = "tournament"
ASSISTANT = "segreteria"
ROUND_MINUTES = 55
TABLES_BY_HAND = 4
"""Tables of the first round whose hands are entered one by one."""

CLUBS = ("Bar Centrale Orosei", "Circolo Santa Rughe", "Su Nuraghe", "Dopolavoro Macomer", "Bar Sport Bosa", "Pro Loco Gavoi")
FIRST_NAMES = (
    "Antonia", "Bachisio", "Caterina", "Costantino", "Daniela", "Efisio", "Elena", "Francesca", "Gavino", "Giovanna", "Giuseppe",
    "Graziano", "Ignazio", "Lucia", "Maddalena", "Mario", "Mauro", "Michela", "Nicola", "Paola", "Peppino", "Pietrina",
    "Raffaele", "Rosanna",
)  # fmt: skip
SURNAMES = (
    "Addis", "Angioni", "Atzeni", "Bassu", "Cabras", "Cadoni", "Carta", "Casula", "Chessa", "Corda", "Corrias", "Cossu", "Deiana",
    "Demurtas", "Dessì", "Falchi", "Farris", "Floris", "Fois", "Frau", "Lai", "Ledda", "Loi", "Manca", "Marras", "Melis", "Mereu",
    "Mulas", "Murgia", "Nieddu", "Orrù", "Pinna", "Piras", "Pisano", "Porcu", "Puddu", "Sanna", "Satta", "Scanu", "Secci",
    "Serra", "Solinas", "Spanu", "Tola", "Usai", "Vacca", "Zara", "Zuddas",
)  # fmt: skip


def load_demonstration(director: AbstractUser, *, now: dt.datetime) -> Tournament:
    """Return the demonstration tournament; create it if it does not exist.

    1. Create the tournament and an assistant, so that two people can sign. 2. Draw the pools, play and close the first round.
    3. Publish the second round and play half of it: tables confirmed, waiting, disputed, corrected, in play, forfeited and late.
    All random numbers come from one seed, and all results go through the services that people use.
    """
    existing = Tournament.objects.filter(demonstration=True).first()
    if existing is not None:
        return existing
    rng = random.Random(SEED)  # noqa: S311 - a demonstration that is the same everywhere
    assistant = _get_or_create_assistant()
    tournament = _create_demonstration_tournament(director, assistant, now)
    begin = now - dt.timedelta(minutes=2 * ROUND_MINUTES)
    prefix = f"demo-{now:%y%m%d%H%M%S%f}"  # keys of requests are nobody else's, not even another desk's demonstration's
    desk = SimulatedDesk(build_staff_actor(assistant), build_staff_actor(director), SimulatedClock(begin, rng), prefix)
    stage = create_stage(tournament, actor=director, format_key="round_robin", options={"pool_size": 4}, name="Gironi")
    first = _publish_next_round(stage, director, begin)
    _play_all(first, desk, rng)
    close_round(first, actor=director, origin=desk.build_request(desk.confirmer))
    later_rng = random.Random(f"{SEED}-2")  # noqa: S311 - the second round does not depend on how long the first took
    desk.clock = SimulatedClock(now - dt.timedelta(minutes=ROUND_MINUTES // 2), later_rng)
    second = _publish_next_round(stage, director, desk.clock.now)
    _play_half(second, desk, later_rng)
    return tournament


def archive_interrupted_demonstration(now: dt.datetime) -> None:
    """Archive a demonstration that is half there, because its ledger cannot be deleted; the next one is made anew."""
    with write_tx():
        for tournament in Tournament.objects.select_for_update(no_key=True).filter(demonstration=True):
            tournament.demonstration, tournament.archived_at = False, now
            tournament.save(update_fields=["demonstration", "archived_at"])


def _get_or_create_assistant() -> User:
    with write_tx():
        user, created = User.objects.get_or_create(username=ASSISTANT)
        if created:
            user.set_unusable_password()
            user.save(update_fields=["password"])
    return user


def _create_demonstration_tournament(director: AbstractUser, assistant: User, now: dt.datetime) -> Tournament:
    details = TournamentDetails(
        name="Memorial Tziu Mundicu",
        date=now.date(),
        venue="Circolo Su Nuraghe, Orosei",
        one_person=True,
        fee_cents=2000,
        regulation="Due partite su tre, 35/35/45. Ritardo massimo 10 minuti.",
    )
    game = game_by_key("mariglia")
    options = {preset.key: preset for preset in game.presets}[PRESET].options
    tournament = create_tournament(details, actor=director, game_key=game.key, options=options, preset_key=PRESET, demonstration=True)
    import_entries(tournament, build_pair_lines(), actor=director)
    grant_role(tournament, actor=director, user=assistant, role=StaffRole.Role.ASSISTANT)
    return tournament


def build_pair_lines() -> str:
    """Build the list of 24 pairs as somebody would type it: 48 people, four pairs of each club."""
    people = [f"{FIRST_NAMES[place % len(FIRST_NAMES)]} {surname}" for place, surname in enumerate(SURNAMES)]
    pairs = zip(people[::2], people[1::2], strict=True)
    return "\n".join(f"{first} / {second}, {CLUBS[place % len(CLUBS)]}" for place, (first, second) in enumerate(pairs))


def _publish_next_round(stage: Stage, director: AbstractUser, at: dt.datetime) -> Round:
    return publish_draft(draw_next_round(stage, actor=director, seed=SEED, at=at), actor=director, at=at)


def _play_all(round_: Round, desk: SimulatedDesk, rng: random.Random) -> None:
    """Play the first tables hand by hand; the others write the scores of their games only, which takes a new desk half the time."""
    for place, match in enumerate(round_.matches.filter(kind=Match.Kind.PLAYED).order_by("table")):
        enter_match = play_match if place < TABLES_BY_HAND else enter_game_scores
        enter_match(match, desk, rng)
        confirm_played(match, desk)


def _play_half(round_: Round, desk: SimulatedDesk, rng: random.Random) -> None:
    """Play each table to a different state, in the order of the tables; tables beyond the list have not begun."""
    matches = round_.matches.filter(kind=Match.Kind.PLAYED).order_by("table")
    scenes: tuple[Callable[[Match, SimulatedDesk, random.Random], None], ...] = (
        *(_play_and_confirm, _play_and_confirm, _play_and_correct, _play_and_confirm, _play_unconfirmed, _play_and_dispute),
        *(_play_three_hands, _play_and_confirm, _enter_forfeit, _play_three_hands, _play_unconfirmed),
    )
    for match, scene in zip(matches, scenes, strict=False):
        scene(match, desk, rng)


def _play_and_confirm(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    play_match(match, desk, rng)
    confirm_played(match, desk)


def _play_unconfirmed(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    play_match(match, desk, rng)


def _play_three_hands(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    play_match(match, desk, rng, hands=3)


def _play_and_dispute(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    play_match(match, desk, rng)
    words = "La coppia B dice che la terza mano era 38–32."
    expect_created(dispute_match(match, origin=desk.build_request(desk.enterer), version=None, words=words))


def _enter_forfeit(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    expect_created(submit_event(match, Forfeit(0), origin=desk.build_request(desk.enterer), version=None, override=SURE))


def _play_and_correct(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    """Play two hands; the second was entered in the column of the wrong side and is corrected."""
    play_match(match, desk, rng, hands=2)
    view = load_match(match)
    last = view.log.counted_lines[-1]
    boxes = view.game.typed_from(last.event)
    for name in ("tricks", "total"):
        boxes[f"{name}_0"], boxes[f"{name}_1"] = boxes[f"{name}_1"], boxes[f"{name}_0"]
    statement, request = FilledBoxes("hand", boxes), desk.build_request(desk.enterer)
    seq = last.line.seq
    expect_created(correct_entry(match, seq, statement, origin=request, version=None, reason="wrong_side", override=SURE))
