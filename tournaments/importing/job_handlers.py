"""The import of a long list, as jobs call it (`JOB_KINDS` in the settings)."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from jobs.databases import write_tx
from jobs.models import Job
from jobs.results import JobRefusedError, JobResult, ProgressReporter
from tournaments.entries.queries import read_existing_entries
from tournaments.importing.services import IMPORT_JOB, IMPORTED_AT_ONCE, choose_numbers, import_part
from tournaments.models import Entry, Member, Tournament
from tournaments.reading.headings import ROLES
from tournaments.reading.lists import ParsedList, parse_list
from tournaments.refusals import ChangeRefused


def import_list(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Import a list in parts of `IMPORTED_AT_ONCE`, each a transaction of its own, so that nobody waits long.

    Arguments: `tournament` and `actor`, keys; `text`, `roles`, `one_person_a_row`, `only_good` as in `ImportOrder`; `newest`, the key of
    the newest entry when it was ordered; `token`. Tried again, it goes on with the rows that are not stored yet. The text is deleted from
    the job once all is stored or refused.
    """
    report(0, _("Reading the list…"))
    tournament = Tournament.objects.get(pk=arguments["tournament"])
    if "text" not in arguments:
        raise JobRefusedError(_("The list is no longer here: import it once more."))
    try:
        _import_rows(tournament, arguments, report)
    except ChangeRefused as refusal:
        _forget_text(arguments["token"])
        count = Entry.objects.filter(tournament=tournament, pk__gt=arguments["newest"]).count()
        sentence = _("%(why)s The list was stored as far as %(count)d entries. Import it once more: it shows which rows are left.")
        raise JobRefusedError(sentence % {"why": refusal, "count": count}) from refusal
    _forget_text(arguments["token"])
    return None


def _import_rows(tournament: Tournament, arguments: dict[str, Any], report: ProgressReporter) -> None:
    actor = User.objects.get(pk=arguments["actor"])
    rows = _read_list(tournament, arguments).good_rows
    before = Entry.objects.filter(tournament=tournament, pk__lte=arguments["newest"])
    numbers = choose_numbers(rows, 2 if before.exists() else 1)
    has_own_numbers = not before.exists() and numbers == [row.details.values["number"] for row in rows]
    stored = _read_stored_persons(tournament, arguments["newest"])
    left = [(row, number) for row, number in zip(rows, numbers, strict=True) if (row.details.persons, row.attempt) not in stored]
    for start in range(0, len(left), IMPORTED_AT_ONCE):
        part = left[start : start + IMPORTED_AT_ONCE]
        import_part(tournament, [row for row, _number in part], [number for _row, number in part] if has_own_numbers else None, actor=actor)
        done = len(rows) - len(left) + start + len(part)
        report(100 * done // len(rows), _("%(done)d of %(total)d entries") % {"done": done, "total": len(rows)})


def _read_list(tournament: Tournament, arguments: dict[str, Any]) -> ParsedList:
    """The list as it was understood when it was ordered: what it stored itself since does not count against it."""
    by_key = {role.value: role for role in ROLES}
    return parse_list(
        arguments["text"],
        size=tournament.entry_size,
        existing=read_existing_entries(tournament, until=arguments["newest"]),
        roles=[by_key[key] for key in arguments["roles"]],
        one_person_a_row=arguments["one_person_a_row"],
    )


def _read_stored_persons(tournament: Tournament, newest: int) -> set[tuple[tuple[str, ...], int]]:
    """The persons of each entry that was entered since, and which attempt of theirs it is."""
    members = Member.objects.filter(tournament=tournament, entry__gt=newest).order_by("entry", "position")
    persons: dict[tuple[int, int], tuple[str, ...]] = {}
    for entry, attempt, name in members.values_list("entry", "attempt", "person__name"):
        persons[entry, attempt] = (*persons.get((entry, attempt), ()), name)
    return {(names, attempt) for (_entry, attempt), names in persons.items()}


def _forget_text(token: str) -> None:
    """Delete the list from its job: names are kept where entries are, not twice."""
    with write_tx():
        for job in Job.objects.select_for_update().filter(kind=IMPORT_JOB, arguments__token=token):
            job.arguments = {key: value for key, value in job.arguments.items() if key != "text"}
            job.save(update_fields=["arguments"])
