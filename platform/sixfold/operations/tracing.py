"""A span of every request and every task, which says as little as `telemetry` promises."""

from collections.abc import Sequence

from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Status
from opentelemetry.util.types import Attributes, AttributeValue

from sixfold.operations.discretion import clean

TOLD = {
    "celery.action",
    "celery.state",
    "celery.task_name",
    "exception.message",
    "exception.type",
    "http.method",
    "http.route",
    "http.status_code",
}
"""The attributes that are kept. Others name visitors, or what stands in for a part of a route."""


def start(exporter: SpanExporter) -> TracerProvider:
    """Trace everything that this process does from now on, to where the exporter sends it."""
    provider = TracerProvider(resource=Resource.create({"service.name": "sixfold"}))
    # In batches, from a thread that is made anew in every process of a worker's pool.
    provider.add_span_processor(BatchSpanProcessor(Discreet(exporter)))
    DjangoInstrumentor().instrument(tracer_provider=provider)
    CeleryInstrumentor().instrument(tracer_provider=provider)  # type: ignore[no-untyped-call]
    return provider


def stop(provider: TracerProvider) -> None:
    """Send what is left, and trace no more."""
    DjangoInstrumentor().uninstrument()
    CeleryInstrumentor().uninstrument()  # type: ignore[no-untyped-call]
    provider.shutdown()


class Discreet(SpanExporter):
    """Hands spans on without what nobody outside has to know."""

    def __init__(self, to: SpanExporter) -> None:
        self.to = to

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self.to.export([_told(span) for span in spans])

    def shutdown(self) -> None:
        self.to.shutdown()


def _told(span: ReadableSpan) -> ReadableSpan:
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=_kept(span.attributes),
        events=[Event(one.name, _kept(one.attributes), one.timestamp) for one in span.events],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _kept(attributes: Attributes) -> dict[str, AttributeValue]:
    return {name: clean(value) for name, value in (attributes or {}).items() if name in TOLD}
