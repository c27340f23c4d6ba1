import { quantile } from "@/bench/report/quantile";
import type { Design } from "@/bench/store/designs";
import type { Store } from "@/service/traces/store/engine/store";

export interface IngestLoad {
  readonly clients: number;
  /** Calls per request. Each client sends a request of starts, then one with their ends, then the next starts. */
  readonly rows: number;
  readonly seconds: number;
  /** True to look up ids in the store before each group, as for ids that the service does not remember. */
  readonly lookUp: boolean;
}

export interface IngestResult {
  readonly rowsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Part {
  readonly kind: "start" | "end";
  readonly id: string;
  readonly startedAt: string;
}

interface Waiting {
  readonly parts: readonly Part[];
  readonly done: () => void;
}

const text = (bytes: number) => "x7Gq".repeat(Math.ceil(bytes / 4));
const inputs = JSON.stringify({ user: "user-1", messages: [{ role: "user", content: text(800) }] });
const output = JSON.stringify({ choices: [{ message: { role: "assistant", content: text(560) } }] });
const summary = '{"usage":{"gpt-4o":{"requests":1,"prompt_tokens":10,"completion_tokens":5}}}';
const attributes = '{"weave":{"source":"bench"}}';

const lines = (rows: readonly object[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

function startRow(part: Part): Record<string, unknown> {
  return {
    project_id: "e/p",
    id: part.id,
    trace_id: part.id,
    parent_id: "",
    thread_id: "",
    turn_id: "",
    op_name: "bench",
    started_at: part.startedAt,
  };
}

/** Writes one group as the design's service would, including a point look-up of unknown ids. */
async function writeGroup(store: Store, design: Design, parts: readonly Part[], known: boolean): Promise<void> {
  const starts = parts.filter((part) => part.kind === "start");
  const ends = parts.filter((part) => part.kind === "end");
  const put = (table: string, rows: readonly Record<string, unknown>[]) => {
    const [first] = rows;
    if (first === undefined) return Promise.resolve();
    return store.insert({ table, columns: Object.keys(first), lines: lines(rows) });
  };
  const ended = (part: Part) => ({ ended_at: part.startedAt, exception: null, summary });
  switch (design.name.slice(0, 1)) {
    case "p":
      return put(
        "plain",
        ends.map((part) => ({ ...startRow(part), ...ended(part), attributes, inputs, output })),
      );
    case "A":
      if (!known) await lookUp(store, "whole", parts);
      return put("whole", [
        ...starts.map((part) => ({
          ...startRow(part),
          ended_at: null,
          exception: null,
          summary: "",
          attributes,
          inputs,
          output: "",
          version: 1,
        })),
        ...ends.map((part) => ({ ...startRow(part), ...ended(part), attributes, inputs, output, version: 2 })),
      ]);
    case "B":
      return put("parts", [
        ...starts.map((part) => ({
          ...startRow(part),
          ended_at: null,
          exception: null,
          summary: null,
          attributes,
          inputs,
          output: null,
        })),
        ...ends.map((part) => ({
          project_id: "e/p",
          id: part.id,
          trace_id: null,
          parent_id: null,
          thread_id: null,
          turn_id: null,
          op_name: null,
          started_at: null,
          ...ended(part),
          attributes: null,
          inputs: null,
          output,
        })),
      ]);
    case "D":
      if (!known) await lookUp(store, "joined", parts);
      return put(
        "joined",
        [
          ...starts.map((part) => ({
            ...startRow(part),
            kind: 1,
            ended_at: null,
            exception: null,
            summary: "",
            attributes,
            inputs,
            output: "",
          })),
          ...ends.map((part) => ({
            project_id: "e/p",
            started_at: part.startedAt,
            id: part.id,
            trace_id: "",
            parent_id: "",
            thread_id: "",
            turn_id: "",
            op_name: "",
            kind: 2,
            ...ended(part),
            attributes: "",
            inputs: "",
            output,
          })),
        ].map((row) => withKeys(row)),
      );
    default: {
      if (!known) await lookUp(store, "skeleton", parts);
      const key = (part: Part) => ({ project_id: "e/p", started_at: part.startedAt, id: part.id });
      await put(
        "call_inputs",
        starts.map((part) => ({ ...key(part), attributes, inputs })),
      );
      await put(
        "call_outputs",
        ends.map((part) => ({ ...key(part), output })),
      );
      return put("skeleton", [
        ...starts.map((part) => ({ ...startRow(part), ended_at: null, exception: null, summary: "", version: 1 })),
        ...ends.map((part) => ({ ...startRow(part), ...ended(part), version: 2 })),
      ]);
    }
  }
}

/** One order of members for both kinds of row: the columns are named once per insert. */
function withKeys(row: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(row).sort();
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

async function lookUp(store: Store, table: string, parts: readonly Part[]): Promise<void> {
  const sql = `SELECT id, started_at FROM ${table} WHERE project_id = 'e/p' AND id IN {ids:Array(String)}`;
  await store.read({ sql, params: { ids: parts.map((part) => part.id) } });
}

/** Group commit: parts that arrive while a group is written go into the next one. */
export async function measureIngest(store: Store, design: Design, load: IngestLoad): Promise<IngestResult> {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  const drain = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await writeGroup(
        store,
        design,
        group.flatMap((one) => one.parts),
        !load.lookUp,
      );
      for (const one of group) one.done();
    }
    writing = null;
  };
  const send = (parts: readonly Part[]) =>
    new Promise<void>((done) => {
      waiting.push({ parts, done });
      writing ??= drain();
    });

  const taken: number[] = [];
  let written = 0;
  const begun = performance.now();
  const until = begun + load.seconds * 1000;
  const client = async (number: number) => {
    for (let round = 0; performance.now() < until; round += 1) {
      const now = new Date().toISOString().replace("T", " ").replace("Z", "");
      const calls = Array.from({ length: load.rows }, (_, i) => ({
        id: `ingest-${Date.now().toString(16)}-${load.clients}-${number}-${round}-${i}`,
        startedAt: now,
      }));
      for (const kind of ["start", "end"] as const) {
        const at = performance.now();
        await send(calls.map((call) => ({ kind, ...call })));
        taken.push(performance.now() - at);
      }
      written += calls.length;
    }
  };
  await Promise.all(Array.from({ length: load.clients }, (_, number) => client(number)));
  await writing;
  const seconds = (performance.now() - begun) / 1000;
  return { rowsPerSecond: written / seconds, p50Ms: quantile(taken, 0.5), p99Ms: quantile(taken, 0.99) };
}
