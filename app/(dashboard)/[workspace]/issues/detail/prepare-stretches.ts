import type { IssueDetail, IssueState } from "@/lib/api/contract/issues/issues";
import { parseTime } from "@/lib/format/time";

/** An issue is new for a day after its first call. */
const NEW_MS = 86_400_000;

/** A stretch of one state, as parts of the range. */
export interface IssueStretch {
  readonly state: IssueState;
  readonly from: number;
  readonly width: number;
}

type History = Pick<IssueDetail, "first_at" | "events">;

/** The beginning of a state. */
interface Beginning {
  readonly state: IssueState;
  readonly fromMs: number;
}

const STATE_AFTER: Readonly<Record<string, IssueState>> = {
  resolved: "resolved",
  ignored: "ignored",
  regressed: "regressed",
  reopened: "ongoing",
};

/** Returns when each state began, in order. */
function beginnings({ first_at, events }: History): readonly Beginning[] {
  const firstMs = parseTime(first_at) ?? 0;
  const changes = events
    .flatMap(({ kind, at }): Beginning[] => {
      const [state, fromMs] = [STATE_AFTER[kind], parseTime(at)];
      return state === undefined || fromMs === null ? [] : [{ state, fromMs }];
    })
    .sort((left, right) => left.fromMs - right.fromMs);
  const [earliest] = changes;
  const endOfNewMs = firstMs + NEW_MS;
  const isOngoing = earliest === undefined || endOfNewMs < earliest.fromMs;
  const ongoing: Beginning[] = isOngoing ? [{ state: "ongoing", fromMs: endOfNewMs }] : [];
  return [{ state: "new", fromMs: firstMs }, ...ongoing, ...changes];
}

/** Returns the states of an issue along a range, before its first call none. */
export function stretchesOf(history: History, fromMs: number, toMs: number): readonly IssueStretch[] {
  const begun = beginnings(history);
  const place = (timeMs: number) => Math.min(1, Math.max(0, (timeMs - fromMs) / Math.max(1, toMs - fromMs)));
  return begun.flatMap(({ state, fromMs: beginMs }, at) => {
    const from = place(beginMs);
    const width = place(begun[at + 1]?.fromMs ?? toMs) - from;
    return width > 0 ? [{ state, from, width }] : [];
  });
}

/** Returns the state at a place in the range, from 0 to 1; null before the first call. */
export const stateAt = (stretches: readonly IssueStretch[], place: number): IssueState | null =>
  stretches.findLast(({ from }) => from <= place)?.state ?? null;
