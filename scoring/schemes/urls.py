from django.urls import path

from scoring.schemes import views

urlpatterns = [
    path("desk/<slug:slug>/stages/<int:stage_number>/scheme/", views.SchemePage.as_view(), name="scheme"),
    path("desk/<slug:slug>/stages/<int:stage_number>/decide/", views.StoreDecision.as_view(), name="decide"),
]
