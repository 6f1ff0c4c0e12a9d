"""Addresses of tables' links: the director's page of them, and the table's own, none of which names a match: the session does."""

from django.urls import path

from scoring.views import links, table

urlpatterns = [
    path("desk/<slug:slug>/links/", links.Links.as_view(), name="links"),
    path("desk/<slug:slug>/links/issue/", links.IssueLinks.as_view(), name="links_issue"),
    path("desk/<slug:slug>/links/revoke/", links.RevokeLinks.as_view(), name="links_revoke"),
    path("desk/<slug:slug>/calls/<str:code>/settle/", links.SettleCalls.as_view(), name="settle_calls"),
    path("t", table.OpenTable.as_view(), name="table_open"),
    path("t/match/", table.TablePage.as_view(), name="table"),
    path("t/match/events/", table.TableEnter.as_view(), name="table_enter"),
    path("t/match/correct/<int:seq>/", table.TableCorrect.as_view(), name="table_correct"),
    path("t/match/accept/<int:seq>/", table.TableAccept.as_view(), name="table_accept"),
    path("t/match/undo/", table.TableUndo.as_view(), name="table_undo"),
    path("t/match/confirm/", table.TableConfirm.as_view(), name="table_confirm"),
    path("t/match/dispute/", table.TableDispute.as_view(), name="table_dispute"),
    path("t/match/call/", table.TableCall.as_view(), name="table_call"),
    path("t/match/leave/", table.TableLeave.as_view(), name="table_leave"),
]
