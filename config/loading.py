"""The script that stands inside every page, and by which the policy of contents knows it. See static/loading.js."""

import base64
import hashlib
import re
from pathlib import Path

REMARK = re.compile(r"^\s*/\*.*?\*/\n|^\s+", re.DOTALL | re.MULTILINE)
SCRIPT = REMARK.sub("", (Path(__file__).resolve().parent.parent / "static" / "loading.js").read_text(encoding="utf-8"))
SCRIPT_DIGEST = f"'sha256-{base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()}'"
"""What `script-src` allows: this text and no other."""
