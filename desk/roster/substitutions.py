"""Substitute one player of an entry."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import retry_on_conflict, write_tx
from scoring.clocks.queries import select_playing_matches
from scoring.ledger.appending import Submission, append_decision, lock_head
from scoring.matches.queries import load_match
from scoring.standings.decisions import SUBSTITUTION
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Member, Person, Substitution, Tournament
from tournaments.people.names import NAME_SEPARATOR, clean_name, compute_person_key, validate_name
from tournaments.people.services import find_or_create_persons
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen


@retry_on_conflict
def substitute_player(
    entry: Entry,
    leaves: int,
    name: str,
    *,
    actor: AbstractBaseUser,
    origin: Submission,
    reason: str,
    during_game: bool = False,
    seen: Seen = UNSEEN,
) -> Substitution:
    """Let the person called `name` play from now on instead of the player at position `leaves` of the entry.

    1. Checks that the tournament allows it and that no game of the entry is being played, unless the director lets the newcomer take
    the cards `during_game`, because who leaves cannot go on. 2. Finds or creates the person, who plays for no other entry here.
    3. Gives them the place; an entry named after its players gets the new name. 4. Stores the substitution with the match in which it
    happens, and in the ledger without a name.
    Raises: ChangeRefused, also when others play for the entry than those that were `seen`; ValidationError of a name; PermissionDenied.
    """
    newcomer_name, note = clean_name(name), clean_name(reason)
    for text in (newcomer_name, note):
        validate_name(text)
    if not newcomer_name or not note:
        raise ChangeRefused("words_missing", _("Write who comes in, and a short reason."))
    with write_tx():
        tournament = lock_for_director(entry.tournament, actor)
        head = lock_head(tournament)
        seen.check()
        if not tournament.substitutions:
            raise ChangeRefused(
                "not_allowed", _("This tournament does not allow substitutions: the director can change that in the settings.")
            )
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        match = _find_match(current, during_game=during_game)
        member = current.members.select_related("person").filter(position=leaves).first()
        if member is None:
            raise ChangeRefused("nobody_leaves", _("Choose who leaves."))
        newcomer = _find_newcomer(tournament, current, newcomer_name, actor)
        substitution = Substitution.objects.create(
            entry=current, match=match, leaves=member.person, comes=newcomer, reason=note, made_by_id=actor.pk, made_at=origin.at
        )
        _give_place(current, member, newcomer)
        payload = {"decision": SUBSTITUTION, "entry": current.number, "place": leaves, "match": match.code if match else ""}
        payload |= {"during_game": True} if during_game else {}
        append_decision(head, payload, origin, words=note)
    return substitution


def _find_match(entry: Entry, *, during_game: bool) -> Match | None:
    """The match that the entry is playing, if any.

    Raises: ChangeRefused while a game of it is being played, unless it may be `during_game`.
    """
    match = select_playing_matches(entry.tournament).filter(seats__entry=entry).first()
    if not during_game and match is not None and match.table is not None and load_match(match).log.state.lines:
        raise ChangeRefused(
            "game_running",
            _("A game is in progress: substitute the player when it is over. Who cannot go on is substituted at once: tick that box."),
        )
    return match


def _find_newcomer(tournament: Tournament, entry: Entry, name: str, actor: AbstractBaseUser) -> Person:
    """The person who comes in; one who returns to the entry is the same row.

    Raises: ChangeRefused for a player, or former player, of another entry.
    """
    key = compute_person_key(name)
    playing = Member.objects.filter(tournament=tournament).select_related("person", "entry")
    holder = next((member for member in playing if member.person.name and compute_person_key(member.person.name) == key), None)
    if holder is not None:
        raise ChangeRefused("plays_already", _("%(name)s plays for entry %(number)d.") % {"name": name, "number": holder.entry.number})
    substitutions = Substitution.objects.filter(entry__tournament=tournament).select_related("leaves", "entry")
    for substitution in substitutions:
        if substitution.leaves.name and compute_person_key(substitution.leaves.name) == key:
            if substitution.entry_id == entry.pk:
                return substitution.leaves
            raise ChangeRefused(
                "played_elsewhere", _("%(name)s has played for entry %(number)d.") % {"name": name, "number": substitution.entry.number}
            )
    return find_or_create_persons([name], tournament, actor=actor)[name]


def _give_place(entry: Entry, member: Member, newcomer: Person) -> None:
    members = list(entry.members.select_related("person"))
    before = NAME_SEPARATOR.join(teammate.person.name for teammate in members)
    after = NAME_SEPARATOR.join(newcomer.name if teammate.pk == member.pk else teammate.person.name for teammate in members)
    Member.objects.filter(pk=member.pk).update(person=newcomer)
    if entry.name == before:
        entry.name = after
    entry.save()
