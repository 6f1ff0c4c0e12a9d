"""Write a result file (docs/result-file.md) from a plain list: python write_result.py EVENT.json LIST.csv > RESULT.json.

LIST.csv has a line for each entry: place;points;club;prize;name;card;name;card … Needs Python alone; the file is not signed.
"""

import json
import sys
from pathlib import Path


def write_result(event, lines):
    """The file as text. `event` is its section “event” with `card_issuer`, `card_kind` and `made_at`; `lines` are lists of cells."""
    event = dict(event)
    card = {"issuer": event.pop("card_issuer"), "kind": event.pop("card_kind"), "valid_until": None}
    made_at, persons, entries = event.pop("made_at"), [], []
    places = [line[0] for line in lines]
    for number, (place, points, club, prize, *people) in enumerate(lines, start=1):
        keys = []
        for name, card_number in zip(people[::2], people[1::2], strict=True):
            keys.append(str(len(persons) + 1))
            persons.append({"id": keys[-1], "name": name, "card": {"number": card_number, **card} if card_number else None})
        entry = {"number": number, "name": " – ".join(people[::2]), "club": club, "persons": keys, "points": points}
        entry |= {"place": int(place), "shared": places.count(place) > 1, "state": "played", "prizes": [prize] if prize else []}
        entries.append(entry)
    result = {"format": "card-result", "version": 1, "made_at": made_at, "program": {"name": "write_result.py", "release": "1"}}
    result |= {"event": event, "persons": persons, "entries": entries, "ledger": None}
    result |= {"matches": None, "matches_sha256": "", "signature": None}
    return json.dumps(result, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    table = [line.split(";") for line in Path(sys.argv[2]).read_text(encoding="utf-8-sig").splitlines() if line]
    print(write_result(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), table), end="")
