"""The minutes of a tournament, read from the ledger: draws, decisions, corrections and matches that were not played."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Max, Min
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from pairing import format_by_key
from paper import PaperSection
from printing.prints.heads import PrintContext
from printing.prints.minutes_people import build_substitutions, build_withdrawals, format_name, format_signature, select_people
from printing.prints.minutes_places import build_place_sections
from printing.prints.sheets import format_plan
from printing.prints.stage_prints import read_results_by_round
from rankings.standings_pages.table_penalties import PENALTY_MARK, find_proven_lines, format_penalty_boxes, list_penalty_lines
from records.evening_numbers.queries import read_oddities
from scoring.ledger.match_log import AnyGame, LedgerLine, is_withdrawal, parse_lines
from scoring.matches.history import format_revision, parse_staff_keys, read_actor_names
from scoring.matches.queries import build_revision_view
from scoring.models import LedgerEntry, LedgerText, MatchResult
from scoring.standings.decisions import format_decision, format_round_decision, read_entry_decisions, read_round_decisions
from tournaments.draws.door_notes import NOTE, list_hand_changes
from tournaments.models import Draw, Entry, Match, OrganizerMember, Round, StaffRole, Stage, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.sides import list_side_names
from tournaments.stages.match_rules import resolve_last_rules, resolve_rules
from tournaments.stages.rounds import read_named_rounds

Kind = LedgerEntry.Kind
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _MinutesData:
    """The data of all sections, read once."""

    tournament: Tournament
    game: AnyGame
    matches: Mapping[int, Match]
    lines: Mapping[int, list[LedgerEntry]]
    """Ledger entries by match, in their order."""
    about_entries: Sequence[tuple[LedgerEntry, Mapping[str, Any]]]
    people: Mapping[str, str]
    words: Mapping[int, str]
    named_rounds: Mapping[tuple[int, int], str]

    def format_round(self, stage: int, number: int) -> str:
        return self.named_rounds.get((stage, number), f"{stage}.{number}")

    def format_place(self, match_id: int) -> str:
        match = self.matches[match_id]
        round_ = self.format_round(match.round.stage.number, match.round.number)
        return f"{round_} · " + gettext("table %(table)s") % {"table": match.table or "–"}

    def format_signature(self, entry: LedgerEntry) -> str:
        return f"{self.people.get(entry.actor, '')} {date_format(localtime(entry.recorded_at), 'SHORT_DATETIME_FORMAT')}".strip()

    def format_reason(self, entry: LedgerEntry) -> str:
        return ": ".join(text for text in (str(entry.get_reason_display()), self.words.get(entry.seq, "")) if text)


def read_minutes(context: PrintContext) -> list[PaperSection]:
    """The sections that have content. The number of queries grows with the stages only; there is one more if a stage is a bracket, one if
    an entry withdrew and one if a decision was made about an entry, two if a draw was changed.
    """
    data = _read_data(context.tournament)
    drawn = Draw.objects.filter(round__stage__tournament=data.tournament).exclude(round__state=Round.State.DRAFT)
    draws = list(drawn.select_related("round__stage", "made_by").order_by("round__stage__number", "round__number"))
    sections = [
        _build_opening(context, data),
        _build_officials(data, draws),
        *_build_results(data),
        *build_place_sections(context),
        _build_told(context),
        _build_draws(data, draws),
        _build_changed_draws(data, draws),
        _build_corrections(data),
        _build_decisions(data),
        _build_penalties(data),
        _build_round_decisions(data),
        _build_entry_decisions(data),
        _build_unplayed(data),
        build_substitutions(data.tournament),
        build_withdrawals(data.tournament),
    ]
    return [section for section in sections if section.paragraphs or section.rows]


def _read_data(tournament: Tournament) -> _MinutesData:
    entries = list(LedgerEntry.objects.filter(tournament=tournament, match__isnull=False).order_by("match_id", "seq"))
    matches = list(Match.objects.filter(round__stage__tournament=tournament).select_related("round__stage"))
    about_entries = read_entry_decisions(tournament)
    return _MinutesData(
        tournament=tournament,
        game=tournament.game,
        matches={match.pk: match for match in matches},
        lines={match_id: list(group) for match_id, group in groupby(entries, key=lambda entry: entry.match_id or 0)},
        about_entries=about_entries,
        people=read_actor_names((entry.actor for entry in (*entries, *(entry for entry, _content in about_entries))), tournament.pk),
        words=dict(LedgerText.objects.filter(tournament=tournament).values_list("seq", "text")),
        named_rounds=read_named_rounds(tournament) if any(match.bracket for match in matches) else {},
    )


def _build_opening(context: PrintContext, data: _MinutesData) -> PaperSection:
    tournament, game = data.tournament, data.game
    states = list(select_people(tournament).values_list("state", flat=True))
    options = game.options_from(tournament.rules)
    sentences = [
        gettext("%(game)s, %(options)s.") % {"game": gettext(game.name), "options": format_plan(game, options)},
        _format_entry_count(len(states), states.count(Entry.State.WITHDRAWN)),
        *_build_stage_sentences(tournament),
        _format_hours(tournament),
        gettext("Ledger %(head)s") % {"head": context.head},
    ]
    return PaperSection(gettext("The tournament"), tuple(sentence for sentence in sentences if sentence))


def _format_hours(tournament: Tournament) -> str:
    """From the first publication to the last closing; empty before anything is published."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    hours = rounds.aggregate(began=Min("published_at"), ended=Max("closed_at"))
    began, ended = (date_format(localtime(hour), "SHORT_DATETIME_FORMAT") if hour else "" for hour in (hours["began"], hours["ended"]))
    if not began:
        return ""
    if not ended or rounds.filter(state=Round.State.PUBLISHED).exists():
        return gettext("Played from %(began)s.") % {"began": began}
    return gettext("Played from %(began)s to %(ended)s.") % {"began": began, "ended": ended}


def _build_officials(data: _MinutesData, draws: Sequence[Draw]) -> PaperSection:
    """Who worked at the desk, directors first: its staff, and of the whole club's whoever drew, entered or decided something here."""
    staff = list(StaffRole.objects.filter(tournament=data.tournament).select_related("user"))
    worked = parse_staff_keys(data.people) | {draw.made_by_id for draw in draws if draw.made_by_id}
    members = OrganizerMember.objects.filter(organizer=data.tournament.organizer_id, user__in=worked - {role.user_id for role in staff})
    officials: list[StaffRole | OrganizerMember] = [*staff, *members.select_related("user")]
    ordered = sorted(officials, key=lambda member: (member.role != StaffRole.Role.DIRECTOR, member.user.get_username()))
    rows = tuple((capfirst(member.get_role_display()), format_name(member.user)) for member in ordered)
    return PaperSection(gettext("Who directed"), headings=(gettext("Office"), gettext("Name")), rows=rows)


def _build_results(data: _MinutesData) -> Iterator[PaperSection]:
    """A section for each round with every match and bye."""
    for round_, results in read_results_by_round(data.tournament).items():
        title = gettext("Results: %(stage)s, round %(round)d") % {"stage": round_.stage.name, "round": round_.number}
        if name := data.named_rounds.get((round_.stage.number, round_.number)):
            title = gettext("Results: %(round)s") % {"round": name}
        if any(result.is_crowded for result in results):
            headings = (gettext("Table"), gettext("Entry"), gettext("Club"), gettext("Points"), gettext("State"))
            yield PaperSection(
                title, headings=headings, rows=tuple(row for result in results for row in result.list_party_rows()), names=(1,)
            )
        else:
            headings = (gettext("Table"), gettext("Entry"), gettext("Result"), gettext("Entry"), gettext("Games"))
            yield PaperSection(title, headings=headings, rows=tuple(result.build_row() for result in results), names=(1, 3))


def _format_entry_count(count: int, withdrawn: int) -> str:
    if not withdrawn:
        return gettext("%(count)d entries.") % {"count": count}
    return gettext("%(count)d entries, %(withdrawn)d withdrawn.") % {"count": count, "withdrawn": withdrawn}


def _build_stage_sentences(tournament: Tournament) -> Iterator[str]:
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).select_related("stage__tournament")
    for stage, drawn in groupby(rounds.order_by("stage__number", "number"), key=lambda round_: round_.stage):
        listed = list(drawn)
        closed = sum(round_.state == Round.State.CLOSED for round_ in listed)
        form = gettext(format_by_key(stage.format_key).name)
        name = stage.name if stage.name == form else f"{stage.name} ({form})"
        yield gettext("%(name)s: rounds drawn %(drawn)d, closed %(closed)d.") % {"name": name, "drawn": len(listed), "closed": closed}
        yield from _build_rule_sentences(stage)


def _build_rule_sentences(stage: Stage) -> Iterator[str]:
    """How long matches are in a stage with rules of its own, and in its last rounds."""
    game = stage.tournament.game
    if stage.rules:
        plan = format_plan(game, game.options_from(resolve_rules(stage)))
        yield gettext("%(name)s is played by rules of its own: %(plan)s.") % {"name": stage.name, "plan": plan}
    if stage.last_rounds:
        plan = format_plan(game, game.options_from(resolve_last_rules(stage)))
        sentence = ngettext("Its last round: %(plan)s.", "Its last %(count)d rounds: %(plan)s.", stage.last_rounds)
        yield sentence % {"count": stage.last_rounds, "plan": plan}


def _build_told(context: PrintContext) -> PaperSection:
    """The numbers of the evening, once it is over."""
    is_over = context.tournament.state == Tournament.State.FINISHED
    lines = read_oddities(context.tournament, context.naming) if is_over else ()
    return PaperSection(gettext("Numbers of the evening"), tuple(line.sentence for line in lines))


def _build_draws(data: _MinutesData, draws: Iterable[Draw]) -> PaperSection:
    rows = [
        (
            data.format_round(draw.round.stage.number, draw.round.number),
            date_format(localtime(draw.made_at), "SHORT_DATETIME_FORMAT"),
            format_name(draw.made_by),
            draw.seed,
            number_format(len(list_hand_changes(draw.changes))),
        )
        for draw in draws
    ]
    headings = (gettext("Round"), gettext("Drawn"), gettext("By"), gettext("Draw key"), gettext("Changed by hand"))
    return PaperSection(gettext("Draws"), headings=headings, rows=tuple(rows))


def _build_changed_draws(data: _MinutesData, draws: Sequence[Draw]) -> PaperSection:
    """Changes by hand to published draws, with their reasons."""
    people = get_user_model().objects.in_bulk({change["by"] for draw in draws for change in draw.changes})
    numbers = dict(data.tournament.entries.values_list("pk", "number")) if people else {}
    rows = [
        (
            data.format_round(draw.round.stage.number, draw.round.number),
            _format_change(change, numbers),
            change["reason"],
            format_signature(people.get(change["by"]), dt.datetime.fromisoformat(change["at"])),
        )
        for draw in draws
        for change in draw.changes
        if "door" not in change
    ]
    headings = (gettext("Round"), gettext("What"), gettext("Why"), gettext("Who and when"))
    return PaperSection(gettext("Draws changed by hand"), headings=headings, rows=tuple(rows))


def _format_change(change: Mapping[str, Any], numbers: Mapping[int, int]) -> str:
    if "drawing" in change:
        return gettext("drawing number %(number)d") % {"number": change["drawing"]}
    if NOTE in change:
        return gettext("tables given at the door: %(count)d") % {"count": len(change[NOTE]["given"])}
    if "out_of_date" in change:
        return gettext("published although out of date")
    if "declined" in change:
        return gettext("%(number)d declines the lucky loser’s place") % {"number": numbers[change["declined"]]}
    return f"{numbers[change['first']]} ⇄ {numbers[change['second']]}"


def _build_corrections(data: _MinutesData) -> PaperSection:
    """Every line that was corrected or withdrawn, including those against the rules."""
    rows = [row for match_id, entries in data.lines.items() for row in _build_correction_rows(data, match_id, entries)]
    headings = (gettext("Where"), gettext("Was"), gettext("Is"), gettext("Why"), gettext("Who and when"))
    return PaperSection(gettext("Corrections"), headings=headings, rows=tuple(rows))


def _build_correction_rows(data: _MinutesData, match_id: int, entries: Iterable[LedgerEntry]) -> Iterator[Row]:
    for ledger_line in parse_lines(data.game, entries):
        for place, revision in enumerate(ledger_line.revisions[1:], start=1):
            entry = revision.entry
            was, now = (_format_wording(data.game, ledger_line, index) for index in (place - 1, place))
            yield (data.format_place(match_id), was, now, data.format_reason(entry), data.format_signature(entry))


def _format_wording(game: AnyGame, ledger_line: LedgerLine, place: int) -> str:
    return format_revision(build_revision_view(game, ledger_line, place))


def _build_decisions(data: _MinutesData) -> PaperSection:
    """Decisions about a whole match, and lines that the director entered against the rules."""
    rows = [
        (data.format_place(match_id), _format_decision(data.game, entry), data.format_reason(entry), data.format_signature(entry))
        for match_id, entries in data.lines.items()
        for entry in entries
        if entry.kind in (Kind.DISPUTE, Kind.REOPEN)
        or (entry.kind == Kind.VOID and entry.supersedes is None)
        or (entry.kind == Kind.SUBMIT and entry.reason == LedgerEntry.Reason.OVERRULED)
    ]
    headings = (gettext("Where"), gettext("Decision"), gettext("Why"), gettext("Who and when"))
    return PaperSection(gettext("Decisions"), headings=headings, rows=tuple(rows))


def _build_penalties(data: _MinutesData) -> PaperSection:
    """The penalties that count: against whom, what they cost and for what, what the referee stated, and where the evidence is."""
    stated = [
        (match_id, line, penalty, find_proven_lines(entries))
        for match_id, entries in data.lines.items()
        if any(PENALTY_MARK in entry.payload for entry in entries)
        for line, penalty in list_penalty_lines(data.game, entries)
    ]
    seated = {match.pk: match for match in Match.objects.filter(pk__in=[row[0] for row in stated]).prefetch_related(prefetch_seats())}
    rows = [
        (
            data.format_place(match_id),
            list_side_names(seated[match_id].seats.all())[penalty.side],
            format_penalty_boxes(data.game, penalty),
            data.format_reason(line.current.entry),
            gettext("ledger no. %(seq)d") % {"seq": proven[line.seq]} if line.seq in proven else "–",
            data.format_signature(line.current.entry),
        )
        for match_id, line, penalty, proven in stated
    ]
    headings = (gettext("Where"), gettext("Penalised"), gettext("Penalty"), gettext("Why"), gettext("Evidence"), gettext("Who and when"))
    return PaperSection(gettext("Penalties"), headings=headings, rows=tuple(rows), names=(1,))


def _format_decision(game: AnyGame, entry: LedgerEntry) -> str:
    if entry.kind == Kind.SUBMIT:
        return _format_wording(game, parse_lines(game, [entry])[0], 0)
    if entry.kind == Kind.VOID:
        return gettext("the match is cancelled")
    return gettext("dispute withdrawn") if is_withdrawal(entry) else str(entry.get_kind_display())


def _build_entry_decisions(data: _MinutesData) -> PaperSection:
    """Decisions beside the matches: points taken off, places given between tied entries, and late entries."""
    names = dict(data.tournament.entries.values_list("number", "name")) if data.about_entries else {}
    rows = [
        (
            str(content["stage"]),
            f"{content['entry']} {names[content['entry']]}",
            format_decision(str(content["decision"]), int(content["amount"])),
            data.format_reason(entry),
            data.format_signature(entry),
        )
        for entry, content in data.about_entries
    ]
    headings = (gettext("Stage"), gettext("Entry"), gettext("Decision"), gettext("Why"), gettext("Who and when"))
    return PaperSection(gettext("Decisions about entries"), headings=headings, rows=tuple(rows))


def _build_round_decisions(data: _MinutesData) -> PaperSection:
    """What was decided after corrections that reached later rounds: who follows, what stands, what is played again or taken back."""
    decisions = read_round_decisions(data.tournament)
    names = dict(data.tournament.entries.values_list("number", "name")) if decisions else {}
    people = read_actor_names((entry.actor for entry, _content in decisions), data.tournament.pk) if decisions else {}
    rows = [
        (
            data.format_round(content["stage"], content["round"]),
            format_round_decision(str(content["decision"])),
            ", ".join(f"{number} {names.get(number, '')}".strip() for number in content.get("numbers", ())) or "–",
            data.format_reason(entry),
            replace(data, people=people).format_signature(entry),
        )
        for entry, content in decisions
    ]
    headings = (gettext("Round"), gettext("Decision"), gettext("Entries"), gettext("Why"), gettext("Who and when"))
    return PaperSection(gettext("Decisions after corrections"), headings=headings, rows=tuple(rows))


def _build_unplayed(data: _MinutesData) -> PaperSection:
    """Matches that were decided without play."""
    results = MatchResult.objects.filter(match__round__stage__tournament=data.tournament).exclude(outcome=MatchResult.Outcome.PLAYED)
    rows = []
    seated = results.select_related("match").prefetch_related(prefetch_seats("match__seats"))
    for result in seated.order_by("match__round__stage__number", "match__round__number"):
        names = list_side_names(result.match.seats.all())
        winner = "–" if result.winner is None else names[result.winner]
        rows.append((data.format_place(result.match_id), " / ".join(names), str(result.get_outcome_display()), winner))
    headings = (gettext("Where"), gettext("Sides"), gettext("Outcome"), gettext("Winner"))
    return PaperSection(gettext("Not played"), headings=headings, rows=tuple(rows))
