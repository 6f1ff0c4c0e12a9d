"""A trial: what would be seen where, how large it is, and whether the other end takes it; nothing of the tournaments leaves."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation

from exchange.extras import format_time
from jobs.databases import snapshot_transaction
from publishing.models import Delivery, Target
from publishing.sending.services import compress_document
from publishing.sending.sites import SiteSender
from publishing.sending.sources import build_files, build_overview, build_public_values, explain_store, open_file_store
from publishing.sending.spaces import may_write_overview
from publishing.targets.passwords import PasswordLost, reveal_password
from publishing.targets.queries import build_page_address
from publishing.targets.troubles import Trouble
from tournaments.models import Tournament

PROBE = "la-bella-trial.txt"
MOST_TRIED = 5
"""Tournaments whose pages are built for a trial; of the others the names alone are said."""
MOST_PAGES = 12
"""Pages of a tournament that are named."""


@dataclass(frozen=True, slots=True)
class TriedTournament:
    """`address`: where it would be read, empty where the site says so later; `pages` of a web space, `count` of them; `size` in bytes."""

    name: str
    address: str
    size: int
    count: int = 0
    pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrialResult:
    """`others`: how many more tournaments leave that were not built; `front_page`: of a web space for the whole desk, and whether a page of
    somebody else lies in its place and stays; `trouble` says why the other end does not take it.
    """

    tournaments: tuple[TriedTournament, ...]
    others: int
    trouble: Trouble | None
    front_page: TriedTournament | None = None
    front_page_taken: bool = False


def try_target(target: Target, tournaments: Sequence[Tournament]) -> TrialResult:
    """Say what of the tournaments would be seen, and ask the site, or write, read and remove a small file. Up to half a minute."""
    describe = _describe_document if target.kind == Target.Kind.SITE else _describe_files
    tried = tuple(describe(target, tournament) for tournament in tournaments[:MOST_TRIED])
    trouble, front_page_taken = None, False
    try:
        front_page_taken = not check_target(target, tournaments)
    except Trouble as met:
        trouble = met
    front_page = _describe_front_page(target, tournaments) if target.kind != Target.Kind.SITE and not target.tournament else None
    return TrialResult(tried, max(len(tournaments) - MOST_TRIED, 0), trouble, front_page, front_page_taken)


def check_target(target: Target, tournaments: Sequence[Tournament] = ()) -> bool:
    """Whether no page of somebody else lies where a front page would. Raises: Trouble where the other end does not take what this desk
    would send.
    """
    if target.kind != Target.Kind.SITE:
        return _write_probe(target)
    key = format_time(tournaments[0].created_at) if tournaments else "1970-01-01T00:00:00.000000+00:00"
    SiteSender(target, lambda _sent: None, lambda _due: True).ask_state(Delivery(target=target, tournament=key or ""))
    return True


def _write_probe(target: Target) -> bool:
    content = secrets.token_hex(16).encode()
    try:
        password = reveal_password(target.secret)
    except PasswordLost as error:
        raise Trouble("password_lost") from error
    store = open_file_store(target.address, password, host_key=target.host_key)
    try:
        target.host_key = target.host_key or store.host_key
        store.write(PROBE, content)
        is_there = store.read(PROBE) == content
        store.remove(PROBE)
        is_free = may_write_overview(store)
    except Exception as refusal:
        raise explain_store(refusal) from refusal
    finally:
        store.close()
    if not is_there:
        raise Trouble("store_forgets")
    return is_free


def _describe_document(target: Target, tournament: Tournament) -> TriedTournament:
    with snapshot_transaction():
        size = len(compress_document(build_public_values(tournament)))
    return TriedTournament(tournament.name, _find_address(target, tournament), size)


def _describe_files(target: Target, tournament: Tournament) -> TriedTournament:
    with snapshot_transaction(), translation.override(target.language):
        files = build_files(tournament, language=target.language, address="", home=target.home)
    pages = tuple(file.path for file in files if file.path.endswith(".html"))
    address = _find_address(target, tournament) or f"{target.public_address}/{'' if target.tournament else f'{tournament.slug}/'}"
    return TriedTournament(tournament.name, address, sum(len(file.content) for file in files), len(files), pages[:MOST_PAGES])


def _describe_front_page(target: Target, tournaments: Sequence[Tournament]) -> TriedTournament | None:
    """That of all tournaments that would leave; None where none would."""
    folders = {tournament.pk: f"{tournament.slug}/" for tournament in tournaments}
    with snapshot_transaction():
        files = build_overview(folders, language=target.language, address="")
    size = sum(len(file.content) for file in files)
    return TriedTournament("", f"{target.public_address}/", size, len(files)) if files else None


def _find_address(target: Target, tournament: Tournament) -> str:
    """Where it is read already; empty where that is not known yet."""
    there = Delivery.objects.filter(target_id=target.pk, tournament=format_time(tournament.created_at), acknowledged_at__isnull=False)
    delivery = there.without_documents().first() if target.pk else None
    return build_page_address(target, delivery) if delivery is not None else ""
