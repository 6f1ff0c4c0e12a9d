"""The site's secret key in the data directory."""

import os
import secrets
from pathlib import Path


def read_or_make_secret(path: Path) -> str:
    """Return the key in `path`; at the first start create the directory and the file (0600).

    Two processes that start together get the same key: the loser of the exclusive creation reads the winner's.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        _publish_once(draft, path)
    return path.read_text().strip()


def _publish_once(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
