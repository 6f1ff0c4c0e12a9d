from django.urls import path

from visitors.tournament_pages import share_views, views

urlpatterns = [
    path("tournaments/<slug:slug>/bracket/", views.PublicBracket.as_view(), name="public_bracket"),
    path("tournaments/<slug:slug>/pools/", views.PublicPools.as_view(), name="public_pools"),
    path("tournaments/<slug:slug>/results/", views.PublicResults.as_view(), name="public_results"),
    path("tournaments/<slug:slug>/matches/<str:code>/", views.PublicMatch.as_view(), name="public_match"),
    path("tournaments/<slug:slug>/players/", views.PublicPeople.as_view(), name="public_people"),
    path("tournaments/<slug:slug>/players/<int:number>/", views.PublicPlayer.as_view(), name="public_player"),
    path("tournaments/<slug:slug>/share.png", share_views.TournamentPicture.as_view(), name="share_picture"),
    path("tournaments/<slug:slug>/matches/<str:code>/share.png", share_views.MatchPicture.as_view(), name="share_match"),
    path("tournaments/<slug:slug>/ledger/", views.PublicLedger.as_view(), name="public_ledger"),
    path("tournaments/<slug:slug>/ledger.jsonl", views.LedgerFile.as_view(), name="ledger_file"),
    path("s/<str:code>", views.ShortCode.as_view(), name="short_code"),
    path("S/<str:code>", views.ShortCode.as_view(), name="short_code_in_capitals"),
]
