import { PARKED_AT } from "@/service/traces/store/engine/timestamps";
import type { CallHalf, CallHalves } from "./call-halves";
import { type CallRow, endValues, NO_END, NO_START, partBytes, startValues } from "./call-parts";
import type { GroupCall } from "./group-calls";
import type { KnownCall, OpenRow } from "./known-calls";
import type { OpenRows } from "./open-rows";

/** The rows that a group adds, and what is stored of its calls afterwards. */
export interface GroupRows {
  readonly rows: readonly CallRow[];
  readonly opened: readonly OpenRow[];
  readonly closed: readonly OpenRow[];
  readonly calls: ReadonlyMap<string, KnownCall>;
}

/** What is stored of the calls of a group, and the places of new open rows. */
interface StoredParts {
  readonly open: OpenRows;
  readonly halves: CallHalves;
  readonly storedHalves: ReadonlyMap<string, CallHalf>;
}

/** Returns a complete row of each call whose halves are both known, and an open row of each other one. */
export function groupRows(
  calls: ReadonlyMap<string, GroupCall>,
  { open, halves, storedHalves }: StoredParts,
  commit: number,
): GroupRows {
  const rows: CallRow[] = [];
  const opened: OpenRow[] = [];
  const closed: OpenRow[] = [];
  const after = new Map<string, KnownCall>();
  for (const [key, { known, start, end }] of calls) {
    const part = start ?? end;
    if (part === null) {
      after.set(key, known);
      continue;
    }
    const { projectId, id } = part;
    const half = storedHalves.get(key) ?? null;
    const startedAt = start?.startedAt ?? known.startedAt;
    const first = start === null ? half : startValues(start);
    const last = end === null ? half : endValues(end);
    if (startedAt !== null && first !== null && last !== null) {
      rows.push([commit, projectId, startedAt, id, 0, 0, ...first, ...last]);
      if (known.open !== null) closed.push(open.placeOf(known.open));
      halves.forget(key);
      after.set(key, { startedAt, open: null });
      continue;
    }
    const place = open.next();
    const isRunning = startedAt !== null;
    rows.push([
      ...[
        isRunning ? commit : open.parkedCommit(commit),
        projectId,
        startedAt ?? PARKED_AT,
        id,
        place.number,
        place.generation,
      ],
      ...(isRunning ? (first ?? NO_START) : NO_START),
      ...(isRunning ? NO_END : (last ?? NO_END)),
    ]);
    opened.push(place);
    halves.remember(key, place, (isRunning ? first : last) ?? [], partBytes(part));
    after.set(key, { startedAt, open: place });
  }
  return { rows, opened, closed, calls: after };
}
