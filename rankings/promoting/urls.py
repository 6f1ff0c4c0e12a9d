from django.urls import path

from rankings.promoting import views

urlpatterns = [path("desk/<slug:slug>/promotion/", views.PromotedPage.as_view(), name="promoted")]
