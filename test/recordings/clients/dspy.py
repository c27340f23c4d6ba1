"""DSPy in the instrumentation of OpenInference: a program with one question, without tools."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import weather
from openinference.instrumentation.dspy import DSPyInstrumentor

tracers = weather.set_up()
DSPyInstrumentor().instrument(tracer_provider=tracers)

import dspy

options = {"api_base": weather.OPENAI, "api_key": weather.KEY, "cache": False, "num_retries": 0}
dspy.configure(lm=dspy.LM(f"openai/{weather.MODEL}", **options))
dspy.Predict("question -> answer")(question=weather.QUESTION)
dspy.configure(lm=dspy.LM(f"openai/{weather.MISSING}", **options))
try:
    dspy.Predict("question -> answer")(question=weather.QUESTION)
except Exception as error:
    print(type(error))
tracers.shutdown()
