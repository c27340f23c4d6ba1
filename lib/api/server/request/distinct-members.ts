import { parse } from "lossless-json";
import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { validationFailed } from "@/lib/api/server/answer/request-failed-error";

/** The members of a JSON text. Each has one colon outside of strings. */
function countWritten(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === ":") count += 1;
  }
  return count;
}

function countRead(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.values(value);
  return members.reduce((sum: number, member) => sum + countRead(member), Array.isArray(value) ? 0 : members.length);
}

/**
 * Refuses a JSON text in which an object has two members of one name with different values. The body is sent as it was
 * written, and a service may read the first of them where the checks read the last: another project, another header.
 *
 * @param value the parsed text, nested at most as deep as bodies may be
 * @throws RequestFailedError 422 that names the member and where it stands
 */
export function requireDistinctMembers(text: string, value: unknown): void {
  if (countWritten(text) === countRead(value)) return;
  parse(text, undefined, {
    onDuplicateKey({ key, position }) {
      // The position counts from 1.
      const at = position - 1;
      const line = text.slice(0, at).split("\n").length;
      const place = `line ${line}, column ${at - text.lastIndexOf("\n", at - 1)}`;
      throw validationFailed([{ loc: ["body", key], msg: `Given more than once (${place})`, type: "doubled" }]);
    },
  });
}
