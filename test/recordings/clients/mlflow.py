"""MLflow, which traces the client of OpenAI and exports to OpenTelemetry."""

import os

import weather

os.environ.update(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=f"{weather.OTLP}/v1/traces", OTEL_SERVICE_NAME="weather")
os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"

import mlflow
from openai import OpenAI

mlflow.openai.autolog()
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
weather.get_weather = mlflow.trace(weather.get_weather, name="get_weather", span_type="TOOL")


with mlflow.start_span("weather", span_type="CHAIN") as span:
    span.set_inputs({"question": weather.QUESTION})
    span.set_outputs(weather.chat(client))
weather.fail(client)
weather.others(client)
mlflow.flush_trace_async_logging()
