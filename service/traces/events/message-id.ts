import { createHash } from "node:crypto";

/** Returns the id of a message, which follows from these texts: nothing can be stored twice. */
export function messageId(...parts: readonly string[]): string {
  return `msg_${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
}
