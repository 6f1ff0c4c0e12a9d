"""Import a document as a tournament of this desk, completely or not at all."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, OperationalError, connection
from django.utils.translation import gettext as _

from desk.overview.services import find_free_slug
from desk.verification.queries import verify_tournament
from exchange.announcing import store_announcing
from exchange.cash import store_cash
from exchange.extras import iterate_parts, parse_time, store_forbidden, store_links, store_paper, store_substitutions
from exchange.import_state import ImportState
from exchange.people import store_entries, store_people
from exchange.reading import check_document, iterate_matches
from exchange.results import store_all_standings, store_ledger, store_results
from exchange.stages import store_stages
from exchange.treasury import store_treasury
from exchange.values import BrokenCopy
from jobs.databases import write_tx
from rules import RuleViolation, game_by_key, is_absent
from scoring.ledger.chain import Head
from scoring.models import Stranger
from tournaments.models import HallTable, Organizer, StaffRole, Tournament
from tournaments.quotas import choose_organizer, require_room_for_tournament
from tournaments.refusals import ChangeRefused

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """`strangers`: people of the other desk, by user name, whose user number belongs to somebody else here.
    `not_repeated`: rounds whose draw this release does not repeat identically.
    """

    tournament: Tournament
    head: Head
    strangers: tuple[str, ...] = ()
    not_repeated: tuple[str, ...] = ()


def import_tournament(document: Json, *, actor: AbstractBaseUser, organizer: Organizer | None = None) -> ImportedTournament:
    """Import a tournament from another desk, for `organizer` or the first for whom the actor may open one.

    1. Checks chain, references and names. 2. Writes everything in one transaction; the actor becomes a director.
    3. Computes results and standings again from the ledger and compares them with those of the document.
    Raises: BrokenCopy with the place, and nothing was written; ChangeRefused when the tournament is here already.
    """
    return run_import(ImportState(document, actor, organizer), (check_not_imported, _create_tournament, _create_staff))


def run_import(
    state: ImportState, first: Iterable[Callable[[ImportState], None]], last: Iterable[Callable[[ImportState], None]] = ()
) -> ImportedTournament:
    """Check the document, run the `first` steps, fill the tournament, and run the `last` ones, in one transaction.

    Raises: BrokenCopy; OperationalError where the database itself cannot, for want of room or of a lock; what the steps raise.
    """
    head = check_document(state.document)
    try:
        with write_tx():
            for step in (
                *first,
                store_people,
                store_entries,
                _create_hall_tables,
                store_stages,
                _store_extras,
                store_announcing,
                store_ledger,
                store_results,
                store_all_standings,
                *last,
            ):
                step(state)
            for finding in verify_tournament(state.tournament):
                raise BrokenCopy(finding.place, finding.sentence)
    except OperationalError:
        raise
    except (DatabaseError, ValidationError, RuleViolation, LookupError, TypeError, ValueError) as error:
        raise BrokenCopy(
            _("the file"), _("contains something impossible (%(reason)s): save it again on the other computer") % {"reason": error}
        ) from error
    return ImportedTournament(state.tournament, head, tuple(state.strangers), tuple(state.not_repeated))


def find_imported(document: Json) -> Tournament | None:
    """The tournament of this desk that the document is about: it has one of its matches or was created at the same moment."""
    codes = (match["code"] for _place, match in iterate_matches(document))
    by_code = (Tournament.objects.filter(stages__rounds__matches__code__in=part).first() for part in iterate_parts(codes))
    by_match = next(filter(None, by_code), None)
    return by_match or Tournament.objects.filter(created_at=dt.datetime.fromisoformat(document["tournament"]["created_at"])).first()


def check_not_imported(state: ImportState) -> None:
    """Raises: ChangeRefused."""
    existing = find_imported(state.document)
    if existing is not None:
        raise ChangeRefused("already_here", _("This tournament is already here: “%(name)s”.") % {"name": existing.name})


def _create_tournament(state: ImportState) -> None:
    section = state.document["tournament"]
    slug = find_free_slug(section["name"], dt.date.fromisoformat(section["date"]), preferred=section["slug"])
    columns = build_tournament_columns(state.document)
    organizer = choose_organizer(state.actor, state.organizer)
    if not columns["demonstration"]:
        require_room_for_tournament(organizer)
    state.tournament = Tournament.objects.create(slug=slug, organizer=organizer, created_by_id=state.actor.pk, **columns)
    Tournament.objects.filter(pk=state.tournament.pk).update(created_at=parse_time(section["created_at"]))
    state.tournament.refresh_from_db()


def build_tournament_columns(document: Json) -> dict[str, Any]:
    """The columns of the tournament, without its address and who created it."""
    section = document["tournament"]
    if is_absent(section["game"]):
        sentence = _("Not imported: the game “%(game)s” is not installed here. Install its plug-in, then import the file again.")
        raise ChangeRefused("game_absent", sentence % {"game": section["game"]})
    game = game_by_key(section["game"])
    same_names = ("name", "venue", "rules_version", "state", "public", "one_person", "demonstration", "fee_cents", "regulation")
    return {
        "date": dt.date.fromisoformat(section["date"]),
        "game_key": game.key,
        "rules": game.options_to_json(game.options_from(section["rules"])),
        "preset_key": section["preset"],
        **{name: section[name] for name in same_names},
        **{name: section[name] for name in ("individual", "substitutions", "table_count", "round_minutes")},
        **{name: section[name] for name in ("history_public", "public_names", "search_engines", "surname_first")},
    }


def _create_staff(state: ImportState) -> None:
    """Give the people of the other desk who are known here their roles; the actor becomes a director."""
    map_users(state)
    roles = {member["actor"]: member["role"] for member in state.document["desk"]}
    granted = {state.users[actor]: role for actor, role in roles.items() if role and actor in state.users}
    for user, role in (granted | {state.actor.pk: StaffRole.Role.DIRECTOR}).items():
        StaffRole.objects.create(tournament=state.tournament, user_id=user, role=role)


def map_users(state: ImportState) -> None:
    """Map people of the other desk to users with the same number and name; a site admin's import creates missing users. Other names are
    stored as foreign staff, so that nobody here is mistaken for them.
    """
    names = {person["actor"]: person["user"] for person in state.document["persons"]["desk"]}
    admin = User.objects.filter(pk=state.actor.pk, is_superuser=True).exists()
    for actor, name in sorted(names.items()):
        number = int(actor.removeprefix("staff-")) if actor.removeprefix("staff-").isdecimal() else 0
        if User.objects.filter(pk=number, username=name).exists() or (admin and number and _create_user(number, name)):
            state.users[actor] = number
        else:
            state.strangers.append(name)
            Stranger.objects.update_or_create(tournament=state.tournament, actor=actor, defaults={"name": name})


def _create_user(number: int, name: str) -> bool:
    if not name or number > 10**9 or User.objects.filter(pk=number).exists() or User.objects.filter(username=name).exists():
        return False
    user = User(pk=number, username=name)
    user.set_unusable_password()
    user.full_clean(exclude=["password"])
    user.save(force_insert=True)
    for statement in connection.ops.sequence_reset_sql(no_style(), [User]):
        with connection.cursor() as cursor:
            cursor.execute(statement)
    return True


def _create_hall_tables(state: ImportState) -> None:
    HallTable.objects.bulk_create(HallTable(tournament=state.tournament, **table) for table in state.document["hall_tables"])


def _store_extras(state: ImportState) -> None:
    persons = state.document["persons"]
    store_forbidden(persons["forbidden"], state.tournament, state.by_number)
    store_substitutions(
        persons["substitutions"],
        entries=state.by_number,
        matches=state.matches,
        people=state.people,
        users=state.users,
        actor=state.actor,
    )
    store_paper(persons["paper"], state.tournament)
    store_cash(persons, state.tournament, entries=state.by_number, users=state.users, actor=state.actor)
    store_treasury(persons, state.tournament, entries=state.by_number, users=state.users, actor=state.actor)
    store_links(state.document["links"], state.matches, state.users, state.actor)
