"""OpenLIT, which instruments the OpenAI client."""

import os

import weather

os.environ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf"

import openlit
from openai import OpenAI
from opentelemetry import trace

openlit.init(otlp_endpoint=weather.OTLP, application_name="weather", disable_metrics=True)
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
with trace.get_tracer("weather").start_as_current_span("weather"):
    weather.chat(client, stream=False)
weather.fail(client)
weather.others(client)
trace.get_tracer_provider().shutdown()
