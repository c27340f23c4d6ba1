import type { CallPart, EndPart, LaterPart, StartPart } from "./call-parts";
import { isFinished, isParked, type KnownCall, keyOf } from "./known-calls";

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
