"""A plug-in that raises when it is imported, as one does that was written for another release."""

raise RuntimeError("written for another release")
