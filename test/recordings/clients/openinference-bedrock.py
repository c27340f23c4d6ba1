"""The instrumentation of OpenInference for Bedrock."""

import converse
import weather
from openinference.instrumentation import using_attributes
from openinference.instrumentation.bedrock import BedrockInstrumentor

tracers = weather.set_up()
BedrockInstrumentor().instrument(tracer_provider=tracers)
client = converse.client()
with using_attributes(session_id=weather.THREAD, user_id=weather.USER, tags=weather.TAGS):
    with tracers.get_tracer("weather").start_as_current_span("weather"):
        converse.converse(client)
    converse.fail(client)
tracers.shutdown()
