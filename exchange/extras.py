"""The extras of a tournament's file: forbidden pairs, substitutions, the style of papers, table links."""

import base64
import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from exchange.values import BrokenCopy
from paper.layout import PictureRefused
from paper.logos import check_logo
from scoring.matches.paper_style import find_style
from scoring.models import PaperStyle, SheetIssue, TableLink
from tournaments.models import CashLine, ForbiddenPair, Match, Substitution, Tournament

Json = dict[str, Any]
STYLE_FIELDS = ("suits", "language", "prizes", "signatures")
LATER_STYLE_FIELDS = ("sheet_kind", "sheet_dropped")
"""Written only where they differ from what a new tournament has: files of older desks lack them."""


Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")
ROWS_AT_ONCE = 500
"""Rows that are in memory while a file is written or read."""


def iterate_parts(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items, a few hundred at a time."""
    iterator = iter(items)
    while part := list(islice(iterator, ROWS_AT_ONCE)):
        yield part


def format_time(time: dt.datetime | None) -> str | None:
    return time.astimezone(dt.UTC).isoformat(timespec="microseconds") if time else None


def parse_time(text: str | None) -> dt.datetime | None:
    return dt.datetime.fromisoformat(text) if text else None


def build_sheet(match: Match, section: Json) -> SheetIssue:
    """A printed sheet of the match, with the times of the file."""
    times = {name: parse_time(section[name]) for name in ("printed_at", "returned_at")}
    return SheetIssue(match=match, **{**section, **times})


# -------------------------------------------------------------------------------------------------------------------- writing


def iterate_bundles(rows: QuerySet[Row]) -> Iterator[list[Row]]:
    """The rows, a few hundred at a time. What belongs to a bundle is read as plain values: rows that know each other are freed late."""
    return iterate_parts(rows.iterator(chunk_size=ROWS_AT_ONCE))


def build_forbidden_section(tournament: Tournament) -> list[Json]:
    pairs = (
        ForbiddenPair.objects.filter(tournament=tournament).order_by("first__number", "second__number").select_related("first", "second")
    )
    return [{"first": pair.first.number, "second": pair.second.number, "reason": pair.reason} for pair in pairs]


def list_substitutions(tournament: Tournament) -> list[Substitution]:
    substitutions = Substitution.objects.filter(entry__tournament=tournament).order_by("pk")
    return list(substitutions.select_related("entry", "match", "leaves", "comes"))


def build_substitutions_section(tournament: Tournament) -> list[Json]:
    return [
        {
            "entry": substitution.entry.number,
            "match": substitution.match.code if substitution.match else "",
            "leaves": str(substitution.leaves.public_id),
            "comes": str(substitution.comes.public_id),
            "reason": substitution.reason,
            "made_by": f"staff-{substitution.made_by_id}",
            "made_at": format_time(substitution.made_at),
        }
        for substitution in list_substitutions(tournament)
    ]


def build_paper_section(tournament: Tournament) -> Json | None:
    """The style of papers, with the logo's picture as base64."""
    style = find_style(tournament.slug)
    if style is None:
        return None
    usual = PaperStyle()
    later = {name: getattr(style, name) for name in LATER_STYLE_FIELDS if getattr(style, name) != getattr(usual, name)}
    return {name: getattr(style, name) for name in STYLE_FIELDS} | {"logo": base64.b64encode(style.logo).decode()} | later


def build_links_section(tournament: Tournament) -> Iterator[Json]:
    """Table links by the hash of their secret. Their typed codes are left out: those are hashed with this desk's own key."""
    links = TableLink.objects.filter(match__round__stage__tournament=tournament).select_related("match").order_by("pk")
    for link in links.iterator(chunk_size=ROWS_AT_ONCE):
        yield {
            "match": link.match.code,
            "side": link.side,
            "secret_hash": link.secret_hash,
            "issued_at": format_time(link.issued_at),
            "issued_by": f"staff-{link.issued_by_id}",
            "revoked_at": format_time(link.revoked_at),
            "accepted_seq": link.accepted_seq,
        }


def list_staff_of_extras(tournament: Tournament) -> set[int]:
    """Primary keys of the staff that the links, the cash book and the substitutions name."""
    links = TableLink.objects.filter(match__round__stage__tournament=tournament).values_list("issued_by_id", flat=True)
    cash = CashLine.objects.filter(tournament=tournament).values_list("made_by_id", flat=True)
    return {*links, *cash, *Substitution.objects.filter(entry__tournament=tournament).values_list("made_by_id", flat=True)}


# ------------------------------------------------------------------------------------------------------------------ taking in


def store_forbidden(section: Sequence[Json], tournament: Tournament, entries: Mapping[int, int]) -> None:
    """Store the forbidden pairs, the lower key first. `entries`: keys by entry number."""
    for pair in section:
        first, second = sorted((entries[pair["first"]], entries[pair["second"]]))
        ForbiddenPair.objects.create(tournament=tournament, first_id=first, second_id=second, reason=pair["reason"])


def store_substitutions(
    section: Sequence[Json],
    *,
    entries: Mapping[int, int],
    matches: Mapping[str, int],
    people: Mapping[str, int],
    users: Mapping[str, int],
    actor: AbstractBaseUser,
) -> None:
    for substitution in section:
        Substitution.objects.create(
            entry_id=entries[substitution["entry"]],
            match_id=matches[substitution["match"]] if substitution["match"] else None,
            leaves_id=people[substitution["leaves"]],
            comes_id=people[substitution["comes"]],
            reason=substitution["reason"],
            made_by_id=users.get(substitution["made_by"], actor.pk),
            made_at=dt.datetime.fromisoformat(substitution["made_at"]),
        )


def store_paper(section: Json | None, tournament: Tournament) -> None:
    """Store the style of papers. Raises BrokenCopy for a logo that is no picture."""
    if section is None:
        return
    try:
        logo = check_logo(base64.b64decode(section["logo"], validate=True)) if section["logo"] else b""
    except (PictureRefused, ValueError) as error:
        raise BrokenCopy("persons.paper.logo", _("is not a picture that can be printed")) from error
    later = {name: section[name] for name in LATER_STYLE_FIELDS if name in section}
    PaperStyle.objects.create(tournament=tournament, logo=logo, **{name: section[name] for name in STYLE_FIELDS}, **later)


def store_links(section: Sequence[Json], matches: Mapping[str, int], users: Mapping[str, int], actor: AbstractBaseUser) -> None:
    """Store the table links, or the state of those that are here.

    Printed QR codes keep working; a typed code opens nothing, because only the other desk can check it.
    """
    for part in iterate_parts(section):
        links = {(matches[link["match"]], link["secret_hash"]): link for link in part}
        present = [
            stored
            for stored in TableLink.objects.filter(secret_hash__in=[link["secret_hash"] for link in part])
            if (stored.match_id, stored.secret_hash) in links
        ]
        for stored in present:
            link = links.pop((stored.match_id, stored.secret_hash))
            stored.revoked_at, stored.accepted_seq = parse_time(link["revoked_at"]), link["accepted_seq"]
        TableLink.objects.bulk_update(present, ["revoked_at", "accepted_seq"])
        TableLink.objects.bulk_create(_build_link(match, link, users, actor) for (match, _hash), link in links.items())


def _build_link(match: int, section: Json, users: Mapping[str, int], actor: AbstractBaseUser) -> TableLink:
    issued_at = dt.datetime.fromisoformat(section["issued_at"])
    return TableLink(
        match_id=match,
        side=section["side"],
        secret_hash=section["secret_hash"],
        code_hash=hashlib.sha256(secrets.token_bytes(32)).hexdigest(),
        code_used_at=issued_at,
        issued_at=issued_at,
        issued_by_id=users.get(section["issued_by"], actor.pk),
        revoked_at=parse_time(section["revoked_at"]),
        accepted_seq=section["accepted_seq"],
    )
