"""The Agent Development Kit of Google, with a model of LiteLLM."""

import asyncio
import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import weather

tracers = weather.set_up()

from google.adk.agents import LlmAgent
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.genai import types


async def ask(model: str, session: str) -> None:
    lite = LiteLlm(model=f"openai/{model}", api_base=weather.OPENAI, api_key=weather.KEY)
    tools = [weather.get_weather] if model == weather.MODEL else []
    agent = LlmAgent(name="weatherbot", model=lite, instruction=weather.SYSTEM, tools=tools)
    runner = InMemoryRunner(agent=agent, app_name="weather")
    ids = {"user_id": weather.USER, "session_id": session}
    await runner.session_service.create_session(app_name="weather", **ids)
    question = types.Content(role="user", parts=[types.Part(text=weather.QUESTION)])
    async for _ in runner.run_async(new_message=question, **ids):
        pass


asyncio.run(ask(weather.MODEL, weather.THREAD))
try:
    asyncio.run(ask(weather.MISSING, weather.THREAD))
except Exception as error:
    print(type(error))
tracers.shutdown()
