import type { AttributeSource } from "./attribute-source";

/** A call of an SDK in which a span ran. */
export interface EnclosingCall {
  readonly id: string;
  readonly traceId: string;
  /** True for a request to a model that is no framework's: it may be the one that the call reports too. */
  readonly isRequest: boolean;
}

/** Longer ones are no ids of calls. */
const MAX_ID_LENGTH = 256;

const REQUESTS: ReadonlySet<unknown> = new Set(["chat", "generate_content", "text_completion", "embeddings"]);

/** Scopes of agent frameworks and of Weave's own instrumentations, whose requests are below spans of theirs. */
const FRAMEWORK_SCOPE =
  /agent|^(?:ai|gen_ai|weave)(?:$|\.)|autogen|beeai|crewai|dspy|haystack|lang(?:chain|graph|smith)|llama|mastra|pydantic|semantic|strands/i;

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH;

/**
 * Returns the call in which a span ran. Weave for Python writes it on all spans that start while one of its ops runs, such as
 * those of a provider's SDK; half of it counts as none.
 */
export function enclosingCall(attributes: AttributeSource, scopeName: string): EnclosingCall | null {
  const id = attributes.at("weave.parent_call.id");
  if (!isId(id)) return null;
  const traceId = attributes.at("weave.parent_call.trace_id");
  if (!isId(traceId)) return null;
  const isRequest = REQUESTS.has(attributes.at("gen_ai.operation.name")) && !FRAMEWORK_SCOPE.test(scopeName);
  return { id, traceId, isRequest };
}
