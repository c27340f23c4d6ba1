import { createHash } from "node:crypto";

/** Longer texts are named by their digest. */
const MAX_KEY_LENGTH = 160;

/** Returns the key of a message: its text on one line, as titles of trajectory groups have it; a digest of a long one. */
export function messageKey(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length < MAX_KEY_LENGTH ? line : createHash("sha256").update(line).digest("base64url");
}
