"""Why a draw is as it is, on paper."""

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from paper import Section, WhyRow
from scoring.printing.heads import Surroundings
from tournaments.draws.certificates import PROVEN, Certificate, ClaimLine, certificate_of
from tournaments.draws.explaining import ExplainedLine, Stand, explained
from tournaments.draws.queries import draw_view
from tournaments.models import Round
from tournaments.people.naming import IN_FULL, Naming

MARKS = {"proven": "✓", "open": "?", "wrong": "✗"}


def why_rows(round_: Round, naming: Naming = IN_FULL) -> list[WhyRow]:
    lines = explained(draw_view(round_, naming).round, round_.draw).lines
    return [_row(line) for line in lines]


def why_sections(around: Surroundings, round_: Round) -> list[Section]:
    certificate = certificate_of(round_, around.naming)
    return [_proof(certificate), *_groups(certificate), *_announced(certificate), _check(around, round_)]


def _row(line: ExplainedLine) -> WhyRow:
    pairing = line.pairing
    told = [*line.reasons, *(f"{capfirst(mark.label)}. {mark.sentence}" for mark in line.marks)]
    if pairing.changed:
        told.append(gettext("Changed by hand; drawn were") + f" {' – '.join(pairing.drawn)}.")
    rest = gettext("bye") if pairing.bye else str(pairing.table or "–")
    return WhyRow(
        rest,
        " / ".join(_side(side.number, side.name, stand) for side, stand in zip(pairing.sides, line.stands, strict=True)),
        " ".join(told),
    )


def _side(number: str, name: str, stand: Stand | None) -> str:
    numbered = f"{number} {name}".strip()
    return numbered if stand is None else f"{numbered} ({_scores(stand)})"


def _scores(stand: Stand) -> str:
    return str(stand.points) if stand.second is None else f"{stand.points} · {stand.second}"


def _proof(certificate: Certificate) -> Section:
    told = [certificate.rule, *certificate.notes, *_claims(certificate.claims)]
    return Section(gettext("What is proven"), tuple(text for text in told if text))


def _groups(certificate: Certificate) -> Iterator[Section]:
    for group in certificate.groups:
        title = gettext("Score group %(points)d") % {"points": group.score}
        floaters = [gettext("from below") + ": " + ", ".join(group.floaters)] if group.floaters else []
        if all(claim.state == PROVEN for claim in group.claims):
            told = [gettext("All %(count)d claims of the rule are proven.") % {"count": len(group.claims)}]
        else:
            told = list(_claims(group.claims))
        yield Section(title, (*floaters, *told))


def _claims(claims: Iterable[ClaimLine]) -> Iterator[str]:
    for claim in claims:
        yield f"{MARKS[claim.state]} {claim.sentence}"


def _announced(certificate: Certificate) -> Iterator[Section]:
    found = certificate.announced
    if found is not None:
        told = [f"SHA-256(la-bella-seed:…) = {found.fingerprint}"]
        yield Section(gettext("Announced beforehand"), (*told, *([gettext("Seed of the draw") + f": {found.seed}"] if found.seed else [])))
    for redraw in certificate.redraws:
        sentence = gettext("Drawing number %(number)s: it was drawn again before it was published.") % {"number": redraw.drawing}
        yield Section(gettext("Drawn again"), (f"{sentence} {redraw.reason}".strip(),))


def _check(around: Surroundings, round_: Round) -> Section:
    draw = round_.draw
    told = [gettext("Seed of the draw") + f": {draw.seed}", gettext("Fingerprint of the data") + f": {draw.outcome['digest']}"]
    if around.tournament.public:
        page = reverse("tournaments:public_draw", args=[around.tournament.slug, round_.stage.number, round_.number])
        told.append(gettext("The file with which anybody draws it again is here:") + f" {around.address(page)}")
    return Section(gettext("Check it yourself"), tuple(told))
