"""Show a document that a desk sent: the site's own tables become what it says, in one transaction, and nobody can write there.

The rows of the evening are written anew each time, entries and persons keep theirs. What people of the site attached to the tournament
(its season, its staff) stays. No history is kept of a picture: a name that the desk erased is nowhere afterwards.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db.models import ForeignObjectRel, QuerySet
from django.utils.translation import gettext as _

from desk.overview.services import find_free_slug
from desk.rehearsal.removal import delete_with_children
from exchange.continuing import read_people
from exchange.extras import parse_time
from exchange.import_state import ImportState
from exchange.importing import build_tournament_columns, find_imported, map_users, run_import
from exchange.values import BrokenCopy
from jobs.databases import write_tx
from publishing.models import ReceivedTournament
from publishing.receiving.documents import unpack_document
from publishing.receiving.problems import BridgeProblem
from rankings.seasons.services import count_shown_evening, renew_seasons
from scoring.models import EntryCode
from tournaments.models import Announcement, Entry, Person, StaffRole, Substitution, Tournament
from tournaments.quotas import require_room_for_tournament
from tournaments.refusals import ChangeRefused

KEPT = {
    "Entry",
    "Edition",
    "Enrolment",
    "EnrolmentInbox",
    "SeasonEvening",
    "StaffRole",
    "Invitation",
    "PlaceCode",
    "NamesakeAnswer",
    "ReceivedTournament",
    "FetchedEvening",
}
"""Tables with rows of the tournament that stay when it is written anew."""


class Superseded(Exception):
    """Another document is held by now, or none."""


def show_received(received: ReceivedTournament, *, at: dt.datetime) -> None:
    """Bring the site's tables to the document that is held. Nothing happens where it is shown already, or another one is held by now.

    1. Checks the whole document again. 2. Removes what the tables say of the evening, writes what the document says, computes results and
    standings again and compares them. 3. Notes what is shown. All in one transaction; a failure leaves what was shown before, and is
    noted. 4. Forgets former names. Raises: BridgeProblem with what cannot be shown.
    """
    row = ReceivedTournament.objects.select_related("desk__paired_by", "desk__season", "organizer", "tournament").get(pk=received.pk)
    if row.shown_digest == row.held_digest or not row.counts or not row.held_digest:
        return
    state = ImportState(unpack_document(bytes(row.document)), row.desk.paired_by, row.organizer)
    try:
        run_import(state, (lambda state: _begin(state, row, at), map_users), (_forget_former_names,))
    except Superseded:
        return
    except (BrokenCopy, ChangeRefused) as error:
        raise _note_problem(row, error) from error


def _forget_former_names(state: ImportState) -> None:
    forget_former_names(state.tournament, state.own_people.values())


def take_down(tournament: Tournament) -> None:
    """Remove the picture of a tournament with all its data; the page of its address does not exist any more. Call inside `write_tx`."""
    people = list(read_people(tournament).values())
    entries = list(Entry.objects.filter(tournament=tournament).values_list("pk", flat=True))
    ReceivedTournament.objects.filter(tournament=tournament).update(tournament=None, put_into=None)
    renew_seasons(tournament)
    delete_with_children(Tournament.objects.filter(pk=tournament.pk))
    Entry.history.filter(id__in=entries).delete()
    Tournament.history.filter(id=tournament.pk).delete()
    Announcement.history.filter(tournament_id=tournament.pk).delete()
    _delete_unused(people)


def forget_former_names(tournament: Tournament, people: Iterable[Person]) -> None:
    """Delete the histories of a picture, and those of `people` who play in no tournament any more. Call inside `write_tx`."""
    playing = list(read_people(tournament).values())
    Person.history.filter(id__in=[person.pk for person in playing]).delete()
    Entry.history.filter(tournament_id=tournament.pk).delete()
    Announcement.history.filter(tournament_id=tournament.pk).delete()
    Tournament.history.filter(id=tournament.pk).delete()
    _delete_unused(people)


def _delete_unused(people: Iterable[Person]) -> None:
    keys = {person.pk for person in people}
    changes = Substitution.objects.filter(leaves__in=keys).values_list("leaves_id", "comes_id")
    used = {key for pair in (*changes, *Substitution.objects.filter(comes__in=keys).values_list("leaves_id", "comes_id")) for key in pair}
    unused = Person.objects.filter(pk__in=keys - used, memberships=None)
    gone = list(unused.values_list("pk", flat=True))
    Person.objects.filter(pk__in=gone).delete()
    Person.history.filter(id__in=gone).delete()


def _begin(state: ImportState, row: ReceivedTournament, at: dt.datetime) -> None:
    """Take the row, find or make its tournament and empty it. Raises: Superseded; ChangeRefused."""
    locked = ReceivedTournament.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=row.pk)
    if locked.held_digest != row.held_digest or not locked.counts:
        raise Superseded
    tournament = locked.tournament or _find_picture(state, locked)
    columns = build_tournament_columns(state.document) | {
        "shown_from": row.desk.name,
        "shown_as_of": locked.held_at,
        "handed_over_at": locked.held_at,
        "handed_over_to": row.desk.name,
    }
    if tournament is None:
        state.tournament = _create(state, row, columns)
    else:
        state.tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        _check_picture(state.tournament)
        empty_picture(state)
        Tournament.objects.filter(pk=tournament.pk).update(**columns)
        state.tournament.refresh_from_db()
    ReceivedTournament.objects.filter(pk=row.pk).update(
        tournament=state.tournament, shown_digest=locked.held_digest, shown_at=at, problem="", sentence="", name=state.tournament.name
    )
    season = row.desk.season
    if season is not None and locked.put_into_id != season.pk and count_shown_evening(season, state.tournament):
        ReceivedTournament.objects.filter(pk=row.pk).update(put_into=season)


def _find_picture(state: ImportState, row: ReceivedTournament) -> Tournament | None:
    """The tournament of this document that another desk of the club told until now; None where it is not here.

    Raises: ChangeRefused where it is here and is no picture.
    """
    existing = find_imported(state.document)
    if existing is not None and not ReceivedTournament.objects.filter(tournament=existing, organizer=row.organizer, key=row.key).exists():
        raise _refuse_existing(existing)
    return existing


def _check_picture(tournament: Tournament) -> None:
    """Raises: ChangeRefused for one that came home to this site."""
    if not tournament.shown_from:
        raise _refuse_existing(tournament)


def _refuse_existing(tournament: Tournament) -> ChangeRefused:
    sentence = _("“%(name)s” is run on this site itself, so it is not shown from a desk. Go on with it here, or delete it here first.")
    return ChangeRefused("kept_here", sentence % {"name": tournament.name})


def _create(state: ImportState, row: ReceivedTournament, columns: dict[str, Any]) -> Tournament:
    section = state.document["tournament"]
    if not columns["demonstration"]:
        require_room_for_tournament(row.organizer)
    slug = find_free_slug(section["name"], columns["date"], preferred=section["slug"])
    tournament = Tournament.objects.create(slug=slug, organizer=row.organizer, created_by_id=state.actor.pk, **columns)
    Tournament.objects.filter(pk=tournament.pk).update(created_at=parse_time(section["created_at"]))
    tournament.refresh_from_db()
    StaffRole.objects.create(tournament=tournament, user_id=state.actor.pk, role=StaffRole.Role.DIRECTOR)
    return tournament


def empty_picture(state: ImportState) -> None:
    """Remove whatever the document writes, but entries and persons, whose rows it changes; of the entries those that it does not have."""
    tournament, rows = state.tournament, Tournament.objects.filter(pk=state.tournament.pk)
    state.own_people = read_people(tournament)
    Substitution.objects.filter(entry__tournament=tournament).delete()
    EntryCode.objects.filter(entry__tournament=tournament).delete()
    for relation in Tournament._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.related_model.__name__ not in KEPT:
            children: QuerySet[Any] = QuerySet(relation.related_model).filter(**{f"{relation.field.name}__in": rows})
            delete_with_children(children)
    entries = Entry.objects.filter(tournament=tournament)
    entries.update(seed=None, fixed_table=None, again_of=None)
    entries.exclude(number__in=[entry["number"] for entry in state.document["entries"]]).delete()


def _note_problem(row: ReceivedTournament, error: BrokenCopy | ChangeRefused) -> BridgeProblem:
    """Keep why the document is not shown, and say it."""
    broken = isinstance(error, BrokenCopy)
    reason = f"{error.place}: {error.sentence}" if isinstance(error, BrokenCopy) else str(error)
    problem = "contradiction" if isinstance(error, BrokenCopy) else error.code
    sentence = _("The site cannot show this: %(reason)s") % {"reason": reason}
    with write_tx():
        ReceivedTournament.objects.filter(pk=row.pk, held_digest=row.held_digest).update(problem=problem[:40], sentence=sentence[:500])
    return BridgeProblem(422 if broken else 409, problem, sentence, holds=row.held_digest)
