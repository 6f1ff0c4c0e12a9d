"""What a club puts up and hands out before an evening: the regulation on a sheet, the privacy notice, the form to enrol."""

from collections.abc import Iterator
from itertools import groupby

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from pairing import format_by_key
from paper import EnrolmentForm, PaperSection
from printing.prints.heads import PrintContext
from printing.prints.honours import format_total_worth, list_offered_prizes
from printing.prints.sheets import format_plan
from scoring.entry.policy import describe_correction
from tournaments.announcing.notice import build_privacy_notice, name_organizer
from tournaments.announcing.queries import AnnouncedEvening, build_evening, read_announcement
from tournaments.cash.book import read_fee_plan
from tournaments.cash.pot import parse_extras
from tournaments.fields.euros import format_euros
from tournaments.models import Announcement, FeePlan, Stage, Tournament
from tournaments.stage_pages.facts import list_rule_sentences
from tournaments.stages.match_rules import resolve_rules


def read_regulation_sections(context: PrintContext) -> list[PaperSection]:
    """Everything that players agree to, from where it is kept; a part that nobody stated is left out."""
    tournament, announcement = context.tournament, read_announcement(context.tournament)
    evening, plan = build_evening(tournament, announcement), read_fee_plan(tournament)
    stages = list(Stage.objects.filter(tournament=tournament).order_by("number"))
    sections = [
        PaperSection(gettext("Game and targets"), tuple(_list_game(tournament))),
        PaperSection(gettext("Format"), tuple(_list_formats(tournament, stages))),
        _build_prizes(context, evening),
        PaperSection(gettext("Timetable"), tuple(_list_hours(evening))),
        PaperSection(gettext("Fees"), tuple(_list_fees(tournament, evening, plan))),
        PaperSection(gettext("Late arrival"), (announcement.late,) if announcement.late else ()),
        PaperSection(gettext("Correcting a result"), tuple(_list_corrections(stages))),
        PaperSection(gettext("Complaints"), (announcement.complaints,) if announcement.complaints else ()),
        PaperSection(gettext("Privacy"), (_describe_privacy(tournament, announcement),)),
        _describe_organizer(tournament, announcement, evening),
    ]
    return [section for section in sections if section.paragraphs or section.rows]


def _list_game(tournament: Tournament) -> Iterator[str]:
    game = tournament.game
    plan = format_plan(game, game.options_from(tournament.rules))
    yield gettext("%(game)s, %(options)s.") % {"game": gettext(game.name), "options": plan}
    changed = list_rule_sentences(tournament).changed
    if changed:
        yield " ".join(changed)
    if tournament.regulation:
        yield tournament.regulation


def _list_formats(tournament: Tournament, stages: list[Stage]) -> Iterator[str]:
    for stage in stages:
        form, game = gettext(format_by_key(stage.format_key).name), tournament.game
        name = stage.name if stage.name == form else f"{stage.name}: {form}"
        length = format_plan(game, game.options_from(resolve_rules(stage))) if stage.rules else ""
        yield f"{name} ({length})." if length else f"{name}."


def _build_prizes(context: PrintContext, evening: AnnouncedEvening) -> PaperSection:
    """The prize list; where there is none, what is announced."""
    rows = tuple((prize.rank, prize.prize) for prize in list_offered_prizes(context))
    worth = format_total_worth(context)
    if not rows:
        return PaperSection(gettext("Prizes"), ("; ".join(evening.prizes),) if evening.prizes else ())
    headings = (gettext("Place"), gettext("Prize"))
    return PaperSection(gettext("Prizes"), (worth,) if worth else (), headings, rows, texts=(1,))


def _list_hours(evening: AnnouncedEvening) -> Iterator[str]:
    hours = (
        (gettext("Meeting time"), evening.meets_at),
        (gettext("Start"), evening.starts_at),
        (gettext("Over by"), evening.ends_by),
    )
    stated = [f"{label}: {time_format(hour, 'H:i')}" for label, hour in hours if hour]
    if stated:
        yield " · ".join(stated)
    if evening.closes_at:
        yield gettext("Enrolment until %(when)s.") % {"when": date_format(localtime(evening.closes_at), "d/m/Y H:i")}
    if evening.who_may_play:
        yield gettext("Who may play: %(who)s") % {"who": evening.who_may_play}


def _list_fees(tournament: Tournament, evening: AnnouncedEvening, plan: FeePlan) -> Iterator[str]:
    if tournament.fee_cents:
        yield gettext("Entry fee: %(fee)s.") % {"fee": format_euros(tournament.fee_cents)}
    if evening.fee_includes:
        yield gettext("Included: %(what)s") % {"what": evening.fee_includes}
    for label, cents in parse_extras(plan.extras).items():
        yield f"{label}: {format_euros(cents)}."
    if plan.reentry_most:
        yield gettext("Re-entry: %(fee)s, at most %(most)d times.") % {"fee": format_euros(plan.reentry_cents), "most": plan.reentry_most}


def _list_corrections(stages: list[Stage]) -> Iterator[str]:
    """What each stage says; once where all say the same."""
    windows = [(describe_correction(stage.format_key), stage.name) for stage in stages]
    grouped = [(sentences, [name for _sentences, name in group]) for sentences, group in groupby(windows, key=lambda row: row[0])]
    for sentences, names in grouped:
        text = " ".join(sentences)
        yield text if len(grouped) == 1 else f"{', '.join(names)}: {text}"


def _describe_privacy(tournament: Tournament, announcement: Announcement) -> str:
    who = name_organizer(tournament, announcement) or gettext("The organizer")
    keeper = gettext("%(who)s keeps the names and results of who plays.") % {"who": who}
    shown_names = gettext("Public pages show names like this: %(names)s.") % {"names": tournament.get_public_names_display()}
    return " ".join((keeper, shown_names, gettext("The whole notice is at the desk.")))


def _describe_organizer(tournament: Tournament, announcement: Announcement, evening: AnnouncedEvening) -> PaperSection:
    """Who, where and how to reach them; where nobody said who, the place stands under its own heading: a hall organises nothing.

    Whoever wrote the address behind their name reads it once.
    """
    name = name_organizer(tournament, announcement)
    where = "" if evening.address and evening.address.casefold() in name.casefold() else evening.where
    line = " · ".join(filter(None, (name, where, evening.contact)))
    return PaperSection(gettext("Who organises") if name else gettext("Where it is played"), (line,) if line else ())


def read_privacy_sections(context: PrintContext) -> list[PaperSection]:
    notice = build_privacy_notice(context.tournament, read_announcement(context.tournament))
    return [PaperSection(heading, (paragraph,)) for heading, paragraph in notice]


def build_enrolment_form(context: PrintContext) -> EnrolmentForm:
    """The form for as many persons as an entry has."""
    tournament = context.tournament
    announcement = read_announcement(tournament)
    evening, plan = build_evening(tournament, announcement), read_fee_plan(tournament)
    facts = (*_list_hours(evening), *_list_fees(tournament, evening, plan))
    keeper = name_organizer(tournament, announcement) or gettext("The organizer")
    return EnrolmentForm(tournament.entry_size, evening.where, facts, keeper)
