from django.urls import path

from rankings.seeding import views

urlpatterns = [
    path("desk/<slug:slug>/seeds/", views.SeedingPage.as_view(), name="seeding"),
    path("desk/<slug:slug>/seeds/earlier/", views.EarlierSeedingPage.as_view(), name="seeding_earlier"),
]
