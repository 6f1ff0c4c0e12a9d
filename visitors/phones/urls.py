from django.urls import path, re_path

from visitors.phones import answer_views, code_views, link_views, opening_views, stray_views, views

urlpatterns = [
    path("desk/<slug:slug>/links/", link_views.LinksPage.as_view(), name="links"),
    path("desk/<slug:slug>/links/issue/", link_views.IssueLinks.as_view(), name="links_issue"),
    path("desk/<slug:slug>/links/revoke/", link_views.RevokeLinks.as_view(), name="links_revoke"),
    path("desk/<slug:slug>/codes/", code_views.CodesPage.as_view(), name="codes"),
    path("desk/<slug:slug>/codes/print/", code_views.PrintCodes.as_view(), name="codes_print"),
    path("desk/<slug:slug>/codes/show/", code_views.ShowCode.as_view(), name="code_show"),
    path("desk/<slug:slug>/codes/revoke/", code_views.RevokeCodes.as_view(), name="codes_revoke"),
    path("desk/<slug:slug>/calls/<str:code>/settle/", link_views.SettleCalls.as_view(), name="settle_calls"),
    path("t", opening_views.OpenTable.as_view(), name="table_open"),
    re_path("^(?:t/|T/?)$", opening_views.OpenTableElsewhere.as_view(), name="table_open_typed"),
    path("t/stamp/<str:code>", views.MatchPollVersion.as_view(), name="match_stamp"),
    path("t/match/", views.TablePage.as_view(), name="table"),
    path("t/match/events/", views.TableEnter.as_view(), name="table_enter"),
    path("t/match/correct/<int:seq>/", views.TableCorrect.as_view(), name="table_correct"),
    path("t/match/accept/<int:seq>/", answer_views.TableAccept.as_view(), name="table_accept"),
    path("t/match/undo/", answer_views.TableUndo.as_view(), name="table_undo"),
    path("t/match/confirm/", answer_views.TableConfirm.as_view(), name="table_confirm"),
    path("t/match/dispute/", answer_views.TableDispute.as_view(), name="table_dispute"),
    path("t/match/withdraw/", answer_views.TableWithdraw.as_view(), name="table_withdraw"),
    path("t/match/call/", answer_views.TableCall.as_view(), name="table_call"),
    path("t/match/end-call/", answer_views.TableEndCall.as_view(), name="table_end_call"),
    path("t/match/seated/", answer_views.TableSeated.as_view(), name="table_seated"),
    path("t/match/set-aside/", stray_views.TableSetAside.as_view(), name="table_set_aside"),
    path("t/match/kept/<str:key>/hand-over/", stray_views.TableHandOver.as_view(), name="table_hand_over"),
    path("t/match/kept/<str:key>/drop/", stray_views.TableStray.as_view(), name="table_drop"),
    path("t/match/leave/", stray_views.TableLeave.as_view(), name="table_leave"),
]
