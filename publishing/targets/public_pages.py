"""Where a page of this desk is read outside: what posters, messages and codes carry from the first moment at which it is there."""

import re

from django.conf import settings

from exchange.extras import format_time
from publishing.models import DeliveredFile, Delivery, Target
from publishing.targets.queries import build_page_address, is_publishing_desk, is_to_be_seen
from tournaments.models import Tournament

OF_TOURNAMENT = re.compile(r"/tournaments/(?P<slug>[-\w]+)/(?P<rest>[^?#]*)(?P<query>.*)")
HERE_ALONE = re.compile(r"(enrol|door|screen)(/|$)")
"""Pages of a tournament that no site and no folder has: they ask something of this desk."""


class Nothing:
    """Whether this process knows that the desk has no target, and need not ask for every link of a long page. One that is stored is heard
    of (`notice_target`): all are made in the desk's own process.
    """

    is_published = False


def notice_target(**_of_signal: object) -> None:
    Nothing.is_published = False


def find_public_page(path: str) -> str:
    """The address outside of a page of this desk; empty where it is not outside, and where nothing is published elsewhere.

    A page that a site or a folder does not have is answered by the overview of its tournament, unless this desk itself can be reached
    from outside. About three queries, none where nothing is published.
    """
    match = OF_TOURNAMENT.fullmatch(path)
    if not is_publishing_desk() or (match is None and path != "/") or not (targets := _list_targets()):
        return ""
    if match is None:
        general = next((target for target in targets if not target.tournament), None)
        return f"{general.public_address}/" if general else ""
    tournament = Tournament.objects.filter(slug=match["slug"]).first()
    if tournament is None or not is_to_be_seen(tournament):
        return ""
    return _find_page(targets, tournament, match["rest"], match["query"])


def _list_targets() -> list[Target]:
    if Nothing.is_published:
        return []
    targets = list(Target.objects.order_by("-tournament", "pk"))
    Nothing.is_published = not targets
    return [target for target in targets if target.ending == Target.Removal.NOT]


def _find_page(targets: list[Target], tournament: Tournament, rest: str, query: str) -> str:
    key = format_time(tournament.created_at)
    there = Delivery.objects.filter(target__in=targets, tournament=key, acknowledged_at__isnull=False, removed_at=None)
    deliveries = {delivery.target_id: delivery for delivery in there.without_documents()}
    target = next((target for target in targets if target.tournament in {"", key} and target.pk in deliveries), None)
    if target is None:
        return ""
    delivery = deliveries[target.pk]
    overview = build_page_address(target, delivery)
    if HERE_ALONE.match(rest):
        return "" if settings.PUBLIC_ADDRESS else overview
    if target.kind == Target.Kind.SITE:
        return f"{overview.rstrip('/')}/{rest}{query}"
    return f"{overview.rstrip('/')}/{_find_file(delivery, rest)}"


def _find_file(delivery: Delivery, rest: str) -> str:
    """The part of the path below the overview's at which a web space has the page; empty for the overview itself."""
    page = rest.strip("/")
    if not page:
        return ""
    names = (f"{page}/index.html", f"{page}.html", page)
    paths = {f"{delivery.path}{name}": name for name in names}
    present = set(DeliveredFile.objects.filter(delivery=delivery, path__in=paths).exclude(digest="").values_list("path", flat=True))
    name = next((name for path, name in paths.items() if path in present), "")
    return name.removesuffix("index.html")
