"""Works at the desk of a data directory in a process of its own: `python -m tests.publishing.driver`, a word a line; answers a line each.

pair ADDRESS KEYS    connect with the site at the address; its keys stand in the file
change N             something that public pages show changes
wanted               the public documents by tournament, as JSON
private, public      of all tournaments
"""

import json
import sys
from pathlib import Path


def pair(address):
    from django.utils import timezone

    from publishing.models import Target
    from publishing.targets.services import add_target, provide_public_key
    from tests.publishing.sites import DESK
    from tournaments.models import Tournament

    Tournament.objects.update(demonstration=False)
    names = {"address": address, "public_address": "https://cards.example.org", "desk": DESK, "language": "en"}
    add_target(Target(kind="site", made_at=timezone.now(), **names))
    return provide_public_key(timezone.now())


def change(number):
    from jobs.databases import write_tx
    from tournaments.models import Entry, Tournament

    with write_tx():
        tournament = Tournament.objects.get()
        tournament.venue = f"Bar {number}"
        tournament.save()
        entry = tournament.entries.order_by("number")[int(number) % 8]
        Entry.objects.filter(pk=entry.pk).update(name=f"Coppia {number}")
    return "done"


def set_public(*, public):
    from jobs.databases import write_tx
    from tournaments.models import Tournament

    with write_tx():
        Tournament.objects.update(public=public)
    return "done"


def describe_wanted():
    from exchange.extras import format_time
    from tests.publishing.sources import build_public_document
    from tournaments.models import Tournament

    shown = Tournament.objects.filter(public=True, demonstration=False)
    return json.dumps({format_time(one.created_at): build_public_document(one) for one in shown})


def main():
    import django

    django.setup()
    for line in sys.stdin:
        word, *arguments = line.split()
        if word == "pair":
            answer = pair(arguments[0])
        elif word == "change":
            answer = change(arguments[0])
        elif word == "wanted":
            Path(arguments[0]).write_text(describe_wanted())
            answer = "done"
        else:
            answer = set_public(public=word == "public")
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
