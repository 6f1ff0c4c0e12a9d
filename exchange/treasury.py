"""What the treasurer handed out, in a tournament's file: receipts, prizes that were given, and pictures of prizes."""

import base64
import datetime as dt
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from exchange.extras import ROWS_AT_ONCE, format_time, parse_time
from exchange.values import BrokenCopy
from paper.layout import PictureRefused
from paper.logos import check_logo
from tournaments.models import CashLine, CashReceipt, PrizeHandover, PrizePicture, Tournament
from tournaments.people.names import MAX_NAME_LENGTH

Json = dict[str, Any]
RECEIPT_FIELDS = ("payer", "kind", "issuer", "words", "copies")
TYPED = ("payer", "issuer", "words")
GIVEN_FIELDS = ("award", "place", "text")


def build_receipts_section(tournament: Tournament) -> Iterator[Json]:
    receipts = CashReceipt.objects.filter(line__tournament=tournament).select_related("line").order_by("line__number")
    for receipt in receipts.iterator(chunk_size=ROWS_AT_ONCE):
        yield {name: getattr(receipt, name) for name in RECEIPT_FIELDS} | {
            "line": receipt.line.number,
            "handed_by": f"staff-{receipt.handed_by_id}",
            "handed_at": format_time(receipt.handed_at),
        }


def build_given_section(tournament: Tournament) -> list[Json]:
    handovers = PrizeHandover.objects.filter(tournament=tournament).select_related("entry").order_by("pk")
    return [
        {name: getattr(row, name) for name in GIVEN_FIELDS}
        | {
            "entry": row.entry.number,
            "given_by": f"staff-{row.given_by_id}",
            "given_at": format_time(row.given_at),
            "taken_back_at": format_time(row.taken_back_at),
        }
        for row in handovers
    ]


def build_pictures_section(tournament: Tournament) -> list[Json]:
    rows = PrizePicture.objects.filter(tournament=tournament).order_by("award", "place")
    return [{"award": row.award, "place": row.place, "picture": base64.b64encode(row.picture).decode()} for row in rows]


def list_staff_of_treasury(tournament: Tournament) -> set[int]:
    """Primary keys of the staff that receipts and prizes name."""
    receipts = CashReceipt.objects.filter(line__tournament=tournament).values_list("handed_by_id", flat=True)
    return {*receipts, *PrizeHandover.objects.filter(tournament=tournament).values_list("given_by_id", flat=True)}


def find_stray_treasury(persons: Mapping[str, Any], entries: set[int]) -> Iterator[tuple[str, str]]:
    """Place and sentence of what cannot be: a receipt without its line or twice, a prize that two have."""
    repeated, unknown = _("appears twice"), _("refers to something that is not in the file")
    lines = {line["number"] for line in persons["cash"]}
    receipts = [receipt["line"] for receipt in persons["receipts"]]
    if len(set(receipts)) != len(receipts):
        yield "persons.receipts.line", repeated
    yield from ((f"persons.receipts[{place}].line", unknown) for place, line in enumerate(receipts) if line not in lines)
    held = [(row["award"], row["place"]) for row in persons["prizes_given"] if row["taken_back_at"] is None]
    pictures = [(row["award"], row["place"]) for row in persons["prize_pictures"]]
    for name, keys in (("prizes_given", held), ("prize_pictures", pictures)):
        if len(set(keys)) != len(keys):
            yield f"persons.{name}", repeated
    for place, row in enumerate(persons["prizes_given"]):
        if row["entry"] not in entries:
            yield f"persons.prizes_given[{place}].entry", unknown


def iterate_treasury_texts(persons: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Place and value of everything that a person typed, no piece longer than a name may be."""
    texts = [(f"persons.receipts[{place}].{name}", row[name]) for place, row in enumerate(persons["receipts"]) for name in TYPED]
    texts += [(f"persons.prizes_given[{place}].text", row["text"]) for place, row in enumerate(persons["prizes_given"])]
    yield from ((place, piece) for place, text in texts for line in text.splitlines() for piece in textwrap.wrap(line, MAX_NAME_LENGTH))


def forget_treasury(tournament: Tournament) -> None:
    """Remove what was handed out here, before a file says it anew; receipts go with the lines of the cash book."""
    PrizeHandover.objects.filter(tournament=tournament).delete()
    PrizePicture.objects.filter(tournament=tournament).delete()


def store_treasury(
    persons: Mapping[str, Any], tournament: Tournament, *, entries: Mapping[int, int], users: Mapping[str, int], actor: AbstractBaseUser
) -> None:
    """Store receipts, prizes and pictures, after the cash book. Raises: BrokenCopy for a picture that is none."""
    forget_treasury(tournament)
    lines = dict(CashLine.objects.filter(tournament=tournament).values_list("number", "pk"))
    CashReceipt.objects.bulk_create(
        CashReceipt(
            line_id=lines[section["line"]],
            handed_by_id=users.get(section["handed_by"], actor.pk),
            handed_at=dt.datetime.fromisoformat(section["handed_at"]),
            **{name: section[name] for name in RECEIPT_FIELDS},
        )
        for section in persons["receipts"]
    )
    for section in persons["prizes_given"]:
        PrizeHandover.objects.create(
            tournament=tournament,
            entry_id=entries[section["entry"]],
            given_by_id=users.get(section["given_by"], actor.pk),
            given_at=dt.datetime.fromisoformat(section["given_at"]),
            taken_back_at=parse_time(section["taken_back_at"]),
            **{name: section[name] for name in GIVEN_FIELDS},
        )
    for place, section in enumerate(persons["prize_pictures"]):
        picture = _read_picture(section["picture"], f"persons.prize_pictures[{place}]")
        PrizePicture.objects.create(tournament=tournament, award=section["award"], place=section["place"], picture=picture)


def _read_picture(text: str, place: str) -> bytes:
    try:
        return check_logo(base64.b64decode(text, validate=True))
    except (PictureRefused, ValueError) as error:
        raise BrokenCopy(place, _("is not a picture that can be printed")) from error
