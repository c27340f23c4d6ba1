"""smolagents in the instrumentation of OpenInference."""

import weather
from openinference.instrumentation import using_attributes
from openinference.instrumentation.smolagents import SmolagentsInstrumentor

tracers = weather.set_up()
SmolagentsInstrumentor().instrument(tracer_provider=tracers)

from smolagents import OpenAIServerModel, ToolCallingAgent, tool


@tool
def get_weather(city: str) -> str:
    """Returns the weather of a city.

    Args:
        city: Its name.
    """
    return weather.get_weather(city)


def run(model: str) -> None:
    client = OpenAIServerModel(model, api_base=weather.OPENAI, api_key=weather.KEY, client_kwargs={"max_retries": 0})
    client.retryer = lambda function, **options: function(**options)
    ToolCallingAgent([get_weather], client, instructions=weather.SYSTEM, name="weatherbot").run(weather.QUESTION)


with using_attributes(session_id=weather.THREAD, user_id=weather.USER, tags=weather.TAGS):
    run(weather.MODEL)
    try:
        run(weather.MISSING)
    except Exception as error:
        print(type(error))
tracers.shutdown()
