import { setTimeout as pause } from "node:timers/promises";
import type { Report } from "@/bench/report/report";
import { SPANS_PER_TRACE } from "@/bench/store/workload/trace-facts";
import type { Workload } from "@/bench/store/workload/workload";
import { jsonRequests, SPAN_CLIENTS, SPANS_PER_REQUEST, sendJsonSpans, sendSpans } from "./fill-spans";
import type { MeasuredService, ServiceFacts } from "./measured-service";
import type { Sent, Target } from "./send-load";
import { BATCH_CLIENTS, CALLS_PER_BATCH, sendUpserts } from "./send-upserts";

const BARE = "a bare server that reads the bytes";
/** The bare server gets a part of the workload: it is as fast at the end as at the beginning. */
const BARE_SHARE = 0.2;
/** The engine returns freed memory to the system some seconds later. */
const REST_SECONDS = 30;

interface Loaded {
  readonly sent: Sent;
  readonly calls: number;
  readonly before: ServiceFacts;
  readonly after: ServiceFacts;
}

/** A way in, as its figures are named. */
interface Way {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
}

const OTLP: Way = {
  name: "OTLP",
  label: `OTLP ingest, ${SPANS_PER_REQUEST} spans a request, ${SPAN_CLIENTS} clients`,
  unit: "spans/s",
};
const OTLP_JSON: Way = {
  name: "OTLP JSON",
  label: `OTLP ingest in JSON, ${SPANS_PER_REQUEST} spans a request, ${SPAN_CLIENTS} clients`,
  unit: "spans/s",
};
const UPSERTS: Way = {
  name: "upsert_batch",
  label: `/call/upsert_batch, starts and ends apart, ${CALLS_PER_BATCH} a request, ${BATCH_CLIENTS} clients`,
  unit: "calls/s",
};

async function load(service: MeasuredService, calls: number, send: () => Promise<Sent>): Promise<Loaded> {
  const before = await service.facts();
  const sent = await send();
  return { sent, calls, before, after: await service.facts() };
}

/** Adds what the clients saw, and what it cost the service's process. */
function addLoad(report: Report, way: Way, loaded: Loaded, bare: Pick<Loaded, "sent" | "calls">, name = BARE): void {
  const { sent, calls, before, after } = loaded;
  const rate = (one: Pick<Loaded, "sent" | "calls">) => one.calls / one.sent.seconds;
  report.add(way.label, rate(loaded), way.unit, { name, value: rate(bare) });
  const add = (figure: string, value: number, unit: string, bareValue: number | null = null) =>
    report.add(`${way.name}: ${figure}`, value, unit, bareValue === null ? null : { name, value: bareValue });
  add("until the acknowledgement, median", sent.p50Ms, "ms", bare.sent.p50Ms);
  add("until the acknowledgement, p99", sent.p99Ms, "ms", bare.sent.p99Ms);
  const share = (ms: number) => (ms / (after.atMs - before.atMs)) * 100;
  const eachMicros = (ms: number) => (ms * 1000) / calls;
  const mainMs = after.mainThreadMs - before.mainThreadMs;
  add("garbage collection, of the time of the service's main thread", share(after.gcMs - before.gcMs), "%");
  if (after.workersGcMs.length > 0) {
    // Workers that the service started meanwhile have no figure from before.
    const worstMs = Math.max(...after.workersGcMs.map((ms, at) => ms - (before.workersGcMs[at] ?? 0)));
    add("garbage collection, of the time of the worker with the most", share(worstMs), "%");
  }
  add("processor time of that thread, of the time", share(mainMs), "%");
  add("processor time of that thread, a call", eachMicros(mainMs), "µs");
  add("processor time of the whole service, a call", eachMicros(after.processorMs - before.processorMs), "µs");
  if (sent.delayed > 0) report.note(`${way.name}: the service asked for a later try ${sent.delayed} times.`);
}

/** A workload and the texts of its spans. */
export interface Source {
  readonly workload: Workload;
  readonly corpus: Buffer;
}

/** Sends all spans to the service and some of them to the bare server. @returns the bytes that the service received */
export async function measureSpans(
  report: Report,
  service: MeasuredService,
  bare: Target,
  { workload, corpus }: Source,
): Promise<number> {
  const part = workload.first(Math.max(SPANS_PER_REQUEST * SPAN_CLIENTS, workload.spans * BARE_SHARE));
  const bareSent = await sendSpans([bare], part, corpus);
  const loaded = await load(service, workload.spans, () => sendSpans([service], workload, corpus));
  addLoad(report, OTLP, loaded, { sent: bareSent, calls: part.spans });
  await addMemory(report, service, loaded.after);
  return loaded.sent.bytes;
}

/** As many spans of traces that have left the memory are enough to see what reading them costs. */
const CONTINUED_SPANS = 2_000;

/** Sends the first spans once more: their traces are read again, if as many spans came since as are kept in memory. */
export async function measureContinuedTraces(
  report: Report,
  service: MeasuredService,
  { workload, corpus }: Source,
): Promise<void> {
  const first = workload.first(CONTINUED_SPANS);
  const again = await load(service, first.spans, () => sendSpans([service], first, corpus));
  const inMemory = await load(service, first.spans, () => sendSpans([service], first, corpus));
  const rate = ({ sent, calls }: Loaded) => calls / sent.seconds;
  const remembered = { name: "the same while they are in memory", value: rate(inMemory) };
  report.add("OTLP: spans of traces that are read again", rate(again), "spans/s", remembered);
  const mainMicros = ({ before, after, calls }: Loaded) => ((after.mainThreadMs - before.mainThreadMs) * 1000) / calls;
  report.add("… processor time of the service's main thread, a span", mainMicros(again), "µs", {
    ...remembered,
    value: mainMicros(inMemory),
  });
}

/** Sends spans in JSON to the service, and to a bare server that parses them. */
export async function measureJsonSpans(
  report: Report,
  service: MeasuredService,
  parsing: Target,
  { workload, corpus }: Source,
): Promise<void> {
  const requests = jsonRequests(workload, corpus);
  const sent = await sendJsonSpans(parsing, requests);
  const loaded = await load(service, workload.spans, () => sendJsonSpans(service, requests));
  addLoad(report, OTLP_JSON, loaded, { sent, calls: workload.spans }, "a bare server that parses the bytes");
}

async function addMemory(report: Report, service: MeasuredService, after: ServiceFacts): Promise<void> {
  report.add("resident memory of the service after it", after.residentMb, "MB");
  report.add("largest resident memory of the service", after.largestResidentMb, "MB");
  addParts(report, "right after it", after);
  await pause(REST_SECONDS * 1000);
  const rested = await service.facts();
  report.add(`resident memory ${REST_SECONDS} s later, without requests`, rested.residentMb, "MB");
  addParts(report, `${REST_SECONDS} s later`, rested);
}

/** The rest is the engine's and the threads' memory. */
function addParts(report: Report, when: string, facts: ServiceFacts): void {
  report.add(`… ${when}, pages of the engine's library and other files`, facts.residentFilesMb, "MB");
  report.add(`… ${when}, heap of the main thread`, facts.heapMb, "MB");
  report.add(`… ${when}, buffers of the main thread`, facts.buffersMb, "MB");
}

/** Sends starts and ends apart, to the service and to the bare server. */
export async function measureUpserts(
  report: Report,
  service: MeasuredService,
  bare: Target,
  { workload, corpus }: Source,
): Promise<void> {
  const bareSent = await sendUpserts([bare], workload, corpus);
  const loaded = await load(service, workload.traces * SPANS_PER_TRACE, () => sendUpserts([service], workload, corpus));
  addLoad(report, UPSERTS, loaded, { sent: bareSent, calls: loaded.calls });
}
