"""Read a result file (docs/result-file.md) and print its list: python read_result.py FILE. Needs Python alone."""

import csv
import hashlib
import json
import sys
from pathlib import Path


def read_result(path):
    """The event, and one line for every person: place, points, name, card number, issuer. Raises ValueError."""
    text = Path(path).read_text(encoding="utf-8-sig")
    return read_json(text) if text.lstrip().startswith("{") else read_csv(text)


def read_json(text):
    result = json.loads(text)
    if result.get("format") != "card-result" or result["version"] > 1:
        raise ValueError("no result file, or a newer one")
    if result["matches"] is not None:
        spelled = json.dumps(result["matches"], sort_keys=True, separators=(",", ":"))
        if hashlib.sha256(spelled.encode()).hexdigest() != result["matches_sha256"]:
            raise ValueError("the matches were changed")
    persons = {person["id"]: (person["name"], person["card"] or {}) for person in result["persons"]}
    lines = [(entry["place"], entry["points"], *persons[key]) for entry in result["entries"] for key in entry["persons"]]
    return result["event"]["name"], [(*line[:3], line[3].get("number", ""), line[3].get("issuer", "")) for line in lines]


def read_csv(text):
    rows = list(csv.DictReader(text.splitlines(), delimiter=";"))
    rows = [{name: cell.removeprefix("'") for name, cell in row.items()} for row in rows if row["person"]]
    columns = ("points", "name", "card_number", "card_issuer")
    return rows[0]["event"], [(int(row["place"] or 0) or None, *(row[name] for name in columns)) for row in rows]


if __name__ == "__main__":
    event, lines = read_result(sys.argv[1])
    print(event)
    for place, points, name, number, issuer in lines:
        print(f"{place or '-':>4} {points:>6} {name}  {issuer} {number}".rstrip())
