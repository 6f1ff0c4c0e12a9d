"""Opens a store by its address. The library of each kind is loaded when the first of its kind is opened."""

from plugins.registry import PluginKind, find_ready
from publishing.stores.addresses import parse_address
from publishing.stores.store import Store


def open_store(address: str, password: str = "", *, host_key: str = "", trusts_first: bool = True) -> Store:
    """The folder at an address: `file:///…`, `ftps://name@host:port/folder`, `sftp://…`, `webdavs://…`.

    Of SFTP the returned store tells the key of the host (`host_key`): whoever keeps it and hands it in the next time is told when another
    one is shown. Without `trusts_first` a host whose key is not handed in is refused, and the refusal tells the key.
    Raises: StoreRefused.
    """
    parsed = parse_address(address)
    plugin = find_ready(PluginKind.TARGET, parsed.kind)
    if plugin is not None:
        from publishing.stores.plugged import PluggedStore  # noqa: PLC0415 - loaded when used

        return PluggedStore(plugin, parsed, password)
    if parsed.kind == "file":
        from publishing.stores.folder import FolderStore  # noqa: PLC0415 - loaded when used

        return FolderStore(parsed)
    if parsed.kind == "ftps":
        from publishing.stores.ftps import FTPStore  # noqa: PLC0415 - loaded when used

        return FTPStore(parsed, password)
    if parsed.kind == "sftp":
        from publishing.stores.sftp import SFTPStore  # noqa: PLC0415 - loaded when used

        return SFTPStore(parsed, password, host_key=host_key, trusts_first=trusts_first)
    from publishing.stores.webdav import WebDAVStore  # noqa: PLC0415 - loaded when used

    return WebDAVStore(parsed, password)
