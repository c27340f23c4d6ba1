/**
 * Compares the work of a page on the stream of a table (lines, checks, fields) with a client that only reads the bytes,
 * alternating in one run, and measures sorting by a nested field. Needs a build of the service.
 * Run: npm run bench -- stream-rows --rows 1000000
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BufferedRowBlock } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { RowLines } from "@/app/(dashboard)/[workspace]/tables/stream/row-lines";
import { SHEET_LIMITS } from "@/app/(dashboard)/[workspace]/tables/stream/table-source";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { fillTable, postTo } from "@/bench/tables/make-table";
import { freePort } from "@/e2e/support/free-port";
import { SERVICE_KEY, ServiceProcess } from "@/test/faults/service-process";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, rounds: { type: "string", default: "3" } },
});
const [rowCount, rounds] = [Number(values.rows), Number(values.rounds)];
const PROJECT = "bench/tables";

const folder = mkdtempSync(join(tmpdir(), "heddle-bench-"));
const service = new ServiceProcess({ dataFolder: folder, port: await freePort() });

const post = postTo(service.url, SERVICE_KEY);

interface Reading {
  readonly firstMs: number;
  readonly rowsPerSecond: number;
}

async function openStream(request: object): Promise<ReadableStream<Uint8Array>> {
  const response = await post("/table/query_stream", { project_id: PROJECT, digest, ...request });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`);
  return response.body;
}

async function takeBytes(request: object): Promise<Reading> {
  const begun = performance.now();
  let firstMs = 0;
  for await (const _ of await openStream(request)) firstMs ||= performance.now() - begun;
  return { firstMs, rowsPerSecond: (rowCount / (performance.now() - begun)) * 1000 };
}

/** Reads as the page's worker does: every line is parsed and checked, and no more is kept than the page keeps. */
async function readAsPage(request: object, stored: BufferedRowBlock[]): Promise<Reading> {
  const begun = performance.now();
  const lines = new RowLines();
  let firstMs = 0;
  let byteCount = 0;
  for await (const chunk of await openStream(request)) {
    const block = lines.push(chunk);
    if (!block) continue;
    firstMs ||= performance.now() - begun;
    byteCount += block.bytes.length;
    if (byteCount < SHEET_LIMITS.bytes) stored.push(block);
  }
  return { firstMs, rowsPerSecond: (rowCount / (performance.now() - begun)) * 1000 };
}

function medianOf(readings: readonly Reading[], figure: keyof Reading): number {
  return quantile(
    readings.map((reading) => reading[figure]),
    0.5,
  );
}

function add(report: Report, name: string, readings: readonly Reading[], bare: readonly Reading[]): void {
  for (const [label, figure, unit] of [
    ["first rows", "firstMs", "ms"],
    ["rate", "rowsPerSecond", "rows/s"],
  ] as const) {
    const baseline = { name: "bytes only", value: medianOf(bare, figure) };
    report.add(`${name}: ${label}`, medianOf(readings, figure), unit, baseline);
  }
}

const heapMb = () => {
  globalThis.gc?.();
  return (process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers) / 1e6;
};

let digest = "";
try {
  await service.ready;
  digest = await fillTable(post, PROJECT, rowCount);
  const bare: Reading[] = [];
  const page: Reading[] = [];
  const beforeMb = heapMb();
  let stored: BufferedRowBlock[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await takeBytes({}));
    stored = [];
    page.push(await readAsPage({}, stored));
  }
  const keptMb = heapMb() - beforeMb;
  const report = new Report("stream-rows", { rows: rowCount, rounds });
  add(report, "as the page reads", page, bare);
  const keptCount = stored.reduce((sum, { numbers }) => sum + numbers.length, 0);
  report.add("rows that the page keeps", keptCount, "rows");
  report.add("… their memory", keptMb, "MB");
  const sorted = await takeBytes({ sort_by: [{ field: "scores.reward", order: "desc" }] });
  add(report, "bytes sorted by scores.reward", [sorted], bare);
  report.finish();
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
