"""Hands of Mariglia, as somebody types them."""

import os
from itertools import count

from scoring.entry.services import FilledBoxes, Override, submit_event
from tests.scoring.builders import origin

SURE = Override(sure=True)

_keys = count(1)


def fresh_key() -> str:
    """A key that nothing else has used, in no other process either."""
    return f"key-{os.getpid()}-{next(_keys)}"


def typed(total, turned="2", dealer="", **boxes) -> FilledBoxes:
    """A hand in which side A made `total`; `turned` a frillo gives nobody anything."""
    return FilledBoxes("hand", {"dealer": dealer, "turned": turned, "total_0": str(total), **boxes})


def enter(match, statement, actor=None, version=None, key=None, override=SURE):
    return submit_event(match, statement, origin=origin(key or fresh_key(), actor), version=version, override=override)


def win(match, side=0, actor=None):
    """Two games to nothing for `side`, in two hands of all tricks."""
    total = 70 if side == 0 else 0
    return [enter(match, typed(total), actor) for _game in range(2)]
