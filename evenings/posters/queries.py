"""What the posters of an evening say, in the language of the moment: every text that is known, none for what is not."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from evenings.posters.links import PosterLink
from pairing import format_by_key
from paper.logos import read_logo_picture
from paper.poster_art import PosterData, PosterFact
from scoring.matches.paper_style import choose_suits, read_style
from tournaments.announcing.queries import AnnouncedEvening
from tournaments.announcing.words import format_day, format_fee, format_hour, list_hours
from tournaments.cash.prize_lines import list_prize_words
from tournaments.models import Tournament

NO_LINK = PosterLink()


@dataclass(frozen=True, slots=True)
class MissingFact:
    """Something that a good poster says and this one does not; `why` is the sentence for the desk."""

    key: str
    why: str


def build_poster(tournament: Tournament, evening: AnnouncedEvening, link: PosterLink = NO_LINK) -> PosterData:
    """The poster of a tournament. Three queries: paper style, organizer and stages."""
    style = read_style(tournament)
    return PosterData(
        title=evening.name,
        language=get_language() or "en",
        game=" · ".join(list_game_words(tournament)),
        organizer=name_organizer(tournament),
        logo=read_logo_picture(style.picture),
        date=format_day(evening.date),
        hours=capitalise(" · ".join(list_hours(evening))),
        venue=evening.venue,
        address=format_address(evening),
        facts=tuple(list_facts(tournament, evening)),
        prizes_label=_("Prizes"),
        prizes=evening.prizes or list_prize_words(style.prizes),
        prizes_more=_("and more"),
        contact_label=_("Information"),
        contact=evening.contact,
        code=link.address,
        code_caption=link.caption,
        code_note=link.note,
        band=_("Evening cancelled") if evening.cancelled else "",
        suits=choose_suits(tournament),
    )


def write_chat_text(tournament: Tournament, evening: AnnouncedEvening, address: str) -> str:
    """The announcement as a message of a few lines; `address` is public, or empty."""
    prizes = evening.prizes or list_prize_words(read_style(tournament).prizes)
    facts = [PosterFact(fact.label, tuple(map(str, fact.lines))) for fact in list_facts(tournament, evening)]
    prize_fact = [PosterFact(_("Prizes"), prizes)] if prizes else []
    contact = [PosterFact(_("Information"), (evening.contact,))] if evening.contact else []
    lines = (
        _("Evening cancelled") if evening.cancelled else "",
        " – ".join((evening.name, ", ".join(list_game_words(tournament)))),
        " · ".join((format_day(evening.date), *list_hours(evening))),
        evening.where,
        *(": ".join(filter(None, (fact.label, ", ".join(fact.lines)))) for fact in (*facts, *prize_fact, *contact)),
        address,
    )
    return "\n".join(filter(None, lines))


def list_missing(tournament: Tournament, evening: AnnouncedEvening) -> list[MissingFact]:
    """What people would ask for, in the order in which they ask."""
    prizes = evening.prizes or read_style(tournament).prize_lines
    checks = (
        ("hour", evening.starts is not None, _("At what hour? Neither meeting time nor start is known.")),
        ("place", bool(evening.venue), _("Where? The venue is missing.")),
        ("town", bool(evening.town or evening.address), _("In which town or street? Who comes from elsewhere does not know the venue.")),
        ("contact", bool(evening.contact), _("Whom to call? There is no telephone number.")),
        ("fee", evening.fee_cents > 0 or bool(evening.fee_includes), _("What does it cost? No fee is entered.")),
        ("prizes", bool(prizes), _("What is there to win? No prizes are written.")),
    )
    return [MissingFact(key, why) for key, known, why in checks if not known]


def capitalise(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def list_game_words(tournament: Tournament) -> Iterator[str]:
    """The game, how many play together, and to what."""
    yield _(tournament.game.name)
    yield name_sides(tournament.entry_size)
    targets = getattr(tournament.game.options_from(tournament.rules), "targets", ())
    if targets:
        yield _("to %(targets)s") % {"targets": "/".join(map(str, targets))}


def name_sides(size: int) -> str:
    """How people play: singly, in pairs, in teams."""
    if size == 1:
        return pgettext("how one plays", "singles")
    return pgettext("how one plays", "pairs") if size == 2 else pgettext("how one plays", "teams of %(size)d") % {"size": size}


def format_address(evening: AnnouncedEvening) -> str:
    """Street and town, without what the name of the venue says already."""
    parts = [part for part in (evening.address, evening.town) if part and part.casefold() not in evening.venue.casefold()]
    if len(parts) == 2 and evening.town.casefold() in evening.address.casefold():
        parts = parts[:1]
    return ", ".join(parts)


def name_organizer(tournament: Tournament) -> str:
    """The club; nothing for a computer that has none."""
    return "" if tournament.organizer.is_house else tournament.organizer.name


def list_facts(tournament: Tournament, evening: AnnouncedEvening) -> Iterator[PosterFact]:
    """What is said in lines with a label, in the order in which it is read."""
    fee = tuple(filter(None, (format_fee(tournament, evening.fee_cents), evening.fee_includes)))
    if fee:
        yield PosterFact(_("Fee"), fee)
    if evening.who_may_play:
        yield PosterFact(_("Who may play"), (evening.who_may_play,))
    formats = list_formats(tournament)
    if formats:
        yield PosterFact(pgettext("poster", "Format"), (formats,))
    if evening.places:
        yield PosterFact(_("Places"), (count_places_in_words(tournament.entry_size, evening.places),))
    if evening.closes_at:
        yield PosterFact(_("Enrolment"), (_("until %(moment)s") % {"moment": format_deadline(evening.closes_at)},))
    if evening.more:
        yield PosterFact(pgettext("poster", "Good to know"), (" ".join(evening.more.split()),))


def list_formats(tournament: Tournament) -> str:
    """The formats of the stages in the order in which they are played: “Pools, then Knockout”."""
    names = [_(format_by_key(key).name) for key in tournament.stages.order_by("number").values_list("format_key", flat=True)]
    return pgettext("between two formats", ", then ").join(dict.fromkeys(names))


def count_places_in_words(size: int, places: int) -> str:
    number = number_format(places, 0, force_grouping=True)
    words = {1: pgettext("places", "%(number)s players"), 2: pgettext("places", "%(number)s pairs")}
    return words.get(size, pgettext("places", "%(number)s teams")) % {"number": number}


def format_deadline(moment: dt.datetime) -> str:
    here = localtime(moment)
    return f"{format_day(here.date())}, {format_hour(here.time())}"
