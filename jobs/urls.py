from django.urls import path

from jobs import views

app_name = "jobs"
urlpatterns = [
    path("<uuid:job_id>/", views.JobPage.as_view(), name="job"),
    path("<uuid:job_id>/status/", views.JobStatus.as_view(), name="status"),
    path("<uuid:job_id>/retry/", views.JobRetry.as_view(), name="retry"),
    path("<uuid:job_id>/file/", views.JobFile.as_view(), name="file"),
]
