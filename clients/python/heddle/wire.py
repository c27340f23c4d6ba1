"""Requests to a service: sent again where that is safe, answered by JSON or by lines of JSON."""

import base64
import http.client
import json
import math
import random
import time
import urllib.error
import urllib.parse
import urllib.request

from .operations import OPERATIONS

# The service had no room, or something before it did not answer: sending again is safe for what only reads, and what was
# refused with 429 was not begun.
_AGAIN = frozenset((429, 502, 503, 504))
_MAX_WAIT_SECONDS = 60.0


class HeddleError(Exception):
    """What a service answered in place of a result.

    `status` is the HTTP status, `operation` the id of the operation, `details` the answer as JSON where it is.
    """

    def __init__(self, message, status=None, operation=None, details=None):
        super().__init__(message)
        self.status = status
        self.operation = operation
        self.details = details


class Service:
    """A service at an address, with a key."""

    def __init__(self, url, key, timeout=60.0, attempts=5):
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.attempts = attempts
        login = base64.b64encode(f"api:{key}".encode()).decode()
        self._headers = {"authorization": f"Basic {login}", "accept-encoding": "identity"}

    def ask(self, operation, body=None, **path):
        """The result of an operation as JSON; None where it has none."""
        with self._open(operation, body, path) as response:
            text = response.read()
        return json.loads(text) if text else None

    def lines(self, operation, body=None, **path):
        """The results of an operation that streams, one by one. A stream that ends early raises, after its whole lines."""
        with self._open(operation, body, path) as response:
            begun = b""
            for piece in _pieces(response, operation):
                *lines, begun = (begun + piece).split(b"\n")
                for line in lines:
                    if line.strip():
                        yield _result(line, operation)
            if begun.strip():
                yield _result(begun, operation)

    def _open(self, operation, body, path):
        method, address, is_read = OPERATIONS[operation]
        for name, value in path.items():
            address = address.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
        headers, data = dict(self._headers), None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(known(body)).encode()
        request = urllib.request.Request(self.url + address, data, headers, method=method)
        for attempt in range(self.attempts):
            is_last = attempt == self.attempts - 1
            try:
                return urllib.request.urlopen(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                may_repeat = error.code == 429 or is_read and error.code in _AGAIN
                if not may_repeat or is_last:
                    raise _refusal(error, operation) from None
                _wait(attempt, error.headers.get("retry-after"))
            except OSError as error:
                if not is_read or is_last:
                    raise HeddleError(f"{self.url} does not answer {operation}: {error}", operation=operation) from error
                _wait(attempt, None)
        raise AssertionError("unreachable")


def _pieces(response, operation):
    """The bytes of an answer as they come. One that ends before its end raises: its rows would look like all."""
    try:
        while True:
            piece = response.read1(65_536)
            if not piece:
                break
            yield piece
    except (OSError, http.client.HTTPException) as error:
        raise HeddleError(f"{operation} ended early: {error!r}", operation=operation) from error
    if response.length:
        raise HeddleError(f"{operation} ended early: {response.length} bytes are missing", operation=operation)


def known(value):
    """`value` with None in place of numbers that are not finite, which JSON does not have."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {name: known(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [known(item) for item in value]
    return value


def _result(line, operation):
    try:
        return json.loads(line)
    except ValueError as error:
        raise HeddleError(f"{operation} answered a line that is not JSON: {line[:200]!r}", operation=operation) from error


def _refusal(error, operation):
    text = error.read(100_000).decode(errors="replace")
    try:
        details = json.loads(text)
    except ValueError:
        details = None
    said = details if isinstance(details, dict) else {}
    message = next((said[name] for name in ("message", "detail", "reason", "error") if isinstance(said.get(name), str)), text)
    return HeddleError(f"{operation} answered {error.code}: {message[:2000]}", error.code, operation, details)


def _wait(attempt, stated):
    try:
        seconds = float(stated)
    except (TypeError, ValueError):
        seconds = 2**attempt / 2 * (0.5 + random.random())
    time.sleep(min(seconds, _MAX_WAIT_SECONDS))
