"""What goes when a name is erased."""

from federation.models import PersonPage, RatingStep
from tournaments.models import Person


def delete_pages_of(person: Person) -> None:
    """The pages of the person and the steps of the rating; answers about who is who stay, they hold no name. Call inside `write_tx`."""
    PersonPage.objects.filter(member__person=person).delete()
    RatingStep.objects.filter(member__person=person).delete()
