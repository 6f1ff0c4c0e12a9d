"""What a power cut can leave of files whose every write and sync is known.

What was synced stays. What was written since the last sync of its file survives sector by sector, by chance; a truncation that was not
synced may or may not have happened. This is the model of a disk that keeps its promise about syncs and none about anything else.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
HEAD = struct.Struct("=cHqI")


@dataclass(frozen=True, slots=True)
class Operation:
    kind: str
    path: str
    offset: int
    data: bytes = b""


@dataclass
class File:
    """`durable` is what is on the disk for sure; `pending` what was done to the file since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)

    def sync(self) -> None:
        for operation in self.pending:
            apply(self.durable, operation)
        self.pending.clear()

    def after_cut(self, chance: random.Random) -> bytearray:
        image, survival = bytearray(self.durable), chance.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        for operation in self.pending:
            for part in sectors(operation):
                if chance.random() < survival:
                    apply(image, part)
        return image


def read_trace(path: Path) -> Iterator[Operation]:
    with path.open("rb") as file:
        while head := file.read(HEAD.size):
            kind, named, offset, length = HEAD.unpack(head)
            name = file.read(named).decode()
            yield Operation(kind.decode(), name, offset, file.read(length) if kind == b"W" else b"")


def sectors(operation: Operation) -> Iterator[Operation]:
    """A write in the pieces that a disk writes as one."""
    if operation.kind != "W":
        yield operation
        return
    at, end = operation.offset, operation.offset + len(operation.data)
    while at < end:
        until = min((at // SECTOR + 1) * SECTOR, end)
        yield Operation("W", operation.path, at, operation.data[at - operation.offset : until - operation.offset])
        at = until


def apply(image: bytearray, operation: Operation) -> None:
    if operation.kind == "T":
        size = operation.offset
        image[size:] = b"" if size <= len(image) else bytes(size - len(image))
    else:
        end = operation.offset + len(operation.data)
        if len(image) < end:
            image.extend(bytes(end - len(image)))
        image[operation.offset : end] = operation.data
