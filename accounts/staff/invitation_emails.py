"""Invitations by e-mail."""

from django.utils.translation import gettext as _

from accounts.users.emails import send_email
from tournaments.models import Invitation


def send_invitation(invitation: Invitation, address: str, url: str) -> bool:
    """Send the link of an invitation; return whether the mail server took it."""
    name = invitation.invited_by.get_username()
    if invitation.tournament is not None:
        offer = _("%(name)s invites you to work on the tournament “%(title)s”.") % {"name": name, "title": invitation.tournament.name}
    elif invitation.organizer is not None:
        offer = _("%(name)s invites you to work on the tournaments of %(title)s.") % {"name": name, "title": invitation.organizer.name}
    else:
        offer = _("%(name)s invites you to hold your club’s tournaments with La Bella.") % {"name": name}
    how = _("To accept, open this address. It works once, for seven days:")
    return send_email(address, _("Invitation to La Bella"), offer, f"{how}\n{url}")
