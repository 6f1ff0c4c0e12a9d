"""Real servers of web spaces on loopback, each on a folder: FTPS, SFTP, WebDAV; and a line that breaks after so many bytes.

Not part of these are our own classes: pyftpdlib, paramiko's server and wsgidav with cheroot answer.
"""

import contextlib
import datetime as dt
import ipaddress
import os
import selectors
import socket
import ssl
import threading
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import paramiko
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # asyncore, until Python 3.12
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import TLS_DTPHandler, TLS_FTPHandler
    from pyftpdlib.servers import FTPServer

USER, PASSWORD = "circolo", "Zeppolone-77"


@dataclass
class Faults:
    """What the servers do wrong: `full` and `locked` refuse every file, `cut_after` breaks the line after so many bytes."""

    full: bool = False
    locked: bool = False
    cut_after: int | None = None
    cuts: int = 0


@dataclass
class WebSpace:
    """A server that runs: its folder on this computer, and its address."""

    kind: str
    folder: Path
    port: int
    faults: Faults = field(default_factory=Faults)

    @property
    def address(self):
        return f"{self.kind}://{USER}@localhost:{self.port}/web"

    def list_files(self):
        """Content by path of all that lies there."""
        root = self.folder / "web"
        return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}

    def list_folders(self):
        root = self.folder / "web"
        return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_dir()}


def make_certificates(folder, *, days=30, name="localhost"):
    """An authority and a certificate of the server by it, as files: `ca.pem`, `server.pem` (with its key)."""
    now = dt.datetime.now(dt.UTC)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")])

    def begin(subject, key):
        built = x509.CertificateBuilder().subject_name(subject).issuer_name(authority_name).public_key(key.public_key())
        built = built.serial_number(x509.random_serial_number()).not_valid_before(now - dt.timedelta(days=60))
        return built.not_valid_after(now + dt.timedelta(days=days))

    authority = (
        x509.CertificateBuilder()
        .subject_name(authority_name)
        .issuer_name(authority_name)
        .public_key(authority_key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=60))
        .not_valid_after(now + dt.timedelta(days=300))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(authority_key.public_key()), critical=False)
        .add_extension(_build_usage(signs=True), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    key = ec.generate_private_key(ec.SECP256R1())
    names = [x509.DNSName(name), *([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))] if name == "localhost" else [])]
    server = begin(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), key)
    server = server.add_extension(x509.SubjectAlternativeName(names), critical=False)
    server = server.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
    server = server.sign(authority_key, hashes.SHA256())
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "ca.pem").write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    (folder / "server.pem").write_bytes(server.public_bytes(serialization.Encoding.PEM) + private)
    return folder / "ca.pem", folder / "server.pem"


def _build_usage(*, signs):
    wrong = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "encipher_only", "decipher_only"), False
    )
    return x509.KeyUsage(digital_signature=True, key_cert_sign=signs, crl_sign=signs, **wrong)


@contextlib.contextmanager
def serve_ftps(folder, certificate):
    faults = Faults()

    class Transfer(TLS_DTPHandler):
        received = 0

        def recv(self, size):
            data = super().recv(size)
            self.received += len(data)
            if faults.cut_after is not None and self.received > faults.cut_after:
                faults.cuts, faults.cut_after = faults.cuts + 1, None
                self.cmd_channel.socket.shutdown(socket.SHUT_RDWR)
                raise ConnectionResetError
            return data

    class Handler(TLS_FTPHandler):
        certfile = str(certificate)
        tls_control_required = tls_data_required = True
        dtp_handler = Transfer
        authorizer = DummyAuthorizer()
        auth_failed_timeout = 0.1

        def ftp_STOR(self, file, mode="w"):  # noqa: N802 - pyftpdlib's name
            if faults.full:
                return self.respond("552 No space left on device.")
            if faults.locked:
                return self.respond("550 Permission denied.")
            return super().ftp_STOR(file, mode)

        def log_exception(self, instance):
            """A cut is no fault of the server."""

    Handler.authorizer.add_user(USER, PASSWORD, str(folder), perm="elradfmwMT")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = FTPServer(("127.0.0.1", 0), Handler)
    stopping = threading.Event()

    def loop():
        while not stopping.is_set():
            server.serve_forever(timeout=0.05, blocking=False, handle_exit=False)

    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    try:
        yield WebSpace("ftps", folder, server.address[1], faults)
    finally:
        stopping.set()
        thread.join()
        server.close_all()


class _Login(paramiko.ServerInterface):
    def check_auth_password(self, username, password):
        return paramiko.AUTH_SUCCESSFUL if (username, password) == (USER, PASSWORD) else paramiko.AUTH_FAILED

    def get_allowed_auths(self, username):
        return "password"

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED


class _Handle(paramiko.SFTPHandle):
    faults: Faults

    def write(self, offset, data):
        return paramiko.SFTP_FAILURE if self.faults.full else super().write(offset, data)


def _answer(work):
    """What a piece of work gives, or the code of an answer."""
    try:
        done = work()
    except OSError as error:
        return paramiko.SFTPServer.convert_errno(error.errno)
    return done if isinstance(done, (list, paramiko.SFTPAttributes, paramiko.SFTPHandle)) else paramiko.SFTP_OK


def _build_interface(folder, faults):  # noqa: C901 - as many methods as a server has commands
    class Interface(paramiko.SFTPServerInterface):
        def _place(self, path):
            return Path(str(folder) + self.canonicalize(path))

        def list_folder(self, path):
            return _answer(lambda: [self._describe(entry.name, entry.stat()) for entry in os.scandir(self._place(path))])

        @staticmethod
        def _describe(name, status):
            attributes = paramiko.SFTPAttributes.from_stat(status)
            attributes.filename = name
            return attributes

        def stat(self, path):
            return _answer(lambda: paramiko.SFTPAttributes.from_stat(self._place(path).stat()))

        lstat = stat

        def open(self, path, flags, attr):
            if faults.locked and flags & os.O_WRONLY:
                return paramiko.SFTP_PERMISSION_DENIED

            def begin():
                number = os.open(self._place(path), flags, 0o644)
                handle = _Handle(flags)
                handle.faults = faults
                handle.filename = str(self._place(path))
                handle.readfile = handle.writefile = os.fdopen(number, "wb" if flags & os.O_WRONLY else "rb")
                return handle

            return _answer(begin)

        def remove(self, path):
            return _answer(lambda: self._place(path).unlink())

        def rename(self, oldpath, newpath):
            if self._place(newpath).exists():
                return paramiko.SFTP_FAILURE
            return _answer(lambda: self._place(oldpath).rename(self._place(newpath)))

        def posix_rename(self, oldpath, newpath):
            return _answer(lambda: self._place(oldpath).replace(self._place(newpath)))

        def mkdir(self, path, attr):
            return _answer(lambda: self._place(path).mkdir())

        def rmdir(self, path):
            return _answer(lambda: self._place(path).rmdir())

    return Interface


@contextlib.contextmanager
def serve_sftp(folder, key=None):
    faults, key = Faults(), key or paramiko.ECDSAKey.generate()
    interface = _build_interface(folder, faults)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.1)
    stopping, transports = threading.Event(), []

    def accept():
        while not stopping.is_set():
            with contextlib.suppress(TimeoutError, paramiko.SSHException, EOFError, OSError):
                connection, _address = listener.accept()
                transport = paramiko.Transport(connection)
                transports.append(transport)
                transport.add_server_key(key)
                transport.set_subsystem_handler("sftp", paramiko.SFTPServer, interface)
                transport.start_server(server=_Login())

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield WebSpace("sftp", folder, listener.getsockname()[1], faults)
    finally:
        stopping.set()
        thread.join()
        listener.close()
        for transport in transports:
            transport.close()
            transport.join()


@contextlib.contextmanager
def serve_webdav(folder, certificate):
    from cheroot.ssl.builtin import BuiltinSSLAdapter
    from cheroot.wsgi import Server
    from wsgidav.wsgidav_app import WsgiDAVApp

    faults = Faults()
    application = WsgiDAVApp(
        {
            "provider_mapping": {"/": str(folder)},
            "http_authenticator": {"domain_controller": None, "accept_basic": True, "accept_digest": False, "default_to_digest": False},
            "simple_dc": {"user_mapping": {"*": {USER: {"password": PASSWORD}}}},
            "logging": {"enable": False},
            "verbose": 0,
            "lock_storage": False,
            "property_manager": None,
        }
    )

    def answer(environ, start):
        if environ["REQUEST_METHOD"] == "PUT" and (faults.full or faults.locked):
            start("507 Insufficient Storage" if faults.full else "403 Forbidden", [("Content-Length", "0")])
            environ["wsgi.input"].read()
            return [b""]
        return application(environ, start)

    server = Server(("127.0.0.1", 0), answer, numthreads=3, server_name="localhost")
    server.ssl_adapter = BuiltinSSLAdapter(str(certificate), str(certificate))
    server.error_log = lambda *_words, **_more: None
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield WebSpace("webdavs", folder, server.bind_addr[1], faults)
    finally:
        server.stop()
        thread.join()


@contextlib.contextmanager
def break_line(space):
    """The same web space behind a line that `faults.cut_after` breaks, for everything that has one connection."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    stopping = threading.Event()

    def carry(near):
        with contextlib.suppress(OSError), near, socket.create_connection(("127.0.0.1", space.port)) as far:
            _carry(near, far, space.faults, stopping)

    def accept():
        with contextlib.ExitStack() as running:
            while not stopping.is_set():
                with contextlib.suppress(TimeoutError):
                    near, _address = listener.accept()
                    thread = threading.Thread(target=carry, args=(near,), daemon=True)
                    thread.start()
                    running.callback(thread.join)

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield WebSpace(space.kind, space.folder, listener.getsockname()[1], space.faults)
    finally:
        stopping.set()
        thread.join()
        listener.close()


def _carry(near, far, faults, stopping):
    with selectors.DefaultSelector() as watching:
        watching.register(near, selectors.EVENT_READ, far)
        watching.register(far, selectors.EVENT_READ, near)
        while not stopping.is_set():
            for ready, _events in watching.select(0.05):
                data = ready.fileobj.recv(2048)
                if faults.cut_after is not None:
                    faults.cut_after -= len(data)
                    if faults.cut_after <= 0:
                        faults.cuts, faults.cut_after = faults.cuts + 1, None
                        return
                if not data:
                    return
                ready.data.sendall(data)


def trust(monkeypatch, authority):
    """Our side believes in the authority of the tests, as it does in those of the operating system."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    assert ssl.create_default_context().get_ca_certs()
