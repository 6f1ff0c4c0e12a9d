"""What the progress page reads."""

from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from jobs.models import Job, Pulse


@dataclass(frozen=True, slots=True)
class Progress:
    job: Job
    percent: int
    text: str

    @property
    def fingerprint(self) -> str:
        """Differs whenever the page would."""
        shown = f"{self.job.state} {self.job.attempts} {self.percent} {self.text} {self.job.error}"
        return sha256(shown.encode()).hexdigest()[:32]


def progress_of(job_id: UUID) -> Progress:
    """State and progress of one job. Raises Job.DoesNotExist."""
    job = Job.objects.get(pk=job_id)
    pulse = None if job.is_over else Pulse.objects.filter(job_id=job_id, attempt=job.attempts).first()
    if pulse:
        return Progress(job, pulse.percent, pulse.text)
    return Progress(job, 100 if job.state == Job.State.DONE else 0, "")
