"""Everything stored about a tournament's results, compared with its ledger, and everything that names its places."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from desk.verification.findings import Finding
from desk.verification.places import find_place_findings
from rules import RuleViolation
from scoring.ledger.chain import FaultKind, Head, NotCanonical, compute_salted_hash
from scoring.ledger.match_log import AnyGame, build_match_log, compute_result_columns
from scoring.ledger.queries import find_chain_faults
from scoring.models import LedgerEntry, LedgerText, MatchResult, StandingsCache
from scoring.standings.decisions import read_decided_schemes
from scoring.standings.stored import compute_standings, is_current
from tournaments.draws.replays import read_draw_lines
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.stages.match_rules import read_match_options

MATCHES_AT_ONCE = 500
"""Matches whose ledger entries are in memory at the same time."""


def verify_tournament(tournament: Tournament, heads: Iterable[Head] = ()) -> tuple[Finding, ...]:
    """Recompute chain, texts, results, schemes, standings and draws; list everything that differs from what is stored or printed, and
    whatever names other places than the final list.
    """
    return (
        *_find_chain_findings(tournament, heads),
        *_find_text_findings(tournament),
        *_find_result_findings(tournament),
        *_find_scheme_findings(tournament),
        *_find_standings_findings(tournament),
        *_find_draw_findings(tournament),
        *find_place_findings(tournament),
    )


def compute_standings_digest(tournament: Tournament) -> str:
    """A digest of the standings of every stage, equal on every machine: entries by their numbers, not by database keys."""
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    lines = [
        [stage.number, name, numbers[line.entrant], line.rank, str(line.points), [str(cell) for cell in line.cells]]
        for stage in Stage.objects.filter(tournament=tournament).order_by("number")
        for name, group in compute_standings(stage).groups.items()
        for line in group
    ]
    return hashlib.sha256(repr(lines).encode()).hexdigest()


def format_fault(kind: FaultKind) -> str:
    sentences = {
        FaultKind.SEQ: _("an entry is missing or out of order"),
        FaultKind.PREV: _("the entry does not follow the one before it"),
        FaultKind.DIGEST: _("the entry was changed after it was written"),
        FaultKind.PAYLOAD: _("the entry is not written in the ledger’s form"),
        FaultKind.SUPERSEDES: _("the entry replaces one that does not come before it"),
        FaultKind.HEAD: _("the fingerprint is not that of this ledger"),
    }
    return sentences[kind]


def _find_chain_findings(tournament: Tournament, heads: Iterable[Head]) -> Iterator[Finding]:
    for fault in find_chain_faults(tournament, heads):
        yield Finding(_("ledger entry %(seq)d") % {"seq": fault.seq}, format_fault(fault.kind))


def _find_text_findings(tournament: Tournament) -> Iterator[Finding]:
    hashes = dict(LedgerEntry.objects.filter(tournament=tournament).exclude(text_hash="").values_list("seq", "text_hash"))
    texts = {text.seq: text for text in LedgerText.objects.filter(tournament=tournament)}
    for seq in sorted(hashes.keys() ^ texts.keys()):
        yield Finding(_("ledger entry %(seq)d") % {"seq": seq}, _("the words beside the entry are missing, or there are too many"))
    for seq in sorted(hashes.keys() & texts.keys()):
        if texts[seq].text and compute_salted_hash(texts[seq].salt, texts[seq].text) != hashes[seq]:
            yield Finding(_("ledger entry %(seq)d") % {"seq": seq}, _("the words beside the entry were changed"))


def _find_result_findings(tournament: Tournament) -> Iterator[Finding]:
    game = tournament.game
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    options = {round_.pk: read_match_options(round_) for round_ in rounds}
    in_ledger = LedgerEntry.objects.filter(tournament=tournament, match__isnull=False).values("match")
    judged = Match.objects.filter(Q(pk__in=in_ledger) | Q(round__stage__tournament=tournament, result__isnull=False))
    keys = list(judged.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), MATCHES_AT_ONCE):
        yield from _find_findings_of_matches(tournament, game, options, keys[start : start + MATCHES_AT_ONCE])


def _find_findings_of_matches(tournament: Tournament, game: AnyGame, options: Mapping[int, Any], keys: Sequence[int]) -> Iterator[Finding]:
    entries: dict[int, list[LedgerEntry]] = {}
    for entry in LedgerEntry.objects.filter(tournament=tournament, match__in=keys).order_by("seq"):
        entries.setdefault(entry.match_id or 0, []).append(entry)
    stored = MatchResult.objects.filter(match__round__stage__tournament=tournament).in_bulk(keys)
    for match in Match.objects.filter(pk__in=keys).order_by("pk"):
        match_entries = entries.get(match.pk, [])
        place = _("match %(code)s") % {"code": match.code}
        try:
            columns = compute_result_columns(build_match_log(game, options[match.round_id], match_entries), match_entries)
        except (RuleViolation, NotCanonical, LookupError, TypeError) as error:
            yield Finding(place, _("its ledger cannot be read: %(reason)s") % {"reason": error})
            continue
        result = stored.get(match.pk, MatchResult(match=match))
        wrong = [name for name in columns.__slots__ if getattr(result, name) != getattr(columns, name)]
        if wrong:
            yield Finding(place, _("the saved result differs from its ledger: %(columns)s") % {"columns": ", ".join(wrong)})


def _find_scheme_findings(tournament: Tournament) -> Iterator[Finding]:
    """The stored scheme of a stage must equal its last decision, and be empty without one."""
    schemes = read_decided_schemes(tournament)
    for stage in Stage.objects.filter(tournament=tournament).order_by("number"):
        if stage.scheme != schemes.get(stage.number, {}):
            yield Finding(stage.name, _("how it counts differs from what was decided"))


def _find_standings_findings(tournament: Tournament) -> Iterator[Finding]:
    for cache in StandingsCache.objects.filter(stage__tournament=tournament).select_related("stage").order_by("stage__number"):
        if is_current(cache) and cache.payload != compute_standings(cache.stage).to_json():
            yield Finding(cache.stage.name, _("the saved standings differ from the results"))


def _find_draw_findings(tournament: Tournament) -> Iterator[Finding]:
    """A draw of another release of its format cannot be repeated by this one and is no fault."""
    for line in read_draw_lines(tournament):
        if line.is_broken:
            yield Finding(f"{line.stage}, {line.round}", line.sentence)
