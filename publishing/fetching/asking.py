"""Ask a site for the evenings that it holds: a question that is signed and counted, as those for enrolments."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from publishing.models import DeskKey, Target
from publishing.pieces.questions import EVENINGS_FORMAT, encode_question
from publishing.sending.http import SiteAnswer, ask_site, require_good
from publishing.sending.services import count_change, raise_counter
from publishing.targets.troubles import Trouble
from tournaments.models import Tournament

Json = Any
MOST_BYTES, MOST_CHARACTERS = 20_000_000, 100_000_000
"""Of an answer, and of the document in it when it is unpacked."""


def ask_evenings(target: Target, final: Tournament) -> Sequence[Mapping[str, Json]]:
    """What the site holds of the game of this final, as it says. Raises: Trouble."""
    evenings = _ask(target, final, "").values.get("evenings")
    if not isinstance(evenings, list) or not all(isinstance(one, dict) for one in evenings):
        raise Trouble("no_site")
    return evenings


def ask_evening(target: Target, final: Tournament, key: str) -> tuple[Json, str]:
    """The public document of one evening, and its version. Raises: Trouble."""
    answer = _ask(target, final, key)
    unpacking = zlib.decompressobj()
    try:
        document = json.loads(unpacking.decompress(base64.b64decode(answer.values["document"], validate=True), MOST_CHARACTERS))
    except (KeyError, TypeError, ValueError, binascii.Error, zlib.error, RecursionError) as error:
        raise Trouble("no_site") from error
    return document, answer.get_text("version")[:64]


def _ask(target: Target, final: Tournament, wanted: str) -> SiteAnswer:
    """Once more where the site has heard later questions: this desk came back from an older copy."""
    for _attempt in range(2):
        question = {"counter": count_change(), "game": final.game_key, "singly": final.individual, "wanted": wanted}
        private_key = DeskKey.objects.values_list("private_key", flat=True)[0]
        body, signature = encode_question(question, private_key, form=EVENINGS_FORMAT)
        headers: dict[str, Any] = {"Content_Type": "application/octet-stream", "X_Signature": signature}
        address = f"{target.address}/bridge/{target.desk}/evenings/"
        answer = ask_site(address, body, language=target.language, most=MOST_BYTES, **headers)
        if answer.get_text("problem") != "counter":
            break
        raise_counter(answer.get_number("number"))
    return require_good(answer)
