/**
 * Ingest by the number of services that share one server for traces: OTLP, and starts and ends that reach different
 * services. One service with the embedded engine is the baseline of one service on the server, which is the baseline of
 * several. The server is the tests' front over the embedded engine, not ClickHouse.
 * Run: npm run bench -- many-services --spans 100000
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import { DataFolder } from "@/bench/store/engine/data-folder";
import { SPAN_CLIENTS, SPANS_PER_REQUEST, sendSpans } from "@/bench/store/engine/fill-spans";
import { buildService, type MeasuredService, startService } from "@/bench/store/engine/measured-service";
import { processFacts } from "@/bench/store/engine/process-facts";
import type { Sent, Target } from "@/bench/store/engine/send-load";
import { BATCH_CLIENTS, CALLS_PER_BATCH, sendUpserts } from "@/bench/store/engine/send-upserts";
import { makeCorpus } from "@/bench/store/workload/words";
import { DEFAULT_UNTIL_MS, Workload } from "@/bench/store/workload/workload";
import { type SharedServers, startSharedServers } from "@/service/traces/store/testing/shared-servers";

const { values } = parseArgs({
  options: {
    spans: { type: "string", default: "100000" },
    /** Calls that are sent as starts and ends. */
    upserts: { type: "string", default: "20000" },
    /** The largest number of services. */
    services: { type: "string", default: "3" },
  },
});

const CHECKOUT = ".";
const size = { spans: Number(values.spans), hours: 24, untilMs: DEFAULT_UNTIL_MS };
const upserts = Number(values.upserts);
const most = Number(values.services);
const corpus = makeCorpus("words");

/** A way in, and the calls that are sent through it. */
interface Way {
  readonly label: string;
  readonly unit: string;
  readonly calls: number;
  readonly send: (targets: readonly Target[]) => Promise<Sent>;
}

const spans = new Workload(size);
const calls = spans.first(upserts);
const WAYS: readonly Way[] = [
  {
    label: `OTLP, ${SPANS_PER_REQUEST} spans a request, ${SPAN_CLIENTS} clients`,
    unit: "spans/s",
    calls: spans.spans,
    send: (targets) => sendSpans(targets, spans, corpus),
  },
  {
    label: `starts and ends apart, ${CALLS_PER_BATCH} a request, ${BATCH_CLIENTS} clients`,
    unit: "calls/s",
    calls: calls.spans,
    send: (targets) => sendUpserts(targets, calls, corpus),
  },
];

/** The figures of one number of services. */
interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of a call in all services, and in the server that they share. */
  readonly serviceMicros: number;
  readonly serverMicros: number;
}

/** @param count of services on one server; null for one with the embedded engine */
async function measure(way: Way, count: number | null): Promise<Measured> {
  const folder = new DataFolder();
  const servers: SharedServers | null = count === null ? null : await startSharedServers();
  const services: MeasuredService[] = [];
  try {
    for (let at = 0; at < (count ?? 1); at += 1) {
      services.push(await startService(CHECKOUT, join(folder.path, String(at)), servers?.variables));
    }
    const processorMs = async () =>
      (await Promise.all(services.map((one) => one.facts()))).map((one) => one.processorMs);
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
    const serverMs = () => (servers === null ? 0 : processFacts(servers.pid).processorMs);
    const before = { services: sum(await processorMs()), server: serverMs() };
    const sent = await way.send(services);
    const after = { services: sum(await processorMs()), server: serverMs() };
    return {
      name: count === null ? "one service, embedded engine" : count === 1 ? "one service" : `${count} services`,
      rate: way.calls / sent.seconds,
      p50Ms: sent.p50Ms,
      p99Ms: sent.p99Ms,
      serviceMicros: ((after.services - before.services) * 1000) / way.calls,
      serverMicros: ((after.server - before.server) * 1000) / way.calls,
    };
  } finally {
    for (const service of services) await service.stop();
    await servers?.stop();
    folder.delete();
  }
}

function addFigures(report: Report, way: Way, now: Measured, base: Measured | null): void {
  const add = (figure: string, member: Exclude<keyof Measured, "name">, unit: string) =>
    report.add(
      `${way.label}; ${now.name}: ${figure}`,
      now[member],
      unit,
      base === null ? null : { name: base.name, value: base[member] },
    );
  add("rate", "rate", way.unit);
  add("until the acknowledgement, median", "p50Ms", "ms");
  add("until the acknowledgement, p99", "p99Ms", "ms");
  add("processor time of the services, a call", "serviceMicros", "µs");
  if (now.serverMicros > 0) add("processor time of the server, a call", "serverMicros", "µs");
}

await buildService(CHECKOUT);
const report = new Report("many-services", { spans: spans.spans, upserts: calls.spans, services: most });
for (const way of WAYS) {
  const embedded = await measure(way, null);
  addFigures(report, way, embedded, null);
  const one = await measure(way, 1);
  addFigures(report, way, one, embedded);
  for (let count = 2; count <= most; count += 1) addFigures(report, way, await measure(way, count), one);
}
report.note("The server is a front over the embedded engine, made for tests; it runs on the same machine.");
report.finish();
