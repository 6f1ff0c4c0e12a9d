import json
from typing import Any

from exchange.reading import load_schema
from jobs.console import ConsoleCommand


class Command(ConsoleCommand):
    help = "Write the JSON Schema of a tournament's file, with the declared fields of entries and persons (docs/tournament-file.md)."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(load_schema(), ensure_ascii=False, indent=2))
