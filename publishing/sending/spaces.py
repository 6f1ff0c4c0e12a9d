"""Write a tournament into a web space: the files that changed, the overview last; and remove what is gone."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation

from jobs.databases import snapshot_transaction
from publishing.models import DeliveredFile, Delivery, Target
from publishing.sending.documents import read_files
from publishing.sending.queries import DueDelivery, read_folders
from publishing.sending.services import (
    acknowledge_change,
    begin_change,
    note_files,
    note_files_to_come,
    note_host_key,
    note_overview,
    note_removed,
    note_shown,
    note_unchanged,
    provide_delivery,
)
from publishing.sending.sources import PublishedFile, WebSpace, build_overview, explain_store, open_file_store, sync_store
from publishing.targets.passwords import PasswordLost, reveal_password
from publishing.targets.troubles import Trouble

NOTED_TOGETHER = 25
"""Files that are written between two notes; after a power cut so many are written again."""

OVERVIEW, OVERVIEW_MARK = "index.html", b"La Bella overview"
FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class PlacedFile:
    """A file at its path below the folder of the web space."""

    path: str
    content: bytes


@dataclass(slots=True)
class SpaceSender:
    """Sends to one web space; `wait` and `may_go` as `publishing.sending.sites.SiteSender` has them."""

    target: Target
    wait: Callable[[int], None]
    may_go: Callable[[DueDelivery], bool]

    def send(self, due: DueDelivery, *, sure: bool) -> Delivery:
        """Bring the folder of a tournament to what is public now. Raises: Trouble; files that are there stay noted."""
        delivery = provide_delivery(self.target, due, path=self._choose_folder(due))
        content = read_files(due.tournament_id, language=self.target.language, address=settings.PUBLIC_ADDRESS, home=self.target.home)
        if content is None:
            note_unchanged(delivery, page_version=due.page_version, seq=delivery.seq)
            return delivery
        read, files = content
        begin_change(delivery, read, base="")
        if self._sync(delivery, [PlacedFile(f"{delivery.path}{file.path}", file.content) for file in files], due):
            acknowledge_change(delivery, path=delivery.path)
            note_shown(delivery, path=delivery.path)
        return delivery

    def remove(self, delivery: Delivery) -> None:
        """Remove every file of a tournament, the line that leads to it first. Raises: Trouble."""
        self.show_overview()
        self._sync(delivery, [], None)
        note_removed(delivery)

    def show_overview(self) -> None:
        """Bring the overview of a web space for the whole desk to what lies there; nothing where it is that already, or where an
        `index.html` of somebody else stands in its place. Raises: Trouble.
        """
        if self.target.tournament or self.target.overview_files.get(OVERVIEW) == FOREIGN:
            return
        with snapshot_transaction():
            folders = {} if self.target.ending else read_folders(self.target)
            files = build_overview(folders, language=self.target.language, address=settings.PUBLIC_ADDRESS)
        if {file.path: hashlib.sha256(file.content).hexdigest() for file in files} != self.target.overview_files:
            self._write_overview(files)

    def _write_overview(self, files: list[PublishedFile]) -> None:
        """Raises: Trouble; what was written until then stays noted."""
        with self._open_store() as store:
            if OVERVIEW not in self.target.overview_files and not may_write_overview(store):
                note_overview(self.target, {OVERVIEW: FOREIGN})
                return
            noted = dict.fromkeys((file.path for file in files), "") | self.target.overview_files
            note_overview(self.target, noted)
            try:
                for path, digest in self._iterate(files, store, noted):
                    noted = {**noted, path: digest} if digest else {kept: noted[kept] for kept in noted if kept != path}
            finally:
                note_overview(self.target, noted)

    def _sync(self, delivery: Delivery, files: list[PlacedFile], due: DueDelivery | None) -> bool:
        """Write and remove what differs; False when it was stopped between two files."""
        note_files_to_come(delivery, [file.path for file in files])
        sent = dict(DeliveredFile.objects.filter(delivery=delivery).values_list("path", "digest"))
        written: dict[str, str] = {}
        try:
            with self._open_store() as store:
                for path, digest in self._iterate(files, store, sent):
                    written[path] = digest
                    if len(written) >= NOTED_TOGETHER:
                        note_files(delivery, written)
                        written = {}
                    if due is not None and not self.may_go(due):
                        return False
        finally:
            if written:
                note_files(delivery, written)
        return True

    def _iterate(self, files: Sequence[PublishedFile], store: WebSpace, sent: dict[str, str]) -> Iterator[tuple[str, str]]:
        """Raises: Trouble for what the store refuses."""
        steps = sync_store(files, store, sent, pause=self.wait)
        while True:
            try:
                step = next(steps)
            except StopIteration:
                return
            except Exception as refusal:
                raise explain_store(refusal) from refusal
            yield step

    @contextmanager
    def _open_store(self) -> Iterator[WebSpace]:
        """The web space, whose sentences are in the language of whoever connected it. Raises: Trouble."""
        try:
            password = reveal_password(self.target.secret)
        except PasswordLost as error:
            raise Trouble("password_lost") from error
        with translation.override(self.target.language):
            store = open_file_store(self.target.address, password, host_key=self.target.host_key)
            try:
                note_host_key(self.target, store.host_key)
                yield store
            finally:
                store.close()

    def _choose_folder(self, due: DueDelivery) -> str:
        """The folder of the tournament, “slug/”; none in a web space for one tournament. Another one's folder is never taken."""
        if self.target.tournament:
            return ""
        folders = set(self.target.deliveries.exclude(tournament=due.tournament).values_list("path", flat=True))
        names = (f"{due.slug}{f'-{number}' if number > 1 else ''}/" for number in range(1, len(folders) + 2))
        return next(name for name in names if name not in folders)


def may_write_overview(store: WebSpace) -> bool:
    """Whether nobody else has a page where the overview would stand. Raises: Trouble."""
    try:
        present = store.read(OVERVIEW)
    except Exception as refusal:
        raise explain_store(refusal) from refusal
    return present is None or OVERVIEW_MARK in present
