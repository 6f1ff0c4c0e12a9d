from django.urls import path

from federation.validating import views

urlpatterns = [
    path("result-file/", views.CheckResultPage.as_view(), name="check_result"),
    path("result-file/schema.json", views.ResultSchema.as_view(), name="result_schema"),
]
