import type { Call } from "@/lib/api/contract/calls/calls";
import { isMembers } from "@/lib/json/value/members";
import { CONTENT_SWITCHES } from "./content-switches";

/** A span that came without inputs and output. */
export interface MissingContent {
  /** The setting that makes its client send them; null where the client is not known to have one. */
  readonly setting: string | null;
}

/** Returns what is known of a span that ended well and said nothing; null for any other call. */
export function missingContent({
  inputs,
  output,
  exception,
  attributes,
  ended_at: endedAt,
}: Call): MissingContent | null {
  const span = attributes?.otel_span;
  if (!isMembers(span) || !endedAt || exception || !isNothing(inputs) || !isNothing(output)) return null;
  const scope = isMembers(span.scope) && typeof span.scope.name === "string" ? span.scope.name : "";
  const known = Object.values(CONTENT_SWITCHES).find((each) => each.scope.test(scope));
  return { setting: known?.setting ?? null };
}

/** A call without arguments has the empty object as its inputs. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (isMembers(value) && Object.keys(value).length === 0);
