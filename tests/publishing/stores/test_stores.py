"""Were it broken, half pages or pages of yesterday would stand on the web space, or a wrong password would be told as “an error”."""

import contextlib
import random
import socket

import paramiko
import pytest

from publishing.static_pages.files import StaticFile
from publishing.stores.opening import open_store
from publishing.stores.refusals import SENTENCES, Reason, StoreRefused
from publishing.stores.sftp import SFTPStore
from publishing.stores.store import PART
from publishing.stores.syncing import sync_files
from tests.publishing.stores.conftest import serve
from tests.publishing.stores.servers import PASSWORD, USER, break_line, make_certificates, serve_sftp, trust

KINDS = ("ftps", "sftp", "webdavs")


def files_of(seed, count=9):
    rng = random.Random(seed)
    made = [StaticFile(f"matches/{number}.html", rng.randbytes(rng.randrange(20_000))) for number in range(count)]
    return [*made, StaticFile("static/fonts/a.woff2", b"font"), StaticFile("index.html", rng.randbytes(300))]


def as_tree(files):
    return {file.path: file.content for file in files}


def sync(files, store, sent):
    for path, digest in sync_files(files, store, sent, pause=lambda _count: None):
        if digest:
            sent[path] = digest
        else:
            del sent[path]
        yield path, digest


def sync_all(files, space, sent):
    store = open_store(space.address, PASSWORD)
    try:
        return list(sync(files, store, sent))
    finally:
        store.close()


def test_what_was_written_in_the_moment_of_a_death_goes_too_when_it_is_gone(tmp_path):
    """It was noted before it was written, and its digest never came."""
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "1.html").write_bytes(b"a name")
    store, sent = open_store(tmp_path.as_uri()), {"matches/1.html": "", "matches/2.html": ""}
    assert list(sync([], store, sent)) == [("matches/1.html", ""), ("matches/2.html", "")]
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_web_space_holds_the_files_and_nothing_else(space, kind):
    files, sent = files_of(1), {}
    done = sync_all(files, space, sent)
    assert space.list_files() == as_tree(files)
    assert [path for path, _digest in done][-1] == "index.html"
    assert sync_all(files, space, sent) == []
    later = [StaticFile("index.html", b"new"), *files_of(1)[:2], StaticFile("standings/1/2.html", b"deep")]
    done = sync_all(later, space, sent)
    assert space.list_files() == as_tree(later)
    assert space.list_folders() == {"matches", "standings", "standings/1"}
    assert [path for path, digest in done if digest] == ["standings/1/2.html", "index.html"]
    assert sync_all([], space, sent)[0] == ("index.html", "")
    assert (space.list_files(), space.list_folders(), sent) == ({}, set(), {})


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_is_read_and_what_is_not_there_is_none(space, kind):
    store = open_store(space.address, PASSWORD)
    store.write("a/è b.html", b"one")
    store.write("a/è b.html", b"two")
    assert (store.read("a/è b.html"), store.read("a/c.html"), store.read("d/e.html")) == (b"two", None, None)
    store.remove("a/c.html")
    store.remove("x/y.html")
    assert space.list_files() == {"a/è b.html": b"two"}
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_each_refusal_has_its_words(space, kind, monkeypatch, caplog):
    caplog.set_level("DEBUG")

    def refuse(address=space.address, password=PASSWORD, path=""):
        with pytest.raises(StoreRefused) as caught, contextlib.closing(open_store(address, password)) as store:
            store.write(path, b"x" * 5000)
        assert PASSWORD not in f"{caught.value} {caught.value!r} {caught.value.args}"
        assert caught.value.__context__ is None or PASSWORD not in str(caught.value.__context__)
        return caught.value.reason

    assert refuse(password="wrong") == Reason.PASSWORD
    assert refuse(f"{space.address}/nowhere") == Reason.FOLDER
    assert refuse(space.address.replace("localhost", "no-such-computer.invalid")) == Reason.HOST
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert refuse(space.address.replace(f":{space.port}", f":{port}")) == Reason.CONNECTION
    space.faults.full = True
    assert refuse(path="a.html") == Reason.ROOM
    space.faults.full, space.faults.locked = False, True
    assert refuse(path="a.html") == Reason.RIGHT
    assert "a.html" not in space.list_files()
    assert PASSWORD not in caplog.text
    assert "wrong" not in caplog.text.replace("wrong version", "")


@pytest.mark.parametrize("kind", ["ftps", "webdavs"])
@pytest.mark.parametrize("fault", ["expired", "other name", "other authority"])
def test_a_certificate_that_proves_nothing_is_refused(kind, fault, tmp_path, certificates, monkeypatch):
    (tmp_path / "keys").mkdir()
    details = {"expired": {"days": -1}, "other name": {"name": "example.org"}, "other authority": {}}[fault]
    authority, certificate = make_certificates(tmp_path / "keys", **details)
    trust(monkeypatch, certificates[0] if fault == "other authority" else authority)
    with serve(kind, tmp_path, certificate) as space, pytest.raises(StoreRefused) as caught:
        open_store(space.address, PASSWORD)
    assert caught.value.reason == Reason.CERTIFICATE


def test_the_first_key_of_a_host_is_remembered_and_another_one_refused(tmp_path):
    (tmp_path / "web").mkdir()
    with serve_sftp(tmp_path) as space:
        store = open_store(space.address, PASSWORD)
        known = store.host_key
        store.close()
        open_store(space.address, PASSWORD, host_key=known).close()
        with pytest.raises(StoreRefused) as unknown:
            open_store(space.address, PASSWORD, trusts_first=False)
    assert (unknown.value.reason, unknown.value.host_key) == (Reason.KEY_UNKNOWN, known)
    with serve_sftp(tmp_path) as other, pytest.raises(StoreRefused) as changed:
        open_store(other.address, PASSWORD, host_key=known)
    assert changed.value.reason == Reason.KEY_CHANGED
    assert "SHA256:" in changed.value.sentence


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("kind", KINDS)
def test_after_any_cut_the_outside_becomes_equal(space, kind, figures):
    cut_often(space, kind, figures, most=12)


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_after_two_hundred_cuts_the_outside_becomes_equal(space, kind, figures):
    cut_often(space, kind, figures, most=70)


def cut_often(space, kind, figures, most):
    """After each it goes on where it stopped, sends nothing twice, and a reader finds whole files only, of then or of now."""
    rng, sent, rounds = random.Random(kind), {}, 0
    reasons, strangers = set(), set()
    line = break_line(space) if kind != "ftps" else contextlib.nullcontext(space)  # the server of FTPS cuts by itself: it has two lines
    with line as outside:
        while space.faults.cuts < most:
            files = files_of(f"{kind}-{rounds}", count=rng.randrange(1, 7))
            allowed = set(space.list_files().items()) | set(as_tree(files).items())
            space.faults.cut_after = rng.randrange(200, 60_000 if kind != "ftps" else 20_000)
            written = []
            for _attempt in range(8):
                try:
                    written.extend(path for path, digest in follow(files, outside, sent) if digest)
                    break
                except StoreRefused as refusal:
                    reasons.add(refusal.reason)
                    strangers |= find_strangers(space, allowed)
            assert space.list_files() == as_tree(files)
            assert set(sent) == set(as_tree(files))
            assert len(written) == len(set(written))
            rounds += 1
    assert (reasons - {Reason.CUT, Reason.CONNECTION}, strangers) == (set(), set())
    figures(kind=kind, cuts=space.faults.cuts, rounds=rounds)


def follow(files, space, sent):
    """What `sync_all` does, told while it goes on."""
    store = open_store(space.address, PASSWORD)
    try:
        yield from sync(files, store, sent)
    finally:
        store.close()


def find_strangers(space, allowed):
    """Files that a reader finds and that neither were there nor are to be."""
    return {path for path, content in space.list_files().items() if path != PART and (path, content) not in allowed}


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("kind", ["sftp"])
def test_without_writing_beside_a_reader_finds_half_a_file(space, kind, monkeypatch):
    """The positive control."""
    monkeypatch.setattr(SFTPStore, "write", lambda store, path, content: store.write_file(f"/web/{path}", content))
    with break_line(space) as outside:
        for number in range(60):
            content = random.Random(number).randbytes(200_000)
            space.faults.cut_after = 5_000 + 3_000 * number
            with contextlib.suppress(StoreRefused, OSError, EOFError, paramiko.SSHException):
                open_store(outside.address, PASSWORD).write("index.html", content)
            if find_strangers(space, {("index.html", content)}):
                return
    raise AssertionError("no half file was ever seen")


def test_a_folder_of_this_computer_is_left_by_no_path(tmp_path):
    (tmp_path / "web").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "web" / "link").symlink_to(tmp_path / "outside")
    store = open_store((tmp_path / "web").as_uri())
    for path in ("../a", "/a", "a//b", "a/../b", "", ".", "c:\\a", "a\0b", PART, "a/"):
        with pytest.raises(ValueError, match="no path of a file"):
            store.write(path, b"")
    with pytest.raises(StoreRefused):
        store.write("link/a.html", b"")
    store.write("a/b.html", b"here")
    assert list((tmp_path / "outside").iterdir()) == []
    assert (tmp_path / "web" / "a" / "b.html").read_bytes() == b"here"
    store.remove("a/b.html")
    assert not (tmp_path / "web" / "a").exists()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "web",
        "http://host/web",
        "ftp://host/web",
        f"sftp://{USER}:{PASSWORD}@host/web",
        "sftp://host/a/../b",
        "file:web",
        "sftp:///web",
        "ftps://host:port/",
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_asked(address):
    with pytest.raises(StoreRefused) as caught:
        open_store(address, PASSWORD)
    assert caught.value.reason == Reason.ADDRESS
    assert PASSWORD not in str(caught.value)


def test_every_refusal_says_what_to_do_in_both_languages(settings):
    from django.utils import translation

    for reason in SENTENCES:
        refusal = StoreRefused(reason, host="host", folder="/web", fingerprint="SHA256:x")
        with translation.override("en"):
            english = refusal.sentence
        with translation.override("it"):
            italian = refusal.sentence
        assert english.startswith("Not sent")
        assert italian.startswith("Non inviato")
        assert "%" not in english + italian
