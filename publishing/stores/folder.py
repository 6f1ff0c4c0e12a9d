"""A folder of this computer, perhaps one that another program keeps equal with a web space."""

from pathlib import Path

from fsspec.implementations.local import LocalFileSystem

from publishing.stores.refusals import Reason, StoreRefused
from publishing.stores.store import FileStore


class FolderStore(FileStore):
    files: LocalFileSystem

    def connect(self, password: str) -> LocalFileSystem:
        return LocalFileSystem(skip_instance_cache=True)

    def write_file(self, path: str, content: bytes) -> None:
        self.files.pipe_file(path, content)

    def replace_file(self, path: str, target: str) -> None:
        self._stay_inside(target)
        Path(path).replace(target)

    def remove_file(self, path: str) -> bool:
        self._stay_inside(path)
        Path(path).unlink(missing_ok=True)
        return True

    def read_file(self, path: str) -> bytes | None:
        self._stay_inside(path)
        return bytes(self.files.cat_file(path)) if self.files.isfile(path) else None

    def make_folder(self, path: str) -> None:
        self._stay_inside(path)
        self.files.makedirs(path, exist_ok=True)

    def remove_folder(self, path: str) -> bool:
        try:
            self.files.rmdir(path)
        except OSError:
            return False
        return True

    def has_folder(self, path: str) -> bool:
        return bool(self.files.isdir(path))

    def disconnect(self) -> None:
        """A folder has no connection."""

    def _stay_inside(self, path: str) -> None:
        """A link in the folder may lead out of it; nothing is written through it."""
        if not Path(path).parent.resolve().is_relative_to(Path(self.root or "/").resolve()):
            raise StoreRefused(Reason.RIGHT, folder=self.address.folder)
