import type { Call } from "@/lib/api/contract/calls/calls";
import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Status } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";
import { isMembers } from "@/lib/json/value/members";
import { callName, callStatus } from "./call-facts";

/** A value that finds other calls of the same kind: the same task, the same user. */
export interface SharedValue {
  /** Path under `attributes`. */
  readonly path: string;
  readonly text: string;
}

/** A call that can be compared with another. */
export interface Candidate {
  readonly id: string;
  readonly threadId: string | null;
  readonly name: string;
  readonly status: Status;
  readonly startedMs: number | null;
  /** Attributes that differ from those of the base call, a few. */
  readonly facts: readonly { readonly name: string; readonly text: string }[];
}

/** Values that SDKs and imports write about themselves say nothing about the subject of a call. */
const RESERVED_PATHS = /^(?:weave|import|otel|otel_span|kind|model)(?:\.|$)/;

/** Names under which programs store values shared by several attempts. */
const INFORMATIVE_NAME = /(?:task|case|example|scenario|question|item|prompt|dataset|row|problem|session|episode)/i;

const MAX_VALUE_LENGTH = 80;
const MAX_DEPTH = 4;

/** Returns short attributes of a call by path, those that name a task first. */
export function sharedValues(call: Pick<Call, "attributes">): readonly SharedValue[] {
  const leaves = [...attributeLeaves(call.attributes ?? {})];
  const isTelling = ({ path }: SharedValue) => (INFORMATIVE_NAME.test(path.split(".").at(-1) ?? "") ? 0 : 1);
  return leaves.sort((left, right) => isTelling(left) - isTelling(right));
}

function* attributeLeaves(members: Readonly<Record<string, unknown>>, under = ""): Generator<SharedValue> {
  for (const [name, value] of Object.entries(members)) {
    const path = under === "" ? name : `${under}.${name}`;
    // A path in the query language cannot contain these.
    if (/[."]/.test(name) || RESERVED_PATHS.test(path)) continue;
    if (isMembers(value)) {
      if (path.split(".").length < MAX_DEPTH) yield* attributeLeaves(value, path);
      continue;
    }
    if (value === null || value === "" || Array.isArray(value)) continue;
    const text = typeof value === "string" ? value : stringifyJson(value);
    if (text.length <= MAX_VALUE_LENGTH) yield { path, text };
  }
}

/** Calls with this value: values under a path are compared as text. */
export function havingValue({ path, text }: SharedValue): QueryExpression {
  return { $expr: { $eq: [{ $getField: `attributes.${path}` }, { $literal: text }] } };
}

/** The last call of a conversation carries its result. Calls with the same attributes as the base call come first. */
export function candidatesOf(
  calls: readonly Call[],
  like: Pick<Call, "attributes"> | null,
  taken: ReadonlySet<string>,
): readonly Candidate[] {
  const own = new Map(like ? sharedValues(like).map(({ path, text }) => [path, text]) : []);
  const ranked = calls
    .filter(({ id, thread_id }) => !taken.has(id) && !(thread_id && taken.has(thread_id)))
    .map((call) => ({ call, leaves: sharedValues(call) }))
    .map(({ call, leaves }) => ({ call, leaves, distance: distanceOf(own, leaves) }));
  return ranked
    .sort((left, right) => left.distance - right.distance)
    .map(({ call, leaves }) => ({
      id: call.id,
      threadId: call.thread_id ?? null,
      name: callName(call),
      status: callStatus(call),
      startedMs: parseTime(call.started_at),
      facts: leaves
        .filter(({ path, text }) => own.get(path) !== text)
        .slice(0, MAX_FACTS)
        .map(({ path, text }) => ({ name: path, text })),
    }));
}

const MAX_FACTS = 4;

/** Returns how many attributes only one of the two has; without an example all calls are equally near. */
function distanceOf(own: ReadonlyMap<string, string>, leaves: readonly SharedValue[]): number {
  if (own.size === 0) return 0;
  const shared = leaves.filter(({ path }) => own.has(path)).length;
  return own.size + leaves.length - 2 * shared;
}

/** Returns one candidate per thread, the nearest one. */
export function distinctByThread(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ threadId }) => {
    if (threadId === null || seen.has(threadId)) return false;
    seen.add(threadId);
    return true;
  });
}

/** Returns the id in a pasted text: a plain id, or a link to a call, a thread or a comparison. */
export function pastedIds(text: string, kind: "calls" | "threads"): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (!/[/?]/.test(trimmed)) return [trimmed];
  const [address = ""] = trimmed.split("#", 1);
  const [path = "", search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  const listed = params.get(kind)?.split(",").filter(Boolean);
  if (listed && listed.length > 0) return listed;
  const selected = kind === "calls" ? (params.get("sel") ?? params.get("peek")) : null;
  if (selected) return [selected];
  const place = kind === "calls" ? /\/(?:traces|call)\/([^/]+)\/?$/ : /\/threads\/([^/]+)\/?$/;
  const pathId = place.exec(path)?.[1];
  return pathId === undefined ? [] : [decodePart(pathId)];
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not encoded: the text is the id itself.
    return text;
  }
}
