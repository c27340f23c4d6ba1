"""The SDK of Traceloop, which instruments the Anthropic client; the client reports its requests itself too."""

import weather
from anthropic import Anthropic
from opentelemetry import trace
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import workflow

Traceloop.init(app_name="weather", api_endpoint=weather.OTLP, api_key=weather.KEY, telemetry_enabled=False)
Traceloop.set_association_properties({"session_id": weather.THREAD, "user_id": weather.USER})
client = Anthropic(base_url=weather.PROVIDER, api_key=weather.KEY)


@workflow(name="weather")
def converse(question: str) -> str:
    return weather.messages(client, stream=False)


converse(weather.QUESTION)
weather.fail_messages(client)
trace.get_tracer_provider().shutdown()
