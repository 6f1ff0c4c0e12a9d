"""The evening that every desk starts with: 24 pairs of Mariglia in pools of four, in the middle of the second round."""

import datetime as dt
import random
from collections.abc import Callable

from django.contrib.auth.models import AbstractUser, User

from rules import game_by_key
from scoring.confirmation.services import dispute_match
from scoring.entry.services import Typed, correct_entry, submit_event
from scoring.ledger.actors import staff_actor
from scoring.ledger.match_log import Forfeit
from scoring.matches.queries import load_match
from scoring.rehearsal.playing import SURE, Clock, Desk, confirm, expect_created, play_match, simulate_results
from scoring.rounds.services import close_round, draw_next_round
from tournaments.desk.services import TournamentDetails, create_tournament
from tournaments.draws.publishing import publish_round
from tournaments.importing.services import import_entries
from tournaments.models import Match, Round, StaffRole, Stage, Tournament
from tournaments.staff.services import grant_role
from tournaments.stages.services import create_stage
from tournaments.transactions import write_tx

SEED = "sa-bella-35-35-45"
PRESET = "tournament"
ASSISTANT = "segreteria"
ROUND_MINUTES = 55

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
    """The demonstration, made now when it is not there yet.

    1. Founds the tournament with an assistant at its desk, so that two people sign. 2. Draws the pools, plays and closes the first round.
    3. Publishes the second and leaves it in the middle: tables confirmed, waiting, disputed, corrected, being played, given and late.
    Everything random comes from one seed, everything is entered through the services that people use.
    """
    existing = Tournament.objects.filter(demonstration=True).first()
    if existing is not None:
        return existing
    rng = random.Random(SEED)  # noqa: S311 - a demonstration that is the same everywhere
    assistant = _assistant()
    tournament = _found(director, assistant, now)
    begin = now - dt.timedelta(minutes=2 * ROUND_MINUTES)
    prefix = f"demo-{now:%y%m%d%H%M%S%f}"  # keys of requests are nobody else's, not even another desk's demonstration's
    desk = Desk(staff_actor(assistant), staff_actor(director), Clock(begin, rng), prefix)
    stage = create_stage(tournament, actor=director, format_key="round_robin", options={"pool_size": 4}, name="Gironi")
    first = _publish(stage, director, begin)
    simulate_results(first, enterer=desk.enterer, confirmer=desk.confirmer, rng=rng, at=begin, prefix=f"{prefix}-1")
    close_round(first, actor=director, origin=desk.request(desk.confirmer))
    desk.clock.now = now - dt.timedelta(minutes=ROUND_MINUTES // 2)
    second = _publish(stage, director, desk.clock.now)
    _play_half(second, desk, rng)
    return tournament


def _assistant() -> User:
    with write_tx():
        user, created = User.objects.get_or_create(username=ASSISTANT)
        if created:
            user.set_unusable_password()
            user.save(update_fields=["password"])
    return user


def _found(director: AbstractUser, assistant: User, now: dt.datetime) -> Tournament:
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
    import_entries(tournament, pair_lines(), actor=director)
    grant_role(tournament, actor=director, user=assistant, role=StaffRole.Role.ASSISTANT)
    return tournament


def pair_lines() -> str:
    """Twenty-four pairs as somebody would type them: forty-eight people, four pairs of each club."""
    people = [f"{FIRST_NAMES[place % len(FIRST_NAMES)]} {surname}" for place, surname in enumerate(SURNAMES)]
    pairs = zip(people[::2], people[1::2], strict=True)
    return "\n".join(f"{one} / {other}, {CLUBS[place % len(CLUBS)]}" for place, (one, other) in enumerate(pairs))


def _publish(stage: Stage, director: AbstractUser, at: dt.datetime) -> Round:
    return publish_round(draw_next_round(stage, actor=director, seed=SEED, at=at), actor=director, at=at)


def _play_half(round_: Round, desk: Desk, rng: random.Random) -> None:
    """What each table has come to, in the order of the tables; tables beyond the list have not begun."""
    matches = round_.matches.filter(kind=Match.Kind.PLAYED).order_by("table")
    scenes: tuple[Callable[[Match, Desk, random.Random], None], ...] = (
        _confirmed, _confirmed, _corrected, _confirmed, _waiting, _disputed, _being_played, _confirmed, _given, _being_played, _waiting,
    )  # fmt: skip
    for match, scene in zip(matches, scenes, strict=False):
        scene(match, desk, rng)


def _confirmed(match: Match, desk: Desk, rng: random.Random) -> None:
    play_match(match, desk, rng)
    confirm(match, desk)


def _waiting(match: Match, desk: Desk, rng: random.Random) -> None:
    play_match(match, desk, rng)


def _being_played(match: Match, desk: Desk, rng: random.Random) -> None:
    play_match(match, desk, rng, hands=3)


def _disputed(match: Match, desk: Desk, rng: random.Random) -> None:
    play_match(match, desk, rng)
    words = "La coppia B dice che la terza mano era 38–32."
    expect_created(dispute_match(match, origin=desk.request(desk.enterer), version=None, words=words))


def _given(match: Match, desk: Desk, rng: random.Random) -> None:
    expect_created(submit_event(match, Forfeit(0), origin=desk.request(desk.enterer), version=None, insistence=SURE))


def _corrected(match: Match, desk: Desk, rng: random.Random) -> None:
    """Two hands; the second had been written in the column of the other side and was put right at once."""
    play_match(match, desk, rng, hands=2)
    view = load_match(match)
    last = view.fold.progress[-1]
    boxes = view.game.typed_from(last.event)
    for name in ("tricks", "total"):
        boxes[f"{name}_0"], boxes[f"{name}_1"] = boxes[f"{name}_1"], boxes[f"{name}_0"]
    statement, request = Typed("hand", boxes), desk.request(desk.enterer)
    seq = last.account.seq
    expect_created(correct_entry(match, seq, statement, origin=request, version=None, reason="wrong_side", insistence=SURE))
