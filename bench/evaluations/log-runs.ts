import { v7 as uuid7 } from "uuid";

/** Sends one operation of the service and returns its JSON; lines of a stream give the first one. */
export type Ask = (path: string, body: unknown) => Promise<Record<string, unknown>>;

export const PROJECT = "bench/evaluations";
const TRIALS = 3;
const SCORERS = 5;
const RUNS = 6;
const CALLS_PER_BATCH = 4000;
const START_MS = Date.parse("2026-11-20T10:00:00Z");
const ANSWER = "A second checked bag costs 40 USD on this fare. ".repeat(6);
const USAGE = { "gpt-4.1-mini": { requests: 1, prompt_tokens: 400, completion_tokens: 60, total_tokens: 460 } };

const op = (name: string) => `weave:///${PROJECT}/op/${name}:abc`;

/** Logs six runs of a dataset as the Python SDK does, each of 3 trials × 5 scorers, and returns their ids. */
export async function logRuns(ask: Ask, examples: number): Promise<string[]> {
  const values = Array.from({ length: examples }, (_, n) => ({
    question: `Question ${n}: can I add a bag?`,
    expected: "40 USD",
    kind: n % 4,
  }));
  const { digest, row_digests: digests } = await ask("/table/create", { table: { project_id: PROJECT, rows: values } });
  if (typeof digest !== "string" || !Array.isArray(digests)) throw new Error("no table");
  const runs: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    runs.push(await logRun(ask, run, digests));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stderr.write(`run ${run + 1} of ${RUNS} stored in ${seconds} s\n`);
  }
  return runs;
}

async function logRun(ask: Ask, run: number, rows: readonly string[]): Promise<string> {
  let batch: unknown[] = [];
  const flush = async () => {
    const calls = batch;
    batch = [];
    if (calls.length > 0) await ask(`/v2/${PROJECT}/calls/complete`, { batch: calls });
  };
  const add = async (call: Record<string, unknown>) => {
    batch.push({ project_id: PROJECT, attributes: {}, summary: {}, ...call });
    if (batch.length >= CALLS_PER_BATCH) await flush();
  };
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
      const at = 1 + (trial * rows.length + row) * 50;
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
        summary: { usage: USAGE },
      });
      for (const [name, output] of Object.entries(scores))
        await add({ ...base, id: uuid7(), parent_id: trialId, op_name: op(name), inputs: { output: ANSWER }, output });
    }
  }
  await flush();
  return id;
}
