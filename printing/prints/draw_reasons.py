"""The explanation of a draw as values for paper."""

from collections.abc import Iterable, Iterator, Sequence

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from paper import PaperSection, WhyRow
from printing.prints.heads import PrintContext
from tournaments.draws.certificates import PROVEN, ClaimLine, DrawCertificate, build_certificate
from tournaments.draws.explaining import ExplainedLine, SideScore, explain_round
from tournaments.draws.queries import read_round_view
from tournaments.models import Round
from tournaments.people.naming import IN_FULL, Naming

CLAIM_SIGNS = {"proven": "✓", "open": "?", "wrong": "✗"}


def read_why_rows(round_: Round, naming: Naming = IN_FULL) -> tuple[list[WhyRow], str]:
    """The pairings, and what the numbers in brackets are; empty where there are none."""
    lines = explain_round(read_round_view(round_, naming), round_.draw).lines
    return [_build_row(line) for line in lines], _explain_brackets([stand for line in lines for stand in line.stands if stand])


def _explain_brackets(stands: Sequence[SideScore]) -> str:
    if not stands:
        return ""
    if any(stand.second is not None for stand in stands):
        return gettext("In brackets: points before the round, and the second score, which decides between equal points.")
    return gettext("In brackets: points before the round.")


def read_why_sections(context: PrintContext, round_: Round) -> list[PaperSection]:
    certificate = build_certificate(round_, context.naming)
    return [_build_proof(certificate), *_build_score_groups(certificate), *_build_announcements(certificate), _build_check(context, round_)]


def _build_row(line: ExplainedLine) -> WhyRow:
    pairing = line.pairing
    sentences = [*line.reasons, *(f"{capfirst(flag.label)}. {flag.sentence}" for flag in line.flags)]
    if pairing.changed:
        why = gettext("For the tables given at the door; drawn were") if pairing.by_door else gettext("Changed by hand; drawn were")
        sentences.append(f"{why} {' – '.join(pairing.drawn)}.")
    table = gettext("bye") if pairing.bye else str(pairing.table or "–")
    return WhyRow(
        table,
        tuple(_format_side(side.number, side.name, stand) for side, stand in zip(pairing.sides, line.stands, strict=True)),
        " ".join(sentences),
    )


def _format_side(number: str, name: str, stand: SideScore | None) -> str:
    numbered = f"{number} {name}".strip()
    return numbered if stand is None else f"{numbered} ({_format_scores(stand)})"


def _format_scores(stand: SideScore) -> str:
    return str(stand.points) if stand.second is None else f"{stand.points} · {stand.second}"


def _build_proof(certificate: DrawCertificate) -> PaperSection:
    texts = [certificate.rule, *certificate.notes, *_format_claims(certificate.claims)]
    return PaperSection(gettext("What is proven"), tuple(text for text in texts if text))


def _build_score_groups(certificate: DrawCertificate) -> Iterator[PaperSection]:
    for group in certificate.groups:
        title = gettext("Score group %(points)s") % {"points": group.points}
        floaters = [gettext("from below") + ": " + ", ".join(group.floaters)] if group.floaters else []
        if all(claim.state == PROVEN for claim in group.claims):
            texts = [gettext("All %(count)d claims of the rule are proven.") % {"count": len(group.claims)}]
        else:
            texts = list(_format_claims(group.claims))
        yield PaperSection(title, (*floaters, *texts))


def _format_claims(claims: Iterable[ClaimLine]) -> Iterator[str]:
    for claim in claims:
        yield f"{CLAIM_SIGNS[claim.state]} {claim.sentence}"


def _build_announcements(certificate: DrawCertificate) -> Iterator[PaperSection]:
    announcement = certificate.announced
    if announcement is not None:
        texts = [f"SHA-256(la-bella-seed:…) = {announcement.fingerprint}"]
        yield PaperSection(
            gettext("Announced beforehand"),
            (*texts, *([gettext("Draw key") + f": {announcement.seed}"] if announcement.seed else [])),
        )
    for redraw in certificate.redraws:
        sentence = gettext("Drawing number %(number)s: it was drawn again before it was published.") % {"number": redraw.drawing}
        lost = gettext("Tables given at the door that lost their meaning: %(count)d.") % {"count": redraw.slips} if redraw.slips else ""
        yield PaperSection(gettext("Drawn again"), (" ".join(filter(None, (sentence, redraw.reason, lost))),))


def _build_check(context: PrintContext, round_: Round) -> PaperSection:
    draw = round_.draw
    texts = [gettext("Draw key") + f": {draw.seed}", gettext("Fingerprint of the data") + f": {draw.outcome['digest']}"]
    if context.tournament.public:
        path = reverse("tournaments:public_draw", args=[context.tournament.slug, round_.stage.number, round_.number])
        texts.append(gettext("With this file anybody can repeat the draw:") + f" {context.address(path)}")
    return PaperSection(gettext("Check it yourself"), tuple(texts))
