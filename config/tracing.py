"""Traces of requests and queries by OpenTelemetry, only where `TRACES` names a collector; nothing else of the site imports this file.

A span tells the pattern of an address and the text of a query: no code of a table, no link of a password, no value and no visitor.
"""

import os
from typing import Any

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

from jobs.program import VERSION

TOLD = frozenset({
    "http.method", "http.request.method", "http.route", "http.scheme", "http.status_code", "http.response.status_code", "http.flavor",
    "error.type", "db.system", "db.system.name", "db.statement", "db.query.text", "db.name", "db.namespace",
})  # fmt: skip
"""What a span may say; everything else is taken out, whatever later versions of the library add."""


class DiscreetExporter(SpanExporter):
    """Sends spans without what names an address, a visitor or a host."""

    def __init__(self, inner: SpanExporter) -> None:
        self.inner = inner

    def export(self, spans: Any) -> Any:
        return self.inner.export([keep_told(span) for span in spans])

    def shutdown(self) -> None:
        self.inner.shutdown()


def keep_told(span: ReadableSpan) -> ReadableSpan:
    """The span with the attributes of `TOLD`, and without events, which hold the words of errors."""
    return ReadableSpan(
        name=span.name if (span.attributes or {}).get("http.route") or span.kind is not trace.SpanKind.SERVER else "request",
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes={key: value for key, value in (span.attributes or {}).items() if key in TOLD},
        kind=span.kind,
        status=trace.Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def start_traces(program: str, exporter: SpanExporter | None = None) -> TracerProvider:
    """Trace this process, a `program` such as the web, and send the spans to the collector `TRACES`; in a worker after its fork.

    Of so many requests a share is traced (`TRACES_SHARE`, 1 for all).
    """
    share = float(os.environ.get("TRACES_SHARE", "1"))
    resource = Resource.create({"service.name": f"labella-{program}", "service.version": VERSION})
    provider = TracerProvider(resource=resource, sampler=ParentBased(TraceIdRatioBased(share)))
    sent_by = exporter or OTLPSpanExporter(endpoint=f"{os.environ['TRACES'].rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(DiscreetExporter(sent_by)))
    DjangoInstrumentor().instrument(tracer_provider=provider)
    PsycopgInstrumentor().instrument(tracer_provider=provider)
    return provider
