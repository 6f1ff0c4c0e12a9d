"""Every address of the site, taken from the URLconf, with arguments that name something of a given tournament."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import URLResolver, get_resolver

from config.middleware import get_policy
from jobs.models import Job
from publishing.models import PairedDesk, ReceivedTournament
from scoring.models import Draft, ExtraSheet, SheetPhotograph, StrayHand
from tournaments.models import Enrolment, Match, Member, PrizeHandover, SeasonDecision, SeasonEvening
from webhooks.models import Subscription


@dataclass(frozen=True, slots=True)
class Address:
    name: str
    pattern: str
    policy: str
    arguments: tuple[str, ...]
    view: type | None
    """The class behind it."""

    @property
    def takes_forms(self):
        return hasattr(self.view, "post") and "post" in self.view.http_method_names

    def of(self, target):
        """The path for `target`: values by argument name."""
        path = "/" + self.pattern
        for argument in self.arguments:
            head, _, rest = path.partition("<")
            path = head + str(target[argument]) + rest.partition(">")[2]
        return path


def every_address():
    return tuple(_walk(get_resolver(), "", ""))


def _walk(resolver, prefix, namespace):
    for entry in resolver.url_patterns:
        pattern = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _walk(entry, pattern, entry.namespace or namespace)
        else:
            names = tuple(part.partition(">")[0].rpartition(":")[2] for part in pattern.split("<")[1:])
            view = getattr(entry.callback, "view_class", None)
            yield Address(f"{namespace}:{entry.name}".strip(":"), pattern, get_policy(entry.callback).__name__, names, view)


NOTHINGS = ("token", "ticket", "door_key", "page_key", "own_code", "club_code", "union_slug", "club_slug", "roll_key")
"""Arguments that are secrets, or of what a test seldom has: they lead to nothing."""


def target_of(tournament, **more):
    """Arguments that lead to objects of `tournament`."""
    match = Match.objects.filter(round__stage__tournament=tournament, kind="played").order_by("pk").first()
    job = Job.objects.filter(owner__desk_roles__tournament=tournament).first()
    evening = SeasonEvening.objects.filter(tournament=tournament).select_related("season").first()
    decision = SeasonDecision.objects.filter(season=evening.season).first() if evening else None
    found = {
        "slug": tournament.slug,
        "code": match.code if match else "ABCD2345",
        "job_id": job.pk if job else UUID(int=0),
        "number": 1,
        "tournament_id": tournament.pk,
        "stage_number": 1,
        "round_number": 1,
        "seq": 1,
        "draft": Draft.objects.filter(match=match).values_list("pk", flat=True).first() or 1,
        "stray": StrayHand.objects.filter(tournament=tournament).values_list("pk", flat=True).first() or 1,
        "photograph_id": SheetPhotograph.objects.filter(match=match).values_list("pk", flat=True).first() or 1,
        "extra_code": ExtraSheet.objects.filter(tournament=tournament).values_list("code", flat=True).first() or "ABCD2345",
        "user_id": tournament.created_by_id,
        "pair_id": 1,
        "invitation_id": 1,
        "code_id": 1,
        "token_id": 1,
        "rest": f"tournaments/{tournament.slug}/entries",
        "organizer_slug": tournament.organizer.slug,
        "uid": "MA",
        "desk_id": PairedDesk.objects.filter(organizer=tournament.organizer).values_list("pk", flat=True).first() or UUID(int=0),
        "received_id": ReceivedTournament.objects.filter(organizer=tournament.organizer).values_list("pk", flat=True).first() or 1,
        "season_slug": evening.season.slug if evening else "none",
        "evening_id": evening.pk if evening else 1,
        "decision_id": decision.pk if decision else 1,
        "player_id": "-".join(map(str, Member.objects.filter(tournament=tournament).values_list("entry", "person").first() or (0, 0))),
        "target_id": 1,
        "subscription_id": Subscription.objects.filter(tournament=tournament).values_list("pk", flat=True).first() or 1,
        "handover_id": PrizeHandover.objects.filter(tournament=tournament).values_list("pk", flat=True).first() or 1,
        "place": 1,
        "enrolment_id": Enrolment.objects.filter(tournament=tournament).values_list("pk", flat=True).first() or 1,
        "key": "entries",
        "roll": "members",
        **dict.fromkeys(NOTHINGS, "none"),
        "paper_size": "a4",
        **dict.fromkeys(("result_id", "waiting_id", "event_id", "member_id", "series_id"), 1),
        "person_key": Member.objects.filter(tournament=tournament).values_list("pk", flat=True).first() or 1,
        "name": "labella-20261121T200000Z.sqlite3",
        "look": "classic",
        "file": "square.png",
        "picture": "announcement-square",
        "spelling": "json",
        "shape": "square",
        "game": "mariglia",
        "game_key": "mariglia",
        "preset_key": "tournament",
    }
    return found | more
