"""Makes a POSIX Python behave like one of Windows where our code could notice; Python imports it at its start from PYTHONPATH.

No fcntl and its kind, no os.geteuid, no hard links, no directory that can be opened or synced, no sync of what is open for reading, no
renaming onto a file, and no renaming, replacing or deleting of a file that is open.
"""

import errno
import fcntl
import os
import sys
from pathlib import Path

MISSING_MODULES = {"fcntl", "grp", "pwd", "resource", "syslog", "termios"}
MISSING_NAMES = ("O_DIRECTORY", "chown", "fork", "killpg", "link", "mkfifo", "setsid", "statvfs")
REFUSED_NAMES = ("getegid", "geteuid", "getgid", "getuid")
"""Libraries import them by name where the system is not called Windows; nobody may call them."""
ACCESS_MODE, OPEN_FOR_READING, READ_FLAGS = 3, os.O_RDONLY, fcntl.F_GETFL
read_flags = fcntl.fcntl


def refuse_call():
    raise AttributeError("module 'os' has no such attribute")


class MissingModules:
    """A finder that finds them nowhere."""

    @staticmethod
    def find_spec(name, *_where):
        if name in MISSING_MODULES:
            raise ImportError(f"No module named {name!r}", name=name)


def refuse(number, path):
    raise PermissionError(number, os.strerror(number), os.fspath(path))


def refuse_open_file(path):
    place = os.path.realpath(path)
    for handle in Path("/proc/self/fd").iterdir():
        if handle.is_symlink() and os.path.realpath(handle) == place:
            refuse(errno.EACCES, path)


def open_file(path, flags, mode=0o777, *, dir_fd=None, original=os.open):
    if dir_fd is None and Path(os.fsdecode(path)).is_dir():
        refuse(errno.EACCES, path)
    return original(path, flags, mode, dir_fd=dir_fd)


def sync_handle(handle, original=os.fsync):
    if read_flags(handle, READ_FLAGS) & ACCESS_MODE == OPEN_FOR_READING:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    original(handle)


def rename(source, target, original=os.rename):
    refuse_open_file(source)
    if Path(target).exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(target))
    original(source, target)


def replace(source, target, original=os.replace):
    refuse_open_file(source)
    refuse_open_file(target)
    original(source, target)


def unlink(path, *, dir_fd=None, original=os.unlink):
    if dir_fd is None:
        refuse_open_file(path)
    original(path, dir_fd=dir_fd)


sys.meta_path.insert(0, MissingModules())
for module in MISSING_MODULES:
    sys.modules.pop(module, None)
for refused in REFUSED_NAMES:
    setattr(os, refused, refuse_call)
for missing in MISSING_NAMES:
    if hasattr(os, missing):
        delattr(os, missing)
os.open, os.fsync, os.rename, os.replace, os.unlink, os.remove = open_file, sync_handle, rename, replace, unlink, unlink
