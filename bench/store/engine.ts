/**
 * The engine under a project's growth: spans and calls sent to the real service over HTTP, what it then has in memory
 * and on disk, and the reads of the pages. Ingest is compared with a bare server that reads the same bytes, reads with
 * the same rows in a plain table that is asked bare.
 * Run: npm run bench -- engine --spans 1000000
 */
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import { DataFolder } from "@/bench/store/engine/data-folder";
import { expectedFacts } from "@/bench/store/engine/expected-facts";
import {
  measureContinuedTraces,
  measureJsonSpans,
  measureSpans,
  measureUpserts,
  type Source,
} from "@/bench/store/engine/measure-ingest";
import { measureReads } from "@/bench/store/engine/measure-reads";
import { buildService, type MeasuredService, startService } from "@/bench/store/engine/measured-service";
import { openPlainTable } from "@/bench/store/engine/plain-table";
import { readCases } from "@/bench/store/engine/read-cases";
import type { Target } from "@/bench/store/engine/send-load";
import { setPrices } from "@/bench/store/engine/set-prices";
import { startBareServer } from "@/bench/store/engine/start-bare-server";
import { storedBytes } from "@/bench/store/engine/stored-bytes";
import { makeCorpus, textKinds } from "@/bench/store/workload/words";
import { DEFAULT_UNTIL_MS, Workload } from "@/bench/store/workload/workload";

const { values } = parseArgs({
  options: {
    spans: { type: "string", default: "1000000" },
    /** The spans begin in this many hours. */
    hours: { type: "string", default: "24" },
    /** The end of these hours: a time, or `now` for pages that show the last day. */
    until: { type: "string", default: new Date(DEFAULT_UNTIL_MS).toISOString() },
    /** What messages and documents consist of: `words`, or `random` characters that hardly compress. */
    texts: { type: "string", default: "words" },
    /** Calls that are sent as starts and ends; 0 for none. */
    upserts: { type: "string", default: "100000" },
    /** Spans that are sent in JSON; 0 for none. */
    json: { type: "string", default: "100000" },
    /** Another checkout whose service is measured, with this benchmark. */
    service: { type: "string", default: "." },
    /** A folder that a run with --keep-data filled: only the reads are measured. */
    data: { type: "string" },
    /** Where to keep the filled folders of the service and of the plain table. */
    "keep-data": { type: "string" },
    /** Times of each read after the first, which does not count. */
    times: { type: "string", default: "5" },
  },
});
const checkout = values.service;
const spans = Number(values.spans);
const upserts = values.data === undefined ? Number(values.upserts) : 0;
const jsonSpans = values.data === undefined ? Number(values.json) : 0;
const folder = new DataFolder(values.data ?? values["keep-data"]);
const filled = values.data === undefined ? null : folder.filled();
const untilMs = values.until === "now" ? Math.floor(Date.now() / 1000) * 1000 : Date.parse(values.until);
const texts = textKinds.find((kind) => kind === values.texts);
if (texts === undefined) throw new Error(`--texts is ${values.texts}, and can be ${textKinds.join(" or ")}.`);
const size = filled ?? { spans, hours: Number(values.hours), untilMs, texts };
const measuredSize = { spans: size.spans, hours: size.hours, texts: size.texts, upserts, json: jsonSpans };
const report = new Report("engine", measuredSize, { checkout });

const megabytes = (bytes: number) => bytes / 1e6;

async function fill(source: Source): Promise<void> {
  const bare = await startBareServer();
  const service = await startService(checkout, folder.service);
  try {
    await setPrices(service, source.workload);
    const bytesReceived = await measureSpans(report, service, bare, source);
    await measureContinuedTraces(report, service, source);
    await service.stop();
    const { bytes, parts, tables } = await storedBytes(folder.service);
    report.add("on disk", megabytes(bytes), "MB", { name: "bytes received", value: megabytes(bytesReceived) });
    const largest = tables.slice(0, 4).map(([table, size]) => `${table} ${megabytes(size).toFixed(0)} MB`);
    report.note(`On disk in ${parts} parts: ${largest.join(", ")}.`);
    folder.noteFilled({ ...size, bytesReceived });
  } finally {
    await service.stop();
    bare.stop();
  }
}

/** Measures another way in, in a folder of its own. */
async function apart(
  measure: (service: MeasuredService, bare: Target) => Promise<void>,
  does: "read" | "parse" = "read",
): Promise<void> {
  const own = new DataFolder();
  const bare = await startBareServer(does);
  const service = await startService(checkout, own.service);
  try {
    await measure(service, bare);
  } finally {
    await service.stop();
    bare.stop();
    own.delete();
  }
}

async function read({ workload, corpus }: Source): Promise<void> {
  const plain = await openPlainTable(folder.plain, workload, corpus);
  const service = await startService(checkout, folder.service);
  try {
    const cases = readCases(workload, expectedFacts(workload));
    await measureReads(report, cases, { service, plain, times: Number(values.times) });
  } finally {
    await service.stop();
    await plain.close();
  }
}

try {
  const source = { workload: new Workload(size), corpus: makeCorpus(size.texts) };
  await buildService(checkout);
  if (filled === null) {
    await fill(source);
    const first = (calls: number): Source => ({ ...source, workload: source.workload.first(calls) });
    if (upserts > 0) await apart((service, bare) => measureUpserts(report, service, bare, first(upserts)));
    if (jsonSpans > 0)
      await apart((service, bare) => measureJsonSpans(report, service, bare, first(jsonSpans)), "parse");
  }
  await read(source);
  report.finish();
} finally {
  folder.delete();
}
