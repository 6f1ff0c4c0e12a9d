import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.result_files.checking import Signed, check_result_file
from federation.result_files.documents import format_key, load_schema
from jobs.console import ConsoleCommand


class Command(ConsoleCommand):
    help = gettext_noop("Say whether result files are sound, and what is wrong in them by line (docs/result-file.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar=_("FILE"), help=_("result files"))
        parser.add_argument("--schema", action="store_true", help=_("write the JSON Schema of the format instead"))

    def handle(self, *args: Any, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(json.dumps(load_schema(), ensure_ascii=False, indent=2))
            return
        broken = sum(not self._check(path) for path in options["files"])
        if broken:
            raise CommandError(_("Files that are not sound: %(count)d.") % {"count": broken})

    def _check(self, path: Path) -> bool:
        try:
            checked = check_result_file(path.read_bytes())
        except OSError as error:
            raise CommandError(_("Cannot read %(file)s: %(reason)s") % {"file": path, "reason": error.strerror}) from error
        for fault in checked.faults:
            self.stdout.write(f"{path}: {fault}")
        if checked.is_sound:
            signed = checked.document["signature"]
            by = _("signed by %(key)s") % {"key": format_key(signed["key"])} if checked.signed is Signed.RIGHT else _("not signed")
            self.stdout.write(_("%(file)s: sound, %(by)s") % {"file": path, "by": by})
        return checked.is_sound
