import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedService, serveService } from "@/service/testing/served-service";

const KEY = "hk_0123456789012345678901234567890123456789";
const PROJECT = "demo/python";
const run = promisify(execFile);

let folder: string;
let served: ServedService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-python-client-"));
  served = await serveService(join(folder, "data"), KEY);
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const variables = (url: string) => ({
  ...{ PATH: process.env.PATH ?? "", PYTHONPATH: resolve("clients/python"), PYTHONDONTWRITEBYTECODE: "1" },
  ...{ HEDDLE_SERVICE_URL: url, HEDDLE_API_KEY: KEY },
});

/** The JSON that a program prints, which has a client of the service at an address. */
async function resultOf(program: string, url = served.url, python = "python3"): Promise<unknown> {
  const text = `import json\nfrom heddle import Client, HeddleError\nclient = Client("${PROJECT}")\n${program}`;
  const { stdout } = await run(python, ["-c", text], { cwd: folder, env: variables(url) as never });
  return JSON.parse(stdout);
}

/** A service that answers each request as told, and the number of requests so far. */
async function serviceThat(respond: (response: ServerResponse, request: number) => void) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => respond(response, requests));
    requests += 1;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, close, requests: () => requests };
}

describe("the Python client", () => {
  it("stores and reads calls, threads, scores, objects and tables", async () => {
    const found = await resultOf(`
first = client.log_call("answer", {"question": "Where?"}, "14C", usage={"gpt-5": {"prompt_tokens": 7, "completion_tokens": 2}},
                        id="c1", trace_id="t1", thread_id="th", turn_id="c1")
client.log_call("look up", {"seat": float("nan")}, None, error=ValueError("no seat"), trace_id="t1", parent_id="c1")
client.score("c1", "right", True, "It is 14C.")
digest = client.create_table({"id": n} for n in range(3))
client.publish("greeting", {"text": "Hello"})
client.publish("greeting", {"text": "Hello again"})
call = client.call("c1")
print(json.dumps({
    "first": first, "output": call["output"], "usage": call["summary"]["usage"],
    "trace": [[each["op_name"], each["exception"], each["inputs"]] for each in client.trace("t1")],
    "missing": client.call("nothing"),
    "threads": [thread["thread_id"] for thread in client.threads()], "turns": [each["id"] for each in client.thread("th")],
    "scores": client.scores(["c1"]),
    "table": client.table(digest).list(), "limited": client.table(digest, limit=2).list(),
    "objects": sorted(each["version_index"] for each in client.objects()), "latest": client.object("greeting"),
    "earlier": client.object("greeting", "v0"),
    "figures": client.ask("calls.stats", groups=[{"by": "model"}])["totals"]["call_count"],
}))`);
    expect(found).toMatchObject({
      ...{ first: "c1", output: "14C", missing: null, threads: ["th"], turns: ["c1"], scores: { c1: { right: true } } },
      usage: { "gpt-5": { prompt_tokens: 7, completion_tokens: 2 } },
      trace: [
        ["answer", null, { question: "Where?" }],
        ["look up", "no seat", { seat: null }],
      ],
      ...{ table: [{ id: 0 }, { id: 1 }, { id: 2 }], limited: [{ id: 0 }, { id: 1 }] },
      ...{ objects: [0, 1], latest: { text: "Hello again" }, earlier: { text: "Hello" }, figures: 2 },
    });
  });

  it("reads evaluations with their rows, and runs with their metrics and rollouts", async () => {
    const found = await resultOf(`
for name, answer in (("one", "14C"), ("two", "3B")):
    root = client.log_call("Evaluation.evaluate", {"self": {"name": "seats"}, "model": {"name": name}}, {"right": {}},
                           id=name, trace_id=name)
    client.log_call("Evaluation.predict_and_score", {"self": {"name": "seats"}, "example": {"who": "Ada"}},
                    {"output": answer, "scores": {"right": answer == "14C"}}, trace_id=name, parent_id=name)
rollouts = [{"messages": [{"role": "user", "content": "Where?"}], "answer": "14C", "reward": 1.0, "task": 0}]
body = {"project_id": client.project, "run": "r"}
client.service.ask("trainingRuns.log", {**body, "iteration": 1, "metrics": {"loss": 0.5}, "rollouts": rollouts})
[logged] = client.training_runs()
[group] = client.rollouts(logged["id"], 1)
print(json.dumps({
    "runs": sorted(each["model_name"] for each in client.evaluations()),
    "rows": [[run["value"] for run in row["runs"]] for row in client.evaluation_results("one", "two")],
    "shared": client.compare_evaluations("one", "two")["shared_count"],
    "name": logged["name"], "metrics": client.metrics(logged["id"]).first(),
    "answers": [each["answer"] for each in group["rollouts"]],
}))`);
    expect(found).toMatchObject({
      ...{ runs: ["one", "two"], rows: [[1, 0]], shared: 1, name: "r", answers: ["14C"] },
      metrics: { iteration: 1, reward: 1, loss: 0.5 },
    });
  });

  it("raises what a service refuses, with its status and reason, and never the key", async () => {
    const program = `
try:
    client.object("nothing")
except HeddleError as error:
    print(json.dumps([error.status, error.operation, str(error)]))`;
    const [status, operation, message] = (await resultOf(program)) as [number, string, string];
    expect([status, operation]).toEqual([404, "obj.read"]);
    expect(message).toContain("nothing");
    expect(message).not.toContain(KEY);
  });

  it("reads again where there was no room, and writes again only what was not begun", async () => {
    const codes = [503, 429, 200, 503];
    const service = await serviceThat((response, request) => {
      response.writeHead(codes[request - 1] ?? 500, { "retry-after": "0" }).end('{"call": null}');
    });
    try {
      const program = `
read = client.call("c")
try:
    client.publish("name", {})
except HeddleError as error:
    print(json.dumps([read, error.status]))`;
      expect(await resultOf(program, service.url)).toEqual([null, 503]);
      expect(service.requests()).toBe(4);
    } finally {
      await service.close();
    }
  });

  it("raises where a stream ends early, and where pages repeat", async () => {
    const service = await serviceThat((response, request) => {
      if (request > 1) return void response.end('{"objs": [{"object_id": "same"}]}');
      response.writeHead(200, { "content-length": "1000" }).write('{"id": "c1"}\n{"id": ');
      setImmediate(() => response.destroy());
    });
    try {
      const program = `
seen, said = [], []
try:
    for call in client.calls():
        seen.append(call["id"])
except HeddleError as error:
    said.append("early" in str(error))
try:
    client.objects().list()
except HeddleError as error:
    said.append("same page" in str(error))
print(json.dumps([seen, said]))`;
      expect(await resultOf(program, service.url)).toEqual([["c1"], [true, true]]);
    } finally {
      await service.close();
    }
  });

  it("has the version of the product", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(readFileSync("clients/python/pyproject.toml", "utf8")).toContain(`\nversion = "${version}"\n`);
  });
});
