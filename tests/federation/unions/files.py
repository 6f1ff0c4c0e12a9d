"""Result files of clubs, made by the writer of the documents, and signed."""

import json
import runpy
from pathlib import Path

from federation.result_files.documents import format_json_file, sign_document

WRITER = runpy.run_path(str(Path(__file__).parents[3] / "docs" / "result-file" / "write_result.py"))


def write_file(key, lines, *, event="torneo-1", date="2026-10-17", club="MO-1", event_class="regional", made_at="", ledger=None, **more):
    """The bytes of a file: `lines` are (place, name, card); every line is an entry of one person."""
    section = {
        "id": event, "name": f"Torneo {event}", "date": date, "class": event_class, "state": "final",
        "organizer": {"name": "Circolo", "number": club}, "venue": {"name": "Sala", "town": "Modena"},
        "game": {"key": "burraco", "name": "Burraco", "options": {}}, "stages": [], "card_issuer": "FIBUR", "card_kind": "federation",
        "made_at": made_at or f"{date}T22:00:00Z",
    } | more  # fmt: skip
    document = json.loads(WRITER["write_result"](section, [[str(place), "1", "", "", name, card] for place, name, card in lines]))
    document["ledger"] = ledger and {"entries": ledger, "digest": "ab" * 32}
    return format_json_file(sign_document(document, key) if key else document).encode()
