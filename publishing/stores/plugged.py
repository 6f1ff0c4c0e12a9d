"""A web space that a plug-in writes to. Whatever it raises is told as a server that took nothing."""

from collections.abc import Callable
from typing import TypeVar

from plugins.protocols import PluginStore
from plugins.registry import InstalledPlugin, PluginFailed, call_plugin
from publishing.stores.addresses import StoreAddress
from publishing.stores.refusals import Reason, StoreRefused
from publishing.stores.store import check_path

ResultT = TypeVar("ResultT")


class PluggedStore:
    host_key = ""

    def __init__(self, plugin: InstalledPlugin, address: StoreAddress, password: str) -> None:
        self.plugin, self.address = plugin, address
        self._store: PluginStore = self._ask(lambda loaded: loaded.open_store(address.host, address.folder, address.user, password))

    def write(self, path: str, content: bytes) -> None:
        self._ask(lambda _loaded: self._store.write(check_path(path), content))

    def remove(self, path: str) -> None:
        self._ask(lambda _loaded: self._store.remove(check_path(path)))

    def read(self, path: str) -> bytes | None:
        return self._ask(lambda _loaded: self._store.read(check_path(path)))

    def close(self) -> None:
        self._ask(lambda _loaded: self._store.close())

    def _ask(self, work: Callable[..., ResultT]) -> ResultT:
        try:
            return call_plugin(self.plugin, work)
        except PluginFailed:
            raise StoreRefused(Reason.CONNECTION, host=self.address.host, folder=self.address.folder) from None
