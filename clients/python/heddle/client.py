"""The things of a project, by their names."""

import datetime
import heapq
import itertools
import os
import uuid

from .rows import Rows
from .wire import HeddleError, Service

_PAGE = 200


class Client:
    """A project of a service.

    `project` is `entity/project`, `url` the address of the service (HEDDLE_SERVICE_URL), `key` an API key (HEDDLE_API_KEY).
    """

    def __init__(self, project, url=None, key=None, timeout=60.0):
        url = url or os.environ.get("HEDDLE_SERVICE_URL")
        if not url:
            raise ValueError("HEDDLE_SERVICE_URL is not set: the address of the service, such as http://localhost:7701")
        key = key or os.environ.get("HEDDLE_API_KEY")
        if not key:
            raise ValueError("HEDDLE_API_KEY is not set: a key of the service")
        self.project = project
        self.service = Service(url, key, timeout)

    def ask(self, operation, **members):
        """The result of any operation of the service, such as `ask("calls.stats", groups=[{"by": "model"}])`."""
        return self.service.ask(operation, self._body(members))

    def stream(self, operation, **members):
        """The rows of any operation that streams."""
        body = self._body(members)
        return Rows(lambda: self.service.lines(operation, body))

    def calls(self, filter=None, query=None, sort_by=None, limit=None, columns=None):
        """Calls, the newest last unless `sort_by` says otherwise; `columns` are the members that are read."""
        asked = {"filter": filter, "query": query, "sort_by": sort_by, "limit": limit, "columns": columns}
        return self.stream("calls.streamQuery", **asked)

    def call(self, call_id):
        """One call; None where there is none."""
        return self.ask("call.read", id=call_id)["call"]

    def trace(self, trace_id):
        """The calls of a trace in the order of their start."""
        by_start = [{"field": "started_at", "direction": "asc"}]
        return self.calls(filter={"trace_ids": [trace_id]}, sort_by=by_start)

    def threads(self, filter=None, sort_by=None, limit=None):
        return self.stream("threads.streamQuery", filter=filter, sort_by=sort_by, limit=limit)

    def thread(self, thread_id):
        """The turns of a thread in the order of their start."""
        by_start = [{"field": "started_at", "direction": "asc"}]
        turns = self.calls(filter={"thread_ids": [thread_id]}, sort_by=by_start)
        return Rows(lambda: (call for call in turns if call["id"] == call.get("turn_id")))

    def log_call(self, op_name, inputs, output=None, *, usage=None, error=None, started_at=None, ended_at=None, **members):
        """Stores a finished call, and returns its id. `usage` is tokens by model; times are datetimes, in UTC without a zone."""
        started, ended = started_at or _now(), ended_at or _now()
        call_id = members.pop("id", None) or _new_id()
        start = {
            **{"project_id": self.project, "id": call_id, "op_name": op_name, "started_at": _iso(started)},
            **{"trace_id": _new_id(), "attributes": {}, "inputs": inputs, **members},
        }
        summary = {} if usage is None else {"usage": usage}
        end = {
            **{"project_id": self.project, "id": call_id, "ended_at": _iso(ended), "summary": summary},
            **{"output": output, "exception": None if error is None else str(error)},
        }
        batch = [{"mode": "start", "req": {"start": start}}, {"mode": "end", "req": {"end": end}}]
        self.service.ask("call.upsertBatch", {"batch": batch})
        return call_id

    def objects(self, filter=None, limit=None):
        """Versions of objects; only the latest ones with `filter={"latest_only": True}`."""
        return Rows(lambda: self._objects(filter, limit))

    def object(self, name, version="latest"):
        """The value of an object: `version` is a digest, `v3`, an alias, or `latest`."""
        return self.ask("obj.read", object_id=name, digest=version)["obj"]["val"]

    def publish(self, name, value):
        """Stores a version of an object, and returns its digest."""
        return self.service.ask("obj.create", {"obj": {**self._body({}), "object_id": name, "val": value}})["digest"]

    def table(self, digest, sort_by=None, limit=None):
        """The values of a table's rows, in the order of the table."""
        rows = self.stream("table.queryStream", digest=digest, sort_by=sort_by, limit=limit)
        return Rows(lambda: (row["val"] for row in rows))

    def create_table(self, rows):
        """Stores rows, which are dicts, and returns the digest of the table."""
        return self.service.ask("table.create", {"table": {**self._body({}), "rows": list(rows)}})["digest"]

    def evaluations(self, limit=None):
        """Runs of evaluations, the newest first."""
        return Rows(lambda: self._pages("evaluations.query", "runs", limit))

    def evaluation_results(self, *run_ids, **members):
        """The rows of one to six runs side by side, with the trials of each."""
        asked = {"run_ids": list(run_ids), "texts": "whole", **members}
        return Rows(lambda: self._pages("evaluations.results", "rows", None, **asked))

    def compare_evaluations(self, baseline_id, *run_ids, **members):
        """Paired differences of runs to the first one, with intervals and tests. Held-out rows count where they are known."""
        return self.ask("evaluations.compare", run_ids=[baseline_id, *run_ids], **members)

    def scores(self, call_ids):
        """The newest value of each score of calls, by the call's id."""
        calls = self.ask("scores.read", call_ids=list(call_ids))["calls"]
        return {call["id"]: {score["name"]: score["value"] for score in call["scores"]} for call in calls}

    def score(self, call_id, name, value, explanation=None):
        """Adds a score to a call, and returns the id of the feedback."""
        payload = {"value": value} if explanation is None else {"value": value, "explanation": explanation}
        ref = f"weave:///{self.project}/call/{call_id}"
        return self.ask("feedback.create", weave_ref=ref, feedback_type=name, payload=payload)["id"]

    def training_runs(self, limit=None, tags=None, group=None):
        """Runs, the newest first: those of the service, and those that programs log."""
        asked = {"tags": tags, "group": group}
        own, logged = (lambda: self._runs("trainingRuns.list", asked)), (lambda: self._runs("trainingRuns.logged", asked))
        # Each list is in this order already.
        newest = {"key": lambda run: run["created_at"], "reverse": True}
        return Rows(lambda: itertools.islice(heapq.merge(own(), logged(), **newest), limit))

    def training_run(self, run_id):
        """A run with its settings, figures, iterations and the sentence on how it goes."""
        return self.ask("trainingRuns.read", run_id=run_id)

    def metrics(self, run_id):
        """Each iteration of a run with its metrics."""
        return Rows(lambda: (_iteration(one) for one in self.training_run(run_id)["iterations"]))

    def rollouts(self, run_id, iteration):
        """The groups of an iteration with their rollouts."""
        asked = {"run_id": run_id, "iteration": iteration}
        return Rows(lambda: self._pages("trainingRuns.rollouts", "groups", None, **asked))

    def complete(self, model, messages, **inputs):
        """The answer of a model through the service, in OpenAI's form."""
        asked = {"inputs": {"model": model, "messages": messages, **inputs}}
        return self.ask("completions.create", **asked)["response"]

    def _body(self, members):
        return {"project_id": self.project, **{name: value for name, value in members.items() if value is not None}}

    def _objects(self, filter, limit):
        return self._pages("objs.query", "objs", limit, filter=filter)

    def _pages(self, operation, member, limit, **members):
        """The items of all pages: a page that is shorter than asked for is the last one."""
        count, before = 0, None
        while limit is None or count < limit:
            size = _PAGE if limit is None else min(_PAGE, limit - count)
            page = self.ask(operation, limit=size, offset=count, **members)[member]
            if page and page == before:
                raise HeddleError(f"{operation} returns the same page again, so it has no end.", operation=operation)
            yield from page
            count += len(page)
            # A service may return fewer than asked for because they are long; only an empty page is certainly the end.
            if not page:
                return
            before = page

    def _runs(self, operation, asked):
        before = None
        while True:
            runs = self.ask(operation, limit=_PAGE, before=before, **asked)["runs"]
            yield from runs
            if len(runs) < _PAGE:
                return
            before = runs[-1]["id"]


def _iteration(one):
    facts = {name: value for name, value in one.items() if not isinstance(value, (list, dict))}
    return {**facts, "reward": (one.get("reward") or {}).get("mean"), **(one.get("metrics") or {})}


def _new_id():
    return str(uuid.uuid4())


def _now():
    return datetime.datetime.now(datetime.timezone.utc)


def _iso(time):
    if isinstance(time, str):
        return time
    return (time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)).isoformat()
