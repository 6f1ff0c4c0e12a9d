from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View

from jobs.dispatcher import retry_job
from jobs.file_values import DamagedFile, StoreFault
from jobs.files import RESULTS, open_stored
from jobs.models import Job
from jobs.permissions import owns_job
from jobs.queries import read_progress


class JobPage(TemplateView):
    policy = staticmethod(owns_job)
    template_name = "jobs/job.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(progress=read_progress(self.kwargs["job_id"]), **context)


class JobStatus(View):
    """The part of the page that is polled: an empty 304 while nothing has changed. After the end of the job the part stops polling."""

    policy = staticmethod(owns_job)

    def get(self, request: HttpRequest, job_id: UUID) -> HttpResponseBase:
        progress = read_progress(job_id)
        etag = quote_etag(f"{progress.fingerprint}-{get_language()}")
        if unchanged := get_conditional_response(request, etag=etag):
            return unchanged
        response = render(request, "jobs/status.html", {"progress": progress})
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        return response


class JobRetry(View):
    policy = staticmethod(owns_job)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, job_id: UUID) -> HttpResponse:
        job = get_object_or_404(Job, pk=job_id)
        working = retry_job(job)
        if working == job:
            messages.success(request, _("Trying again."))
        elif working is not None:
            messages.info(request, _("The same is being done already, because it was asked for again. Wait until that is over."))
        return redirect(job)


class JobFile(View):
    policy = staticmethod(owns_job)

    def get(self, request: HttpRequest, job_id: UUID) -> HttpResponseBase:
        job = get_object_or_404(Job, pk=job_id, state=Job.State.DONE)
        if not job.result_name:
            raise Http404
        try:
            file = open_stored(RESULTS, job.result_path)
        except DamagedFile:
            messages.error(request, _("This file is damaged and is not given out: request it again."))
            return redirect(job)
        except StoreFault:
            messages.error(request, _("Files cannot be reached at the moment. Nothing is lost: try again in a minute."))
            return redirect(job)
        if file is None:
            messages.error(request, _("This file is no longer available: request it again."))
            return redirect(job)
        return FileResponse(file, as_attachment=True, filename=job.result_name, content_type=job.result_type)
