"""The proof of a draw in words: what the independent checker proves of it."""

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing import FORMATS, compute_commitment, format_by_key
from pairing.checker import DrawClaim, DrawVerdict
from pairing.claim_words import CLAIM_SENTENCES
from pairing.swiss.acceleration import format_virtual_points
from pairing.trf.stored import build_report
from pairing.trf.writing import format_trf
from tournaments.draws.door_notes import list_door_sentences
from tournaments.draws.explaining import parse_stored_draw
from tournaments.draws.proofs import DrawProof, read_proof
from tournaments.draws.seeds import list_redraws
from tournaments.models import Draw, Entry, Round, Stage
from tournaments.people.naming import IN_FULL, Naming

REGULATION_NAMES: dict[str, Promise] = {
    "FIDE C.04.6 (2026-02-01), no colour preferences": _("FIDE C.04.6 (in force 1 February 2026), without colour preferences"),
}
"""Regulations by the name that a certificate gives them."""
PROVEN, OPEN, WRONG = "proven", "open", "wrong"
MOST_MEMBERS = 200
"""Of a score group that a page names."""


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """`state` is proven, open (too large to prove) or wrong."""

    sentence: str
    state: str


@dataclass(frozen=True, slots=True)
class GroupProof:
    """A score group: how many are in it, the first of them, the floaters from below, and its claims.

    Where some have virtual points, `score` is counted in halves.
    """

    score: int
    is_accelerated: bool
    size: int
    members: tuple[str, ...]
    floaters: tuple[str, ...]
    claims: tuple[ClaimLine, ...]

    @property
    def points(self) -> str:
        return format_virtual_points(self.score) if self.is_accelerated else str(self.score)


@dataclass(frozen=True, slots=True)
class Redraw:
    """`slips` given at the door lost their meaning with it."""

    drawing: int
    reason: str
    slips: int = 0


@dataclass(frozen=True, slots=True)
class DrawCertificate:
    """Everything that the page shows. `announced` is None where no draw was announced, `proof` where nobody has proven a large draw yet."""

    proof: DrawProof | None
    claims: tuple[ClaimLine, ...]
    groups: tuple[GroupProof, ...]
    notes: tuple[str, ...]
    rule: str
    announced: "AnnouncedSeed | None"
    redraws: tuple[Redraw, ...]

    @property
    def has_trf(self) -> bool:
        return self.proof is not None and self.proof.fits_trf

    @property
    def all_claims(self) -> tuple[ClaimLine, ...]:
        return (*self.claims, *(claim for group in self.groups for claim in group.claims))

    @property
    def proven(self) -> int:
        return sum(claim.state == PROVEN for claim in self.all_claims)

    @property
    def open(self) -> int:
        return sum(claim.state == OPEN for claim in self.all_claims)

    @property
    def wrong(self) -> int:
        return sum(claim.state == WRONG for claim in self.all_claims)


@dataclass(frozen=True, slots=True)
class AnnouncedSeed:
    """What was public before the draw; `seed` is empty until a round drawn from it is published."""

    stage: str
    stage_number: int
    fingerprint: str
    at: Any
    seed: str = ""

    @property
    def command(self) -> str:
        """The shell command that computes the fingerprint."""
        return f"printf 'la-bella-seed:%s' {shlex.quote(self.seed)} | sha256sum"


def build_certificate(round_: Round, naming: Naming = IN_FULL, *, ordered: bool = True) -> DrawCertificate:
    """The certificate of a round's draw. At most nine queries.

    The proof takes seconds with thousands of entries: unless it is `ordered` it is not made for so many (`proofs`).
    """
    draw = round_.draw
    proof = read_proof(draw, ordered=ordered)
    verdict = proof.verdict if proof else DrawVerdict()
    certificate = draw.outcome["certificate"]
    brackets = certificate.get("brackets", ()) if proof else ()
    is_accelerated = "acceleration" in certificate
    return DrawCertificate(
        proof=proof,
        claims=tuple(_list_claims(verdict, None)),
        groups=tuple(_list_group_proofs(verdict, brackets, naming, is_accelerated=is_accelerated)),
        notes=(*_list_notes(certificate), *list_door_sentences(draw)),
        rule=_format_rule(certificate.get("rule", "")),
        announced=read_announced_seed(round_.stage),
        redraws=tuple(
            Redraw(int(str(redraw["drawing"])), naming.filter_staff_text(str(redraw["reason"])), int(str(redraw.get("slips", 0))))
            for redraw in list_redraws(draw)
        ),
    )


def _format_rule(key: str) -> str:
    """The rule of the draw in words: a format's name, or the regulation."""
    if key in {form.key for form in FORMATS}:
        return gettext(format_by_key(key).name)
    return str(REGULATION_NAMES.get(key, key))


def read_announced_seed(stage: Stage) -> AnnouncedSeed | None:
    """The announced draw of a stage, or None. One query."""
    if not stage.seed:
        return None
    drawn = stage.rounds.exclude(state=Round.State.DRAFT).exists()
    return AnnouncedSeed(stage.name, stage.number, compute_commitment(stage.seed), stage.seed_committed_at, stage.seed if drawn else "")


def read_announced_seeds(stages: Iterable[Stage]) -> tuple[AnnouncedSeed, ...]:
    """The announced draws of the stages. One query for each."""
    return tuple(announced for announced in map(read_announced_seed, stages) if announced)


def read_numbered_names(round_: Round, naming: Naming = IN_FULL) -> dict[int, str]:
    """Number and name of every entry of the stage, by id. One query."""
    return {entry.pk: naming.format_numbered_name(entry) for entry in Entry.objects.filter(stage_entries__stage=round_.stage_id)}


def format_draw_file(round_: Round, naming: Naming = IN_FULL) -> str:
    """The stored draw as JSON that the command line reads, with the changes made by hand and the names of the entries."""
    draw = Draw.objects.get(round=round_)
    document = {
        **draw.outcome,
        "request": draw.inputs,
        "changes": _strip_authors(draw.changes, naming),
        "entries": read_numbered_names(round_, naming),
    }
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def format_trf_file(draw: Draw, round_: Round, names: Mapping[int, str]) -> str | None:
    """A draw by score groups as TRF; None for other formats, and where TRF cannot express the scores."""
    if not format_by_key(draw.inputs["format"]).score_groups:
        return None
    report = build_report(parse_stored_draw(draw), name=f"{round_.stage.tournament.name} {round_}", names=names)
    return format_trf(report) if report else None


def _strip_authors(changes: Iterable[Mapping[str, Any]], naming: Naming) -> list[dict[str, Any]]:
    """The changes without their authors."""
    public = ({name: value for name, value in change.items() if name != "by"} for change in changes)
    return [change | {"reason": naming.filter_staff_text(change["reason"])} for change in public]


def _list_claims(verdict: DrawVerdict, group: int | None) -> list[ClaimLine]:
    claims_by_state: list[tuple[str, Sequence[DrawClaim]]] = [(WRONG, verdict.faults), (OPEN, verdict.open), (PROVEN, verdict.proven)]
    return [
        ClaimLine(gettext(CLAIM_SENTENCES[claim.what]), state)
        for state, claims in claims_by_state
        for claim in claims
        if claim.group == group
    ]


def _list_group_proofs(
    verdict: DrawVerdict, brackets: Sequence[Mapping[str, Any]], naming: Naming, *, is_accelerated: bool
) -> Iterable[GroupProof]:
    """The proof of each score group. One query for the names."""
    named = {entry for bracket in brackets for entry in (*bracket["residents"][:MOST_MEMBERS], *bracket["upfloaters"])}
    names = {entry.pk: naming.format_numbered_name(entry) for entry in Entry.objects.filter(pk__in=named)}
    for bracket in brackets:
        members = tuple(names.get(entry, "?") for entry in bracket["residents"][:MOST_MEMBERS])
        floaters = tuple(names.get(entry, "?") for entry in bracket["upfloaters"])
        claims = tuple(_list_claims(verdict, bracket["score"]))
        yield GroupProof(bracket["score"], is_accelerated, len(bracket["residents"]), members, floaters, claims)


def _list_notes(certificate: Mapping[str, Any]) -> Iterable[str]:
    """The formats' own certificates in words."""
    if certificate.get("proven_fewest") is True:
        yield gettext("No draw keeps entries of one club further apart than this one.")
    elif "proven_fewest" in certificate:
        yield gettext("Entries of one club are kept apart as far as possible; it is not proven that nothing better exists.")
    if certificate.get("pools_proven") is True:
        yield gettext("With the best of the pools protected, no bracket keeps those of one pool further apart than this one.")
    elif "pools_proven" in certificate:
        yield gettext("Those of one pool are kept apart as far as possible; it is not proven that nothing better exists.")
    quality, bound = certificate.get("quality"), certificate.get("bound")
    if quality and bound:
        most = max(map(int, quality["opponents"]), default=0)
        sentence = gettext(
            "Two players have met %(most)d times so far; with this number of players and rounds it cannot be less than %(least)d."
        )
        yield sentence % {"most": most, "least": bound["opponents_at_most"]}
        if "partners" in quality:
            sentence = gettext("Two players have been partners %(most)d times; it cannot be less than %(least)d.")
            yield sentence % {"most": max(map(int, quality["partners"]), default=0), "least": bound["partners_at_most"]}
        sentence = gettext("No entry has more than %(most)d byes; it cannot be less than %(least)d.")
        yield sentence % {"most": max(map(int, quality["rests"]), default=0), "least": bound["rests_at_most"]}
