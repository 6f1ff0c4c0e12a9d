import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from scoring.ledger import verifier
from scoring.ledger.chain import build_head
from tests.scoring.ledger.chains import chain


def published(path, links):
    lines = [json.dumps({**asdict(link.record), "prev": link.prev, "digest": link.digest}) for link in links]
    path.write_text("".join(f"{line}\n" for line in lines))
    return lines


def run(path, *arguments):
    command = [sys.executable, "-I", str(Path(verifier.__file__)), str(path), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_runs_alone_and_agrees_with_a_sound_ledger(tmp_path):
    links = chain(4)
    published(tmp_path / "ledger.jsonl", links)
    head = build_head(4, links[-1].digest)
    answer = run(tmp_path / "ledger.jsonl", "--head", str(head))
    assert (answer.returncode, answer.stdout) == (0, f"4 entries hold together; head {head}\n")


def test_a_foreign_head_is_named(tmp_path):
    published(tmp_path / "ledger.jsonl", chain(4))
    answer = run(tmp_path / "ledger.jsonl", "--head", "AAAAA-AAAAA-AAAAA-AAAAA 3")
    assert (answer.returncode, answer.stdout) == (1, "the printed head AAAAA-AAAAA-AAAAA-AAAAA 3 is not that of this ledger\n")


@pytest.mark.parametrize("place", range(4))
def test_every_column_of_every_row_is_covered(tmp_path, place):
    lines = published(tmp_path / "ledger.jsonl", chain(4))
    entries = [json.loads(line) for line in lines]
    for column in entries[place]:
        forged = [dict(entry) for entry in entries]
        value = forged[place][column]
        forged[place][column] = value + 1 if isinstance(value, int) else value[:-1] + "q"
        head = ("A" * 20, 99)
        assert len(list(verifier.find_faults(forged, [head]))) > len(list(verifier.find_faults(entries, [head])))


def test_an_entry_that_was_left_out_by_whoever_wrote_the_rest_anew_is_named_by_its_number():
    entries, prev = [], "0" * 64
    for seq in (1, 3):
        fields = {**asdict(chain(3)[seq - 1].record), "prev": prev}
        entries.append({**fields, "digest": (prev := verifier.compute_digest(prev, fields))})
    assert list(verifier.find_faults(entries, [])) == ["line 2: the entry calls itself number 3"]


def test_an_added_column_is_found():
    entry = {**asdict(chain(1)[0].record), "prev": "0" * 64, "digest": chain(1)[0].digest, "extra": 1}
    assert list(verifier.find_faults([entry], [])) == ["line 1: the entry was changed after it was written"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[]\n", "line 1: this is no entry of a ledger"),
        (b"{\n", "line 1: this is no entry of a ledger"),
        (b"\xef\xbb\xbf{}\n", "is no ledger: it holds other signs than ASCII"),
        (b"[" * 100_000 + b"\n", "line 1: this is no entry of a ledger"),
    ],
)
def test_what_is_no_ledger_is_told_in_a_sentence(tmp_path, content, said):
    (tmp_path / "ledger.jsonl").write_bytes(content)
    answer = run(tmp_path / "ledger.jsonl")
    assert (answer.returncode, "Traceback" in answer.stderr, said in answer.stderr) == (1, False, True)


@pytest.mark.parametrize("digest", ["no digest", 7, None])
def test_a_digest_that_is_none_is_a_fault_like_any_other(tmp_path, digest):
    lines = published(tmp_path / "ledger.jsonl", chain(2))
    (tmp_path / "ledger.jsonl").write_text("".join(json.dumps(json.loads(line) | {"digest": digest}) + "\n" for line in lines))
    answer = run(tmp_path / "ledger.jsonl", "--head", f"{'A' * 20} 2")
    assert (answer.returncode, answer.stderr) == (1, "")
    assert "line 1: the entry was changed after it was written" in answer.stdout


def test_a_ledger_without_entries_has_the_head_that_its_page_shows(tmp_path):
    (tmp_path / "ledger.jsonl").write_bytes(b"")
    assert run(tmp_path / "ledger.jsonl").stdout == f"0 entries hold together; head {build_head(0, '0' * 64)}\n"


def test_a_head_is_typed_as_one_likes(tmp_path):
    links = chain(3)
    published(tmp_path / "ledger.jsonl", links)
    head = build_head(3, links[-1].digest)
    assert run(tmp_path / "ledger.jsonl", "--head", f"{head.letters.lower()} · 3").returncode == 0
    assert run(tmp_path / "ledger.jsonl", "--head", "ABCDE 3").returncode == 2
