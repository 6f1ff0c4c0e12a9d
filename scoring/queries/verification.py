"""Is what the database says what the ledger says? Everything is computed anew and compared; nothing is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import RuleViolation, game_by_key
from scoring.ledger import Fault, FaultKind, Head, NotCanonical, salted_hash
from scoring.models import LedgerEntry, LedgerText, MatchResult, StandingsCache
from scoring.queries.folding import fold_entries, judge
from scoring.queries.ledger import find_chain_faults
from scoring.queries.standings import compute_standings
from tournaments.models import Match, Tournament


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not agree. `where` names the entry, the match or the stage."""

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}"


def verify_tournament(tournament: Tournament, heads: Iterable[Head] = ()) -> tuple[Finding, ...]:
    """Chain, printed heads, free words, results and standings; all that does not agree."""
    return (
        *(_of_fault(fault) for fault in find_chain_faults(tournament, heads)),
        *_words(tournament),
        *_results(tournament),
        *_standings(tournament),
    )


def _of_fault(fault: Fault) -> Finding:
    sentences = {
        FaultKind.SEQ: _("an entry is missing or out of order"),
        FaultKind.PREV: _("it does not follow the entry before it"),
        FaultKind.DIGEST: _("it was changed after it was written"),
        FaultKind.PAYLOAD: _("what it says is not in the ledger's spelling"),
        FaultKind.SUPERSEDES: _("it replaces an entry that comes later"),
        FaultKind.HEAD: _("this head is not that of this ledger: entries were changed, or the end is missing"),
    }
    return Finding(_("entry %(seq)d") % {"seq": fault.seq}, sentences[fault.kind])


def _words(tournament: Tournament) -> Iterator[Finding]:
    """Words that were not erased must have the hash that the ledger holds."""
    hashes = dict(LedgerEntry.objects.filter(tournament=tournament).exclude(text_hash="").values_list("seq", "text_hash"))
    for text in LedgerText.objects.filter(tournament=tournament):
        if text.text and salted_hash(text.salt, text.text) != hashes.get(text.seq):
            yield Finding(_("entry %(seq)d") % {"seq": text.seq}, _("the words beside it are not those that were written"))


def _results(tournament: Tournament) -> Iterator[Finding]:
    game = game_by_key(tournament.game_key)
    options = game.options_from(tournament.rules)
    entries: dict[int, list[LedgerEntry]] = {}
    for entry in LedgerEntry.objects.filter(tournament=tournament, match__isnull=False).order_by("seq"):
        entries.setdefault(entry.match_id or 0, []).append(entry)
    for match in Match.objects.filter(round__stage__tournament=tournament).select_related("result"):
        where = _("match %(code)s") % {"code": match.code}
        told = entries.get(match.pk, [])
        try:
            verdict = judge(fold_entries(game, options, told), told)
        except (RuleViolation, NotCanonical, KeyError):
            yield Finding(where, _("its entries cannot be counted"))
            continue
        stored = getattr(match, "result", None) or MatchResult(match=match)
        if told and any(getattr(stored, name) != getattr(verdict, name) for name in verdict.__slots__):
            yield Finding(where, _("the stored result is not what its entries say"))
        if not told and (stored.version, stored.state) != (0, MatchResult.State.OPEN):
            yield Finding(where, _("it has a result and no entries"))


def _standings(tournament: Tournament) -> Iterator[Finding]:
    for cache in StandingsCache.objects.filter(stage__tournament=tournament).select_related("stage"):
        if cache.payload != compute_standings(cache.stage):
            yield Finding(str(cache.stage), _("the stored standings are not what the results say"))
