import { createHash } from "node:crypto";

/** Returns an id that follows from what happened: no service can store the event twice. */
export function eventId(...parts: readonly (string | number)[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
