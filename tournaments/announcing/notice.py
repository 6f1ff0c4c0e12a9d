"""The privacy notice of an evening (GDPR, article 13), as the page and the paper say it."""

from django.utils.translation import gettext, ngettext

from tournaments.models import Announcement, Tournament


def build_privacy_notice(tournament: Tournament, announcement: Announcement) -> tuple[tuple[str, str], ...]:
    """Headings with their paragraphs. The tournament comes with its organizer."""
    days = announcement.keep_days
    retention = ngettext(
        "What you write here is deleted %(days)s day after the tournament. Names and results of who played stay in the records of the"
        " tournament.",
        "What you write here is deleted %(days)s days after the tournament. Names and results of who played stay in the records of the"
        " tournament.",
        days,
    )
    audience = (
        gettext(
            "The people who work at the desk see everything that you write. The public page, the screen in the hall and lists show your"
            " name like this:"
        ),
        f"{tournament.get_public_names_display()}.",
        gettext("Telephone and card number are never published, and nobody else gets them."),
    )
    purpose = (
        gettext(
            "To hold the tournament for which you enrol: to keep the list, to tell you of changes, to draw the tables and to publish"
            " results."
        ),
        gettext("Without a name nobody can be drawn; without a telephone nobody can tell you that a place is free."),
    )
    rights = (
        gettext(
            "You can see, correct, delete and take along your data, restrict their use and object to it: on your own page, or by asking the"
            " organisers."
        ),
        gettext("You can complain to the Garante per la protezione dei dati personali (www.garanteprivacy.it)."),
    )
    return (
        (gettext("Who keeps your data"), name_controller(tournament, announcement)),
        *_tell_places(tournament),
        (gettext("What for"), " ".join(purpose)),
        (
            gettext("On which ground"),
            gettext("Because you ask to take part (article 6, paragraph 1, letter b of Regulation (EU) 2016/679)."),
        ),
        (gettext("Who sees them"), " ".join(audience)),
        (gettext("For how long"), retention % {"days": days}),
        (gettext("Your rights"), " ".join(rights)),
    )


def _tell_places(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Where what is written on a site lies, if a desk elsewhere holds the tournament: at both."""
    if not tournament.shown_from:
        return ()
    places = gettext(
        "On this site, and, as soon as it has a network, on the computer of the organisers, who ask this site to keep it for them. Both"
        " delete it on the same day."
    )
    return ((gettext("Where your data lie"), places),)


def name_controller(tournament: Tournament, announcement: Announcement) -> str:
    """Who keeps the data, and how to reach them."""
    return " · ".join(filter(None, (name_organizer(tournament, announcement) or gettext("The organizer"), announcement.contact)))


def name_organizer(tournament: Tournament, announcement: Announcement) -> str:
    """Who runs the evening; empty where nobody said so: the house of a desk is the program, and a site repeats what the desk told."""
    is_told = not (tournament.organizer.is_house or tournament.shown_from)
    return announcement.controller or (tournament.organizer.name if is_told else "")
