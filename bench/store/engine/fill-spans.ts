import { otlpRequests } from "@/bench/store/workload/requests";
import { SPANS_PER_TRACE } from "@/bench/store/workload/trace-facts";
import { PROJECT, type Workload } from "@/bench/store/workload/workload";
import { decodeExportRequest } from "@/service/traces/otel/otlp-messages";
import { type Sent, sendLoad, type Target } from "./send-load";

export const SPANS_PER_REQUEST = 500;
export const SPAN_CLIENTS = 8;

const TRACES_PER_REQUEST = SPANS_PER_REQUEST / SPANS_PER_TRACE;

/** Sends all spans of a workload in the order of their time, as eight exporters do. */
export async function sendSpans(targets: readonly Target[], workload: Workload, corpus: Buffer): Promise<Sent> {
  const encode = otlpRequests(corpus);
  let sent = 0;
  let told = performance.now();
  const next = () => {
    const traces = workload.range(sent, TRACES_PER_REQUEST);
    if (traces.length === 0) return undefined;
    sent += traces.length;
    if (performance.now() - told > 5_000) {
      told = performance.now();
      process.stderr.write(`  ${((sent / workload.traces) * 100).toFixed(0)} % of ${workload.spans} spans sent\n`);
    }
    return encode(traces);
  };
  const headers = { "content-type": "application/x-protobuf", project_id: PROJECT };
  return await sendLoad(targets, { path: "/otel/v1/traces", headers, clients: SPAN_CLIENTS, next });
}

/** The requests of a workload in JSON, which are made before they are sent: that takes longer than sending them. */
export function jsonRequests(workload: Workload, corpus: Buffer): readonly Buffer[] {
  const encode = otlpRequests(corpus);
  const count = Math.ceil(workload.traces / TRACES_PER_REQUEST);
  return Array.from({ length: count }, (_, at) => {
    const traces = workload.range(at * TRACES_PER_REQUEST, TRACES_PER_REQUEST);
    return Buffer.from(JSON.stringify(decodeExportRequest(encode(traces))));
  });
}

/** Sends requests in JSON as {@link sendSpans} sends a workload. */
export async function sendJsonSpans(target: Target, requests: readonly Buffer[]): Promise<Sent> {
  const rest = requests.values();
  const headers = { "content-type": "application/json", project_id: PROJECT };
  const next = () => rest.next().value;
  return await sendLoad([target], { path: "/otel/v1/traces", headers, clients: SPAN_CLIENTS, next });
}
