import { gzipSync } from "node:zlib";
import { varint } from "@/bench/store/workload/protobuf";

/** Spans of one trace of a large request. */
const SPANS_PER_TRACE = 20;

const START_NANOS = 1_763_649_001_882_000_000n;

/** A field that holds text, bytes or a message. */
function delimited(field: number, content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function fixed64(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([varint((field << 3) | 1), bytes]);
}

const attribute = (key: string, text: string) =>
  delimited(9, Buffer.concat([delimited(1, key), delimited(2, delimited(1, text))]));

function idOf(number: number, bytes: number): Buffer {
  const id = Buffer.alloc(bytes);
  id.writeUInt32BE(number, bytes - 4);
  id[0] = 1;
  return id;
}

function spanOf(number: number): Buffer {
  const first = number - (number % SPANS_PER_TRACE);
  const startNanos = START_NANOS + BigInt(number) * 1_000_000n;
  const span = Buffer.concat([
    delimited(1, idOf(first / SPANS_PER_TRACE + 1, 16)),
    delimited(2, idOf(number + 1, 8)),
    ...(number === first ? [] : [delimited(4, idOf(first + 1, 8))]),
    delimited(5, "step"),
    fixed64(7, startNanos),
    fixed64(8, startNanos + 500_000n),
    attribute("gen_ai.operation.name", "execute_tool"),
    attribute("gen_ai.tool.name", "look_up"),
  ]);
  return delimited(2, span);
}

/**
 * Returns a compressed export request of many small spans, which no other request has: a small body that becomes much
 * work.
 */
export function floodBody(request: number, spans: number): Buffer {
  const all = Array.from({ length: spans }, (_, at) => spanOf(request * spans + at));
  const scope = delimited(1, delimited(1, "flood"));
  return gzipSync(delimited(1, delimited(2, Buffer.concat([scope, ...all]))));
}
