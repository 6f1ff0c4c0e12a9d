"""Goes on with a desk of an older release: draws, publishes, prints. `manage.py shell` runs `main` on that desk."""

import io
import json
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from desk.rounds.services import draw_next_round, publish_draft
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from tournaments.models import Round, Tournament
from tournaments.stages.services import create_stage


def draw_round(tournament: Tournament, director: User) -> Round:
    stage = create_stage(tournament, actor=director, format_key="swiss", options={}, name="Svizzera")
    drafted = draw_next_round(stage, actor=director, seed="an old desk", at=timezone.now())
    return publish_draft(drafted, actor=director, at=timezone.now())


def print_papers(tournament: Tournament, director: User, round_: Round) -> dict[str, str]:
    """The first bytes of every paper, of the sheets of the round, and of the standings page."""
    client = Client(HTTP_HOST="localhost")
    client.force_login(director)
    name = f"{round_.stage.number}-{round_.number}"
    keys = [paper.key for paper in ROUND_PAPERS if paper.is_available_for(round_)]
    keys += [paper.key for paper in TOURNAMENT_PAPERS if paper.key != "wifi" and not paper.of_places]  # nobody has a place yet
    answers = {key: client.get(reverse("scoring:print_paper", args=[tournament.slug, key]), {"round": name}) for key in keys}
    order = {"round": name, "paper": "a4", "which": "all", "unreached": "yes"}
    answers["sheets"] = client.post(reverse("scoring:print_sheets", args=[tournament.slug]), order)
    answers["page"] = client.get(reverse("scoring:desk_standings", args=[tournament.slug]))
    return {key: f"{answer.status_code} {answer.content.lstrip()[:5].decode()}" for key, answer in answers.items()}


def verify() -> dict[str, Any]:
    """What the command says about every tournament."""
    said = io.StringIO()
    call_command("verify", "--json", stdout=said)
    report: dict[str, Any] = json.loads(said.getvalue())
    return report


def rename(name: str) -> None:
    """Give the tournament another name; print the former one and all that `verify` finds as JSON."""
    tournament = Tournament.objects.get()
    former, tournament.name = tournament.name, name
    tournament.save(update_fields=["name"])
    print(json.dumps([former, [finding for report in verify().values() for finding in report["findings"]]]))  # noqa: T201 - the test reads it


def main() -> None:
    """Print as JSON what happened."""
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    director = User.objects.get(username="director")
    tournament = Tournament.objects.get()
    verified = [verify()]
    old_papers = print_papers(tournament, director, Round.objects.get(number=2))
    round_ = draw_round(tournament, director)
    seats = sorted(seat.entry_id for match in round_.matches.all() for seat in match.seats.all())
    papers = [old_papers, print_papers(tournament, director, round_)]
    seen = {"state": round_.state, "seats": len(set(seats)), "papers": papers, "verified": [*verified, verify()]}
    print(json.dumps(seen))  # noqa: T201 - the test reads it
