from django.urls import path

from evenings.planning import views

urlpatterns = [
    path("desk/<slug:slug>/plan/", views.PlanPage.as_view(), name="plan"),
]
