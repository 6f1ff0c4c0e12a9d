"""Refusals of the services: what happened and what to do, in words."""

from django.utils.functional import Promise


class ChangeRefused(Exception):
    """A service refused and changed nothing. `message` says why and what to do; `code` is for programs."""

    def __init__(self, code: str, message: str | Promise) -> None:
        super().__init__(code)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return str(self.message)
