"""Logfire, with spans of the program's own and its instrumentation of the OpenAI client."""

import os

import weather

os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = weather.OTLP
# Otherwise it sends those of this machine.
os.environ["OTEL_RESOURCE_ATTRIBUTES"] = "host.name=machine,host.id=machine,os.version=1"

import logfire
from openai import OpenAI

logfire.configure(send_to_logfire=False, service_name="weather", console=False, scrubbing=False)
logfire.instrument_openai()
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
attributes = {"session.id": weather.THREAD, "user.id": weather.USER}
with logfire.span("weather in {city}", city="Paris", _tags=weather.TAGS, **attributes):
    weather.chat(client)
weather.fail(client)
weather.others(client)
logfire.shutdown()
