from django.urls import path

from scoring.seeding import views

urlpatterns = [path("desk/<slug:slug>/seeds/", views.SeedingPage.as_view(), name="seeding")]
