import type { IssueState } from "@/lib/api/contract/issues/issues";
import { type EngineTime, engineTimeOf, microsOf } from "@/service/traces/store/engine/timestamps";

/** An issue is new for a day after its first call. */
const NEW_MS = 86_400_000;

/** Where an issue stands, as it is stored. */
export interface IssueCourse {
  readonly status: "open" | "resolved" | "ignored";
  readonly firstAt: EngineTime;
  readonly lastAt: EngineTime;
  /** When a person changed the status last. */
  readonly changedAt: EngineTime | null;
  /** The releases whose calls failed before it was resolved. */
  readonly knownReleases: readonly string[];
  readonly regressedAt: EngineTime | null;
  readonly regressedRelease: string;
  readonly ignoredUntil: EngineTime | null;
  readonly ignoredCalls: number | null;
}

/** The newest call of an issue in one release; the release is empty for calls that name none. */
export interface ReleaseCalls {
  readonly release: string;
  readonly lastAt: EngineTime;
}

/** Returns the state that people see at a time. */
export function issueState(course: IssueCourse, nowMs: number): IssueState {
  const now = engineTimeOf(nowMs * 1000);
  if (course.status === "resolved") return "resolved";
  if (course.status === "ignored" && (course.ignoredUntil === null || now < course.ignoredUntil)) return "ignored";
  if (course.regressedAt !== null) return "regressed";
  return Number(microsOf(course.firstAt)) / 1000 >= nowMs - NEW_MS ? "new" : "ongoing";
}

/**
 * Returns the calls that show that a resolved issue is back, the earliest release first; null where none does. A call that
 * started after the issue was resolved does, unless its release failed before: the old release may still run somewhere.
 */
export function regressionOf(course: IssueCourse, calls: readonly ReleaseCalls[]): ReleaseCalls | null {
  const { status, changedAt, knownReleases } = course;
  if (status !== "resolved" || changedAt === null) return null;
  const isBack = ({ release, lastAt }: ReleaseCalls) =>
    lastAt > changedAt && (release === "" || !knownReleases.includes(release));
  return calls.filter(isBack).sort((left, right) => (left.lastAt < right.lastAt ? -1 : 1))[0] ?? null;
}
