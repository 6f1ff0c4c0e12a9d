"""nginx with TLS before a hosted site, as docs/hosting.md says: the site's own file, a certificate, a port other than 443."""

import http.client
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.hosted import is_port_taken
from tests.desks import PATIENCE, ROOT
from tests.faults.hall import Writer
from tests.faults.hosting import wait_until
from tests.services import program

NAME = "torneo.example.it"
MAIN = """
pid {place}/nginx.pid;
error_log {place}/nginx.log;
worker_processes auto;
worker_rlimit_nofile 20000;
events {{ worker_connections 16000; }}
http {{ access_log off; include /etc/nginx/mime.types; include {place}/labella.conf; }}
"""
"""What Debian's own file does, with as many connections as docs/hosting.md asks for."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """nginx at two ports of this computer, with a certificate that only whoever reads its file believes."""

    directory: Path
    plain: int
    secure: int

    @property
    def host(self) -> str:
        return f"{NAME}:{self.secure}"

    @property
    def origin(self) -> str:
        return f"https://{self.host}"

    def trust(self) -> ssl.SSLContext:
        """What a browser believes that knows the certificate."""
        return ssl.create_default_context(cafile=str(self.directory / "fullchain.pem"))

    def connect(self, context: ssl.SSLContext, timeout: float = 60) -> http.client.HTTPSConnection:
        connection = http.client.HTTPSConnection("127.0.0.1", self.secure, context=context, timeout=timeout)
        connection.sock = context.wrap_socket(connection._create_connection(("127.0.0.1", self.secure)), server_hostname=NAME)  # type: ignore[attr-defined] # http.client knows no other name for the certificate
        return connection

    def list_settings(self) -> dict[str, str]:
        """The site's own settings behind this proxy."""
        return {"HTTPS": "1", "PROXIES": "1", "ALLOWED_HOSTS": NAME, "CSRF_TRUSTED_ORIGINS": self.origin}


@contextmanager
def run_proxy(proxy: Proxy, *upstreams: str) -> Iterator[None]:
    """nginx before the site at the addresses `upstreams`, each with its port, until the block ends."""
    proxy.directory.mkdir()
    make_certificate(proxy.directory)
    write_site_file(proxy, *upstreams)
    command = [program("nginx"), "-c", str(proxy.directory / "nginx.conf"), "-e", str(proxy.directory / "nginx.log"), "-g", "daemon off;"]
    process = subprocess.Popen(command)
    try:
        wait_until(lambda: is_port_taken(proxy.secure), PATIENCE)
        yield
    finally:
        process.terminate()
        process.wait(30)


def make_certificate(directory: Path) -> None:
    """One of the kind that certbot asks for; a desk of this machine believes it, too."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", str(directory / "privkey.pem")]
    names = [
        "-days",
        "1",
        "-subj",
        f"/CN={NAME}",
        "-addext",
        f"subjectAltName=DNS:{NAME},IP:127.0.0.1",
        "-out",
        str(directory / "fullchain.pem"),
    ]
    subprocess.run([program("openssl"), "req", "-x509", *key, *names], check=True, capture_output=True)


def write_site_file(proxy: Proxy, *upstreams: str) -> None:
    """The file of the site with this machine's ports, certificate and places instead of a server's."""
    text = (ROOT / "deploy" / "nginx" / "labella.conf").read_text()
    text = re.sub(r"    listen \[::\].*\n", "", text)
    text = text.replace("server 127.0.0.1:8000;", "\n    ".join(f"server {upstream};" for upstream in upstreams))
    text = text.replace("listen 80;", f"listen 127.0.0.1:{proxy.plain};")
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{proxy.secure} ssl").replace("/var/lib/nginx", str(proxy.directory))
    text = text.replace(f"/etc/letsencrypt/live/{NAME}", str(proxy.directory)).replace("/opt/labella", str(ROOT))
    (proxy.directory / "labella.conf").write_text(text)
    (proxy.directory / "nginx.conf").write_text(MAIN.format(place=proxy.directory))


@dataclass
class SecureWriter(Writer):
    """Somebody at the desk of a site behind the proxy."""

    proxy: Proxy | None = None
    context: ssl.SSLContext | None = None

    def connect(self, timeout: float) -> http.client.HTTPConnection:
        assert self.proxy is not None
        assert self.context is not None
        return self.proxy.connect(self.context, timeout)

    def build_headers(self) -> dict[str, str]:
        assert self.proxy is not None
        return super().build_headers() | {"Host": self.proxy.host, "Origin": self.proxy.origin}
