/**
 * Reads six runs of 10,000 examples × 3 trials × 5 scorers as the pages do: the first rows of one, and a comparison of all.
 * The baseline is a page of plain calls in the same run.
 * Run: npm run bench -- evaluations --examples 10000
 *
 * A folder given with --folder is kept, and used as it is when it has runs, so that two checkouts can read the same data.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pino from "pino";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { openService, type Service } from "@/service/service";
import { type Ask, logRuns, PROJECT } from "./log-runs";

const { values } = parseArgs({
  options: { examples: { type: "string", default: "10000" }, folder: { type: "string" } },
});
const KEY = "hk_0123456789012345678901234567890123456789";
const READS = 5;
/** Comparisons with nothing in memory: each needs a service that has just been opened. */
const COLD_COMPARISONS = 3;

const folder = values.folder ?? mkdtempSync(join(tmpdir(), "heddle-bench-"));
mkdirSync(folder, { recursive: true });
/** The ids of the runs in the folder. */
const runsFile = join(folder, "bench-runs.json");
const authorization = `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`;

const open = () => openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));

const askOf =
  (service: Service): Ask =>
  async (path, body) => {
    const response = await service.fetch(
      new Request(`http://service${path}`, { method: "POST", headers: { authorization }, body: JSON.stringify(body) }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
    return text.startsWith('{"') ? (JSON.parse(text.split("\n")[0] ?? "{}") as Record<string, unknown>) : {};
  };

/** A service that was just opened reads all ids of calls in the background, and the engine merges what was written. */
const IDLE_SAMPLE_MS = 500;
const IDLE_SHARE = 0.1;
const MAX_IDLE_SAMPLES = 120;

async function untilIdle(): Promise<void> {
  for (let sample = 0; sample < MAX_IDLE_SAMPLES; sample++) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, IDLE_SAMPLE_MS));
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < IDLE_SHARE * IDLE_SAMPLE_MS) return;
  }
}

interface Times {
  readonly ms: number;
  /** Time of all processors in this process, the engine's threads included. */
  readonly processorMs: number;
}

async function timed(work: () => Promise<unknown>): Promise<Times> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, processorMs: (user + system) / 1000 };
}

const report = new Report("evaluations", { examples: values.examples });
let baselineMs = Number.NaN;

function add(label: string, times: readonly Times[]): void {
  const baseline = { name: "a page of 50 plain calls", value: baselineMs };
  const median = (member: keyof Times) =>
    quantile(
      times.map((each) => each[member]),
      0.5,
    );
  report.add(label, median("ms"), "ms", Number.isNaN(baselineMs) ? null : baseline);
  report.add(`… ${label}: processor time`, median("processorMs"), "ms");
}

async function repeated(label: string, work: () => Promise<unknown>): Promise<void> {
  await work();
  const times: Times[] = [];
  for (let read = 0; read < READS; read++) times.push(await timed(work));
  add(label, times);
}

let service = await open();
try {
  if (!existsSync(runsFile)) {
    writeFileSync(runsFile, JSON.stringify(await logRuns(askOf(service), Number(values.examples))));
  }
  const runs = JSON.parse(readFileSync(runsFile, "utf8")) as string[];
  const reopen = async () => {
    await service.close();
    service = await open();
    const ask = askOf(service);
    // The engine reads its indexes at the first query.
    await ask("/evaluations/query", { project_id: PROJECT });
    await untilIdle();
    return ask;
  };
  const rowsOf = (ask: Ask, run: string | undefined) =>
    ask("/evaluations/results", { project_id: PROJECT, run_ids: [run] });
  const compare = (ask: Ask) => ask("/evaluations/compare", { project_id: PROJECT, run_ids: runs });
  const figures = (ask: Ask, ids: readonly (string | undefined)[]) =>
    ask("/evaluations/figures", { project_id: PROJECT, runs: ids.map((id) => ({ id })) });

  let ask = await reopen();
  const page = {
    project_id: PROJECT,
    filter: { parent_ids: [runs[0]] },
    limit: 50,
    sort_by: [{ field: "started_at", direction: "asc" }],
  };
  const plain = () => ask("/calls/stream_query", page);
  await plain();
  const baseline: Times[] = [];
  for (let read = 0; read < READS; read++) baseline.push(await timed(plain));
  add("a page of 50 plain calls", baseline);
  baselineMs = quantile(
    baseline.map(({ ms }) => ms),
    0.5,
  );

  const firstRows: Times[] = [];
  for (const run of runs) firstRows.push(await timed(() => rowsOf(ask, run)));
  add("first 50 rows of a run, first read", firstRows);

  ask = await reopen();
  const firstPages: Times[] = [];
  for (const run of runs) firstPages.push(await timed(() => Promise.all([figures(ask, [run]), rowsOf(ask, run)])));
  add("first 50 rows with the figures of a run, first read", firstPages);

  const comparisons: Times[] = [];
  for (let read = 0; read < COLD_COMPARISONS; read++) {
    ask = await reopen();
    comparisons.push(await timed(() => compare(ask)));
  }
  add("comparison of six, first read", comparisons);

  await repeated("list", () => ask("/evaluations/query", { project_id: PROJECT }));
  await repeated("first 50 rows of a run", () => rowsOf(ask, runs[0]));
  await repeated("failing rows by score, from the 500th on", () =>
    ask("/evaluations/results", {
      project_id: PROJECT,
      run_ids: [runs[0]],
      score: "s0",
      show: "failing",
      sort_by: { by: "score", direction: "asc" },
      offset: 500,
    }),
  );
  await repeated("figures of a run", () => figures(ask, [runs[0]]));
  await repeated("slices of a run", () =>
    ask("/evaluations/slices", { project_id: PROJECT, run_id: runs[0], score: "s0" }),
  );
  await repeated("comparison of six", () => compare(ask));
  await repeated("first 50 rows of six, the worse ones", () =>
    ask("/evaluations/results", { project_id: PROJECT, run_ids: runs, show: "worse" }),
  );
} finally {
  await service.close();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
report.finish();
