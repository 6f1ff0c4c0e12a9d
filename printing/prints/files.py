"""Sets of papers that a job renders: a ZIP with one PDF of all sheets, and single ones of what is kept (`JOB_KINDS` in the settings)."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils import translation
from django.utils.translation import gettext as _

from jobs.results import JobResult, ProgressReporter
from paper.sheets import Paper, Sheet, SheetSetup, render_score_sheets
from printing.prints.heads import PrintContext, read_print_context
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS, is_decided
from printing.prints.sheets import (
    build_blank_sheet,
    build_record_setup,
    build_round_setup,
    build_sheet_setup,
    list_played_matches,
    read_filled_sheets,
    read_whole_matches,
)
from scoring.ledger.queries import format_ledger_lines
from scoring.models import SheetIssue
from tournaments.models import Match, Round, Tournament
from tournaments.stages.groups import find_venue

SHEETS_FILE = "score-sheets.pdf"
FIXED_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class PrintSetFile:
    """A file of the set; `path` is its name inside the ZIP."""

    path: str
    content: bytes


def print_set(arguments: dict[str, Any], report: ProgressReporter) -> JobResult:
    """Job: render a set of papers as a ZIP. Arguments: `tournament`, `rounds` and `issues` (printings) are keys; `what` is sheets, round or
    tournament; `venue` is the key of the only venue wanted; `paper`, `suits`, `language`; `base` is the start of the addresses of the
    desk; `at` is when it was ordered. The same ledger and the same arguments give the same bytes.
    """
    tournament = Tournament.objects.get(pk=arguments["tournament"])
    base = arguments["base"].rstrip("/")
    with translation.override(arguments["language"] or translation.get_language()):
        at = dt.datetime.fromisoformat(arguments["at"]) if "at" in arguments else None
        context = read_print_context(tournament, lambda path: f"{base}{path}", at)
        setup = build_sheet_setup(context, Paper(arguments["paper"]), arguments["suits"])
        files = list(_render_files(context, setup, arguments, report))
    report(99, _("Packing…"))
    return JobResult(f"{tournament.slug}-{arguments['what']}.zip", "application/zip", pack_zip(files))


def pack_zip(files: Iterable[PrintSetFile]) -> bytes:
    """A ZIP with fixed dates in the order given: the same files give the same bytes."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for file in files:
            info = ZipInfo(file.path, FIXED_DATE)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, file.content)
    return buffer.getvalue()


def read_sheets_pdf(archive: bytes) -> bytes | None:
    """The PDF with all sheets; None if the set has none or several (one for each round)."""
    with ZipFile(BytesIO(archive)) as files:
        return files.read(SHEETS_FILE) if SHEETS_FILE in files.namelist() else None


def _render_files(context: PrintContext, setup: SheetSetup, arguments: dict[str, Any], report: ProgressReporter) -> Iterator[PrintSetFile]:
    issues = {issue.match_id: issue for issue in SheetIssue.objects.filter(pk__in=arguments["issues"])}
    rounds = Round.objects.filter(pk__in=arguments["rounds"]).select_related("stage__tournament").order_by("stage__number", "number")
    whole = arguments["what"] == "tournament"
    last = {round_.stage_id: round_.pk for round_ in rounds}
    drawn = 0
    to_hand_out = arguments["what"] == "sheets"
    groups = [list(rounds)] if to_hand_out else [[round_] for round_ in rounds]
    for group in groups:
        round_ = group[0]
        folder = f"{round_.stage.number}-{round_.number}/" if whole else ""
        for file in _render_sheet_files(context, setup, group, issues, singles=not to_hand_out):
            drawn += len(issues) if to_hand_out else file.path.startswith("single/")
            report(95 * drawn // max(1, len(issues)), _("%(done)d of %(total)d sheets") % {"done": drawn, "total": len(issues)})
            yield PrintSetFile(folder + file.path, file.content)
        if not to_hand_out:
            round_context = replace(context, venue=find_venue(round_.stage, arguments.get("venue", "")))
            yield from _render_round_papers(round_context, round_, folder, with_stage=not whole or last[round_.stage_id] == round_.pk)
    if whole:
        yield from _render_tournament_papers(context)


def _render_sheet_files(
    context: PrintContext, setup: SheetSetup, rounds: Sequence[Round], issues: dict[int, SheetIssue], *, singles: bool
) -> Iterator[PrintSetFile]:
    """All sheets of these rounds in one PDF; before it each alone with `singles`, which costs thirty times as much."""
    setup = build_round_setup(setup, rounds[0], context)
    matches = [match for round_ in rounds for match in list_played_matches(round_) if match.pk in issues]
    if any(issue.what == SheetIssue.What.FILLED for issue in issues.values()):
        setup = build_record_setup(setup, rounds[0])
    sheets = [
        sheet for whole in read_whole_matches(matches) for sheet in _read_sheets(whole, [issues[match.pk] for match in whole], context)
    ]
    for match, sheet in zip(matches, sheets, strict=True) if singles else ():
        yield PrintSetFile(f"single/{_format_file_name(match)}", render_score_sheets(setup, [sheet]))
    if sheets:
        yield PrintSetFile(SHEETS_FILE, render_score_sheets(setup, sheets))


def _read_sheets(matches: list[Match], printings: list[SheetIssue], context: PrintContext) -> list[Sheet]:
    if printings and printings[0].what == SheetIssue.What.FILLED:
        return read_filled_sheets(matches, printings, context)
    return [build_blank_sheet(match, issue, context) for match, issue in zip(matches, printings, strict=True)]


def _format_file_name(match: Match) -> str:
    return f"{match.table or 0:03d}-{match.code}.pdf"


def _render_round_papers(context: PrintContext, round_: Round, folder: str, *, with_stage: bool) -> Iterator[PrintSetFile]:
    for paper in ROUND_PAPERS:
        if paper.is_available_for(round_) and (with_stage or not paper.of_stage):
            yield PrintSetFile(f"{folder}{paper.key}.pdf", paper.draw(context, round_))


def _render_tournament_papers(context: PrintContext) -> Iterator[PrintSetFile]:
    for paper in TOURNAMENT_PAPERS:
        if paper.lasting and not (paper.of_places and not is_decided(context)):
            yield PrintSetFile(f"{paper.key}.pdf", paper.draw(context))
    yield PrintSetFile("ledger.jsonl", "".join(format_ledger_lines(context.tournament)).encode())
