import type { AttributeSource } from "./attribute-source";

/** A call of an SDK in which a span ran. */
export interface EnclosingCall {
  readonly id: string;
  readonly traceId: string;
}

/** Longer ones are no ids of calls. */
const MAX_ID_LENGTH = 256;

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH;

/**
 * Returns the call in which a span ran. Weave for Python writes it on all spans that start while one of its ops runs, such as
 * those of a provider's SDK; half of it counts as none.
 */
export function enclosingCall(attributes: AttributeSource): EnclosingCall | null {
  const id = attributes.at("weave.parent_call.id");
  if (!isId(id)) return null;
  const traceId = attributes.at("weave.parent_call.trace_id");
  return isId(traceId) ? { id, traceId } : null;
}
