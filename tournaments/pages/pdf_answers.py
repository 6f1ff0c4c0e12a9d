"""Files as answers to a request."""

from django.http import HttpResponse


def build_pdf_response(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}.pdf"'})
