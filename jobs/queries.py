"""Queries of the progress page."""

from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from jobs.models import Job, Pulse


@dataclass(frozen=True, slots=True)
class JobProgress:
    job: Job
    percent: int
    text: str

    @property
    def fingerprint(self) -> str:
        """A hash that changes whenever the page would change."""
        content = f"{self.job.state} {self.job.attempts} {self.percent} {self.text} {self.job.error}"
        return sha256(content.encode()).hexdigest()[:32]


def read_progress(job_id: UUID) -> JobProgress:
    """State and progress of one job. Raises Job.DoesNotExist."""
    job = Job.objects.get(pk=job_id)
    heartbeat = None if job.is_over else Pulse.objects.filter(job_id=job_id, attempt=job.attempts).first()
    if heartbeat:
        return JobProgress(job, heartbeat.percent, heartbeat.text)
    return JobProgress(job, 100 if job.state == Job.State.DONE else 0, "")
