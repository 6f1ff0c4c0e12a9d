"""What a table answers with one press: take back, confirm, dispute, accept, call the director, say that it sits."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scoring.confirmation.services import confirm_match, dispute_match, withdraw_dispute
from scoring.entry.requests import read_version
from scoring.entry.services import undo_last
from visitors.phones.services import accept_line, call_director, end_call, note_seated
from visitors.phones.views import TablePost


class TableUndo(TablePost):
    action = "undo"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(undo_last(self.link.match, origin=self.read_origin(), version=read_version(request)))


class TableConfirm(TablePost):
    action = "confirm"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(confirm_match(self.link.match, origin=self.read_origin(), version=read_version(request)))


class TableDispute(TablePost):
    action = "dispute"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(dispute_match(self.link.match, origin=self.read_origin(), version=read_version(request)))


class TableWithdraw(TablePost):
    """Withdraw the own dispute."""

    action = "withdraw"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.respond(withdraw_dispute(self.link.match, origin=self.read_origin(), version=read_version(request)))


class TableAccept(TablePost):
    """Accept the last line."""

    action = "accept"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        accept_line(self.link, self.kwargs["seq"], at=timezone.now())
        return self.redirect_back(200)


class TableCall(TablePost):
    """Call the director."""

    action = "call"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        call_director(self.link, at=timezone.now())
        return self.redirect_back(200)


class TableEndCall(TablePost):
    """The director came."""

    action = "end_call"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        end_call(self.link, at=timezone.now())
        return self.redirect_back(200)


class TableSeated(TablePost):
    """Say that the people of the table sit."""

    action = "seated"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        note_seated(self.link, at=timezone.now())
        return self.redirect_back(200)
