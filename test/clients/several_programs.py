"""Runs programs of this folder one after the other, so that the client is loaded once. Each argument is FILE=PROJECT.

Prints the last lines of all, by the names of their files, as one line of JSON.
"""

import contextlib
import io
import json
import pathlib
import runpy
import sys

results = {}
for argument in sys.argv[1:]:
    name, project = argument.split("=")
    sys.argv = [name, project]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        runpy.run_path(str(pathlib.Path(__file__).with_name(name)), run_name="__main__")
    print(output.getvalue())
    results[name] = json.loads(output.getvalue().strip().split("\n")[-1])
print(json.dumps(results))
