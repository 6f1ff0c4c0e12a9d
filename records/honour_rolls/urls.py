from django.urls import path

from records.honour_rolls import views

urlpatterns = [
    path("organizers/<slug:organizer_slug>/honours/", views.HonourRollsPage.as_view(), name="honour_rolls"),
    path("organizers/<slug:organizer_slug>/honours/<str:roll_key>/", views.HonourRollDesk.as_view(), name="honour_roll_desk"),
    path("honours/<str:roll_key>/", views.HonourRollPage.as_view(), name="honour_roll"),
    path("honours/<str:roll_key>/poster-<str:paper_size>.pdf", views.HonourRollPoster.as_view(), name="honour_roll_poster"),
]
