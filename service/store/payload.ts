import type { Payload } from "@/service/store/call-parts";

/** JSON text with its size and its refs. */
export function payloadOf(text: string): Payload {
  return { text, size: Buffer.byteLength(text), refs: [] };
}
