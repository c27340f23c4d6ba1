/**
 * Measures how users read calls, through the operations themselves, on calls written by the engine.
 * Run: npm run bench -- read-calls --calls 1000000
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import { fillCalls } from "@/bench/store/fill-calls";
import { medianMs } from "@/bench/store/measure";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import { listFacets } from "@/service/traces/operations/calls/calls-facets";
import { readHistogram } from "@/service/traces/operations/calls/calls-histogram";
import { queryCallStats } from "@/service/traces/operations/calls/calls-query-stats";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { queryThreads } from "@/service/traces/operations/calls/threads-stream-query";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "1000000" }, folder: { type: "string" } },
});
const calls = Number(values.calls);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "heddle-bench-"));
const engine = openEmbeddedStore({ folder });
await fillCalls(engine, calls);
const { store, writer } = await openCalls(engine);
const identity = { userId: "u", name: "u", projects: null };
// The parts of the service that reading calls needs.
const context = {
  store,
  calls: writer,
  identity,
  bodyText: "",
  signal: new AbortController().signal,
  origin: "",
} as unknown as HandlerContext;

const PROJECT = "e/p";
const body = <Body>(given: Body) => ({ params: {}, query: {}, body: given }) as never;
const eq = (field: string, value: unknown) => ({ $expr: { $eq: [{ $getField: field }, { $literal: value }] } });
const newest = [{ field: "started_at", direction: "desc" }];
const roots = { trace_roots_only: true };
const lean = ["id", "op_name", "started_at", "ended_at", "exception", "summary"];

const drain = async (rows: AsyncIterable<unknown>, most = Number.POSITIVE_INFINITY) => {
  let seen = 0;
  for await (const _ of rows) {
    seen += 1;
    if (seen >= most) return;
  }
};
const list = (request: object, most?: number) => () =>
  drain(streamCalls(body({ project_id: PROJECT, sort_by: newest, ...request }), context), most);
const stats = (request: object) => () => queryCallStats(body({ project_id: PROJECT, ...request }), context);

const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["newest 50 roots, lean", list({ filter: roots, columns: lean, limit: 50 })],
  ["newest 50 roots, all columns", list({ filter: roots, limit: 50 })],
  ["first block of an endless list", list({ filter: roots }, 1)],
  ["newest 50 of one op", list({ filter: { op_names: ["weave:///e/p/op/op-3:*"] }, columns: lean, limit: 50 })],
  ["newest 50 errors", list({ query: eq("summary.weave.status", "error"), columns: lean, limit: 50 })],
  ["newest 50 with inputs.user", list({ query: eq("inputs.user", "user-42"), columns: lean, limit: 50 })],
  [
    "50 slowest",
    list({ sort_by: [{ field: "summary.weave.latency_ms", direction: "desc" }], columns: lean, limit: 50 }),
  ],
  ["count of roots", stats({ filter: roots })],
  ["count of errors", stats({ query: eq("summary.weave.status", "error") })],
  ["any call at all", stats({ limit: 1 })],
  ["5,000 calls whole", list({ limit: 5000 })],
  ["threads, 50", () => drain(queryThreads(body({ project_id: PROJECT, limit: 50 }), context))],
];

const figures = (request: object) => () => readCallStats(body({ project_id: PROJECT, ...request }), context);
const facets =
  (...fields: string[]) =>
  () =>
    listFacets(body({ project_id: PROJECT, fields }), context);
const overview = [{ by: "op", with_buckets: true }, { by: "model" }, { by: "svc_user_id" }];
// Start time of the generated calls, three a second.
const lastDay = { after: "2025-06-17T12:00:00Z", before: "2025-06-18T12:00:00Z" };
const dayBefore = { after: "2025-06-16T12:00:00Z", before: "2025-06-17T12:00:00Z" };

/** Each request of a page, compared with one pass over the calls that counts the failed ones. */
const matchesThread: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["count of errors", stats({ query: eq("summary.weave.status", "error") })],
  ["figures of all calls, over time", figures({})],
  ["the same by op, model and user", figures({ groups: overview })],
  ["a day by op, model and user, and the day before", figures({ ...lastDay, previous: dayBefore, groups: overview })],
  ["values of op, status and user", facets("op", "status", "svc_user_id")],
  ["models", facets("model")],
  ["paths of attributes", facets("attributes")],
];

const FROM_ROWS = "FROM call_rows WHERE project_id = 'e/p'";
const HAS_NEEDLE =
  "positionCaseInsensitive(inputs, 'needle-777') > 0 OR positionCaseInsensitive(output, 'needle-777') > 0";
const holds = (path: string) => ({
  $contains: { input: { $getField: path }, substr: { $literal: "needle-777" }, case_insensitive: true },
});
const anywhere = { $expr: { $or: [holds("inputs"), holds("output")] } };
const page = (where: string) =>
  `SELECT id, op_name, summary ${FROM_ROWS} AND ${where} ORDER BY started_at DESC LIMIT 200`;

/**
 * Each request of a page, compared with the shortest query to the engine over the same columns.
 */
const besideBare: readonly (readonly [string, () => Promise<unknown>, string])[] = [
  ["first page of the list", list({ filter: roots, columns: lean, limit: 200 }), page("parent_id = ''")],
  [
    "filter on a nested path",
    list({ query: eq("inputs.user", "user-42"), columns: lean, limit: 200 }),
    page("JSONExtractString(inputs, 'user') = 'user-42'"),
  ],
  ["text anywhere in payload", list({ query: anywhere, columns: lean, limit: 200 }), page(`(${HAS_NEEDLE})`)],
  ["… how many there are", stats({ query: anywhere }), `SELECT count() ${FROM_ROWS} AND (${HAS_NEEDLE})`],
  [
    "histogram",
    () => readHistogram(body({ project_id: PROJECT }), context),
    `SELECT toStartOfDay(started_at) AS day, count(), countIf(exception != '') ${FROM_ROWS} GROUP BY day`,
  ],
  [
    "overview",
    figures({ groups: overview }),
    `SELECT op_name, toStartOfDay(started_at) AS day, count(), quantiles(0.5, 0.9, 0.99)(dateDiff('ms', started_at, ended_at)),
      sum(arraySum(entry -> entry.5, usage)) ${FROM_ROWS} GROUP BY op_name, day`,
  ],
];

const report = new Report("read-calls", { calls });
try {
  for (const [name, run] of cases) report.add(name, await medianMs(3, run), "ms");
  let base = Number.NaN;
  for (const [name, run] of matchesThread) {
    const ms = await medianMs(3, run);
    if (Number.isNaN(base)) base = ms;
    report.add(`a page asks: ${name}`, ms, "ms", { name: "one pass, the count of errors", value: base });
  }
  for (const [name, run, sql] of besideBare) {
    const bareMs = await medianMs(3, () => store.read({ sql }));
    report.add(`beside bare: ${name}`, await medianMs(3, run), "ms", { name: "bare query", value: bareMs });
  }
  report.add("resident memory", process.memoryUsage().rss / 1e6, "MB");
  report.finish();
} finally {
  await writer.close();
  await engine.close();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
