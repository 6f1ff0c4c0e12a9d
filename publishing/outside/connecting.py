"""Connect this desk: use the code of a site, or try a web space; then the target is stored, and what is new begins to leave."""

import datetime as dt
import uuid
from typing import Any

from django.core.exceptions import ValidationError

from publishing.models import Target
from publishing.outside.trials import check_target
from publishing.sending.http import SiteAnswer, post_json, require_good
from publishing.sending.starting import wake_publisher
from publishing.targets.passwords import hide_password
from publishing.targets.services import add_target, provide_public_key
from publishing.targets.troubles import Trouble
from publishing.targets.typed import SiteAddress, parse_public_address


def connect_site(site: SiteAddress, *, name: str, scope: str, language: str, at: dt.datetime) -> Target:
    """Give the site our key for its code. `scope`: the key of a tournament, empty for the whole desk.

    Raises: Trouble where the site does not answer or refuses the code; ChangeRefused.
    """
    question = {"code": site.code, "desk": name, "key": provide_public_key(at)}
    answer = post_json(f"{site.address}/bridge/pair/", question, language=language)
    if answer.get_text("sentence") and not answer.is_good:
        raise Trouble("code_refused", answer.get_text("sentence"))
    require_good(answer)
    target = add_target(
        Target(
            kind=Target.Kind.SITE,
            tournament=scope,
            address=site.address,
            public_address=_read_address(answer, site),
            title=" · ".join(filter(None, dict.fromkeys([answer.get_text("site"), answer.get_text("club")])))[:200],
            desk=_read_desk(answer),
            language=language,
            made_at=at,
        )
    )
    wake_publisher()
    return target


def build_space(values: dict[str, Any], *, scope: str, at: dt.datetime) -> Target:
    """The target that a filled form describes, not stored yet."""
    return Target(
        kind=Target.Kind.FILES,
        tournament=scope,
        address=values["address"],
        public_address=values["public_address"],
        secret=hide_password(values["password"]),
        language=values["language"],
        made_at=at,
    )


def connect_space(target: Target) -> Target:
    """Store a web space that takes a small file. Raises: Trouble where it does not; ChangeRefused."""
    check_target(target)
    add_target(target)
    wake_publisher()
    return target


def _read_desk(answer: SiteAnswer) -> str:
    """Raises: Trouble for an answer that is not that of a site."""
    try:
        return str(uuid.UUID(answer.get_text("desk")))
    except ValueError as error:
        raise Trouble("no_site") from error


def _read_address(answer: SiteAnswer, site: SiteAddress) -> str:
    """Where people read the site, as it says, else where it was asked."""
    try:
        return parse_public_address(answer.get_text("address"))
    except ValidationError:
        return site.address
