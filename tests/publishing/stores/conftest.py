import contextlib

import pytest

from tests.publishing.stores.servers import make_certificates, serve_ftps, serve_sftp, serve_webdav, trust


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    return make_certificates(tmp_path_factory.mktemp("certificates"))


@contextlib.contextmanager
def serve(kind, folder, certificate):
    (folder / "web").mkdir(exist_ok=True)
    server = serve_sftp(folder) if kind == "sftp" else {"ftps": serve_ftps, "webdavs": serve_webdav}[kind](folder, certificate)
    with server as space:
        yield space


@pytest.fixture
def space(request, tmp_path, certificates, monkeypatch):
    """A running web space of the kind that the test names by its parameter `kind`."""
    trust(monkeypatch, certificates[0])
    with serve(request.getfixturevalue("kind"), tmp_path, certificates[1]) as running:
        yield running
