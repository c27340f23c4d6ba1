import { v7 as uuidv7 } from "uuid";
import { send } from "./service-client";

/** One run as a test wants it. */
export interface SeedRun {
  readonly name: string;
  readonly model: string;
  readonly startedAt: Date;
  /** Whether a trial passes; null for a model that fails, undefined for a scorer that fails. */
  readonly passes: (row: number, trial: number) => boolean | null | undefined;
  /** False for a run that has not ended. */
  readonly isEnded?: boolean;
  /** Ends the run with this exception and without trials. */
  readonly exception?: string;
}

export interface SeedDataset {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly trials: number;
}

/** Logs runs of an evaluation as the Python SDK does, and returns their ids in the same order. */
export async function logEvaluations(
  serviceUrl: string,
  project: string,
  dataset: SeedDataset,
  runs: readonly SeedRun[],
): Promise<string[]> {
  const publish = async (objectId: string, val: unknown): Promise<string> => {
    const body = { obj: { project_id: project, object_id: objectId, val } };
    const { digest } = (await send(serviceUrl, "/obj/create", body)) as { digest: string };
    return `weave:///${project}/object/${objectId}:${digest}`;
  };
  const table = (await send(serviceUrl, "/table/create", {
    table: { project_id: project, rows: dataset.rows },
  })) as { digest: string; row_digests: string[] };
  const datasetRef = await publish(dataset.name, {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name: dataset.name,
    rows: `weave:///${project}/table/${table.digest}`,
  });
  const op = (name: string) => `weave:///${project}/op/${name}:${"a".repeat(43)}`;
  const self = await publish(`${dataset.name}-evaluation`, {
    _type: "Evaluation",
    _class_name: "Evaluation",
    _bases: ["Object", "BaseModel"],
    name: `${dataset.name}-evaluation`,
    dataset: datasetRef,
    trials: dataset.trials,
    scorers: [op("exact"), op("tone")],
  });
  const ids: string[] = [];
  for (const run of runs) {
    const example = (row: number) => `${datasetRef}/attr/rows/id/${table.row_digests[row]}`;
    ids.push(await logRun(serviceUrl, project, run, { op, self, example, dataset }));
  }
  return ids;
}

interface Stored {
  readonly op: (name: string) => string;
  readonly self: string;
  readonly example: (row: number) => string;
  readonly dataset: SeedDataset;
}

async function logRun(url: string, project: string, run: SeedRun, { op, self, example, dataset }: Stored) {
  const id = uuidv7();
  const batch: unknown[] = [];
  const at = (offsetMs: number) => new Date(run.startedAt.getTime() + offsetMs).toISOString();
  const add = (call: Record<string, unknown>, end: Record<string, unknown> | null) => {
    batch.push({ mode: "start", req: { start: { project_id: project, trace_id: id, attributes: {}, ...call } } });
    if (end) batch.push({ mode: "end", req: { end: { project_id: project, id: call.id, summary: {}, ...end } } });
  };
  const model = op(run.model);
  const root = {
    id,
    op_name: op("Evaluation.evaluate"),
    display_name: run.name,
    started_at: at(0),
    inputs: { self, model },
  };
  const end = { ended_at: at(600_000), output: run.exception ? null : { exact: {} }, exception: run.exception ?? null };
  add(root, run.isEnded === false ? null : end);
  const count = run.exception ? 0 : dataset.rows.length * dataset.trials;
  for (let index = 0; index < count; index++) {
    const row = index % dataset.rows.length;
    const trial = Math.floor(index / dataset.rows.length);
    const pass = run.passes(row, trial);
    const trialId = uuidv7();
    const time = { started_at: at(100 + index * 10), ended_at: at(500 + index * 10 + (row % 7) * 400) };
    const { expected } = dataset.rows[row] ?? {};
    const answer = pass === false ? `not ${String(expected)}` : expected;
    const tone = 0.5 + ((row * 13 + trial * 7) % 50) / 100;
    const scores = pass === null || pass === undefined ? {} : { exact: pass, tone: { score: tone } };
    const failure = pass === undefined ? "RuntimeError: the judge is down" : null;
    add(
      {
        id: trialId,
        parent_id: id,
        op_name: op("Evaluation.predict_and_score"),
        started_at: time.started_at,
        inputs: { self, model, example: example(row) },
      },
      {
        ended_at: time.ended_at,
        output: failure ? null : { output: pass === null ? null : answer, scores, model_latency: 0.3 },
        exception: failure,
      },
    );
    const child = (name: string, output: unknown, exception: string | null, call: object = {}, end: object = {}) =>
      add(
        { id: uuidv7(), parent_id: trialId, op_name: op(name), started_at: time.started_at, inputs: {}, ...call },
        { ended_at: time.ended_at, output, exception, ...end },
      );
    const usage = {
      "gpt-4.1-mini": { requests: 1, prompt_tokens: 400 + row, completion_tokens: 60, total_tokens: 460 + row },
    };
    const asked = { messages: [{ role: "user", content: dataset.rows[row]?.question }] };
    child(
      run.model,
      pass === null ? null : { role: "assistant", content: answer },
      pass === null ? "ValueError: the model is down" : null,
      { inputs: asked, attributes: { kind: "llm" } },
      { summary: { usage } },
    );
    if (pass !== null) child("exact", pass ?? null, failure);
    if (pass !== null) child("tone", { score: tone, reason: "Polite, but never says sorry." }, null);
  }
  await send(url, "/call/upsert_batch", { batch });
  return id;
}
