"""Keep an evening of a site as a picture on the desk of its final, and bring it up to date when somebody asks for that.

Nothing runs back by itself: what was entered into a final stays, and what a correction changed about it is told.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from desk.overview.services import find_free_slug
from exchange.extras import parse_time
from exchange.import_state import ImportState
from exchange.importing import build_tournament_columns, find_imported, map_users, run_import
from exchange.values import BrokenCopy
from jobs.databases import write_tx
from publishing.models import FetchedEvening, Target
from publishing.receiving.projecting import empty_picture, forget_former_names, take_down
from rankings.standings_pages.final_list import read_final_orders
from tournaments.models import Entry, Member, NamesakeAnswer, StaffRole, Tournament
from tournaments.permissions import require_director
from tournaments.refusals import ChangeRefused

Json = Any


def keep_evening(
    final: Tournament, document: Json, *, version: str, target: Target, actor: AbstractBaseUser, at: dt.datetime
) -> FetchedEvening:
    """Write the evening as a picture that nobody changes here and nobody in the hall sees; the actor directs it.

    1. Checks the whole document, its ledger line by line; computes results and standings again and compares them. 2. Replaces what was
    fetched before, keeps who of its people plays in a final here, and notes how their places changed. All in one transaction.

    Raises: ChangeRefused where it is here in another way, cannot be read or is no evening for this final; PermissionDenied.
    """
    require_director(actor, final)
    state = ImportState(document, actor, final.organizer)
    keeper = _Keeper(final, state, target, version, at)
    try:
        run_import(state, (keeper.begin, map_users))
    except BrokenCopy as broken:
        sentence = _("Not fetched: what the site sent contradicts itself (%(place)s: %(reason)s). Update La Bella at both ends.")
        raise ChangeRefused("broken", sentence % {"place": broken.place, "reason": broken.sentence}) from broken
    with write_tx():
        forget_former_names(state.tournament, state.own_people.values())
        return keeper.finish()


def forget_evening(final: Tournament, row: FetchedEvening, *, actor: AbstractBaseUser) -> None:
    """Remove the picture from this computer; entries that were taken from it stay. Raises: PermissionDenied."""
    require_director(actor, final)
    require_director(actor, row.tournament)
    with write_tx():
        take_down(row.tournament)


def note_versions(target: Target, versions: Mapping[str, str]) -> None:
    """Note which of the fetched evenings the site has in another version by now. Nothing else changes."""
    for row in FetchedEvening.objects.filter(target=target, key__in=versions):
        is_newer = versions[row.key] != row.version
        if is_newer != row.is_newer:
            with write_tx():
                FetchedEvening.objects.filter(pk=row.pk).update(is_newer=is_newer)


class _Keeper:
    """One evening on its way into the tables: what was known of it before, and what is told afterwards."""

    def __init__(self, final: Tournament, state: ImportState, target: Target, version: str, at: dt.datetime) -> None:
        self.final, self.state, self.target, self.version, self.at = final, state, target, version, at
        self.answers: list[tuple[NamesakeAnswer, tuple[int, int] | None, tuple[int, int] | None]] = []
        self.places: dict[int, int] = {}

    def begin(self, state: ImportState) -> None:
        """Find or make the picture, and empty it. Raises: ChangeRefused."""
        columns = build_tournament_columns(state.document)
        if (columns["game_key"], columns["individual"]) != (self.final.game_key, self.final.individual):
            raise ChangeRefused("other_game", _("Not fetched: this evening is of another game."))
        where = str(self.target)[:80]
        columns |= {"shown_from": where, "shown_as_of": self.at, "handed_over_at": self.at, "handed_over_to": where}
        columns |= {"public": False, "state": Tournament.State.FINISHED}
        existing = find_imported(state.document)
        if existing is None:
            state.tournament = self._create(columns)
            return
        if not FetchedEvening.objects.filter(tournament=existing).exists():
            sentence = _("Not fetched: “%(name)s” is on this computer already: it is under “From other tournaments”.")
            raise ChangeRefused("kept_here", sentence % {"name": existing.name})
        state.tournament = Tournament.objects.select_for_update(no_key=True).get(pk=existing.pk)
        self.places = _read_places(state.tournament)
        self.answers = _read_answers(state.tournament)
        empty_picture(state)
        elsewhere = set(Member.objects.filter(person__in=state.own_people.values()).values_list("person", flat=True))
        # A name that was corrected there is not changed in the final: who plays here too keeps the row, the picture gets another.
        state.own_people = {key: person for key, person in state.own_people.items() if person.pk not in elsewhere}
        Tournament.objects.filter(pk=existing.pk).update(**columns)
        state.tournament.refresh_from_db()
        if not StaffRole.objects.filter(tournament=existing, user_id=state.actor.pk).exists():
            StaffRole.objects.create(tournament=existing, user_id=state.actor.pk, role=StaffRole.Role.DIRECTOR)

    def _create(self, columns: dict[str, Any]) -> Tournament:
        section, actor = self.state.document["tournament"], self.state.actor.pk
        slug = find_free_slug(section["name"], columns["date"], preferred=section["slug"])
        tournament = Tournament.objects.create(slug=slug, organizer=self.final.organizer, created_by_id=actor, **columns)
        Tournament.objects.filter(pk=tournament.pk).update(created_at=parse_time(section["created_at"]))
        tournament.refresh_from_db()
        StaffRole.objects.create(tournament=tournament, user_id=actor, role=StaffRole.Role.DIRECTOR)
        return tournament

    def finish(self) -> FetchedEvening:
        """Note who of its people plays in a final here, and what changed about them. Call inside `write_tx`."""
        evening = self.state.tournament
        _store_answers(evening, self.answers)
        row = FetchedEvening.objects.filter(tournament=evening).first()
        changes = [*row.changes, *_list_changes(evening, self.places)] if row else []
        values = {"target": self.target, "version": self.version, "fetched_at": self.at, "is_newer": False, "changes": changes}
        key = str(self.state.document["tournament"]["created_at"])
        return FetchedEvening.objects.update_or_create(tournament=evening, defaults={**values, "key": key})[0]


def _read_places(evening: Tournament) -> dict[int, int]:
    """By number of the entry the place in the final list; no place is left out."""
    numbers = dict(Entry.objects.filter(tournament=evening).values_list("pk", "number"))
    places: dict[int, int] = {}
    place = 1
    for together in read_final_orders([evening.pk])[evening.pk]:
        places |= dict.fromkeys((numbers[entry] for entry in together), place)
        place += len(together)
    return places


def _list_changes(evening: Tournament, before: Mapping[int, int]) -> list[list[Json]]:
    """Of the entries that play in a final here: name, place before and now where they differ."""
    now = _read_places(evening)
    taken = NamesakeAnswer.objects.filter(first__tournament=evening, same=True).exclude(second__tournament=evening)
    entries = Entry.objects.filter(tournament=evening, pk__in=taken.values("first__entry")).order_by("number")
    return [
        [row.name, before.get(row.number, 0), now.get(row.number, 0)] for row in entries if before.get(row.number) != now.get(row.number)
    ]


def _read_answers(evening: Tournament) -> list[tuple[NamesakeAnswer, tuple[int, int] | None, tuple[int, int] | None]]:
    """Every answer about somebody of the evening, with entry and position of those who are: their rows are written anew."""
    places = {row.pk: (row.entry.number, row.position) for row in Member.objects.filter(tournament=evening).select_related("entry")}
    rows = NamesakeAnswer.objects.filter(first__in=places) | NamesakeAnswer.objects.filter(second__in=places)
    return [(row, places.get(row.first_id), places.get(row.second_id)) for row in rows]


def _store_answers(evening: Tournament, answers: list[tuple[NamesakeAnswer, tuple[int, int] | None, tuple[int, int] | None]]) -> None:
    """Write again what was answered about people who are still there."""
    members = {(row.entry.number, row.position): row.pk for row in Member.objects.filter(tournament=evening).select_related("entry")}
    for answer, first, second in answers:
        first_id = members.get(first) if first else answer.first_id
        second_id = members.get(second) if second else answer.second_id
        if first_id and second_id:
            values = {"same": answer.same, "made_by_id": answer.made_by_id, "made_at": answer.made_at}
            NamesakeAnswer.objects.update_or_create(
                tournament_id=answer.tournament_id, first_id=first_id, second_id=second_id, defaults=values
            )
