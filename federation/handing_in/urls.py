from django.urls import path

from federation.handing_in import views

urlpatterns = [
    path("desk/<slug:slug>/result-file/", views.ResultFilePage.as_view(), name="result_file"),
    path("desk/<slug:slug>/result-file/send/", views.SendResult.as_view(), name="send_result"),
    path("desk/<slug:slug>/result-file/<str:spelling>/", views.SaveResultFile.as_view(), name="save_result_file"),
    path("tournaments/<slug:slug>/result.<str:spelling>", views.PublicResultFile.as_view(), name="public_result_file"),
]
