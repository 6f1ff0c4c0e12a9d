"""The minutes of a tournament: what was drawn, decided, corrected and given, read from the ledger."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from pairing import format_by_key
from paper import Section
from rules import Penalty, game_by_key
from scoring.ledger import parse_canonical
from scoring.ledger.match_log import Account, AnyGame, read_accounts
from scoring.matches.history import actor_names, in_words
from scoring.matches.queries import wording_of
from scoring.models import LedgerEntry, LedgerText, MatchResult
from scoring.printing.heads import Surroundings
from scoring.printing.sheets import plan_in_words
from scoring.standings_pages.decisions import decision_in_words, decisions_about_entries
from tournaments.models import Draw, Entry, Match, Round, Substitution, Tournament
from tournaments.people.sides import side_names

Kind = LedgerEntry.Kind
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Papers:
    """What the sections are told from, read once."""

    tournament: Tournament
    game: AnyGame
    matches: Mapping[int, Match]
    lines: Mapping[int, list[LedgerEntry]]
    """Entries of the ledger by match, in their order."""
    about_entries: Sequence[tuple[LedgerEntry, Mapping[str, Any]]]
    people: Mapping[str, str]
    words: Mapping[int, str]

    def where(self, match_id: int) -> str:
        match = self.matches[match_id]
        return f"{match.round.stage.number}.{match.round.number} · " + gettext("table %(table)s") % {"table": match.table or "–"}

    def signed(self, entry: LedgerEntry) -> str:
        return f"{self.people.get(entry.actor, '')} {date_format(localtime(entry.recorded_at), 'SHORT_DATETIME_FORMAT')}".strip()

    def why(self, entry: LedgerEntry) -> str:
        return ": ".join(text for text in (str(entry.get_reason_display()), self.words.get(entry.seq, "")) if text)


def minutes_of(around: Surroundings) -> list[Section]:
    """Fourteen queries, however much was played; one more where somebody withdrew and where something was decided about an entry, two
    where a draw was changed."""
    papers = _read(around.tournament)
    drawn = Draw.objects.filter(round__stage__tournament=papers.tournament).exclude(round__state=Round.State.DRAFT)
    draws = list(drawn.select_related("round__stage", "made_by").order_by("round__stage__number", "round__number"))
    sections = [
        _opening(around, papers),
        _draws(draws),
        _changed_draws(papers, draws),
        _corrections(papers),
        _decisions(papers),
        _about_entries(papers),
        _given(papers),
        _substitutions(papers),
        _withdrawn(papers.tournament),
    ]
    return [section for section in sections if section.paragraphs or section.rows]


def _read(tournament: Tournament) -> _Papers:
    entries = list(LedgerEntry.objects.filter(tournament=tournament, match__isnull=False).order_by("match_id", "seq"))
    matches = Match.objects.filter(round__stage__tournament=tournament).select_related("round__stage")
    about_entries = decisions_about_entries(tournament)
    return _Papers(
        tournament=tournament,
        game=game_by_key(tournament.game_key),
        matches={match.pk: match for match in matches},
        lines={match_id: list(found) for match_id, found in groupby(entries, key=lambda entry: entry.match_id or 0)},
        about_entries=about_entries,
        people=actor_names((entry.actor for entry in (*entries, *(entry for entry, _told in about_entries))), tournament.pk),
        words=dict(LedgerText.objects.filter(tournament=tournament).values_list("seq", "text")),
    )


def _opening(around: Surroundings, papers: _Papers) -> Section:
    tournament, game = papers.tournament, papers.game
    states = list(tournament.entries.values_list("state", flat=True))
    plan = game.plan(game.options_from(tournament.rules))
    sentences = [
        gettext("%(game)s, %(options)s.") % {"game": gettext(game.name), "options": plan_in_words(plan)},
        _entered(len(states), states.count(Entry.State.WITHDRAWN)),
        *_stage_sentences(tournament),
        gettext("Ledger %(head)s") % {"head": around.head},
    ]
    return Section(gettext("The tournament"), tuple(sentences))


def _entered(count: int, withdrawn: int) -> str:
    if not withdrawn:
        return gettext("%(count)d entries.") % {"count": count}
    return gettext("%(count)d entries, %(withdrawn)d of them withdrew.") % {"count": count, "withdrawn": withdrawn}


def _stage_sentences(tournament: Tournament) -> Iterator[str]:
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).select_related("stage")
    for stage, drawn in groupby(rounds.order_by("stage__number", "number"), key=lambda one: one.stage):
        listed = list(drawn)
        closed = sum(one.state == Round.State.CLOSED for one in listed)
        form = gettext(format_by_key(stage.format_key).name)
        name = stage.name if stage.name == form else f"{stage.name} ({form})"
        yield gettext("%(name)s: %(drawn)d rounds drawn, %(closed)d closed.") % {"name": name, "drawn": len(listed), "closed": closed}


def _draws(draws: Iterable[Draw]) -> Section:
    rows = [
        (
            f"{draw.round.stage.number}.{draw.round.number}",
            date_format(localtime(draw.made_at), "SHORT_DATETIME_FORMAT"),
            _name(draw.made_by),
            draw.seed,
            number_format(len(draw.changes)),
        )
        for draw in draws
    ]
    headings = (gettext("Round"), gettext("Drawn"), gettext("By"), gettext("Seed of the lots"), gettext("Changed by hand"))
    return Section(gettext("Draws"), headings=headings, rows=tuple(rows))


def _changed_draws(papers: _Papers, draws: Sequence[Draw]) -> Section:
    """What was done by hand about draws that were published, with its reason."""
    people = get_user_model().objects.in_bulk({change["by"] for draw in draws for change in draw.changes})
    numbers = dict(papers.tournament.entries.values_list("pk", "number")) if people else {}
    rows = [
        (
            f"{draw.round.stage.number}.{draw.round.number}",
            _change_in_words(change, numbers),
            change["reason"],
            _signed(people.get(change["by"]), dt.datetime.fromisoformat(change["at"])),
        )
        for draw in draws
        for change in draw.changes
    ]
    headings = (gettext("Round"), gettext("What"), gettext("Why"), gettext("Who and when"))
    return Section(gettext("Draws changed by hand"), headings=headings, rows=tuple(rows))


def _change_in_words(change: Mapping[str, Any], numbers: Mapping[int, int]) -> str:
    if "drawing" in change:
        return gettext("drawing number %(number)d") % {"number": change["drawing"]}
    if "out_of_date" in change:
        return gettext("published although out of date")
    if "declined" in change:
        return gettext("%(number)d declines the place that it was drawn back to") % {"number": numbers[change["declined"]]}
    return f"{numbers[change['first']]} ⇄ {numbers[change['second']]}"


def _corrections(papers: _Papers) -> Section:
    """Every line that was said anew or taken back, those against the rules too."""
    rows = [row for match_id, entries in papers.lines.items() for row in _corrections_of(papers, match_id, entries)]
    headings = (gettext("Where"), gettext("Was"), gettext("Is"), gettext("Why"), gettext("Who and when"))
    return Section(gettext("Corrections"), headings=headings, rows=tuple(rows))


def _corrections_of(papers: _Papers, match_id: int, entries: Iterable[LedgerEntry]) -> Iterator[Row]:
    for account in read_accounts(papers.game, entries):
        for place, version in enumerate(account.versions[1:], start=1):
            entry = version.entry
            was, now = (_said(papers.game, account, index) for index in (place - 1, place))
            yield (papers.where(match_id), was, now, papers.why(entry), papers.signed(entry))


def _said(game: AnyGame, account: Account, place: int) -> str:
    return in_words(wording_of(game, account, place))


def _decisions(papers: _Papers) -> Section:
    """What concerns a whole match, penalties, and what the director insisted on against the rules."""
    rows = [
        (papers.where(match_id), _decision(papers.game, entry), papers.why(entry), papers.signed(entry))
        for match_id, entries in papers.lines.items()
        for entry in entries
        if entry.kind in (Kind.DISPUTE, Kind.REOPEN)
        or (entry.kind == Kind.VOID and entry.supersedes is None)
        or (entry.kind == Kind.SUBMIT and (entry.reason == LedgerEntry.Reason.OVERRULED or _is_penalty(entry)))
    ]
    headings = (gettext("Where"), gettext("Decision"), gettext("Why"), gettext("Who and when"))
    return Section(gettext("Decisions"), headings=headings, rows=tuple(rows))


def _is_penalty(entry: LedgerEntry) -> bool:
    event = parse_canonical(entry.payload).get("event", {})
    return bool(event.get("kind") == Penalty.kind)


def _decision(game: AnyGame, entry: LedgerEntry) -> str:
    if entry.kind == Kind.SUBMIT:
        return _said(game, read_accounts(game, [entry])[0], 0)
    if entry.kind == Kind.VOID:
        return gettext("the match is cancelled")
    return str(entry.get_kind_display())


def _about_entries(papers: _Papers) -> Section:
    """Points taken off, places given between the tied, and late entries: what was decided beside the matches."""
    names = dict(papers.tournament.entries.values_list("number", "name")) if papers.about_entries else {}
    rows = [
        (
            str(told["stage"]),
            f"{told['entry']} {names[told['entry']]}",
            decision_in_words(str(told["decision"]), int(told["amount"])),
            papers.why(entry),
            papers.signed(entry),
        )
        for entry, told in papers.about_entries
    ]
    headings = (gettext("Stage"), gettext("Entry"), gettext("Decision"), gettext("Why"), gettext("Who and when"))
    return Section(gettext("Decisions about entries"), headings=headings, rows=tuple(rows))


def _name(person: AbstractUser) -> str:
    return person.get_full_name() or person.get_username()


def _signed(person: AbstractUser | None, moment: dt.datetime) -> str:
    return f"{_name(person) if person else '…'} {date_format(localtime(moment), 'SHORT_DATETIME_FORMAT')}"


def _substitutions(papers: _Papers) -> Section:
    found = Substitution.objects.filter(entry__tournament=papers.tournament)
    rows = [
        (str(one.entry), str(one.leaves), str(one.comes), one.reason, _signed(one.made_by, one.made_at))
        for one in found.select_related("entry", "leaves", "comes", "made_by")
    ]
    headings = (gettext("Entry"), gettext("Leaves"), gettext("Comes"), gettext("Why"), gettext("Who and when"))
    return Section(gettext("Substitutions"), headings=headings, rows=tuple(rows))


def _withdrawn(tournament: Tournament) -> Section:
    """Who left and did not come back; of a tournament that was taken in from another desk it is not known when."""
    gone = list(tournament.entries.filter(state=Entry.State.WITHDRAWN).order_by("number"))
    changes = Entry.history.filter(id__in=[entry.pk for entry in gone], history_type="~").select_related("history_user")
    left: dict[int, tuple[AbstractUser | None, dt.datetime]] = {}
    for told in changes.order_by("history_date", "history_id"):
        if told.state == Entry.State.WITHDRAWN:
            left.setdefault(told.id, (told.history_user, told.history_date))
        else:
            left.pop(told.id, None)
    rows = [(str(entry.number), entry.name, _signed(*left[entry.pk]) if entry.pk in left else "") for entry in gone]
    headings = (gettext("No."), gettext("Entry"), gettext("Who and when"))
    return Section(gettext("Who withdrew"), headings=headings, rows=tuple(rows))


def _given(papers: _Papers) -> Section:
    """Matches that were not played."""
    results = MatchResult.objects.filter(match__round__stage__tournament=papers.tournament).exclude(outcome=MatchResult.Outcome.PLAYED)
    rows = []
    for result in results.prefetch_related("match__seats__entry").order_by("match__round__stage__number", "match__round__number"):
        names = side_names(result.match.seats.all())
        winner = "–" if result.winner is None else names[result.winner]
        rows.append((papers.where(result.match_id), " / ".join(names), str(result.get_outcome_display()), winner))
    headings = (gettext("Where"), gettext("Sides"), gettext("Outcome"), gettext("Winner"))
    return Section(gettext("Not played"), headings=headings, rows=tuple(rows))
