"""The paper style of a tournament: its own, else its club's."""

from scoring.models import OrganizerPaper, PaperStyle
from scoring.models.papers import LOOK_FIELDS
from tournaments.models import Tournament


def read_style(tournament: Tournament) -> PaperStyle:
    """The style, with the defaults where nobody chose anything. One query."""
    return find_style(tournament.slug) or PaperStyle(tournament=tournament, follows_club=True, suits=choose_suits(tournament))


def choose_suits(tournament: Tournament) -> str:
    """The suits of the pack with which the game is played: what papers, phones and posters show where nobody chose others."""
    return PaperStyle.Suits.FRENCH if tournament.game.pack.french else PaperStyle.Suits.ITALIAN


def find_style(slug: str) -> PaperStyle | None:
    """What was chosen for a tournament or for its club; None for nothing. One query."""
    tournament = Tournament.objects.filter(slug=slug).select_related("paper_style", "organizer__paper").first()
    if tournament is None:
        return None
    style: PaperStyle | None = getattr(tournament, "paper_style", None)
    club: OrganizerPaper | None = getattr(tournament.organizer, "paper", None)
    if style is None and club is not None:
        style = PaperStyle(tournament=tournament, follows_club=True)
    if style is not None and style.follows_club:
        usual = club or OrganizerPaper(suits=choose_suits(tournament))
        for name in LOOK_FIELDS:
            setattr(style, name, getattr(usual, name))
    return style
