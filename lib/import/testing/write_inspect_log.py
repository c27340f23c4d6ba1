"""Writes `inspect.eval` beside this program, with Inspect's mock model: `pip install inspect-ai`."""

import os
import tempfile
from pathlib import Path

from inspect_ai import Task, eval, task
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes, match
from inspect_ai.solver import generate, use_tools
from inspect_ai.tool import tool


@tool
def seat():
    async def execute(passenger: str):
        """Returns the seat of a passenger.

        Args:
            passenger: The name.
        """
        return "14C"

    return execute


@task
def seats():
    samples = [
        Sample(id="ada", input="Where does Ada sit? " + "Look carefully. " * 20, target="14C", metadata={"cabin": "rear"}),
        Sample(id=2, input="Where does Ben sit?", target="2A"),
    ]
    return Task(dataset=samples, solver=[use_tools(seat()), generate()], scorer=[includes(), match()])


def answers():
    """The answers to two samples in two epochs, one after the other."""
    for _ in range(2):
        yield counted(ModelOutput.for_tool_call("mockllm/model", "seat", {"passenger": "Ada"}))
        yield counted(ModelOutput.from_content("mockllm/model", "14C"))
        yield counted(ModelOutput.from_content("mockllm/model", "It is 3B."))


def counted(output):
    """With tokens: Inspect would download a tokenizer to count them."""
    output.usage = ModelUsage(input_tokens=20, output_tokens=4, total_tokens=24)
    return output


TARGET = Path(__file__).resolve().with_name("inspect.eval")

with tempfile.TemporaryDirectory() as folder:
    # A log names the repository of the folder that it is written from.
    os.chdir(folder)
    model = get_model("mockllm/model", custom_outputs=answers())
    [log] = eval(seats(), model=model, epochs=2, log_dir=folder, max_samples=1, display="none")
    log = read_eval_log(log.location)
    log.eval.task_file = None
    write_eval_log(log, str(TARGET))
