import { rowLines } from "@/bench/store/workload/requests";
import type { Workload } from "@/bench/store/workload/workload";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";

/** One complete row per call, written once and never merged by key: what the rows themselves cost to read. */
const CREATE = `CREATE TABLE IF NOT EXISTS plain (
  project_id LowCardinality(String), id String, trace_id String, parent_id String, turn_id String, thread_id String,
  op_name LowCardinality(String), model LowCardinality(String), exception String,
  started_at DateTime64(6, 'UTC'), ended_at DateTime64(6, 'UTC'),
  input_tokens UInt32, output_tokens UInt32, cached_tokens UInt32, inputs String, output String
) ENGINE = MergeTree ORDER BY (project_id, started_at, id)`;

const COLUMNS = [
  ...["project_id", "id", "trace_id", "parent_id", "turn_id", "thread_id", "op_name", "model", "exception"],
  ...["started_at", "ended_at", "input_tokens", "output_tokens", "cached_tokens", "inputs", "output"],
];

const TRACES_PER_INSERT = 2_000;

/** Opens the plain table of a folder and, unless it has all rows already, fills it. */
export async function openPlainTable(folder: string, workload: Workload, corpus: Buffer): Promise<Store> {
  const store = openEmbeddedStore({ folder });
  await store.command(CREATE);
  const [stored] = await store.read<{ n: number }>({ sql: "SELECT count() AS n FROM plain" });
  if (stored?.n === workload.spans) return store;
  await store.command("TRUNCATE TABLE plain");
  const encode = rowLines(corpus);
  for (let from = 0; from < workload.traces; from += TRACES_PER_INSERT) {
    const lines = encode(workload.range(from, TRACES_PER_INSERT));
    await store.insert({ table: "plain", columns: COLUMNS, lines });
  }
  return store;
}
