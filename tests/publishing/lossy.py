"""A bad line between a desk and a site: so many bytes a second, and some connections end in the middle."""

import random
import socket
import threading
import time
from contextlib import contextmanager, suppress

STEP = 512


class LossyLine:
    def __init__(self, target, *, loss, bytes_per_second, seed):
        self.target, self.loss, self.speed = target, loss, bytes_per_second
        self.chance, self.cuts, self.connections = random.Random(seed), 0, 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.server.getsockname()[1]}"

    def serve(self):
        with suppress(OSError):
            while True:
                near, _from = self.server.accept()
                self.connections += 1
                cut_after = self.chance.randrange(3000) if self.chance.random() < self.loss else None
                threading.Thread(target=self.carry, args=[near, cut_after], daemon=True).start()

    def carry(self, near, cut_after):
        """Both ways until one ends, or until so many bytes have passed."""
        far = socket.create_connection(self.target)
        left = [cut_after]
        ways = [threading.Thread(target=self.copy, args=[one, other, left], daemon=True) for one, other in ((near, far), (far, near))]
        for way in ways:
            way.start()
        for way in ways:
            way.join()
        near.close(), far.close()

    def copy(self, source, sink, left):
        with suppress(OSError):
            while content := source.recv(STEP):
                time.sleep(len(content) / self.speed)
                if left[0] is not None:
                    left[0] -= len(content)
                    if left[0] < 0:
                        self.cuts += 1
                        break
                sink.sendall(content)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def open_line(site, *, loss=0.2, bytes_per_second=8000, seed=1):
    """A line of 64 kbit/s of which a fifth of the connections is cut."""
    line = LossyLine(("127.0.0.1", int(site.address.rpartition(":")[2])), loss=loss, bytes_per_second=bytes_per_second, seed=seed)
    thread = threading.Thread(target=line.serve, daemon=True)
    thread.start()
    try:
        yield line
    finally:
        line.server.close()
