"""Lists as files for a spreadsheet."""

from django.http import Http404, HttpRequest, HttpResponse

from scoring.printing.heads import PrintContext
from scoring.printing.lists import ROUND_LISTS, TEAM_LISTS, TOURNAMENT_LISTS
from scoring.printing.paper_views import PaperMixin
from tournaments.entries.exports import FILE_KINDS, FileList


class ListFile(PaperMixin):
    """A list with full names for the staff; `?round=` or `?stage=` selects the round, by default the current round."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, slug: str, key: str, kind: str) -> HttpResponse:
        print_context = self.get_print_context()
        with self.override_language(print_context):
            name, listed = self._build_list(print_context, key)
        write, content_type = FILE_KINDS[kind]
        headers = {"Content-Disposition": f'attachment; filename="{slug}-{name}.{kind}"'}
        return HttpResponse(write(listed), content_type=content_type, headers=headers)

    def _build_list(self, print_context: PrintContext, key: str) -> tuple[str, FileList]:
        """The name of the file without its ending, and the list. Raises Http404."""
        for tournament_list in TOURNAMENT_LISTS:
            if tournament_list.key == key:
                return key, tournament_list.make(print_context)
        round_ = self.find_asked_round()
        for round_list in (*ROUND_LISTS, *TEAM_LISTS):
            if round_list.key == key and round_ is not None:
                return f"{key}-{round_.stage.number}-{round_.number}", round_list.make(print_context, round_)
        raise Http404
