"""The history of a match in words: who did what, when and why."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ledger import parse_canonical
from scoring.models import LedgerEntry, LedgerText
from scoring.models.links import side_behind
from scoring.queries.matches import MatchView, Wording, wording_of

Kind = LedgerEntry.Kind

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
    names = actor_names(entries) if staff else {}
    words = _words(entries) if staff else {}
    wordings = _wordings(view)
    return tuple(
        HistoryLine(
            seq=entry.seq,
            at=entry.recorded_at,
            who=names.get(entry.actor) or _side_at_table(view, entry.actor) if staff else "",
            what=_what(entry, wordings),
            before=in_words(wordings[entry.supersedes]) if entry.supersedes in wordings else "",
            reason=str(entry.get_reason_display()),
            words=words.get(entry.seq, ""),
        )
        for entry in entries
    )


def actor_names(entries: Iterable[LedgerEntry]) -> dict[str, str]:
    """Names of the staff by actor; somebody who is gone has none."""
    keys = {int(entry.actor.removeprefix("staff-")) for entry in entries if entry.actor.removeprefix("staff-").isdecimal()}
    users = User.objects.filter(pk__in=keys)
    return {f"staff-{user.pk}": user.get_full_name() or user.get_username() for user in users}


def _side_at_table(view: MatchView, actor: str) -> str:
    """Players are named by their side: whose thumb it was, nobody knows."""
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
