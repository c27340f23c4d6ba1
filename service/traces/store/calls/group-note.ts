import type { TraceSource } from "@/service/traces/store/sources/trace-sources";
import type { CallPart, CallRow } from "./call-parts";
import { countByGeneration, type OwnNote } from "./commit-notes";
import type { GroupRows } from "./group-rows";
import { isFinishedRow, type LaterParts } from "./insert-group";
import { type KnownCall, keyOf } from "./known-calls";
import type { NewCall } from "./new-calls";
import { startsOf } from "./recent-calls";
import type { Unstored } from "./write-request";

/** Returns the stored state of new calls of which something was stored before, by key: they are complete now. */
export function completedCalls(unstored: readonly Unstored[]): ReadonlyMap<string, KnownCall> {
  const calls = unstored.flatMap((of) => (of.replaced.length > 0 ? of.calls : []));
  return new Map(calls.map((call) => [keyOf(call), { startedAt: call.startedAt, open: null }]));
}

/** Returns what a group that was stored changes in what this process knows. */
export function noteOfGroup(
  { opened, closed, calls }: GroupRows,
  { names, turns, tops }: LaterParts,
  completed: ReadonlyMap<string, KnownCall>,
): OwnNote {
  return {
    opened: countByGeneration(opened),
    closed: countByGeneration(closed),
    named: [...new Set(names.map(({ projectId }) => projectId))],
    turned: turns.map(({ projectId, changesKind }) => [projectId, changesKind]),
    topped: [...new Set(tops.map(({ projectId }) => projectId))],
    calls: completed.size === 0 ? calls : new Map([...completed, ...calls]),
  };
}

/** Returns what other processes have to know besides. */
export function noteForOthers(
  parts: readonly CallPart[],
  rows: readonly CallRow[],
  newCalls: readonly NewCall[],
): OwnNote {
  const starts = parts.filter((part) => part.part === "start");
  const sources = starts.flatMap(({ projectId, traceId, source }): TraceSource[] =>
    source === undefined ? [] : [[projectId, traceId, source]],
  );
  return {
    ...(sources.length === 0 ? {} : { sources }),
    since: startsOf(rows.filter(isFinishedRow), newCalls),
    ids: [...new Set([...newCalls, ...parts].map(({ id }) => id))],
    traces: [...new Set([...newCalls, ...starts].flatMap(({ traceId }) => traceId ?? []))],
  };
}
