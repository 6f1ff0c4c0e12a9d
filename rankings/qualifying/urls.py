from django.urls import path

from rankings.qualifying import views

urlpatterns = [path("desk/<slug:slug>/qualified/", views.QualifiedPage.as_view(), name="qualified")]
