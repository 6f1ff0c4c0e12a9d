from django.urls import path

from scoring.qualifying import views

urlpatterns = [path("desk/<slug:slug>/qualified/", views.QualifiedPage.as_view(), name="qualified")]
