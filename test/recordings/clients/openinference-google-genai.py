"""The instrumentation of OpenInference for the client of Gemini."""

import weather
from openinference.instrumentation import using_attributes
from openinference.instrumentation.google_genai import GoogleGenAIInstrumentor

tracers = weather.set_up()
GoogleGenAIInstrumentor().instrument(tracer_provider=tracers)

import gemini

with using_attributes(session_id=weather.THREAD, user_id=weather.USER, tags=weather.TAGS):
    with tracers.get_tracer("weather").start_as_current_span("weather"):
        gemini.converse()
    gemini.fail()
    gemini.greet()
tracers.shutdown()
