import { valueDigest } from "@/service/kernel/json/digest";
import { parseRef } from "@/service/kernel/json/refs";

/** An example as a trial names it. */
export interface NamedExample {
  readonly digest: string;
  /** The example's JSON text where it was sent as a value. */
  readonly inline: string | null;
}

/**
 * Returns the digest of an example: that in a ref to a row, else that of the value itself. Both are hashes of the same
 * content, so equal examples meet whichever way they were sent.
 *
 * @param example JSON text of `inputs.example`; empty when the call has none
 */
export function namedExample(example: string): NamedExample {
  if (example.startsWith('"weave:')) {
    const digest = rowDigestOf(example);
    if (digest !== null) return { digest, inline: null };
  }
  return { digest: valueDigest(example === "" ? "null" : example), inline: example === "" ? "null" : example };
}

/** Returns the digest of the row that a ref leads to; a part of the row is not an example. */
function rowDigestOf(example: string): string | null {
  const text: unknown = JSON.parse(example);
  const ref = typeof text === "string" ? parseRef(text) : null;
  const last = ref === null || ref.kind === "call" ? undefined : ref.steps.at(-1);
  return last?.edge === "id" ? last.value : null;
}
