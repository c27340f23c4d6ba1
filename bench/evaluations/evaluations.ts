/**
 * Reads runs of 10,000 examples × 3 trials × 5 scorers: the first rows of one, and a comparison of six. Each figure is
 * the median of five reads, without and with the trials in memory; the baseline is a plain page of calls in the same run.
 *
 *   npx tsx bench/evaluations/evaluations.ts [examples] [folder]
 *
 * A folder is kept, and used as it is when it has runs already, so that two checkouts can read the same data by turns.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { v7 as uuid7 } from "uuid";
import { openService } from "@/service/service";

const EXAMPLES = Number(process.argv[2] ?? 10_000);
const TRIALS = 3;
const SCORERS = 5;
const RUNS = 6;
const READS = 5;
const CALLS_PER_BATCH = 4000;
const PROJECT = "bench/evaluations";
const KEY = "hk_0123456789012345678901234567890123456789";

const keptFolder = process.argv[3];
if (keptFolder !== undefined) mkdirSync(keptFolder, { recursive: true });
const folder = keptFolder ?? mkdtempSync(join(tmpdir(), "heddle-bench-"));
/** The ids of the runs in a folder that is kept. */
const runsFile = join(folder, "bench-runs.json");
const service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
const authorization = `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`;

async function ask(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await service.fetch(
    new Request(`http://service${path}`, { method: "POST", headers: { authorization }, body: JSON.stringify(body) }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return text.startsWith('{"') ? (JSON.parse(text.split("\n")[0] ?? "{}") as Record<string, unknown>) : {};
}

let batch: unknown[] = [];
async function add(call: Record<string, unknown>): Promise<void> {
  batch.push({ project_id: PROJECT, attributes: {}, summary: {}, ...call });
  if (batch.length >= CALLS_PER_BATCH) await flush();
}
async function flush(): Promise<void> {
  const calls = batch;
  batch = [];
  if (calls.length > 0) await ask("/v2/bench/evaluations/calls/complete", { batch: calls });
}

const op = (name: string) => `weave:///${PROJECT}/op/${name}:abc`;
const START_MS = Date.parse("2026-11-20T10:00:00Z");
const ANSWER = "A second checked bag costs 40 USD on this fare. ".repeat(6);

async function logRun(run: number, rows: readonly string[]): Promise<string> {
  const id = uuid7();
  const startMs = START_MS + run * 3_600_000;
  const time = (offset: number) => new Date(startMs + offset).toISOString();
  await add({
    id,
    trace_id: id,
    op_name: op("Evaluation.evaluate"),
    started_at: time(0),
    ended_at: time(3_000_000),
    inputs: { self: "bench", model: "m" },
    output: { s0: {} },
  });
  for (let trial = 0; trial < TRIALS; trial++) {
    for (const [row, digest] of rows.entries()) {
      const at = 1 + (trial * EXAMPLES + row) * 50;
      const trialId = uuid7();
      const scores = Object.fromEntries(
        Array.from({ length: SCORERS }, (_, scorer) => [
          `s${scorer}`,
          scorer < 3 ? (row * 7 + trial + run * scorer) % 5 > 0 : { value: ((row + run) % 100) / 100 },
        ]),
      );
      const example = `weave:///${PROJECT}/object/rows:abc/attr/rows/id/${digest}`;
      const base = { trace_id: id, started_at: time(at), ended_at: time(at + 40) };
      await add({
        ...base,
        id: trialId,
        parent_id: id,
        op_name: op("Evaluation.predict_and_score"),
        inputs: { self: "bench", model: "m", example },
        output: { output: ANSWER, scores, model_latency: 0.03 },
      });
      await add({
        ...base,
        id: uuid7(),
        parent_id: trialId,
        op_name: op("M.predict"),
        inputs: { self: "m", question: example },
        output: ANSWER,
      });
      for (const [name, output] of Object.entries(scores))
        await add({ ...base, id: uuid7(), parent_id: trialId, op_name: op(name), inputs: { output: ANSWER }, output });
    }
  }
  await flush();
  return id;
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  for (let read = 0; read < READS; read++) {
    const start = performance.now();
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push(performance.now() - start);
    processor.push((user + system) / 1000);
  }
  const median = (values: readonly number[]) => [...values].sort((left, right) => left - right)[READS >> 1] ?? 0;
  const [first = 0, ...others] = [times[0], median(times), processor[0] ?? 0, median(processor)];
  const shown = [first, ...others].map((ms) => `${(ms ?? 0).toFixed(0).padStart(7)} ms`);
  console.log(`${name.padEnd(32)} first${shown[0]}, median${shown[1]}; processor: first${shown[2]}, median${shown[3]}`);
}

async function logRuns(): Promise<string[]> {
  const values = Array.from({ length: EXAMPLES }, (_, n) => ({
    question: `Question ${n}: can I add a bag?`,
    expected: "40 USD",
    kind: n % 4,
  }));
  const { digest, row_digests: digests } = await ask("/table/create", { table: { project_id: PROJECT, rows: values } });
  if (typeof digest !== "string" || !Array.isArray(digests)) throw new Error("no table");
  const runs: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    runs.push(await logRun(run, digests));
    console.log(`run ${run + 1} of ${RUNS} stored in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  return runs;
}

try {
  const isFilled = existsSync(runsFile);
  const runs = isFilled ? (JSON.parse(readFileSync(runsFile, "utf8")) as string[]) : await logRuns();
  if (keptFolder !== undefined) writeFileSync(runsFile, JSON.stringify(runs));
  await timed("baseline: 50 calls by parent", () =>
    ask("/calls/stream_query", {
      project_id: PROJECT,
      filter: { parent_ids: [runs[0]] },
      limit: 50,
      sort_by: [{ field: "started_at", direction: "asc" }],
    }),
  );
  await timed("list", () => ask("/evaluations/query", { project_id: PROJECT }));
  await timed("first 50 rows of one", () => ask("/evaluations/results", { project_id: PROJECT, run_ids: [runs[0]] }));
  await timed("failing rows, sorted by score", () =>
    ask("/evaluations/results", {
      project_id: PROJECT,
      run_ids: [runs[0]],
      score: "s0",
      show: "failing",
      sort_by: { by: "score", direction: "asc" },
      offset: 500,
    }),
  );
  await timed("figures of one", () => ask("/evaluations/figures", { project_id: PROJECT, runs: [{ id: runs[0] }] }));
  await timed("compare six", () => ask("/evaluations/compare", { project_id: PROJECT, run_ids: runs }));
  await timed("first 50 rows of six", () =>
    ask("/evaluations/results", { project_id: PROJECT, run_ids: runs, show: "worse" }),
  );
  await timed("slices of one", () => ask("/evaluations/slices", { project_id: PROJECT, run_id: runs[0], score: "s0" }));
} finally {
  await service.close();
  if (keptFolder === undefined) rmSync(folder, { recursive: true, force: true });
}
