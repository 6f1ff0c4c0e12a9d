"""Why a draw is right: what the independent checker proves of it, in words, for whoever does not trust us."""

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing import FORMATS, commitment, format_by_key
from pairing.checker import Claim, Verdict, check
from pairing.claim_words import WORDS
from pairing.trf.stored import report_of
from pairing.trf.writing import write
from tournaments.draws.explaining import stored_draw
from tournaments.draws.seeds import redraws_of
from tournaments.models import Draw, Entry, Round, Stage
from tournaments.people.naming import IN_FULL, Naming

RULES: dict[str, Promise] = {
    "FIDE C.04.6 (2026-02-01), no colour preferences": _("FIDE C.04.6 (in force 1 February 2026), without colour preferences"),
}
"""Regulations by the name that a certificate gives them."""
PROVEN, OPEN, WRONG = "proven", "open", "wrong"


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """`state` is proven, open (too large to prove) or wrong."""

    sentence: str
    state: str


@dataclass(frozen=True, slots=True)
class GroupProof:
    """A score group: who is in it, who comes up from below, and what is proven."""

    score: int
    members: tuple[str, ...]
    floaters: tuple[str, ...]
    claims: tuple[ClaimLine, ...]


@dataclass(frozen=True, slots=True)
class Redraw:
    drawing: int
    reason: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """Everything that the page shows. `commitment` is the fingerprint that was public beforehand, empty where nothing was announced."""

    claims: tuple[ClaimLine, ...]
    groups: tuple[GroupProof, ...]
    notes: tuple[str, ...]
    rule: str
    has_trf: bool
    announced: "Announcement | None"
    redraws: tuple[Redraw, ...]

    @property
    def everything(self) -> tuple[ClaimLine, ...]:
        return (*self.claims, *(claim for group in self.groups for claim in group.claims))

    @property
    def proven(self) -> int:
        return sum(claim.state == PROVEN for claim in self.everything)

    @property
    def open(self) -> int:
        return sum(claim.state == OPEN for claim in self.everything)

    @property
    def wrong(self) -> int:
        return sum(claim.state == WRONG for claim in self.everything)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What was public before the draw; `seed` only once a round drawn from it is published."""

    stage: str
    stage_number: int
    fingerprint: str
    at: Any
    seed: str = ""

    @property
    def command(self) -> str:
        """What anybody types to compute the fingerprint."""
        return f"printf 'la-bella-seed:%s' {shlex.quote(self.seed)} | sha256sum"


def certificate_of(round_: Round, naming: Naming = IN_FULL) -> Certificate:
    """Three queries. The proof may take a second in a field of hundreds."""
    draw = Draw.objects.get(round=round_)
    verdict = check({**draw.outcome, "request": draw.inputs})
    names = names_in(round_, naming)
    certificate = draw.outcome["certificate"]
    return Certificate(
        claims=tuple(_claims(verdict, None)),
        groups=tuple(_groups(verdict, certificate.get("brackets", ()), names)),
        notes=tuple(_notes(certificate)),
        rule=_rule(certificate.get("rule", "")),
        has_trf=trf_text(draw, round_, names) is not None,
        announced=announcement_of(round_.stage),
        redraws=tuple(Redraw(int(str(one["drawing"])), naming.words(str(one["reason"]))) for one in redraws_of(draw)),
    )


def _rule(key: str) -> str:
    """By which rule was drawn, for people: a format's name, or the regulation."""
    if key in {form.key for form in FORMATS}:
        return gettext(format_by_key(key).name)
    return str(RULES.get(key, key))


def announcement_of(stage: Stage) -> Announcement | None:
    """The announced draw of a stage. One query."""
    if not stage.seed:
        return None
    drawn = stage.rounds.exclude(state=Round.State.DRAFT).exists()
    return Announcement(stage.name, stage.number, commitment(stage.seed), stage.seed_committed_at, stage.seed if drawn else "")


def announcements(stages: Iterable[Stage]) -> tuple[Announcement, ...]:
    """Of all stages of a tournament, one query each that is announced."""
    return tuple(found for found in map(announcement_of, stages) if found)


def names_in(round_: Round, naming: Naming = IN_FULL) -> dict[int, str]:
    """Number and name of everybody in the stage, by id. One query."""
    return {entry.pk: naming.numbered(entry) for entry in Entry.objects.filter(stage_entries__stage=round_.stage_id)}


def draw_file(round_: Round, naming: Naming = IN_FULL) -> str:
    """The stored draw as the command line reads it, with what was done by hand, and who is who."""
    draw = Draw.objects.get(round=round_)
    document = {
        **draw.outcome,
        "request": draw.inputs,
        "changes": _public_changes(draw.changes, naming),
        "entries": names_in(round_, naming),
    }
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def trf_text(draw: Draw, round_: Round, names: Mapping[int, str]) -> str | None:
    """A Swiss draw as TRF; None for other formats, and where TRF cannot tell the scores."""
    if draw.inputs["format"] != "swiss":
        return None
    report = report_of(stored_draw(draw), name=f"{round_.stage.tournament.name} {round_}", names=names)
    return write(report) if report else None


def _public_changes(changes: Iterable[Mapping[str, Any]], naming: Naming) -> list[dict[str, Any]]:
    """Without who did it."""
    public = ({name: value for name, value in change.items() if name != "by"} for change in changes)
    return [change | {"reason": naming.words(change["reason"])} for change in public]


def _claims(verdict: Verdict, group: int | None) -> list[ClaimLine]:
    told: list[tuple[str, Sequence[Claim]]] = [(WRONG, verdict.faults), (OPEN, verdict.open), (PROVEN, verdict.proven)]
    return [ClaimLine(gettext(WORDS[claim.what]), state) for state, claims in told for claim in claims if claim.group == group]


def _groups(verdict: Verdict, brackets: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> Iterable[GroupProof]:
    for bracket in brackets:
        members = tuple(names.get(entry, "?") for entry in bracket["residents"])
        floaters = tuple(names.get(entry, "?") for entry in bracket["upfloaters"])
        yield GroupProof(bracket["score"], members, floaters, tuple(_claims(verdict, bracket["score"])))


def _notes(certificate: Mapping[str, Any]) -> Iterable[str]:
    """What the formats certify themselves."""
    if certificate.get("proven_fewest") is True:
        yield gettext("No draw keeps entries of one club further apart than this one.")
    elif "proven_fewest" in certificate:
        yield gettext("Entries of one club are kept apart as far as was found; that nothing better exists is not proven.")
    quality, bound = certificate.get("quality"), certificate.get("bound")
    if quality and bound:
        most = max(map(int, quality["opponents"]), default=0)
        sentence = gettext("Some two have met %(most)d times by now; with so many players and rounds it cannot be less than %(least)d.")
        yield sentence % {"most": most, "least": bound["opponents_at_most"]}
        if "partners" in quality:
            sentence = gettext("Some two have been partners %(most)d times; it cannot be less than %(least)d.")
            yield sentence % {"most": max(map(int, quality["partners"]), default=0), "least": bound["partners_at_most"]}
        sentence = gettext("Nobody has rested more than %(most)d times; it cannot be less than %(least)d.")
        yield sentence % {"most": max(map(int, quality["rests"]), default=0), "least": bound["rests_at_most"]}
