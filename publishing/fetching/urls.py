from django.urls import path

from publishing.fetching import views

urlpatterns = [path("desk/<slug:slug>/qualified/site/", views.FetchPage.as_view(), name="fetch_evenings")]
