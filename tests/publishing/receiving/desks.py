"""A desk that speaks to the site of a test as the bridge says, and the way of a tournament from one to the other.

Desk and site share the test's database: the tournament is played there, its public document read, its rows taken away, and only then the
site receives what the desk read.
"""

import json
from dataclasses import dataclass, field

from django.db import connection
from django.test import Client
from django.utils import timezone

from jobs.databases import snapshot_transaction, write_tx
from publishing.models import PairedDesk
from publishing.pairing_codes.services import make_code
from publishing.pieces.codec import Piece, cut_piece, encode_piece
from publishing.pieces.digests import compute_digest, dump_document
from publishing.pieces.patches import build_patch
from publishing.pieces.signatures import derive_public_key, make_private_key, sign_bytes
from publishing.public_document.queries import build_public_document
from publishing.receiving.projecting import take_down
from tests.scoring.builders import build_user
from tournaments.models import Organizer, OrganizerMember, Tournament
from tournaments.permissions import Role


def found_club(name="Circolo", director="presidente"):
    club = Organizer.objects.get_or_create(slug=name.lower(), defaults={"name": name})[0]
    user = build_user(director)
    OrganizerMember.objects.get_or_create(organizer=club, user=user, defaults={"role": Role.DIRECTOR})
    return club, user


@dataclass
class Desk:
    """A computer with a key. `document` is what the site acknowledged, `number` counts changes, `bodies` is everything that left."""

    name: str = "portatile"
    client: Client = field(default_factory=Client)
    private_key: str = field(default_factory=make_private_key)
    key: str = ""
    number: int = 0
    document: object = None
    bodies: list = field(default_factory=list)

    def pair(self, code):
        body = json.dumps({"code": code, "desk": self.name, "key": derive_public_key(self.private_key)})
        answer = self.client.post("/bridge/pair/", body, content_type="application/json")
        if answer.status_code == 200:
            self.key = answer.json()["desk"]
        return answer

    def build_piece(self, document, *, whole=False):
        self.number += 1
        before = None if whole else self.document
        base = compute_digest(before) if before else ""
        changes = build_patch(before, document) if before else document
        return Piece(document["tournament"]["created_at"], self.number, base, compute_digest(document), 1, 1, now(), False, changes)

    def post(self, piece, *, language="en"):
        body, signature = encode_piece(piece, self.private_key)
        return self.post_body(body, signature, language=language)

    def post_body(self, body, signature, *, language="en", kind="application/octet-stream"):
        self.bodies.append(body)
        headers = {"X-Signature": signature, "Accept-Language": language}
        return self.client.post(f"/bridge/{self.key}/pieces/", body, content_type=kind, headers=headers)

    def send(self, document, *, whole=False):
        """Send the change part by part; the last answer."""
        for part in cut_piece(self.build_piece(document, whole=whole)):
            answer = self.post(part)
        if answer.status_code == 200:
            self.document = json.loads(dump_document(document))
        return answer

    def withdraw(self, key):
        self.number += 1
        return self.post(Piece(key, self.number, "", "", 1, 1, now(), True, None))

    def ask_state(self, key, *, signed_by=None):
        path = f"/bridge/{self.key}/state/?tournament={key.replace(':', '%3A').replace('+', '%2B')}"
        time = now()
        signature = sign_bytes(f"{path}\n{time}".encode(), signed_by or self.private_key)
        return self.client.get(path, headers={"X-Signature": signature, "X-Time": time})


def now():
    return timezone.now().isoformat()


def pair_new_desk(club, director, name="portatile", **options):
    desk = Desk(name)
    assert desk.pair(make_code(club, actor=director, at=timezone.now(), **options)).status_code == 200
    assert PairedDesk.objects.get(pk=desk.key).organizer == club
    return desk


def read_document(tournament):
    """What leaves a desk, as it arrives."""
    with snapshot_transaction():
        return json.loads(dump_document(build_public_document(Tournament.objects.get(pk=tournament.pk))))


def take_away(tournament):
    """The desk is another computer: its rows are not here, and keys are given anew."""
    with write_tx():
        Tournament.objects.filter(pk=tournament.pk).update(shown_from="desk")
        take_down(Tournament.objects.get(pk=tournament.pk))
    restart_keys()


def restart_keys():
    """Give keys from the first free one, whatever other tests have used: pages that name keys can be compared then."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE sqlite_sequence SET seq = 0")
