"""The exceptions that reading a foreign zip archive can raise."""

import zipfile
import zlib

ARCHIVE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""The last two are zipfile's own, for a flag that says that a member is compressed in a way it does not know, or encrypted."""
