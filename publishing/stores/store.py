"""What every web space can do, on a file system of `fsspec`: a file stands there whole, or as it was before."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any, Protocol

from publishing.stores.addresses import StoreAddress
from publishing.stores.refusals import Reason, StoreRefused, find_reason

PART = ".labella-part"
"""The one file that is written beside the others before it takes its name; what a cut leaves of it the next file replaces."""
FORBIDDEN = frozenset('\\:*?"<>|\0')


class Store(Protocol):
    """A folder somewhere. Paths are relative to it, with slashes. All raise StoreRefused."""

    host_key: str
    """Of an SFTP server, to be remembered and handed to `open_store` the next time; else empty."""

    def write(self, path: str, content: bytes) -> None: ...
    def remove(self, path: str) -> None: ...
    def read(self, path: str) -> bytes | None: ...
    def close(self) -> None: ...


def check_path(path: str) -> str:
    """The path. Raises: ValueError for one that leaves its folder, or that some server or system reads otherwise."""
    parts = path.split("/")
    if not all(parts) or {".", ".."} & set(parts) or FORBIDDEN & set(path) or path == PART or not path.isprintable():
        raise ValueError(f"no path of a file: {path[:80]!r}")
    return path


class FileStore(ABC):
    """A store on `files`, a file system of fsspec. The folder itself must exist; folders within it are made and taken away."""

    host_key = ""
    errors: tuple[type[Exception], ...] = (OSError,)
    """What the library of this kind of store raises."""

    def __init__(self, address: StoreAddress, password: str = "") -> None:
        self.address = address
        self.root = address.folder.rstrip("/")
        self.made_folders: set[str] = set()
        self.connected = False
        with self._saying_why():
            self.files = self.connect(password)
        try:
            self._look_around()
        except StoreRefused:
            self.disconnect()
            raise

    def _look_around(self) -> None:
        """Whether the folder is there; what a cut left in it goes."""
        with self._saying_why():
            if not self.has_folder(self.root or "/"):
                raise StoreRefused(Reason.FOLDER, folder=self.address.folder)
            self.remove_file(f"{self.root}/{PART}")
            self.connected = True

    @abstractmethod
    def connect(self, password: str) -> Any:
        """The file system."""

    @abstractmethod
    def write_file(self, path: str, content: bytes) -> None: ...

    @abstractmethod
    def replace_file(self, path: str, target: str) -> None:
        """Give a file another name, in place of one that has it."""

    @abstractmethod
    def remove_file(self, path: str) -> bool:
        """Whether there was such a file."""

    @abstractmethod
    def read_file(self, path: str) -> bytes | None: ...

    @abstractmethod
    def make_folder(self, path: str) -> None:
        """Make a folder whose parent exists, unless it exists."""

    @abstractmethod
    def remove_folder(self, path: str) -> bool:
        """Remove a folder that is empty; whether it was."""

    @abstractmethod
    def has_folder(self, path: str) -> bool: ...

    @abstractmethod
    def disconnect(self) -> None:
        """End the connection; what goes wrong then does not matter."""

    def find_reason(self, error: Exception) -> Reason:
        return find_reason(error, connected=self.connected)

    def write(self, path: str, content: bytes) -> None:
        target, part = self._place(path), f"{self.root}/{PART}"
        with self._saying_why():
            self._make_folders(path)
            self.write_file(part, content)
            self.replace_file(part, target)

    def remove(self, path: str) -> None:
        """Also the folders that are empty then. What is not there counts as removed."""
        target = self._place(path)
        with self._saying_why():
            self.remove_file(target)
            for parent in list(PurePosixPath(path).parents)[:-1]:
                self.made_folders.discard(str(parent))
                if not self.remove_folder(f"{self.root}/{parent}"):
                    break

    def read(self, path: str) -> bytes | None:
        target = self._place(path)
        with self._saying_why():
            return self.read_file(target)

    def close(self) -> None:
        self.disconnect()

    def _place(self, path: str) -> str:
        return f"{self.root}/{check_path(path)}"

    def _make_folders(self, path: str) -> None:
        for parent in reversed(list(PurePosixPath(path).parents)[:-1]):
            if str(parent) not in self.made_folders:
                self.make_folder(f"{self.root}/{parent}")
                self.made_folders.add(str(parent))

    @contextmanager
    def _saying_why(self) -> Iterator[None]:
        """Raises: StoreRefused for whatever the libraries raise, without their texts: some of them repeat what was sent."""
        try:
            yield
        except StoreRefused:
            raise
        except self.errors as error:
            reason = self.find_reason(error)
        else:
            return
        raise StoreRefused(reason, host=self.address.host, folder=self.address.folder)
