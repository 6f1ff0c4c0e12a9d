from django.urls import path

from federation.identities import views

PERSONS = "organizers/<slug:organizer_slug>/persons/"

urlpatterns = [
    path(PERSONS, views.PersonsPage.as_view(), name="persons"),
    path(PERSONS + "questions/", views.QuestionsPage.as_view(), name="person_questions"),
    path(PERSONS + "<int:person_key>/", views.PersonPageOfClub.as_view(), name="person"),
    path(PERSONS + "<int:person_key>/part/", views.PartPerson.as_view(), name="part_person"),
    path(PERSONS + "<int:person_key>/join/", views.JoinPersons.as_view(), name="join_persons"),
    path(PERSONS + "<int:person_key>/page/", views.OpenPersonPage.as_view(), name="open_person_page"),
    path(PERSONS + "<int:person_key>/data.json", views.PersonData.as_view(), name="person_data"),
    path("persons/own/<str:own_code>/", views.OwnPersonPage.as_view(), name="own_person"),
    path("persons/own/<str:own_code>/data.json", views.OwnPersonData.as_view(), name="own_person_data"),
    path("persons/<str:page_key>/", views.PublicPersonPage.as_view(), name="public_person"),
]
