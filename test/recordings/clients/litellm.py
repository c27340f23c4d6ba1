"""LiteLLM with its callback for OpenTelemetry."""

import os
import time

import weather

os.environ.update(OTEL_EXPORTER="otlp_http", OTEL_ENDPOINT=f"{weather.OTLP}/v1/traces", OTEL_SERVICE_NAME="weather")
os.environ.update(OTEL_EXPORTER_OTLP_ENDPOINT=weather.OTLP, OTEL_EXPORTER_OTLP_PROTOCOL="http/protobuf")
# A span of its own for each request, instead of attributes on the span above it.
os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", USE_OTEL_LITELLM_REQUEST_SPAN="true")

import litellm

tracers = weather.set_up()
litellm.callbacks = ["otel"]
options = {"api_base": weather.OPENAI, "api_key": weather.KEY, "user": weather.USER}


class Completions:
    """The part of the client of OpenAI that the conversation uses."""

    def create(self, model, **rest):
        # It writes into the metadata.
        metadata = {"session_id": weather.THREAD, "tags": weather.TAGS}
        return litellm.completion(f"openai/{model}", metadata=metadata, **rest, **options)


class Client:
    class chat:
        completions = Completions()


with tracers.get_tracer("weather").start_as_current_span("weather"):
    weather.chat(Client, stream=False)
weather.fail(Client)
# It reports in a thread of its own.
time.sleep(2)
tracers.shutdown()
