import { traceRows } from "./call-rows";
import { otlpTrace, RESOURCE_FIELD, SCOPE_FIELD } from "./otlp-trace";
import { varint } from "./protobuf";
import { TraceEncoder } from "./trace-encoder";
import type { TraceFacts } from "./trace-facts";
import { traceEnds, traceStarts } from "./upsert-parts";

/** Encodes traces as a body of some request. */
type Encode = (traces: readonly TraceFacts[]) => Buffer;

/** Tags of `resource_spans` of the request and of `scope_spans` of a resource: field 1 and 2, with a length. */
const RESOURCE_SPANS = Buffer.from([0x0a]);
const SCOPE_SPANS = Buffer.from([0x12]);

function exportHead(tracesLength: number): Buffer {
  const scopeLength = SCOPE_FIELD.bytes.length + tracesLength;
  const scope = Buffer.concat([SCOPE_SPANS, varint(scopeLength), SCOPE_FIELD.bytes]);
  const resourceLength = RESOURCE_FIELD.bytes.length + scope.length + tracesLength;
  return Buffer.concat([RESOURCE_SPANS, varint(resourceLength), RESOURCE_FIELD.bytes, scope]);
}

/** Returns a function that encodes all spans of some traces as one export request of OTLP, in protobuf. */
export function otlpRequests(corpus: Buffer): Encode {
  const encoder = new TraceEncoder(corpus, otlpTrace);
  return (traces) => encoder.encode(traces, { head: exportHead });
}

/** Returns functions that encode the starts, and the ends, of some traces as bodies of `/call/upsert_batch`. */
export function upsertBatches(corpus: Buffer): { readonly starts: Encode; readonly ends: Encode } {
  const frame = { head: () => Buffer.from('{"batch":['), separator: ",", tail: "]}" };
  const [starts, ends] = [new TraceEncoder(corpus, traceStarts), new TraceEncoder(corpus, traceEnds)];
  return { starts: (traces) => starts.encode(traces, frame), ends: (traces) => ends.encode(traces, frame) };
}

/** Returns a function that encodes traces as lines of JSON, one complete call each. */
export function rowLines(corpus: Buffer): Encode {
  const encoder = new TraceEncoder(corpus, traceRows);
  return (traces) => encoder.encode(traces);
}
