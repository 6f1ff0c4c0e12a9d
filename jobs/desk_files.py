"""The storage of a desk: files under DATA/files, each written completely or not at all."""

import datetime as dt
import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.core.files.storage import FileSystemStorage

from jobs.file_values import StoredFile
from jobs.machine import delete_file, replace_file, sync_directory, sync_file


class DeskFiles(FileSystemStorage):
    """Django's, but a file has its name only when the disk has all of it (draft, fsync, rename), and nobody else may read it."""

    def __init__(self) -> None:
        super().__init__(allow_overwrite=True)

    @property
    def base_location(self) -> Path:
        return Path(settings.DATA) / "files"

    @property
    def location(self) -> str:
        return str(self.base_location)

    def _save(self, name: str, content: File) -> str:
        path = Path(self.path(name))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.part")
        try:
            with draft.open("wb") as file:
                shutil.copyfileobj(content, file)
            sync_file(draft)
            replace_file(draft, path)
        except OSError:
            delete_file(draft)
            raise
        sync_directory(path.parent)
        return name

    def list_files(self, folder: str) -> Iterator[StoredFile]:
        directory = Path(self.path(folder))
        for path in sorted(directory.iterdir()) if directory.is_dir() else ():
            state = path.stat()
            yield StoredFile(path.name, state.st_size, dt.datetime.fromtimestamp(state.st_mtime, dt.UTC))
