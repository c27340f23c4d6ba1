import type { Call } from "@/lib/api/contract/calls/calls";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { jsonInText } from "@/lib/chat/json-in-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import { END_USER_PATHS } from "./end-user-paths";

/** Facts of the sender about a call besides its payload; null or empty where they are absent. */
export interface SentFacts {
  /** The person for whom the application worked; not the key that the call was logged with. */
  readonly user: string | null;
  readonly tags: readonly string[];
  /** By name, in the sender's order. */
  readonly metadata: readonly (readonly [name: string, value: unknown])[];
  readonly agent: string | null;
  readonly agentId: string | null;
  readonly agentVersion: string | null;
  /** The model that was asked for, and the one that the provider says answered. */
  readonly modelAsked: string | null;
  readonly modelAnswered: string | null;
  readonly finishReasons: readonly string[];
  readonly responseId: string | null;
  readonly firstChunkMs: number | null;
  readonly costUsd: number | null;
  /** The request of a model that a tool call answers. */
  readonly toolCallId: string | null;
}

/** Where facts are: first among the attributes of the call, then among those of its span; the first that is set counts. */
const PATHS = {
  user: END_USER_PATHS,
  tags: ["tags", "tag.tags", "langfuse.trace.tags", "langsmith.span.tags", "mastra.tags"],
  metadata: [
    "metadata",
    "langfuse.trace.metadata",
    "langfuse.observation.metadata",
    "langsmith.metadata",
    "ai.telemetry.metadata",
    "traceloop.association.properties",
    "mastra.metadata",
  ],
  agent: ["agent", "gen_ai.agent.name"],
  agentId: ["agent_id", "gen_ai.agent.id"],
  agentVersion: ["agent_version", "gen_ai.agent.version"],
  modelAsked: ["gen_ai.request.model", "llm.request.model_name", "ai.model.id", "model_parameters.model"],
  modelAnswered: ["gen_ai.response.model", "llm.response.model_name", "ai.response.model"],
  finishReasons: ["finish_reasons", "gen_ai.response.finish_reasons", "llm.finish_reason", "ai.response.finishReason"],
  responseId: ["response_id", "gen_ai.response.id", "ai.response.id"],
  firstChunkS: [
    "time_to_first_chunk_s",
    "gen_ai.response.time_to_first_chunk",
    "gen_ai.client.operation.time_to_first_chunk",
  ],
  costUsd: [
    "cost_as_sent_usd",
    "operation.cost",
    "gen_ai.cost.total_cost",
    "llm.cost.total",
    "gen_ai.usage.cost",
    "langfuse.observation.cost_details.total",
  ],
  toolCallId: ["tool_call_id", "gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id"],
} as const;

const MS_PER_SECOND = 1000;

/** Returns what the sender says about a call besides its payload. */
export function sentFacts({ attributes }: Pick<Call, "attributes">): SentFacts {
  const own = attributes ?? {};
  const span = isMembers(own.otel_span) && isMembers(own.otel_span.attributes) ? own.otel_span.attributes : {};
  const at = (paths: readonly string[]): unknown[] =>
    [own, span].flatMap((holder) => paths.map((path) => valueAt(holder, path)).filter((value) => !isNothing(value)));
  const text = (paths: readonly string[]) =>
    at(paths)
      .map(textOf)
      .find((each) => each !== null) ?? null;
  const number = (paths: readonly string[]) =>
    at(paths)
      .map(numberOf)
      .find((each) => each !== null) ?? null;
  const firstChunkS = number(PATHS.firstChunkS);
  return {
    user: text(PATHS.user),
    tags: textsOf(at(PATHS.tags)[0]),
    metadata: metadataOf(at(PATHS.metadata)),
    agent: text(PATHS.agent),
    agentId: text(PATHS.agentId),
    agentVersion: text(PATHS.agentVersion),
    modelAsked: text(PATHS.modelAsked),
    modelAnswered: text(PATHS.modelAnswered),
    finishReasons: textsOf(at(PATHS.finishReasons)[0]),
    responseId: text(PATHS.responseId),
    firstChunkMs: firstChunkS === null ? null : firstChunkS * MS_PER_SECOND,
    costUsd: number(PATHS.costUsd),
    toolCallId: text(PATHS.toolCallId),
  };
}

const isNothing = (value: unknown) => value === undefined || value === null || value === "";

/** A member with dots in its name, or the member at the path. */
function valueAt(holder: Members, path: string): unknown {
  if (Object.hasOwn(holder, path)) return holder[path];
  let value: unknown = holder;
  for (const name of path.split(".")) {
    if (!isMembers(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof plainNumber(value) === "number" ? String(value) : null;
}

function numberOf(value: unknown): number | null {
  const plain = typeof value === "string" ? Number(value) : plainNumber(value);
  return typeof plain === "number" && Number.isFinite(plain) ? plain : null;
}

/** A list, a list as JSON text, or one text. */
function textsOf(value: unknown): readonly string[] {
  const list = typeof value === "string" ? (jsonInText(value) ?? [value]) : value;
  return Array.isArray(list) ? list.flatMap((item) => textOf(item) ?? []) : [];
}

/** Clients write metadata of a trace and of a step in two places; both are of the call. */
function metadataOf(groups: readonly unknown[]): SentFacts["metadata"] {
  const byName = new Map<string, unknown>();
  for (const group of groups) {
    const members = typeof group === "string" ? jsonInText(group) : group;
    if (!isMembers(members)) continue;
    for (const [name, value] of Object.entries(members)) if (!byName.has(name)) byName.set(name, value);
  }
  return [...byName];
}
