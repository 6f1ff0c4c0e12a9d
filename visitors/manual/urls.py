from django.urls import path

from visitors.manual import views

urlpatterns = [
    path("manual/", views.ManualPage.as_view(), name="manual"),
    path("manual.pdf", views.ManualPaper.as_view(), name="manual_paper"),
]
