"""Everything stored about a tournament's results, compared with what its ledger says."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import RuleViolation, game_by_key
from scoring.ledger import FaultKind, Head, NotCanonical, salted_hash
from scoring.ledger.match_log import fold_entries, judge
from scoring.ledger.queries import find_chain_faults
from scoring.models import LedgerEntry, LedgerText, MatchResult, StandingsCache
from scoring.standings_pages.decisions import schemes_told
from scoring.standings_pages.stored import PAYLOAD_FORMAT, compute_standings
from tournaments.draws.replays import draw_lines
from tournaments.models import Entry, Match, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not hold, and where."""

    place: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def verify_tournament(tournament: Tournament, heads: Iterable[Head] = ()) -> tuple[Finding, ...]:
    """Compute chain, words, results, ways of counting, standings and draws anew; everything that differs from what is stored or printed."""
    return (
        *_chain_findings(tournament, heads),
        *_text_findings(tournament),
        *_result_findings(tournament),
        *_scheme_findings(tournament),
        *_standings_findings(tournament),
        *_draw_findings(tournament),
    )


def standings_digest(tournament: Tournament) -> str:
    """One text for the standings of every stage, the same on every machine: entries by their numbers, not by keys of a database."""
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    lines = [
        [stage.number, group["name"], numbers[line["entry"]], line["rank"], str(line["points"]), [str(cell) for cell in line["cells"]]]
        for stage in Stage.objects.filter(tournament=tournament).order_by("number")
        for group in compute_standings(stage)["groups"]
        for line in group["lines"]
    ]
    return hashlib.sha256(repr(lines).encode()).hexdigest()


def fault_sentence(kind: FaultKind) -> str:
    sentences = {
        FaultKind.SEQ: _("an entry is missing or out of order"),
        FaultKind.PREV: _("the entry does not follow the one before it"),
        FaultKind.DIGEST: _("the entry was changed after it was written"),
        FaultKind.PAYLOAD: _("the entry is not spelled as the ledger spells"),
        FaultKind.SUPERSEDES: _("the entry replaces one that does not come before it"),
        FaultKind.HEAD: _("the head is not that of this ledger"),
    }
    return sentences[kind]


def _chain_findings(tournament: Tournament, heads: Iterable[Head]) -> Iterator[Finding]:
    for fault in find_chain_faults(tournament, heads):
        yield Finding(_("ledger entry %(seq)d") % {"seq": fault.seq}, fault_sentence(fault.kind))


def _text_findings(tournament: Tournament) -> Iterator[Finding]:
    hashes = dict(LedgerEntry.objects.filter(tournament=tournament).exclude(text_hash="").values_list("seq", "text_hash"))
    texts = {text.seq: text for text in LedgerText.objects.filter(tournament=tournament)}
    for seq in sorted(hashes.keys() ^ texts.keys()):
        yield Finding(_("ledger entry %(seq)d") % {"seq": seq}, _("the words beside the entry are missing, or there are too many"))
    for seq in sorted(hashes.keys() & texts.keys()):
        if texts[seq].text and salted_hash(texts[seq].salt, texts[seq].text) != hashes[seq]:
            yield Finding(_("ledger entry %(seq)d") % {"seq": seq}, _("the words beside the entry were changed"))


def _result_findings(tournament: Tournament) -> Iterator[Finding]:
    game = game_by_key(tournament.game_key)
    options = game.options_from(tournament.rules)
    entries: dict[int, list[LedgerEntry]] = {}
    for entry in LedgerEntry.objects.filter(tournament=tournament, match__isnull=False).order_by("seq"):
        entries.setdefault(entry.match_id or 0, []).append(entry)
    stored = {result.pk: result for result in MatchResult.objects.filter(match__round__stage__tournament=tournament)}
    for match in Match.objects.filter(pk__in={*entries, *stored}).order_by("pk"):
        told = entries.get(match.pk, [])
        place = _("match %(code)s") % {"code": match.code}
        try:
            verdict = judge(fold_entries(game, options, told), told)
        except (RuleViolation, NotCanonical, LookupError, TypeError) as error:
            yield Finding(place, _("its ledger cannot be read: %(reason)s") % {"reason": error})
            continue
        result = stored.get(match.pk, MatchResult(match=match))
        wrong = [name for name in verdict.__slots__ if getattr(result, name) != getattr(verdict, name)]
        if wrong:
            yield Finding(place, _("the stored result differs from its ledger: %(columns)s") % {"columns": ", ".join(wrong)})


def _scheme_findings(tournament: Tournament) -> Iterator[Finding]:
    """How a stage counts is what its last decision says; nothing decided is nothing stored."""
    told = schemes_told(tournament)
    for stage in Stage.objects.filter(tournament=tournament).order_by("number"):
        if stage.scheme != told.get(stage.number, {}):
            yield Finding(stage.name, _("how it counts differs from what was decided"))


def _standings_findings(tournament: Tournament) -> Iterator[Finding]:
    for cache in StandingsCache.objects.filter(stage__tournament=tournament).select_related("stage").order_by("stage__number"):
        if cache.payload.get("format") == PAYLOAD_FORMAT and cache.payload != compute_standings(cache.stage):
            yield Finding(cache.stage.name, _("the stored standings differ from the results"))


def _draw_findings(tournament: Tournament) -> Iterator[Finding]:
    """A draw of another release of its format cannot be repeated by this one: that is no fault."""
    for line in draw_lines(tournament):
        if line.broken:
            yield Finding(f"{line.stage}, {line.round}", line.sentence)
