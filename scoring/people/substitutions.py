"""One player of an entry who takes the place of another."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from scoring.halls.queries import playing_matches
from scoring.ledger.appending import Line, Submission, append_entry, lock_head
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Member, Person, Substitution, Tournament
from tournaments.people.names import NAME_SEPARATOR, clean_name, person_key, validate_name
from tournaments.people.services import persons_by_name
from tournaments.refusals import Refused
from tournaments.transactions import retried, write_tx

SUBSTITUTION = "substitution"


@retried
def substitute_player(entry: Entry, leaves: int, name: str, *, actor: AbstractBaseUser, origin: Submission, reason: str) -> Substitution:
    """Let the person called `name` play from now on in the place of the one who sits at position `leaves` of the entry.

    1. Asks that the tournament allows it and that no game of the entry is being played. 2. Finds or makes the person, who plays for
    nobody else here. 3. Gives the place; an entry that is called by its players is called by the new ones. 4. Notes the substitution with
    the match that it falls into, and in the ledger that there was one, without a name.
    Raises: Refused; ValidationError of a name; PermissionDenied.
    """
    wanted, why = clean_name(name), clean_name(reason)
    for text in (wanted, why):
        validate_name(text)
    if not wanted or not why:
        raise Refused("words_missing", _("Write who comes, and in a few words why."))
    with write_tx():
        tournament = lock_for_director(entry.tournament, actor)
        head = lock_head(tournament)
        if not tournament.substitutions:
            raise Refused("not_allowed", _("This tournament does not allow substitutions: the director can change that in the settings."))
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        match = _match_between_games(current)
        member = current.members.select_related("person").filter(position=leaves).first()
        if member is None:
            raise Refused("nobody_leaves", _("Choose who leaves."))
        comes = _newcomer(tournament, current, wanted, actor)
        made = Substitution.objects.create(
            entry=current, match=match, leaves=member.person, comes=comes, reason=why, made_by_id=actor.pk, made_at=origin.at
        )
        _give_place(current, member, comes)
        told = {"decision": SUBSTITUTION, "entry": current.number, "place": leaves, "match": match.code if match else ""}
        line = Line(LedgerEntry.Kind.SUBMIT, f"{tournament.game_key}/{tournament.rules_version}", told, words=why)
        append_entry(head, line, origin)
    return made


def _match_between_games(entry: Entry) -> Match | None:
    """The match that the entry is playing, if any. Raises: Refused while a game of it is being played."""
    match = playing_matches(entry.tournament).filter(seats__entry=entry).first()
    if match is not None and match.table is not None and load_match(match).fold.state.lines:
        raise Refused("game_running", _("A game is being played: a player can be substituted when it is over."))
    return match


def _newcomer(tournament: Tournament, entry: Entry, name: str, actor: AbstractBaseUser) -> Person:
    """Who comes back to the entry is the same person. Raises: Refused for somebody who plays, or played, for another entry."""
    key = person_key(name)
    playing = Member.objects.filter(tournament=tournament).select_related("person", "entry")
    holder = next((member for member in playing if member.person.name and person_key(member.person.name) == key), None)
    if holder is not None:
        raise Refused("plays_already", _("%(name)s plays for entry %(number)d.") % {"name": name, "number": holder.entry.number})
    changed = Substitution.objects.filter(entry__tournament=tournament).select_related("leaves", "entry")
    for one in changed:
        if one.leaves.name and person_key(one.leaves.name) == key:
            if one.entry_id == entry.pk:
                return one.leaves
            raise Refused("played_elsewhere", _("%(name)s has played for entry %(number)d.") % {"name": name, "number": one.entry.number})
    return persons_by_name([name], actor=actor)[name]


def _give_place(entry: Entry, member: Member, comes: Person) -> None:
    members = list(entry.members.select_related("person"))
    before = NAME_SEPARATOR.join(one.person.name for one in members)
    after = NAME_SEPARATOR.join(comes.name if one.pk == member.pk else one.person.name for one in members)
    Member.objects.filter(pk=member.pk).update(person=comes)
    if entry.name == before:
        entry.name = after
    entry.save()
