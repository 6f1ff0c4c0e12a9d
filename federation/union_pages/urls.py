from django.urls import path

from federation.union_pages import club_views, ranking_views, union_views

UNION = "organizers/<slug:organizer_slug>/union/"

urlpatterns = [
    path(UNION, union_views.UnionPage.as_view(), name="union"),
    path(UNION + "lists/<str:roll>/", union_views.TakeRoll.as_view(), name="union_roll"),
    path(UNION + "results/", union_views.ReceiveResults.as_view(), name="union_receive"),
    path(UNION + "results/<int:result_id>/", union_views.ResultPage.as_view(), name="union_result"),
    path(UNION + "waiting/<int:waiting_id>/", union_views.WaitingPage.as_view(), name="union_waiting"),
    path(UNION + "events/<int:event_id>/", union_views.DecideEvent.as_view(), name="union_event"),
    path(UNION + "members/<int:member_id>/", union_views.MemberPage.as_view(), name="union_member"),
    path(UNION + "points/", union_views.RulePage.as_view(), name="union_rule"),
    path(UNION + "ranking/", ranking_views.RankingPage.as_view(), name="union_ranking"),
    path(UNION + "ranking.<str:spelling>", ranking_views.RankingList.as_view(), name="union_ranking_list"),
    path(UNION + "series/", ranking_views.PointSeriesListPage.as_view(), name="union_series_list"),
    path(UNION + "series/<int:series_id>/", ranking_views.PointSeriesPage.as_view(), name="union_series"),
    path(UNION + "series/<int:series_id>/ranking.<str:spelling>", ranking_views.SeriesRankingList.as_view(), name="union_series_ranking"),
    path("unions/clubs/<str:club_code>/", club_views.ClubPage.as_view(), name="union_club"),
    path("unions/<slug:union_slug>/", ranking_views.PublicRanking.as_view(), name="public_ranking"),
    path("unions/<slug:union_slug>/results/", club_views.ResultBridge.as_view(), name="result_bridge"),
]
