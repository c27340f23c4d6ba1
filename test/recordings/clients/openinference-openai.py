"""The instrumentation of OpenInference for the OpenAI client."""

import weather
from openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai import OpenAIInstrumentor

tracers = weather.set_up()
OpenAIInstrumentor().instrument(tracer_provider=tracers)
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
attributes = {"session_id": weather.THREAD, "user_id": weather.USER, "tags": weather.TAGS, "metadata": {"plan": "free"}}
with using_attributes(**attributes):
    with tracers.get_tracer("weather").start_as_current_span("weather"):
        weather.chat(client)
    weather.fail(client)
    weather.others(client)
tracers.shutdown()
