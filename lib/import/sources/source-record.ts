import { isLosslessNumber } from "lossless-json";
import { v5 as uuidv5 } from "uuid";
import { parseJson, plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { FilePosition } from "@/lib/import/values/file-value";
import type { ImportedFeedback, ImportItem, SkippedItem, SourceRecord } from "@/lib/import/values/import-item";
import { callPartsOf, noCounts } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";

/** The namespace of the ids of records of other tools: a record has the same id wherever it is imported. */
const SOURCE_IDS = "c0a8b1de-5f0e-4c0f-8f49-6f2f3a1f4e35";

/** Names of feedback that mean something else begin like this. */
const RESERVED_NAME = /^wandb\./;
const MAX_FEEDBACK_NAME = 255;
/** Names of calls are shorter than this on the wire. */
const MAX_OP_NAME = 127;

/** Another tool whose export is read. */
export type SourceTool =
  | "Langfuse"
  | "LangSmith"
  | "Phoenix"
  | "OpenTelemetry"
  | "Braintrust"
  | "MLflow"
  | "OpenAI Evals"
  | "ATIF"
  | "Inspect";

/** A record of an export, as one call. Times are ISO in UTC. */
export interface SourceCall {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly startedAt: string;
  /** Null for a call that is running. */
  readonly endedAt: string | null;
  readonly threadId: string | null;
  /** The call of the turn in its thread: the root. Set with the thread. */
  readonly turnId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  readonly exception: string | null;
  /** Tokens by model. */
  readonly usage: Readonly<Record<string, unknown>> | null;
}

/** A score or comment of an export, as feedback on a call. */
export interface SourceScore {
  /** Its id in the other tool, with the call. */
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Where a record was found, and where its item goes. */
export interface RecordContext {
  readonly projectId: string;
  readonly filePosition: FilePosition;
  /** The beginning of a record without times. */
  readonly inventedFromMs: number;
  /** Absent where the records are not those of a file. */
  readonly fileName?: string;
}

/** An id that is derived from the ids of another tool. */
export function sourceId(tool: SourceTool, ...ids: readonly string[]): string {
  return uuidv5(JSON.stringify([tool, ...ids]), SOURCE_IDS);
}

/**
 * Returns the first of some members that is set. Names are in snake case; the same name in camel case is found too. An
 * empty text and null are not set: exports write both for missing values.
 */
export function memberOf(record: Members, ...names: readonly string[]): unknown {
  for (const name of names) {
    for (const spelling of [name, name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]) {
      const value = record[spelling];
      if (value !== undefined && value !== null && value !== "") return value;
    }
  }
  return undefined;
}

/** Returns the first of some members as text; numbers too, with their digits. Null when none is set. */
export function textOf(record: Members, ...names: readonly string[]): string | null {
  const value = memberOf(record, ...names);
  if (typeof value === "string") return value;
  if (isLosslessNumber(value)) return value.value;
  return typeof value === "number" ? String(value) : null;
}

/** Returns a finite number, also one that was written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const exact = plainNumber(value);
  const number = typeof exact === "string" && exact.trim() !== "" ? Number(exact) : exact;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Returns true and false, also as text; null for anything else. */
export function booleanOf(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" || !/^(true|false)$/i.test(value)) return null;
  return value.toLowerCase() === "true";
}

/** Returns the value in a text that is wholly a JSON object, list or string; any other value as it is. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*["[{]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

/** Returns a member that is an object, also as JSON in a text; an empty object where it is not. */
export function objectOf(record: Members, ...names: readonly string[]): Members {
  const value = unpacked(memberOf(record, ...names));
  return isMembers(value) ? value : {};
}

/** Returns the objects in a list; none for any other value. */
export const objectsIn = (value: unknown): Members[] => (Array.isArray(value) ? value.filter(isMembers) : []);

/** Returns a time as ISO in UTC, with its fraction: times without a zone are in UTC. Numbers are seconds since 1970. */
export function utcTime(value: unknown): string | null {
  const exact = plainNumber(value);
  if (typeof exact === "number") {
    const date = new Date(exact * 1000);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  }
  if (typeof exact !== "string") return null;
  const text = exact
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) /, "$1T")
    .replace(/ ?UTC$/, "Z");
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes("T") ? text : `${text}Z`;
  return Number.isNaN(Date.parse(zoned)) ? null : zoned;
}

/** Returns an object as inputs, a list of messages as `messages`, and any other value under `input`. */
export function inputsOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (isMembers(value)) return value;
  const isMessages =
    Array.isArray(value) && value.length > 0 && value.every((entry) => isMembers(entry) && "role" in entry);
  return isMessages ? { messages: value } : { input: value };
}

/** The members of a record that are set and not named, with JSON in texts unpacked. */
export function otherMembers(record: Members, named: ReadonlySet<string>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (named.has(snake) || value === null || value === undefined || value === "") continue;
    const read = unpacked(value);
    if (isEmpty(read)) continue;
    Object.defineProperty(rest, snake, { value: read, enumerable: true, configurable: true, writable: true });
  }
  return rest;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isMembers(value) && Object.keys(value).length === 0;
}

/** The item of a record that becomes calls or feedback. */
export function sourceItem(
  { projectId, filePosition }: RecordContext,
  source: SourceRecord & { readonly tool: SourceTool },
  content: {
    readonly calls?: readonly SourceCall[];
    readonly scores?: readonly SourceScore[];
    readonly losses?: readonly string[];
  },
): ImportItem {
  const { calls = [], scores = [], losses = [] } = content;
  const leftOut = losses.map((reason) => ({ reason, count: 1, filePosition }));
  return {
    kind: "item",
    filePosition,
    parts: calls.flatMap((call) => partsOf(call, projectId)),
    feedback: scores.map((score) => feedbackOf(score, projectId, source.tool)),
    counts: { ...noCounts, calls: calls.length },
    reward: null,
    source,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

/** A record that is not imported, and why. */
export function skippedRecord({ filePosition }: RecordContext, reason: string): SkippedItem {
  return { kind: "skipped", filePosition, reason };
}

function partsOf(call: SourceCall, projectId: string) {
  const start = {
    project_id: projectId,
    id: call.id,
    trace_id: call.traceId,
    parent_id: call.parentId,
    op_name: call.name.slice(0, MAX_OP_NAME) || "unnamed",
    started_at: call.startedAt,
    attributes: { ...call.attributes },
    inputs: { ...call.inputs },
    thread_id: call.threadId,
    turn_id: call.turnId,
  };
  const { endedAt } = call;
  const end = endedAt !== null && {
    project_id: projectId,
    id: call.id,
    ended_at: endedAt,
    exception: call.exception,
    output: call.output ?? null,
    summary: call.usage === null ? {} : { usage: { ...call.usage } },
  };
  return callPartsOf(start, end || null);
}

/** Returns the name of a score as the type of its feedback. */
export function feedbackName(name: string): string {
  const shown = RESERVED_NAME.test(name) ? `score.${name}` : name;
  return shown.slice(0, MAX_FEEDBACK_NAME) || "score";
}

function feedbackOf({ id, callId, name, payload }: SourceScore, projectId: string, tool: SourceTool): ImportedFeedback {
  return {
    id: sourceId(tool, "score", callId, id),
    project_id: projectId,
    weave_ref: `weave:///${projectId}/call/${callId}`,
    feedback_type: feedbackName(name),
    payload: { ...payload, source: { tool, id } },
  };
}
