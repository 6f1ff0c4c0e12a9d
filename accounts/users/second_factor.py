"""The second factor of a login: codes of an authenticator app (TOTP, RFC 6238), and recovery codes on paper."""

import datetime as dt
import secrets
from collections.abc import Sequence

import pyotp
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare, salted_hmac

from jobs.databases import write_tx
from tournaments.models import OrganizerMember, SeasonDirector, SecondFactor, StaffRole
from tournaments.permissions import Role

RECOVERY_CODES = 8
RECOVERY_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
RECOVERY_LENGTH = 10
"""50 bits."""
STEP_SECONDS = 30
PENDING_SECRET = "second-factor"  # noqa: S105 - the key of the session
TRIES = 5
LOCKED_FOR = dt.timedelta(minutes=15)
A_DAY = dt.timedelta(days=1)


def find_second_factor(user: User) -> SecondFactor | None:
    """The user's second factor that is in use."""
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).first()


def is_second_factor_due(user: User) -> bool:
    """Whether the site requires a second factor of this user, who has none: an administrator or a director, where the settings say so."""
    if not settings.SECOND_FACTOR_REQUIRED or find_second_factor(user):
        return False
    roles = StaffRole.objects.filter(user=user, role=Role.DIRECTOR), OrganizerMember.objects.filter(user=user, role=Role.DIRECTOR)
    return user.is_superuser or any(directs.exists() for directs in roles) or SeasonDirector.objects.filter(user=user).exists()


def begin_second_factor(session: SessionBase) -> str:
    """The secret for an app that is being set up: the same until it is confirmed, so that reloading the page does not change its QR code.

    It is stored with the login, not with the user: looking at the page changes nothing.
    """
    return str(session.setdefault(PENDING_SECRET, pyotp.random_base32()))


def build_app_address(user: User, secret: str) -> str:
    """The otpauth address that the app reads from the QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name="La Bella")


def confirm_second_factor(user: User, secret: str, code: str, *, at: dt.datetime) -> tuple[str, ...] | None:
    """Turn the second factor on after a first right code; return new recovery codes, which nobody can read again. None: wrong code."""
    codes = tuple("".join(secrets.choice(RECOVERY_ALPHABET) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES))
    with write_tx():
        SecondFactor.objects.filter(user=user, confirmed_at__isnull=True).delete()
        factor = SecondFactor(user=user, secret=secret)
        if find_second_factor(user) is not None or not _accept_app_code(factor, code, at):
            return None
        factor.confirmed_at = at
        factor.recovery_hashes = [_hash_recovery(user, recovery) for recovery in codes]
        factor.save()
    return codes


def check_second_factor(user: User, code: str, *, at: dt.datetime) -> bool:
    """Whether a code of the app or an unused recovery code is right; either counts once. Five wrong ones lock both for 15 minutes."""
    with write_tx():
        factor = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at__isnull=False).first()
        if factor is None or is_locked(factor, at):
            return False
        accepted = _accept_app_code(factor, code, at) or _accept_recovery_code(factor, code)
        factor.failures = 0 if accepted else _count_failures(factor, at) + 1
        factor.failed_at = None if accepted else at
        factor.save()
    return accepted


def is_locked(factor: SecondFactor, at: dt.datetime) -> bool:
    return _count_failures(factor, at) >= TRIES


def remove_second_factor(user: User) -> None:
    with write_tx():
        SecondFactor.objects.filter(user=user).delete()


def _count_failures(factor: SecondFactor, at: dt.datetime) -> int:
    """Wrong codes of the last 15 minutes. A clock that was set back a little forgets none; one that was wrong by days locks nobody."""
    is_recent = factor.failed_at is not None and -A_DAY < at - factor.failed_at < LOCKED_FOR
    return factor.failures if is_recent else 0


def _accept_app_code(factor: SecondFactor, code: str, at: dt.datetime) -> bool:
    """Whether the code belongs to this time step or a neighbour, later than the last accepted one; notes the step. One that was noted by a
    clock days ahead keeps nobody out.
    """
    digits = "".join(code.split())
    totp, step = pyotp.TOTP(factor.secret), int(at.timestamp()) // STEP_SECONDS
    was_clock_wrong = factor.last_step - step > A_DAY.total_seconds() // STEP_SECONDS
    last_step = 0 if was_clock_wrong else factor.last_step
    for candidate in (step, step - 1, step + 1):
        if candidate > last_step and constant_time_compare(totp.at(candidate * STEP_SECONDS), digits):
            factor.last_step = candidate
            return True
    return False


def _accept_recovery_code(factor: SecondFactor, code: str) -> bool:
    """Whether the code is one on the paper; strikes it out."""
    hashes: Sequence[str] = factor.recovery_hashes
    typed = _hash_recovery(factor.user, "".join(code.replace("-", " ").split()).upper())
    remaining = [value for value in hashes if not constant_time_compare(value, typed)]
    accepted = len(remaining) < len(hashes)
    factor.recovery_hashes = remaining
    return accepted


def _hash_recovery(user: User, code: str) -> str:
    return salted_hmac("tournaments.recovery", f"{user.pk} {code}", algorithm="sha256").hexdigest()
