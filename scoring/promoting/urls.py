from django.urls import path

from scoring.promoting import views

urlpatterns = [path("desk/<slug:slug>/promotion/", views.PromotedPage.as_view(), name="promoted")]
