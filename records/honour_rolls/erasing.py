"""What goes from rolls of honour when a name is erased."""

from collections.abc import Iterable, Sequence

from records.models import HonourLine
from tournaments.models import Tournament
from tournaments.people.erasure import remove_names

COLUMNS = ("title", "winners", "remark")


def erase_from_rolls(tournaments: Iterable[Tournament], names: Sequence[str]) -> None:
    """Replace the whole names in typed lines of the clubs of these tournaments. Call inside `write_tx`."""
    clubs = {tournament.organizer_id for tournament in tournaments}
    for line in HonourLine.objects.filter(roll__organizer__in=clubs):
        texts = {column: remove_names(getattr(line, column), names, whole=True) for column in COLUMNS}
        if any(getattr(line, column) != text for column, text in texts.items()):
            HonourLine.objects.filter(pk=line.pk).update(**texts)
