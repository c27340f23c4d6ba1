"""The conversation through the client of Gemini."""

import weather
from google import genai
from google.genai import errors, types

options = types.HttpOptions(base_url=weather.PROVIDER)
client = genai.Client(api_key=weather.KEY, http_options=options)
schema = {**weather.FUNCTION, "parameters": None, "parameters_json_schema": weather.FUNCTION["parameters"]}
tool = types.Tool(function_declarations=[types.FunctionDeclaration(**schema)])
config = types.GenerateContentConfig(system_instruction=weather.SYSTEM, tools=[tool])
plain = types.GenerateContentConfig(system_instruction=weather.SYSTEM)
question = types.Content(role="user", parts=[types.Part(text=weather.QUESTION)])


def converse() -> None:
    asked = client.models.generate_content(model=weather.GEMINI, contents=[question], config=config)
    call = asked.function_calls[0]
    result = types.Part.from_function_response(name=call.name, response={"result": weather.get_weather(**call.args)})
    contents = [question, asked.candidates[0].content, types.Content(role="user", parts=[result])]
    client.models.generate_content(model=weather.GEMINI, contents=contents, config=config)


def greet() -> None:
    chunks = client.models.generate_content_stream(model=weather.GEMINI, contents="Say hello to Mia.", config=plain)
    print("".join(chunk.text for chunk in chunks))


def fail() -> None:
    try:
        client.models.generate_content(model=weather.GEMINI_MISSING, contents=[question], config=plain)
    except errors.ClientError:
        pass
