import type { Call } from "@/lib/api/contract/calls/calls";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { Status } from "@/lib/format/status";
import { parseTime, preciseTime } from "@/lib/format/time";
import { isJsonObject } from "@/lib/guard/json-object";
import type { UsageReport } from "@/lib/usage/counted-usage";
import { hasCount, modelNameOf, tokensOf } from "@/lib/usage/usage-tokens";
import { KIND_PATTERNS, type Kind, kindOfWord } from "./call-kind";

const OP_REF = /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^:/]+):/;

const STATUS_OF: Readonly<Record<string, Status>> = {
  success: "ok",
  error: "error",
  running: "running",
  descendant_error: "descendant-error",
};

/** Returns the plain name of an op: the name in its reference, or the name itself. */
export function opLabel(opName: string): string {
  return OP_REF.exec(opName)?.[1] ?? opName;
}

/** Returns the display name of a call, else the tool that it runs, else its op. */
export function callName(call: Pick<Call, "op_name" | "display_name" | "attributes">): string {
  return call.display_name || toolName(call) || opLabel(call.op_name);
}

/** Returns the tool that a call runs. Clients name its span by what it does: `execute_tool get_weather`, `running tool`, `ai.toolCall`. */
export function toolName(call: Pick<Call, "op_name" | "attributes">): string | null {
  const tool = call.attributes?.tool;
  return typeof tool === "string" && tool !== "" && callKind(call) === "tool" ? tool : null;
}

/**
 * Returns the status as the service derived it; without it, the status derived from the parts, and "unknown" for an
 * open end.
 */
export function callStatus(call: Pick<Call, "summary" | "exception" | "ended_at">): Status {
  const word = call.summary?.weave?.status;
  if (word !== undefined) return STATUS_OF[word] ?? "unknown";
  if (call.exception) return "error";
  return call.ended_at ? "ok" : "unknown";
}

/**
 * Returns how long a call took, at least 0; for a running one, the time until now. Null when neither is available.
 */
export function callDurationMs(
  call: Pick<Call, "started_at" | "ended_at" | "summary" | "exception">,
  nowMs: number,
): number | null {
  const latency = plainNumber(call.summary?.weave?.latency_ms);
  if (typeof latency === "number") return Math.max(0, latency);
  const startedMs = parseTime(call.started_at);
  if (startedMs === null) return null;
  const endedMs = parseTime(call.ended_at);
  if (endedMs !== null) return Math.max(0, endedMs - startedMs);
  return callStatus(call) === "running" ? Math.max(0, nowMs - startedMs) : null;
}

/** True for a call whose end is before its start: how long it took is unknown, and no latency figure counts it. */
export function endsBeforeStart({ started_at, ended_at }: Pick<Call, "started_at" | "ended_at">): boolean {
  const [start, end] = [preciseTime(started_at), preciseTime(ended_at)];
  return start !== null && end !== null && end < start;
}

/** Tokens of one model. */
export interface ModelUsage {
  /** Empty where it is not known. */
  readonly model: string;
  readonly requests: number | null;
  /** With the tokens that were read from a cache or written to one. */
  readonly tokensIn: number | null;
  /** Read from a cache. */
  readonly tokensCached: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
}

/** Returns the usage of a call by model; both SDKs roll children up, so a root's usage is that of its trace. */
export function callUsage(call: Pick<Call, "summary">): readonly ModelUsage[] {
  const costs = call.summary?.weave?.costs ?? {};
  return Object.entries(call.summary?.usage ?? {}).map(([model, usage]) => ({
    ...reportedTokens(usage),
    model: modelNameOf(model),
    costUsd: costOf(costs[model]),
  }));
}

/** A count that an entry does not have stays unknown, never zero. */
function reportedTokens(usage: Readonly<Record<string, unknown>>) {
  const { requests, prompt, completion, cacheRead } = tokensOf(usage);
  const isKnown = prompt > 0 || hasCount(usage, "prompt", "input");
  return {
    requests: hasCount(usage, "requests") ? requests : null,
    tokensIn: isKnown ? prompt : null,
    tokensCached: hasCount(usage, "readBeside", "readInside") ? cacheRead : null,
    tokensOut: completion > 0 || hasCount(usage, "output") ? completion : null,
  };
}

/** Returns what a call says of its usage; null for calls of SDKs that are not one request, and where the service does not say it. */
export function usageReport(call: Pick<Call, "summary">): UsageReport | null {
  const sent = call.summary?.weave?.usage_report;
  if (!isJsonObject(sent)) return null;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    ...(sent.is_sdk === true ? { isSdk: true } : {}),
    isRequest: sent.is_request === true,
    source: text(sent.source),
    response: text(sent.response),
    answer: text(sent.answer),
  };
}

export interface UsageTotal {
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
}

/** Returns sums over models. A value that no model reports stays unknown, never zero. */
export function usageTotal(usage: readonly UsageTotal[]): UsageTotal {
  return {
    tokensIn: sumKnown(usage.map((entry) => entry.tokensIn)),
    tokensOut: sumKnown(usage.map((entry) => entry.tokensOut)),
    costUsd: sumKnown(usage.map((entry) => entry.costUsd)),
  };
}

/** The sum of the values that are known; null where none is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0);
}

function numberIn(members: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = plainNumber(members[name]);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Cost of one model as the service computed it from its price record. */
function costOf(record: Readonly<Record<string, unknown>> | undefined): number | null {
  if (!record) return null;
  return sumKnown(
    ["prompt", "completion", "cache_read_input", "cache_creation_input"].map((kind) =>
      numberIn(record, `${kind}_tokens_total_cost`),
    ),
  );
}

/**
 * Returns the kind of a call: as its client sets it under `attributes.weave.kind`, or an import or OpenTelemetry under
 * `attributes.kind` or `attributes.operation`, else by the name of its op, else a function.
 */
export function callKind(call: Pick<Call, "op_name" | "attributes">): Kind {
  const { attributes } = call;
  const weave = attributes?.weave;
  const own = typeof weave === "object" && weave !== null && "kind" in weave ? weave.kind : undefined;
  for (const word of [own, attributes?.kind, attributes?.operation]) {
    const kind = kindOfWord(word);
    if (kind) return kind;
  }
  const name = opLabel(call.op_name);
  return KIND_PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? "op";
}
