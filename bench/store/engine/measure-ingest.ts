import type { Report } from "@/bench/report/report";
import { SPANS_PER_TRACE } from "@/bench/store/workload/trace-facts";
import type { Workload } from "@/bench/store/workload/workload";
import { SPAN_CLIENTS, SPANS_PER_REQUEST, sendSpans } from "./fill-spans";
import type { MeasuredService, ServiceFacts } from "./measured-service";
import type { Sent, Target } from "./send-load";
import { BATCH_CLIENTS, CALLS_PER_BATCH, sendUpserts } from "./send-upserts";

const BARE = "a bare server that reads the bytes";
/** The bare server gets a part of the workload: it is as fast at the end as at the beginning. */
const BARE_SHARE = 0.2;

interface Loaded {
  readonly sent: Sent;
  readonly calls: number;
  readonly before: ServiceFacts;
  readonly after: ServiceFacts;
}

async function load(service: MeasuredService, calls: number, send: () => Promise<Sent>): Promise<Loaded> {
  const before = await service.facts();
  const sent = await send();
  return { sent, calls, before, after: await service.facts() };
}

/** Adds the rows about the service's process, which are the same for both ways in. */
function addProcess(report: Report, { calls, before, after }: Loaded): void {
  const wallMs = after.atMs - before.atMs;
  const share = (ms: number) => (ms / wallMs) * 100;
  const mainMs = after.mainThreadMs - before.mainThreadMs;
  report.add("… garbage collection, of the time of the service's main thread", share(after.gcMs - before.gcMs), "%");
  report.add("… processor time of that thread, of the time", share(mainMs), "%");
  report.add("… processor time of that thread, a call", (mainMs * 1000) / calls, "µs");
  const allMs = after.processorMs - before.processorMs;
  report.add("… processor time of the whole service, a call", (allMs * 1000) / calls, "µs");
}

function addSent(report: Report, label: string, unit: string, { sent, calls }: Loaded, bare: Loaded): void {
  const rate = (loaded: Loaded) => loaded.calls / loaded.sent.seconds;
  report.add(label, calls / sent.seconds, unit, { name: BARE, value: rate(bare) });
  report.add("… until the acknowledgement, median", sent.p50Ms, "ms", { name: BARE, value: bare.sent.p50Ms });
  report.add("… until the acknowledgement, p99", sent.p99Ms, "ms", { name: BARE, value: bare.sent.p99Ms });
  if (sent.delayed > 0) report.note(`The service asked for a later try ${sent.delayed} times.`);
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
  const bareSent = await sendSpans(bare, part, corpus);
  const loaded = await load(service, workload.spans, () => sendSpans(service, workload, corpus));
  const label = `OTLP ingest, ${SPANS_PER_REQUEST} spans a request, ${SPAN_CLIENTS} clients`;
  addSent(report, label, "spans/s", loaded, { ...loaded, sent: bareSent, calls: part.spans });
  addProcess(report, loaded);
  report.add("resident memory of the service after it", loaded.after.residentMb, "MB");
  report.add("… at most", loaded.after.largestResidentMb, "MB");
  return loaded.sent.bytes;
}

/** Sends starts and ends apart, to the service and to the bare server. */
export async function measureUpserts(
  report: Report,
  service: MeasuredService,
  bare: Target,
  { workload, corpus }: Source,
): Promise<void> {
  const bareSent = await sendUpserts(bare, workload, corpus);
  const loaded = await load(service, workload.traces * SPANS_PER_TRACE, () => sendUpserts(service, workload, corpus));
  const label = `/call/upsert_batch, starts and ends apart, ${CALLS_PER_BATCH} a request, ${BATCH_CLIENTS} clients`;
  addSent(report, label, "calls/s", loaded, { ...loaded, sent: bareSent });
  addProcess(report, loaded);
}
