import { createHash } from "node:crypto";

/** The id of a call that has that of its span: 16 lower-case hexadecimal digits. */
export const SPAN_ID = /^[0-9a-f]{16}$/;

/**
 * Returns the id of the call of a span whose own id is that of another trace's call: a UUID of version 8, made of both
 * ids. See docs/adr/0069-calls-of-spans.md.
 */
export function spanCallId(traceId: string, spanId: string): string {
  const bytes = createHash("sha256").update(`${traceId} ${spanId}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
