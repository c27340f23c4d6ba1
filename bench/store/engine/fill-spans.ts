import { otlpRequests } from "@/bench/store/workload/requests";
import { SPANS_PER_TRACE } from "@/bench/store/workload/trace-facts";
import { PROJECT, type Workload } from "@/bench/store/workload/workload";
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
