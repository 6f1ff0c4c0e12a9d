from django.urls import path

from records.evening_numbers import views

urlpatterns = [path("tournaments/<slug:slug>/told/", views.EveningNumbers.as_view(), name="evening_numbers")]
