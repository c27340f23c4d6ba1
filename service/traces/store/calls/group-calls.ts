import type { Store } from "@/service/traces/store/engine/store";
import { SPAN_ID, spanCallId } from "@/service/traces/store/ids/span-call-id";
import type { CallPart, EndPart, LaterPart, StartPart } from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import { isFinished, isParked, type KnownCall, keyOf } from "./known-calls";
import type { Unstored } from "./write-request";

/** The parts of one call in a group, and what is stored of it. */
export interface GroupCall {
  readonly known: KnownCall;
  start: StartPart | null;
  end: EndPart | null;
}

/**
 * Joins the parts of a group by call. The first start and the first end of a call count, and only where it has none
 * yet; a start that says so replaces that of a running call, also one of the same group.
 */
export function groupCalls(
  parts: readonly (StartPart | EndPart)[],
  knownCalls: ReadonlyMap<string, KnownCall>,
): Map<string, GroupCall> {
  const calls = new Map<string, GroupCall>();
  for (const part of parts) {
    const key = keyOf(part);
    const call = calls.get(key) ?? {
      known: knownCalls.get(key) ?? { startedAt: null, open: null },
      start: null,
      end: null,
    };
    calls.set(key, call);
    if (part.part === "start") {
      const isRunning = call.known.open !== null || call.start !== null;
      const replaces = part.replacesStart === true && isRunning && call.start?.replacesStart !== true;
      if (replaces) call.start = part;
      else if (call.known.startedAt === null) call.start ??= part;
    } else if (!isFinished(call.known) && !isParked(call.known)) call.end ??= part;
  }
  return calls;
}

/** Returns each call's last part of a kind. */
export function newestOf<Kind extends LaterPart["part"]>(
  kind: Kind,
  parts: readonly CallPart[],
): Extract<LaterPart, { part: Kind }>[] {
  const newest = new Map<string, Extract<LaterPart, { part: Kind }>>();
  const isOfKind = (part: CallPart): part is Extract<LaterPart, { part: Kind }> => part.part === kind;
  for (const part of parts) if (isOfKind(part)) newest.set(keyOf(part), part);
  return [...newest.values()];
}

type CallHalfPart = StartPart | EndPart;

const isOfSpan = (part: CallPart): part is StartPart =>
  part.part === "start" && part.otelDump !== null && SPAN_ID.test(part.id);

/**
 * Gives the calls of spans other ids where theirs is that of another trace's call, so that no span is taken for one that
 * is stored. What a service receives has such ids already, unless it could not know the other trace: it has just
 * started, or another service received it.
 *
 * @param unstored calls of the same group
 * @param mayBeStored says whether something is stored of a call with this key
 */
export async function withoutRepeatedIds(
  { store, visibility }: { readonly store: Store; readonly visibility: CallVisibility },
  parts: readonly CallHalfPart[],
  unstored: readonly Unstored[],
  mayBeStored: (key: string) => boolean,
): Promise<readonly CallHalfPart[]> {
  const spans = parts.filter(isOfSpan);
  if (spans.length === 0) return parts;
  const traces = new Map<string, string>();
  for (const { traceId, ...call } of unstored.flatMap(({ calls }) => calls)) {
    if (traceId !== null) traces.set(keyOf(call), traceId);
  }
  const stored = new Map<string, string[]>();
  for (const span of spans) {
    if (mayBeStored(keyOf(span))) stored.set(span.projectId, [...(stored.get(span.projectId) ?? []), span.id]);
  }
  for (const [projectId, ids] of stored) {
    const rows = await store.read<{ id: string; traceId: string }>({
      sql: `SELECT DISTINCT id, trace_id AS traceId FROM call_rows
WHERE project_id = {projectId:String} AND id IN {ids:Array(String)} AND trace_id != ''${visibility.liveSql("commit_number")}`,
      params: { projectId, ids },
    });
    for (const { id, traceId } of rows) traces.set(keyOf({ projectId, id }), traceId);
  }
  return renamed(parts, traces);
}

/** @param traces of calls by key; gets those of the parts */
function renamed(parts: readonly CallHalfPart[], traces: Map<string, string>): readonly CallHalfPart[] {
  for (const part of parts) {
    if (isOfSpan(part) && !traces.has(keyOf(part))) traces.set(keyOf(part), part.traceId);
  }
  let last: { readonly from: string; readonly id: string } | null = null;
  return parts.map((part) => {
    // The end of a span follows its start.
    if (part.part === "end") return last?.from === keyOf(part) ? { ...part, id: last.id } : part;
    last = null;
    if (part.otelDump === null) return part;
    const { projectId, traceId } = part;
    const ownId = (id: string) =>
      !SPAN_ID.test(id) || (traces.get(keyOf({ projectId, id })) ?? traceId) === traceId ? id : spanCallId(traceId, id);
    const [id, parentId, turnId] = [
      ownId(part.id),
      part.parentId && ownId(part.parentId),
      part.turnId && ownId(part.turnId),
    ];
    if (id === part.id && parentId === part.parentId && turnId === part.turnId) return part;
    last = { from: keyOf(part), id };
    return { ...part, id, parentId, turnId };
  });
}
