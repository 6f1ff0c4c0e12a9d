"""Run every benchmark beside its peers and write their ratios into docs/performance.md: `python -m benchmarks`."""

import datetime as dt
import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks import figures

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "performance.md"
MEASURED = "rules pairing standings paper scoring"
"""The code that the ratios measure."""
BEGIN, END = "<!-- ratios: written by make bench -->", "<!-- end of ratios -->"


def list_benchmarks() -> list[Path]:
    """The programs that print their ratios as JSON; the others only draw pictures or show a table."""
    programs = sorted(path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("__"))
    return [program for program in programs if '"--json"' in program.read_text(encoding="utf-8")]


def run_benchmark(program: Path) -> dict[str, Any]:
    """The JSON object on the last line of a benchmark's output. Raises: CalledProcessError."""
    print(f"== {program.stem}", flush=True)
    result = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{program.stem}", "--json"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    outcome: dict[str, Any] = json.loads(result.stdout.strip().splitlines()[-1])
    return outcome


def read_commit() -> str:
    answer = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return answer.stdout.strip()


def format_rows(outcome: dict[str, Any]) -> list[str]:
    goals = outcome.get("goals", {})
    lines = []
    for name, ratio in outcome["ratios"].items():
        goal = goals.get(name)
        lines.append(f"| {outcome['benchmark']} | {name.replace('_', ' ')} | {ratio:.3g} | {'' if goal is None else goal} |")
    missing = ", ".join(outcome.get("missing", ()))
    return [*lines, f"| {outcome['benchmark']} | not here: {missing} | | |"] if missing else lines


def format_table(outcomes: list[dict[str, Any]]) -> str:
    mark = f"<!-- figures {read_commit()}: {MEASURED} --><!-- -->"
    head = f"{dt.datetime.now().astimezone():%-d %B %Y}{mark}, CPython {platform.python_version()}, {platform.machine()}, two shared cores."
    body = [line for outcome in outcomes for line in format_rows(outcome)]
    return "\n".join([BEGIN, head, "", "| benchmark | ratio | measured | goal |", "|---|---|---|---|", *body, END])


def main() -> None:
    programs = list_benchmarks()
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    PAGE.write_text(before + format_table([run_benchmark(program) for program in programs]) + after, encoding="utf-8")
    figures.main()


if __name__ == "__main__":
    main()
