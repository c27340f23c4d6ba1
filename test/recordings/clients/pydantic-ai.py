"""Pydantic AI with its own instrumentation; the second request is streamed."""

import weather
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

tracers = weather.set_up()
Agent.instrument_all()
provider = OpenAIProvider(base_url=weather.OPENAI, api_key=weather.KEY)
agent = Agent(
    OpenAIChatModel(weather.MODEL, provider=provider), name="weatherbot", instructions=weather.SYSTEM,
    tools=[weather.get_weather],
)
options = {} if "conversation_id" not in Agent.run_sync.__annotations__ else {"conversation_id": weather.THREAD}
agent.run_sync(weather.QUESTION, **options)
failing = Agent(OpenAIChatModel(weather.MISSING, provider=provider), name="weatherbot", instructions=weather.SYSTEM)
try:
    failing.run_sync(weather.QUESTION, **options)
except ModelHTTPError:
    pass
tracers.shutdown()
