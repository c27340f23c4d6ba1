"""The SDK of Traceloop, which instruments the OpenAI client."""

import weather
from openai import OpenAI
from opentelemetry import trace
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import tool, workflow

Traceloop.init(app_name="weather", api_endpoint=weather.OTLP, api_key=weather.KEY, telemetry_enabled=False)
Traceloop.set_association_properties({"session_id": weather.THREAD, "user_id": weather.USER})
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
weather.get_weather = tool(name="get_weather")(weather.get_weather)


@workflow(name="weather")
def converse(question: str) -> str:
    return weather.chat(client)


converse(weather.QUESTION)
weather.fail(client)
weather.others(client)
trace.get_tracer_provider().shutdown()
