import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { runCommand } from "./run-command";
import { collector } from "./testing/collector";

const RUN = operations["trainingRuns.start"].example.result;
const DETAIL = operations["trainingRuns.read"].example.result as unknown as TrainingRunDetail;
const [ITERATION] = DETAIL.iterations;

let server: ReturnType<typeof serve>;
let serviceUrl: string;
let folder: string;
let asked: { path: string; body: Record<string, unknown> }[] = [];
/** What the service answers, by path; the last answer of a path is repeated. */
let answers: Record<string, unknown[]> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-run-command-"));
  const fetch = async (request: Request) => {
    const { pathname: path } = new URL(request.url);
    asked.push({ path, body: (await request.json()) as Record<string, unknown> });
    const all = answers[path] ?? [];
    const answer = all.length > 1 ? all.shift() : all[0];
    return answer === undefined ? Response.json({ reason: "no such run" }, { status: 404 }) : Response.json(answer);
  };
  server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  serviceUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
  answers = {
    "/training_runs/estimate": [operations["trainingRuns.estimate"].example.result],
    "/training_runs/start": [RUN],
    "/training_runs/read": [DETAIL],
  };
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function heddleRun(...args: string[]) {
  const [out, errors] = [collector(), collector()];
  const code = await runCommand(args, {
    serviceUrl,
    key: "hk_test",
    project: "demo/airline",
    out: out.stream,
    errors: errors.stream,
    signal: new AbortController().signal,
    retries: { waitsMs: [] },
    pollMs: 1,
  });
  return { code, out: out.text(), errors: errors.text() };
}

function settingsFile(text = "name: Sums\niterations: 5\n"): string {
  const file = join(folder, "run.yaml");
  writeFileSync(file, text);
  return file;
}

describe("heddle run start", () => {
  it("starts a run with the settings of a file, once", async () => {
    const { code, out } = await heddleRun("start", settingsFile());
    expect([code, out]).toEqual([0, `Started ${DETAIL.id}\n`]);
    const body = { project_id: "demo/airline", settings: { name: "Sums", iterations: 5 } };
    expect(asked).toEqual([{ path: "/training_runs/start", body }]);
  });

  it("starts nothing with --plan, and prints what it would take", async () => {
    const { code, out } = await heddleRun("start", settingsFile(), "--plan");
    expect([code, asked.map(({ path }) => path)]).toEqual([0, ["/training_runs/estimate"]]);
    expect(out).toContain("80 rollouts, 80 requests to models");
    expect(out).toContain("Nothing was started.");
  });

  it.each([
    [["start"], "The file with the settings is missing."],
    [["start", "none.yaml"], "none.yaml cannot be read"],
    [["stop", "x"], "Expected one of start, watch, import."],
    [["watch"], "The id of the run is missing."],
    [["watch", "a", "b"], 'Unexpected word "b".'],
  ])("refuses %j with its reason", async (args, message) => {
    const { code, errors } = await heddleRun(...args);
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
    expect(asked).toEqual([]);
  });
});

describe("heddle run watch", () => {
  const second = { ...ITERATION, iteration: 2, reward: { ...ITERATION?.reward, mean: 0.5, low: null, high: null } };

  it("prints each iteration once, as it ends, and ends with the run", async () => {
    answers["/training_runs/read"] = [
      { ...DETAIL, iterations: [{ ...ITERATION, state: "sampling" }] },
      { ...DETAIL, iterations: [ITERATION, { ...second, state: "training" }] },
      { ...DETAIL, state: "finished", iterations: [ITERATION, second] },
    ];
    const { code, out, errors } = await heddleRun("watch", "r");
    expect(out.split("\n")).toEqual([
      "1  done  reward 0.250 (0.100 to 0.400)  16 rollouts",
      "2  done  reward 0.500  16 rollouts",
      "",
    ]);
    expect([code, errors]).toEqual([0, expect.stringContaining("The run is finished.")]);
    expect(asked.map(({ body }) => body.after_iteration)).toEqual([0, 0, 1]);
  });

  it("fails with the reason of a run that stopped, and prints JSON lines for programs", async () => {
    answers["/training_runs/read"] = [{ ...DETAIL, state: "failed", reason: "out of memory" }];
    const { code, out, errors } = await heddleRun("watch", "r", "--json");
    expect(JSON.parse(out)).toMatchObject({ iteration: 1 });
    expect([code, errors]).toEqual([1, expect.stringContaining("The run is failed: out of memory.")]);
  });
});

it("heddle run import is heddle import-run", async () => {
  const { code, errors } = await heddleRun("import");
  expect([code, errors]).toEqual([1, expect.stringContaining("A folder is missing.")]);
});
