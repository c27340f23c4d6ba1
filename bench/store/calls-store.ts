/**
 * Compares designs of the calls store; results and the decision are in docs/adr/0001-calls-store.md.
 * Run: npm run bench -- calls-store --calls 1000000
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import {
  aggregated,
  type Design,
  joined,
  plain,
  queryNames,
  skeleton,
  sourceSelect,
  wholeRow,
} from "@/bench/store/designs";
import { measureIngest } from "@/bench/store/ingest";
import { diskBytes, medianMs, settle, writtenBytes } from "@/bench/store/measure";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    folder: { type: "string" },
    seconds: { type: "string", default: "4" },
  },
});
const calls = Number(values.calls);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "heddle-bench-"));
const store = openEmbeddedStore({ folder });
const designs = [plain, wholeRow, aggregated, skeleton, joined];
const report = new Report("calls-store", { calls, seconds: values.seconds });
/** Figures of the plain table, which is measured first: the baseline of the others. */
const ofPlain = new Map<string, number>();

function note(line: string, design: Design, value: number, unit: string): void {
  if (design === plain) ofPlain.set(line, value);
  const base = design === plain ? undefined : ofPlain.get(line);
  const baseline = base === undefined ? null : { name: plain.name, value: base };
  report.add(`${line}: ${design.name}`, value, unit, baseline);
}

async function fillSource(): Promise<void> {
  await store.command(`CREATE TABLE source ENGINE = MergeTree ORDER BY n AS ${sourceSelect(0, 1)} LIMIT 0`);
  const step = 100_000;
  for (let n = 0; n < calls; n += step) {
    await store.command(`INSERT INTO source ${sourceSelect(n, Math.min(calls, n + step))}`);
  }
}

/** Writes starts and, one batch behind, ends: the pattern of calls that run for a while. */
async function fill(design: Design): Promise<void> {
  for (const sql of design.create) await store.command(sql);
  const before = writtenBytes();
  const step = Math.max(1, Math.ceil(calls / 50));
  for (let n = 0; n < calls + step; n += step) {
    const statements = n < calls ? [...design.starts(n, Math.min(calls, n + step))] : [];
    if (n > 0) statements.push(...design.ends(n - step, Math.min(calls, n)));
    for (const sql of statements) await store.command(sql);
  }
  await settle(store);
  note("written", design, (writtenBytes() - before) / 1e6, "MB");
  const disk = await diskBytes(store, design.tables);
  note("on disk", design, disk.bytes / 1e6, "MB");
  note("parts", design, disk.parts, "");
}

async function measureQueries(design: Design, open: Store): Promise<void> {
  for (const name of queryNames) {
    const ms = await medianMs(5, () =>
      open.read({ sql: design.queries[name], settings: { use_query_condition_cache: 0 } }),
    );
    note(name, design, ms, "ms");
  }
}

async function measureLimitBy(): Promise<void> {
  const columns = "id, trace_id, op_name, started_at, ended_at, exception, summary";
  const sql = `SELECT * FROM (SELECT ${columns}, parent_id FROM skeleton WHERE project_id = 'e/p' ORDER BY started_at DESC, id DESC, version DESC LIMIT 1 BY started_at, id) WHERE parent_id = '' LIMIT 50`;
  const page = await medianMs(5, () => store.read({ sql }));
  note("latest 50 by LIMIT 1 BY", skeleton, page, "ms");
  const count =
    "SELECT count() AS c FROM (SELECT exception FROM skeleton WHERE project_id = 'e/p' ORDER BY started_at DESC, id DESC, version DESC LIMIT 1 BY started_at, id)";
  note("count by LIMIT 1 BY", skeleton, await medianMs(3, () => store.read({ sql: count })), "ms");
}

async function main(): Promise<void> {
  await fillSource();
  for (const design of designs) {
    await fill(design);
    await measureQueries(design, store);
  }
  await measureLimitBy();
  for (const design of designs) {
    for (const [clients, rows, lookUp] of [
      [1, 1, false],
      [1, 1, true],
      [50, 20, false],
      [50, 20, true],
    ] as const) {
      const seen = await measureIngest(store, design, { clients, rows, lookUp, seconds: Number(values.seconds) });
      const line = `ingest ${clients} x ${rows}${lookUp ? ", ids looked up" : ""}`;
      note(line, design, seen.rowsPerSecond, "rows/s");
      note(`${line}, p50`, design, seen.p50Ms, "ms");
      note(`${line}, p99`, design, seen.p99Ms, "ms");
    }
  }
  report.finish();
}

try {
  await main();
} finally {
  await store.close();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
