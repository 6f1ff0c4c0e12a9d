"""Big sets of papers, drawn by a job: one ZIP with one PDF of all sheets, and single PDFs (`JOB_KINDS` in the settings)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils import translation
from django.utils.translation import gettext as _

from jobs.results import JobResult, Report
from paper.sheets import Paper, SheetSetup, score_sheets
from scoring.ledger.queries import ledger_lines
from scoring.models import SheetIssue
from scoring.printing.heads import Surroundings, surroundings
from scoring.printing.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from scoring.printing.sheets import blank_sheet, filled_sheet, played_matches, setup_of_round, sheet_setup
from tournaments.models import Match, Round, Tournament
from tournaments.stages.groups import venue_named

SHEETS_FILE = "score-sheets.pdf"
LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class File:
    """A file of the set; `path` is its name inside the ZIP."""

    path: str
    content: bytes


def print_set(arguments: dict[str, Any], report: Report) -> JobResult:
    """Arguments: `tournament`, `rounds` and `issues` (printings), keys; `what`: sheets, round or tournament; `venue`, the key of the only
    one that it is for; `paper`, `suits`, `language`; `base`, how addresses of the desk begin. The same ledger and the same arguments give
    the same bytes."""
    tournament = Tournament.objects.get(pk=arguments["tournament"])
    base = arguments["base"].rstrip("/")
    with translation.override(arguments["language"] or translation.get_language()):
        around = surroundings(tournament, lambda path: f"{base}{path}")
        setup = sheet_setup(around, Paper(arguments["paper"]), arguments["suits"])
        files = list(_files(around, setup, arguments, report))
    report(99, _("Packing …"))
    return JobResult(f"{tournament.slug}-{arguments['what']}.zip", "application/zip", zipped(files))


def zipped(files: Iterable[File]) -> bytes:
    """Fixed dates and the order given: the same files give the same bytes."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for file in files:
            info = ZipInfo(file.path, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, file.content)
    return buffer.getvalue()


def sheets_of(archive: bytes) -> bytes | None:
    """The PDF with all sheets; None when the set has none, or several (one for each round)."""
    with ZipFile(BytesIO(archive)) as files:
        return files.read(SHEETS_FILE) if SHEETS_FILE in files.namelist() else None


def _files(around: Surroundings, setup: SheetSetup, arguments: dict[str, Any], report: Report) -> Iterator[File]:
    issues = {issue.match_id: issue for issue in SheetIssue.objects.filter(pk__in=arguments["issues"])}
    rounds = Round.objects.filter(pk__in=arguments["rounds"]).select_related("stage__tournament").order_by("stage__number", "number")
    whole = arguments["what"] == "tournament"
    last = {round_.stage_id: round_.pk for round_ in rounds}
    done = 0
    for round_ in rounds:
        folder = f"{round_.stage.number}-{round_.number}/" if whole else ""
        for file in _sheet_files(around, setup, round_, issues):
            done += file.path.startswith("single/")
            report(95 * done // max(1, len(issues)), _("%(done)d of %(total)d sheets") % {"done": done, "total": len(issues)})
            yield File(folder + file.path, file.content)
        if arguments["what"] != "sheets":
            here = replace(around, venue=venue_named(round_.stage, arguments.get("venue", "")))
            yield from _round_papers(here, round_, folder, with_stage=not whole or last[round_.stage_id] == round_.pk)
    if whole:
        yield from _tournament_papers(around)


def _sheet_files(around: Surroundings, setup: SheetSetup, round_: Round, issues: dict[int, SheetIssue]) -> Iterator[File]:
    """Each match alone, then all of them in one."""
    setup = setup_of_round(setup, round_)
    matches = [match for match in played_matches(round_) if match.pk in issues]
    sheets = []
    for match in matches:
        issue = issues[match.pk]
        sheet = (filled_sheet if issue.what == SheetIssue.What.FILLED else blank_sheet)(match, issue, around)
        sheets.append(sheet)
        yield File(f"single/{_named(match)}", score_sheets(setup, [sheet]))
    if sheets:
        yield File(SHEETS_FILE, score_sheets(setup, sheets))


def _named(match: Match) -> str:
    return f"{match.table or 0:03d}-{match.code}.pdf"


def _round_papers(around: Surroundings, round_: Round, folder: str, *, with_stage: bool) -> Iterator[File]:
    for paper in ROUND_PAPERS:
        if paper.fits(round_) and (with_stage or not paper.of_stage):
            yield File(f"{folder}{paper.key}.pdf", paper.draw(around, round_))


def _tournament_papers(around: Surroundings) -> Iterator[File]:
    for paper in TOURNAMENT_PAPERS:
        if paper.lasting:
            yield File(f"{paper.key}.pdf", paper.draw(around))
    yield File("ledger.jsonl", "".join(ledger_lines(around.tournament)).encode())
