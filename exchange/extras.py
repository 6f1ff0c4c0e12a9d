"""What a tournament's file holds beside entries, draws and results: pairs kept apart, substitutions, the look of papers, slips."""

import base64
import datetime as dt
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from exchange.values import BrokenCopy
from paper.layout import PictureRefused
from paper.logos import checked_logo
from scoring.models import PaperStyle, TableLink
from tournaments.models import ForbiddenPair, Match, Person, Substitution, Tournament

Json = dict[str, Any]
STYLE = ("suits", "language", "prizes", "signatures")


def moment(at: dt.datetime | None) -> str | None:
    return at.astimezone(dt.UTC).isoformat(timespec="microseconds") if at else None


def read_moment(text: str | None) -> dt.datetime | None:
    return dt.datetime.fromisoformat(text) if text else None


# -------------------------------------------------------------------------------------------------------------------- writing


def forbidden_section(tournament: Tournament) -> list[Json]:
    pairs = (
        ForbiddenPair.objects.filter(tournament=tournament).order_by("first__number", "second__number").select_related("first", "second")
    )
    return [{"first": pair.first.number, "second": pair.second.number, "reason": pair.reason} for pair in pairs]


def substitutions_of(tournament: Tournament) -> list[Substitution]:
    found = Substitution.objects.filter(entry__tournament=tournament).order_by("made_at", "pk")
    return list(found.select_related("entry", "match", "leaves", "comes"))


def substitutions_section(tournament: Tournament) -> list[Json]:
    return [
        {
            "entry": one.entry.number,
            "match": one.match.code if one.match else "",
            "leaves": str(one.leaves.public_id),
            "comes": str(one.comes.public_id),
            "reason": one.reason,
            "made_by": f"staff-{one.made_by_id}",
            "made_at": moment(one.made_at),
        }
        for one in substitutions_of(tournament)
    ]


def paper_section(tournament: Tournament) -> Json | None:
    """The look of papers, the logo's picture as base64."""
    style = PaperStyle.objects.filter(tournament=tournament).first()
    if style is None:
        return None
    return {name: getattr(style, name) for name in STYLE} | {"logo": base64.b64encode(style.logo).decode()}


def links_section(tournament: Tournament) -> list[Json]:
    """Slips by the hash of their secret. Their typed codes stay behind: those are hashed with this desk's own key."""
    links = TableLink.objects.filter(match__round__stage__tournament=tournament).select_related("match").order_by("pk")
    return [
        {
            "match": link.match.code,
            "side": link.side,
            "secret_hash": link.secret_hash,
            "issued_at": moment(link.issued_at),
            "issued_by": f"staff-{link.issued_by_id}",
            "revoked_at": moment(link.revoked_at),
            "accepted_seq": link.accepted_seq,
        }
        for link in links
    ]


def people_beside(tournament: Tournament) -> set[int]:
    """Keys of the staff that these sections name."""
    links = TableLink.objects.filter(match__round__stage__tournament=tournament).values_list("issued_by_id", flat=True)
    return {*links, *Substitution.objects.filter(entry__tournament=tournament).values_list("made_by_id", flat=True)}


# ------------------------------------------------------------------------------------------------------------------ taking in


def take_forbidden(told: Sequence[Json], tournament: Tournament, entries: Mapping[int, int]) -> None:
    """`entries`: keys by number. The lower key stands first."""
    for one in told:
        first, second = sorted((entries[one["first"]], entries[one["second"]]))
        ForbiddenPair.objects.create(tournament=tournament, first_id=first, second_id=second, reason=one["reason"])


def take_substitutions(
    told: Sequence[Json],
    *,
    entries: Mapping[int, int],
    matches: Mapping[str, Match],
    people: Mapping[str, Person],
    users: Mapping[str, int],
    actor: AbstractBaseUser,
) -> None:
    for one in told:
        Substitution.objects.create(
            entry_id=entries[one["entry"]],
            match=matches[one["match"]] if one["match"] else None,
            leaves=people[one["leaves"]],
            comes=people[one["comes"]],
            reason=one["reason"],
            made_by_id=users.get(one["made_by"], actor.pk),
            made_at=dt.datetime.fromisoformat(one["made_at"]),
        )


def take_paper(told: Json | None, tournament: Tournament) -> None:
    """Raises BrokenCopy for a logo that is no picture."""
    if told is None:
        return
    try:
        logo = checked_logo(base64.b64decode(told["logo"], validate=True)) if told["logo"] else b""
    except (PictureRefused, ValueError) as error:
        raise BrokenCopy("persons.paper.logo", _("is no picture that can be printed")) from error
    PaperStyle.objects.create(tournament=tournament, logo=logo, **{name: told[name] for name in STYLE})


def take_links(told: Sequence[Json], matches: Mapping[str, Match], users: Mapping[str, int], actor: AbstractBaseUser) -> None:
    """The squares of slips go on working here; a typed code opens nothing, because only the other desk can check it."""
    for one in told:
        issued_at = dt.datetime.fromisoformat(one["issued_at"])
        TableLink.objects.create(
            match=matches[one["match"]],
            side=one["side"],
            secret_hash=one["secret_hash"],
            code_hash=hashlib.sha256(secrets.token_bytes(32)).hexdigest(),
            code_used_at=issued_at,
            issued_at=issued_at,
            issued_by_id=users.get(one["issued_by"], actor.pk),
            revoked_at=read_moment(one["revoked_at"]),
            accepted_seq=one["accepted_seq"],
        )
