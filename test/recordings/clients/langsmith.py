"""The SDK of LangSmith, which exports its runs to OpenTelemetry."""

import os

import weather

os.environ.update(LANGSMITH_TRACING="true", LANGSMITH_TRACING_MODE="otel", LANGSMITH_API_KEY=weather.KEY)
os.environ.update(LANGSMITH_ENDPOINT=weather.OTLP, OTEL_EXPORTER_OTLP_ENDPOINT=weather.OTLP)

from langsmith import traceable, tracing_context
from langsmith.run_trees import get_cached_client
from langsmith.wrappers import wrap_openai
from openai import OpenAI

tracers = weather.set_up()
client = wrap_openai(OpenAI(base_url=weather.OPENAI, api_key=weather.KEY))
weather.get_weather = traceable(name="get_weather", run_type="tool")(weather.get_weather)


@traceable(name="weather")
def converse(question: str) -> str:
    return weather.chat(client)


metadata = {"session_id": weather.THREAD, "user_id": weather.USER}
with tracing_context(metadata=metadata, tags=weather.TAGS):
    converse(weather.QUESTION)
    weather.fail(client)
    weather.others(client)

get_cached_client().flush()
tracers.shutdown()
