"""The history of a match as text: who did what, when and why; and who may not confirm it."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ledger.chain import parse_canonical
from scoring.ledger.match_log import State, is_withdrawal
from scoring.matches.queries import MatchView, RevisionView, build_revision_view
from scoring.models import LedgerEntry, LedgerText, Stranger
from scoring.models.links import find_side_of_actor
from tournaments.permissions import list_staff_keys

Kind = LedgerEntry.Kind
LONGEST_KEY = 18
"""Digits of a key that a database looks up: a tournament's file can name an actor by any number."""
PLAIN_WORDS = {
    Kind.CONFIRM: gettext_lazy("confirmed"),
    Kind.DISPUTE: gettext_lazy("disputed"),
    Kind.LOCK: gettext_lazy("closed with the round"),
    Kind.REOPEN: gettext_lazy("reopened"),
    Kind.EVIDENCE: gettext_lazy("saved a hand card by card"),
}


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of the ledger. `who` is empty where staff names are not public."""

    seq: int
    at: dt.datetime
    who: str
    what: str
    before: str
    reason: str
    words: str


def read_history(view: MatchView, *, staff: bool) -> tuple[HistoryLine, ...]:
    """All entries about the match, newest first. Three queries; without `staff` no staff names, no free text, not who disputes."""
    entries = list(LedgerEntry.objects.filter(match=view.match).order_by("-seq"))
    names = read_actor_names((entry.actor for entry in entries), view.match.round.stage.tournament_id) if staff else {}
    words = _read_words(entries) if staff else {}
    revisions = _build_revision_views(view)
    return tuple(
        HistoryLine(
            seq=entry.seq,
            at=entry.recorded_at,
            who=format_actor(view, entry.actor, names) if staff else "",
            what=_describe_entry(entry, revisions),
            before=format_revision(revisions[entry.supersedes]) if entry.supersedes in revisions else "",
            reason=str(entry.get_reason_display()) if staff or entry.kind != Kind.DISPUTE else "",
            words=words.get(entry.seq, ""),
        )
        for entry in entries
    )


def read_actor_names(actors: Iterable[str], tournament_id: int) -> dict[str, str]:
    """Names of the staff by actor; missing for deleted users. If a number belongs to different people here and at the desk of origin,
    and the local one works for the tournament, both are named. Three queries at most.
    """
    keys = parse_staff_keys(actors)
    names = {f"staff-{user.pk}": user.get_full_name() or user.get_username() for user in User.objects.filter(pk__in=keys)}
    return names | read_foreign_staff(tournament_id, names) if keys else {}


def read_foreign_staff(tournament_id: int, here: Mapping[str, str]) -> dict[str, str]:
    """Staff of other desks by actor; `here` are the names that the same numbers have at this desk."""
    foreign_staff = dict(Stranger.objects.filter(tournament=tournament_id).values_list("actor", "name"))
    if not foreign_staff:
        return {}
    working = {f"staff-{key}" for key in list_staff_keys(tournament_id) & parse_staff_keys(foreign_staff)}
    return {
        actor: " / ".join([name, *([here[actor]] if actor in working and actor in here else [])]) for actor, name in foreign_staff.items()
    }


def parse_staff_keys(actors: Iterable[str]) -> set[int]:
    """User keys of the actors that are, or were, staff."""
    numbers = (actor.removeprefix("staff-") for actor in actors if actor.startswith("staff-"))
    return {int(number) for number in numbers if number.isdecimal() and len(number) <= LONGEST_KEY}


def format_actor(view: MatchView, actor: str, names: Mapping[str, str]) -> str:
    """The name of an actor: staff from `names`, players by their side, because the person is unknown. Empty for deleted users."""
    if actor in names:
        return names[actor]
    side = find_side_of_actor(actor)
    return "" if side is None else _("%(name)s, at the table") % {"name": view.sides[side].name}


def format_revision(revision: RevisionView) -> str:
    boxes = ", ".join(f"{box.label} {box.text}" for box in revision.boxes)
    return ": ".join(part for part in (revision.title, boxes) if part)


def _describe_entry(entry: LedgerEntry, revisions: Mapping[int, RevisionView]) -> str:
    text = format_revision(revisions[entry.seq]) if entry.seq in revisions and entry.kind != Kind.VOID else ""
    if entry.kind == Kind.SUBMIT:
        return _("entered: %(said)s") % {"said": text}
    if entry.kind == Kind.CORRECT:
        return _("corrected to: %(said)s") % {"said": text}
    if entry.kind == Kind.VOID:
        return _("cancelled the match") if entry.supersedes is None else _("cancelled a line")
    if entry.kind == Kind.CONFIRM and parse_canonical(entry.payload).get("one_person"):
        return _("confirmed (the same person entered it)")
    return _("dispute withdrawn") if is_withdrawal(entry) else str(PLAIN_WORDS[Kind(entry.kind)])


def _build_revision_views(view: MatchView) -> dict[int, RevisionView]:
    return {
        revision.entry.seq: build_revision_view(view.game, line, place)
        for line in view.log.lines
        for place, revision in enumerate(line.revisions)
    }


def _read_words(entries: list[LedgerEntry]) -> dict[int, str]:
    seqs = [entry.seq for entry in entries if entry.text_hash]
    if not seqs:
        return {}
    texts = LedgerText.objects.filter(tournament_id=entries[0].tournament_id, seq__in=seqs)
    return dict(texts.values_list("seq", "text"))


def list_enterer_names(view: MatchView, actor: str) -> tuple[str, ...]:
    """Names of all who entered the match to be confirmed, if `actor` is one of them and may not confirm it; else empty."""
    tournament = view.match.round.stage.tournament
    enterers = view.log.enterers
    if view.state not in (State.SUBMITTED, State.DISPUTED) or tournament.one_person or actor not in enterers:
        return ()
    return tuple(sorted(read_actor_names(enterers, tournament.pk).values()))
