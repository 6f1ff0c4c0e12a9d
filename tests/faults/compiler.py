"""What watches or ends a process at its changes of the disk is C, compiled when a test needs it: `make test` installs the compiler."""

import os
import shutil

import pytest

needs_compiler = pytest.mark.skipif(
    shutil.which("gcc") is None and os.environ.get("CI") != "true", reason="a computer without gcc, where nobody may install it"
)
"""Where CI runs a missing compiler is a failure, as a missing server or browser is."""
