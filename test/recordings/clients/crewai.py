"""CrewAI in the instrumentation of OpenInference, without its own telemetry."""

import os

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", CREWAI_TRACING_ENABLED="false", OTEL_SDK_DISABLED="false")

import weather
from openinference.instrumentation.crewai import CrewAIInstrumentor

tracers = weather.set_up()
CrewAIInstrumentor().instrument(tracer_provider=tracers, skip_dep_check=True)

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


def crew(model: str) -> Crew:
    llm = LLM(model=f"openai/{model}", base_url=weather.OPENAI, api_key=weather.KEY)
    tools = [tool("get_weather")(weather.get_weather)] if model == weather.MODEL else []
    agent = Agent(role="weatherbot", goal=weather.SYSTEM, backstory="None.", llm=llm, tools=tools, max_retry_limit=0)
    task = Task(description=weather.QUESTION, expected_output="One sentence.", agent=agent)
    return Crew(agents=[agent], tasks=[task])


crew(weather.MODEL).kickoff()
try:
    crew(weather.MISSING).kickoff()
except Exception as error:
    print(type(error))
tracers.shutdown()
