"""A line of the list of backups: what each of them holds."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exchange.values import Backup, CopiedTournament
from tournaments.models import Tournament

MOST_NAMED = 3
"""Tournaments that a line names."""


def format_contents(backup: Backup, tournament: Tournament, *, names: bool) -> str:
    """What a backup holds: this tournament with its round first, then the others, by name for whoever may know of them."""
    own_first = sorted(backup.tournaments, key=lambda copied: (copied.slug != tournament.slug, copied.name))
    listed = [_format_copied(copied) for copied in own_first[:MOST_NAMED] if names or copied.slug == tournament.slug]
    more = len(own_first) - len(listed)
    if more:
        listed.append(ngettext("%(count)d other tournament", "%(count)d other tournaments", more) % {"count": more})
    if not own_first or own_first[0].slug != tournament.slug:
        listed.insert(0, _("without this tournament"))
    return ", ".join(listed)


def _format_copied(copied: CopiedTournament) -> str:
    if copied.round:
        return _("%(name)s (%(stage)s, round %(round)d)") % {"name": copied.name, "stage": copied.stage, "round": copied.round}
    return copied.name
