"""Build a demonstration site, through the services that people use."""

import datetime as dt
import random
from dataclasses import dataclass

from django.contrib.auth.models import User

from api.models import ApiToken
from api.models.tokens import hash_token
from desk.demonstrations.services import play_demonstration
from desk.overview.services import TournamentDetails, create_tournament
from desk.rehearsal.demonstration import FIRST_NAMES, SURNAMES
from jobs.databases import write_tx
from rankings.seasons.services import SeasonDetails, add_evening, create_season
from rules import CARD_GAMES, game_by_key
from tournaments.announcing.services import AnnouncementDetails, announce
from tournaments.importing.services import import_entries
from tournaments.models import Organizer, OrganizerMember, Person, Tournament
from tournaments.permissions import Role

USER_NAME, PASSWORD = "demo", "demo-la-bella"
TOKENS = {scope: f"lb_demo-{scope}" for scope in ApiToken.Scope.values}
"""By scope, the same on every demonstration site: they open nothing but that."""
TONIGHT = "stasera"
"""The address of the first evening that plays itself; when it is over, another one begins under an address of its own."""
PAIRS = 12


@dataclass(frozen=True, slots=True)
class ShownClub:
    slug: str
    name: str
    town: str
    evenings: int
    """That were played already; of the first club a season."""


CLUBS = (
    ShownClub("su-nuraghe", "Circolo Su Nuraghe", "Orosei", 3),
    ShownClub("casa-del-popolo", "Casa del Popolo", "Forlì", 1),
    ShownClub("bar-centrale", "Bar Centrale", "Bosa", 1),
)
GAMES_OF_PAIRS = tuple(game for game in CARD_GAMES if (game.entry_size, game.side_count) == (2, 2))


def choose_game(club: ShownClub) -> str:
    """The key of the game that the club plays: the first one the first game of pairs, the second one the second."""
    return str(GAMES_OF_PAIRS[CLUBS.index(club)].key)


def build_showcase(now: dt.datetime) -> Tournament:
    """Clubs with past evenings, one to come and a season, and the tokens; returns the evening that is in progress.

    Everything belongs to the user `demo`. The database is empty before.
    """
    director = User.objects.create_user(USER_NAME, password=PASSWORD)
    for club in CLUBS:
        organizer = _found_club(club, director)
        season = create_season(SeasonDetails(f"{club.name} {now.year}", choose_game(club)), actor=director)
        for number in range(1, club.evenings + 1):
            at = now - dt.timedelta(weeks=club.evenings + 1 - number)
            evening = _create_evening(club, organizer, f"{number}ª serata", at.date(), director)
            play_demonstration(evening, director, at=at, whole=True)
            add_evening(season, evening, actor=director)
        _announce_evening(club, organizer, now, director)
    evening = begin_evening(now, director)
    with write_tx():
        Tournament.objects.filter(pk=evening.pk).update(slug=TONIGHT)
    for scope, secret in TOKENS.items():
        _store_token(scope, secret, director, now)
    return Tournament.objects.get(pk=evening.pk)


def begin_evening(now: dt.datetime, director: User) -> Tournament:
    """An evening of the first club that begins now; `playing` draws and plays it."""
    club = CLUBS[0]
    return _create_evening(club, Organizer.objects.get(slug=club.slug), "Stasera", now.date(), director)


def _found_club(club: ShownClub, director: User) -> Organizer:
    with write_tx():
        organizer = Organizer.objects.create(slug=club.slug, name=club.name)
        OrganizerMember.objects.create(organizer=organizer, user=director, role=Role.DIRECTOR)
    return organizer


def _create_evening(club: ShownClub, organizer: Organizer, name: str, date: dt.date, director: User, *, entered: bool = True) -> Tournament:
    game = game_by_key(choose_game(club))
    preset = game.presets[0]
    details = TournamentDetails(name=name, date=date, venue=club.name, one_person=True, fee_cents=2000)
    tournament = create_tournament(
        details, actor=director, game_key=choose_game(club), options=preset.options, preset_key=preset.key, organizer=organizer
    )
    if entered:
        import_entries(tournament, _list_pairs(f"{club.slug} {date}"), actor=director)
        _give_cards(tournament)
    return tournament


def _give_cards(tournament: Tournament) -> None:
    """A membership number for everybody, by the name: so who comes again is the same person without anybody being asked."""
    people = sorted(_list_people())
    with write_tx():
        for person in Person.objects.filter(memberships__tournament=tournament, membership=""):
            person.membership = f"{people.index(person.name) + 1:04d}"
            person.save()


def _list_pairs(seed: str) -> str:
    """Pairs of invented people, so few that the same ones come again."""
    rng = random.Random(seed)  # noqa: S311 - invented people
    people = _list_people()
    rng.shuffle(people)
    return "\n".join(f"{people[2 * number]} / {people[2 * number + 1]}" for number in range(PAIRS))


def _list_people() -> list[str]:
    return [f"{first} {last}" for first, last in zip(FIRST_NAMES * 2, SURNAMES, strict=False)][: 2 * PAIRS + 8]


def _announce_evening(club: ShownClub, organizer: Organizer, now: dt.datetime, director: User) -> None:
    """Next week, with enrolment open for forty pairs."""
    evening = _create_evening(club, organizer, "Prossima serata", (now + dt.timedelta(days=7)).date(), director, entered=False)
    details = AnnouncementDetails(
        meets_at=dt.time(20, 30), starts_at=dt.time(21), town=club.town, places=40, enrols="open", prizes="Prosciutto\nFormaggio"
    )
    announce(evening, details, actor=director)


def _store_token(scope: str, secret: str, director: User, now: dt.datetime) -> None:
    with write_tx():
        ApiToken.objects.create(
            organizer=Organizer.objects.get(slug=CLUBS[0].slug),
            name=f"demo {scope}",
            scope=scope,
            secret_hash=hash_token(secret),
            ending=secret[-4:],
            made_by=director,
            made_at=now,
            expires_at=now + dt.timedelta(days=400),
        )
