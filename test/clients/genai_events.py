"""A request to a model, whose instrumentation sends the messages as log events, and metrics."""

import json
import sys

from openai import OpenAI
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

project, first, provider_url = sys.argv[1:4]
entity, name = project.split("/")
resource = Resource.create({"wandb.entity": entity, "wandb.project": name})
tracer_provider = TracerProvider(resource=resource)
tracer_provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
logger_provider = LoggerProvider(resource=resource)
logger_provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
reader = PeriodicExportingMetricReader(OTLPMetricExporter())
meter_provider = MeterProvider(resource=resource, metric_readers=[reader])
OpenAIInstrumentor().instrument(
    tracer_provider=tracer_provider, logger_provider=logger_provider, meter_provider=meter_provider
)
client = OpenAI(base_url=provider_url, api_key="sk-test")
client.chat.completions.create(model="plain", messages=[{"role": "user", "content": "Is AX118 on time?"}])
providers = [tracer_provider, logger_provider] if first == "spans" else [logger_provider, tracer_provider]
flushed = [provider.force_flush() for provider in [*providers, meter_provider]]
print(json.dumps(flushed))
