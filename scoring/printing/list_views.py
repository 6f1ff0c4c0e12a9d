"""Lists as files for a spreadsheet."""

from django.http import Http404, HttpRequest, HttpResponse

from scoring.printing.heads import Surroundings
from scoring.printing.lists import ROUND_LISTS, TOURNAMENT_LISTS
from scoring.printing.views import PaperMixin
from tournaments.entries.exports import KINDS, FileList
from tournaments.models import Round


class ListFile(PaperMixin):
    """A list with full names, for the staff; `?round=` or `?stage=` says which, else it is the one being played."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str, key: str, kind: str) -> HttpResponse:
        around = self.around()
        with self.speaking(around):
            name, listed = self._list(around, key)
        write, content_type = KINDS[kind]
        headers = {"Content-Disposition": f'attachment; filename="{slug}-{name}.{kind}"'}
        return HttpResponse(write(listed), content_type=content_type, headers=headers)

    def _list(self, around: Surroundings, key: str) -> tuple[str, FileList]:
        """With its name in the name of the file."""
        for one in TOURNAMENT_LISTS:
            if one.key == key:
                return key, one.make(around)
        round_ = self._round()
        for about_round in ROUND_LISTS:
            if about_round.key == key and round_ is not None:
                return f"{key}-{round_.stage.number}-{round_.number}", about_round.make(round_)
        raise Http404

    def _round(self) -> Round | None:
        stage = self.request.GET.get("stage", "")
        if stage:
            return next((one for one in self.rounds() if str(one.stage.number) == stage), None)
        return self.chosen_round(self.request.GET.get("round", ""))
