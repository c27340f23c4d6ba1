"""The instrumentation of OpenInference for the Anthropic client, which reports its requests itself too."""

import weather
from anthropic import Anthropic
from openinference.instrumentation import using_attributes
from openinference.instrumentation.anthropic import AnthropicInstrumentor

tracers = weather.set_up()
AnthropicInstrumentor().instrument(tracer_provider=tracers)
client = Anthropic(base_url=weather.PROVIDER, api_key=weather.KEY)
attributes = {"session_id": weather.THREAD, "user_id": weather.USER, "tags": weather.TAGS, "metadata": {"plan": "free"}}
with using_attributes(**attributes):
    with tracers.get_tracer("weather").start_as_current_span("weather"):
        weather.messages(client)
    weather.fail_messages(client)
tracers.shutdown()
