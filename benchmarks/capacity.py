"""Results saved a second on the hosted profile, in one tournament and in ten at once, beside the same writers on one desk.

    python -m benchmarks.capacity [--json] [--seconds 15] [--writers 50]

Writers enter a hand and take it back, as fast as they are answered. All programs and their options are those of `make hosted`.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.entry import EntryRun, ServedDesk, measure_load, run_our_desk
from tests.faults.hall import Hall, Writer, make_hall, name_tournament, prepare_hall, writers_of
from tests.faults.hosting import open_site

GOALS = {"one_tournament_of_a_desk": 0.9, "ten_tournaments_of_a_desk": 1.0}
TOURNAMENTS = 10


def measure_desk(place: Path, writers: int, seconds: float) -> EntryRun:
    hall = prepare_hall(place / "desk", tables=writers, people=writers)
    with run_our_desk(place / "desk") as desk:
        return measure_load(desk, writers_of(hall, desk.port), 0, seconds)


def measure_hosted(place: Path, writers: int, seconds: float) -> tuple[EntryRun, EntryRun]:
    """All writers in one tournament, then the same number spread over ten."""
    with open_site(place, lambda site: make_hall(site.data, writers, writers, TOURNAMENTS, **site.urls)) as site:
        site_process = ServedDesk(site.port, site.web.process.pid)
        single = measure_load(site_process, spread_writers(site.hall, site.port, writers, 1), 0, seconds)
        spread = measure_load(site_process, spread_writers(site.hall, site.port, writers, TOURNAMENTS), 0, seconds)
    return single, spread


def spread_writers(hall: Hall, port: int, writers: int, tournaments: int) -> list[Writer]:
    """Writers of as many tournaments, each at a table of their own; of ten tournaments the tables that the writers of one left alone."""
    spread = []
    for number in range(writers):
        tournament = number % tournaments
        table = number if tournaments == 1 else writers - 1 - number // tournaments
        code = hall.codes[tournament * writers + table]
        spread.append(Writer(port, hall.sessions[number], code, f"t{tournaments}-{number}", slug=name_tournament(tournament)))
    return spread


def run(writers: int, seconds: float) -> dict[str, float]:
    place = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    place.chmod(0o755)
    try:
        with tempfile.TemporaryDirectory(prefix="labella-capacity-") as directory:
            desk = measure_desk(Path(directory), writers, seconds)
        single, spread = measure_hosted(place, writers, seconds)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return {
        "desk_a_second": desk.saved_a_second,
        "one_tournament_a_second": single.saved_a_second,
        "ten_tournaments_a_second": spread.saved_a_second,
        "one_tournament_of_a_desk": single.saved_a_second / desk.saved_a_second,
        "ten_tournaments_of_a_desk": spread.saved_a_second / desk.saved_a_second,
        "failed": desk.failed + single.failed + spread.failed,
        "one_tournament_p99_seconds": single.p99,
        "ten_tournaments_p99_seconds": spread.p99,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--writers", type=int, default=50)
    arguments = parser.parse_args()
    figures = run(arguments.writers, arguments.seconds)
    if arguments.json:
        print(json.dumps({"figures": figures, "goals": GOALS}, indent=1))
        return
    table = Table("", "figure", "goal")
    for name, value in figures.items():
        table.add_row(name.replace("_", " "), f"{value:.2f}", f"{GOALS[name]}" if name in GOALS else "")
    Console().print(table)


if __name__ == "__main__":
    main()
