"""The history of a match in words: who did what, when and why."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ledger import parse_canonical
from scoring.matches.queries import MatchView, Wording, wording_of
from scoring.models import LedgerEntry, LedgerText, Stranger
from scoring.models.links import side_behind
from tournaments.models import StaffRole

Kind = LedgerEntry.Kind
LONGEST_KEY = 18
"""Digits of a key that a database looks up: a tournament's file can name an actor by any number."""

PLAIN_WORDS = {
    Kind.CONFIRM: gettext_lazy("confirmed"),
    Kind.DISPUTE: gettext_lazy("disputed"),
    Kind.LOCK: gettext_lazy("closed with the round"),
    Kind.REOPEN: gettext_lazy("opened again"),
    Kind.EVIDENCE: gettext_lazy("kept a hand card by card"),
}


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of the ledger. `who` is empty where names of the staff are nobody's business."""

    seq: int
    at: dt.datetime
    who: str
    what: str
    before: str
    reason: str
    words: str


def history_of(view: MatchView, *, staff: bool) -> tuple[HistoryLine, ...]:
    """Everything about the match, newest first. Three queries; the public reads neither names of the staff nor free words."""
    entries = list(LedgerEntry.objects.filter(match=view.match).order_by("-seq"))
    names = actor_names((entry.actor for entry in entries), view.match.round.stage.tournament_id) if staff else {}
    words = _words(entries) if staff else {}
    wordings = _wordings(view)
    return tuple(
        HistoryLine(
            seq=entry.seq,
            at=entry.recorded_at,
            who=name_of(view, entry.actor, names) if staff else "",
            what=_what(entry, wordings),
            before=in_words(wordings[entry.supersedes]) if entry.supersedes in wordings else "",
            reason=str(entry.get_reason_display()),
            words=words.get(entry.seq, ""),
        )
        for entry in entries
    )


def actor_names(actors: Iterable[str], tournament_id: int) -> dict[str, str]:
    """Names of the staff by actor; somebody who is gone has none. Where a number is one person's here and was another's at the desk that
    the tournament came from, both are named if both work for it. Three queries at most."""
    wanted = staff_keys(actors)
    names = {f"staff-{user.pk}": user.get_full_name() or user.get_username() for user in User.objects.filter(pk__in=wanted)}
    return names | strangers_of(tournament_id, names) if wanted else {}


def strangers_of(tournament_id: int, here: Mapping[str, str]) -> dict[str, str]:
    """People of other desks by actor; `here` are the names that these numbers have at this one."""
    strangers = dict(Stranger.objects.filter(tournament=tournament_id).values_list("actor", "name"))
    if not strangers:
        return {}
    roles = StaffRole.objects.filter(tournament=tournament_id, user__in=staff_keys(strangers))
    working = {f"staff-{user}" for user in roles.values_list("user", flat=True)}
    return {actor: " / ".join([name, *([here[actor]] if actor in working and actor in here else [])]) for actor, name in strangers.items()}


def staff_keys(actors: Iterable[str]) -> set[int]:
    """Keys of those actors who are, or were, users."""
    numbers = (actor.removeprefix("staff-") for actor in actors if actor.startswith("staff-"))
    return {int(number) for number in numbers if number.isdecimal() and len(number) <= LONGEST_KEY}


def name_of(view: MatchView, actor: str, names: Mapping[str, str]) -> str:
    """Staff by `names`, players by their side: whose thumb it was, nobody knows. Empty for who is gone."""
    if actor in names:
        return names[actor]
    side = side_behind(actor)
    return "" if side is None else _("%(name)s, at the table") % {"name": view.sides[side].name}


def in_words(wording: Wording) -> str:
    boxes = ", ".join(f"{box.label} {box.text}" for box in wording.boxes)
    return ": ".join(part for part in (wording.title, boxes) if part)


def _what(entry: LedgerEntry, wordings: Mapping[int, Wording]) -> str:
    said = in_words(wordings[entry.seq]) if entry.seq in wordings and entry.kind != Kind.VOID else ""
    if entry.kind == Kind.SUBMIT:
        return _("entered: %(said)s") % {"said": said}
    if entry.kind == Kind.CORRECT:
        return _("corrected to: %(said)s") % {"said": said}
    if entry.kind == Kind.VOID:
        return _("cancelled the match") if entry.supersedes is None else _("cancelled a line")
    if entry.kind == Kind.CONFIRM and parse_canonical(entry.payload).get("one_person"):
        return _("confirmed (the same person entered it)")
    return str(PLAIN_WORDS[Kind(entry.kind)])


def _wordings(view: MatchView) -> dict[int, Wording]:
    return {
        version.entry.seq: wording_of(view.game, account, place)
        for account in view.fold.accounts
        for place, version in enumerate(account.versions)
    }


def _words(entries: list[LedgerEntry]) -> dict[int, str]:
    wanted = [entry.seq for entry in entries if entry.text_hash]
    if not wanted:
        return {}
    texts = LedgerText.objects.filter(tournament_id=entries[0].tournament_id, seq__in=wanted)
    return dict(texts.values_list("seq", "text"))
