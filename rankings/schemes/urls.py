from django.urls import path

from rankings.schemes import tie_views, views

urlpatterns = [
    path("desk/<slug:slug>/stages/<int:stage_number>/scheme/", views.SchemePage.as_view(), name="scheme"),
    path("desk/<slug:slug>/stages/<int:stage_number>/decide/", views.StoreDecision.as_view(), name="decide"),
    path("desk/<slug:slug>/stages/<int:stage_number>/remove/", views.RemoveStage.as_view(), name="stage_remove"),
    path("desk/<slug:slug>/stages/<int:stage_number>/tie/", tie_views.TiePage.as_view(), name="tie"),
]
