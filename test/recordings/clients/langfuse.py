"""The SDK of Langfuse, and its own client of OpenAI."""

import os

import weather

os.environ.update(LANGFUSE_BASE_URL=weather.OTLP, LANGFUSE_HOST=weather.OTLP)
os.environ.update(LANGFUSE_PUBLIC_KEY="pk-lf-none", LANGFUSE_SECRET_KEY="sk-lf-none")

from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI

client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
weather.get_weather = observe(name="get_weather", as_type="tool")(weather.get_weather)


@observe(name="weather")
def converse(question: str) -> str:
    return weather.chat(client)


attributes = {"session_id": weather.THREAD, "user_id": weather.USER, "tags": weather.TAGS, "metadata": {"plan": "free"}}
with propagate_attributes(**attributes):
    converse(weather.QUESTION)
    weather.fail(client)
    weather.others(client)
get_client().flush()
