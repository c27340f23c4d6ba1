import type { WatchGroup, WatchSettings } from "@/lib/api/contract/watches/watches";
import { hasInterval, isSum } from "@/service/traces/measures/measure-values";
import type { Point } from "@/service/traces/measures/read-measure";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";

export type WatchState = WatchGroup["state"];
export type WatchEventKind = "firing" | "resolved" | "no_data";

/** What a rule needs of its settings. */
export type Rule = Pick<WatchSettings, "measure" | "condition" | "for_windows" | "least_calls" | "no_data_windows">;

/** Where a watch stands in one group after its last window. */
export interface Course {
  readonly state: WatchState;
  /** The end of the window with which the state began. */
  readonly sinceS: Seconds;
  /** Windows in which the condition held, without a clear one between. */
  readonly held: number;
  /** Windows without a call in a row. */
  readonly empty: number;
}

/**
 * `between`: past the resolve level, but not shown to be past the level. `few`: too few calls to say anything. `none`: no
 * calls.
 */
type Judgement = "meets" | "between" | "clear" | "few" | "none";

export const courseFrom = (sinceS: Seconds): Course => ({ state: "ok", sinceS, held: 0, empty: 0 });

/** Returns how long before a window the one begins that it is compared with; null where it is compared with none. */
export function comparedShift({ condition, measure }: Rule): Seconds | null {
  if (condition.kind !== "changed") return null;
  return { previous: measure.window_seconds, day: 86_400, week: 604_800 }[condition.against];
}

function isUsable({ measure, least_calls: least }: Rule, point: Point): point is Point & { readonly value: number } {
  if (point.value === null || (hasInterval(measure) && point.low === null)) return false;
  return isSum(measure) || point.calls >= least;
}

/** Shares and means changed when their intervals are apart: two means of few calls always differ. */
function hasChanged(percent: number, { value, low, high }: Point & { readonly value: number }, before: Point): boolean {
  const earlier = before.value ?? 0;
  if (low !== null && high !== null && before.low !== null && before.high !== null) {
    if (low <= before.high && high >= before.low) return false;
  }
  return Math.abs(value - earlier) >= (percent / 100) * Math.abs(earlier) && value !== earlier;
}

/** Judges one window. @param before the window that `changed` compares with */
function judge(rule: Rule, point: Point, before: Point | null): Judgement {
  const { condition, measure } = rule;
  if (condition.kind === "no_data") return point.calls === 0 ? "meets" : "clear";
  if (point.calls === 0 && !isSum(measure)) return "none";
  if (!isUsable(rule, point)) return "few";
  const { value } = point;
  if (condition.kind === "changed") {
    if (before === null || !isUsable(rule, before)) return "few";
    return hasChanged(condition.percent, point, before) ? "meets" : "clear";
  }
  const { kind, level } = condition;
  const resolve = condition.resolve_level ?? level;
  if (kind === "above") return (point.low ?? value) > level ? "meets" : value > resolve ? "between" : "clear";
  return (point.high ?? value) < level ? "meets" : value < resolve ? "between" : "clear";
}

interface Step {
  readonly course: Course;
  /** What people hear about; null for nothing. */
  readonly event: WatchEventKind | null;
}

/** Returns the course after one more window. @param endS the end of the window */
function advance(rule: Rule, course: Course, judgement: Judgement, endS: Seconds): Step {
  const { state } = course;
  const next = (to: WatchState, held: number, event: WatchEventKind | null = null): Step => ({
    course: { state: to, sinceS: to === state ? course.sinceS : endS, held, empty: 0 },
    event,
  });
  if (judgement === "none") {
    const empty = course.empty + 1;
    const isDue = rule.no_data_windows ? empty >= rule.no_data_windows && state !== "no_data" : false;
    if (!isDue) return { course: { ...course, empty }, event: null };
    return { course: { state: "no_data", sinceS: endS, held: 0, empty }, event: "no_data" };
  }
  if (judgement === "few") return { course: { ...course, empty: 0 }, event: null };
  if (judgement === "meets") {
    const held = course.held + 1;
    if (state === "firing") return next("firing", held);
    return held >= rule.for_windows ? next("firing", held, "firing") : next("pending", held);
  }
  if (judgement === "between" && state === "firing") return next("firing", course.held);
  return next("ok", 0, state === "firing" || state === "no_data" ? "resolved" : null);
}

/** One window that was judged. */
export interface JudgedWindow extends Step {
  readonly point: Point;
  readonly endS: Seconds;
  readonly judgement: Judgement;
}

/**
 * Judges windows in order: the live service and the preview of the past do the same.
 *
 * @param before the windows that `changed` compares with, one for each
 */
export function followCourse(
  rule: Rule,
  from: Course,
  points: readonly Point[],
  before: readonly Point[] | null,
): JudgedWindow[] {
  let course = from;
  return points.map((point, at) => {
    const judgement = judge(rule, point, before?.[at] ?? null);
    const endS = point.startS + rule.measure.window_seconds;
    const step = advance(rule, course, judgement, endS);
    course = step.course;
    return { ...step, point, endS, judgement };
  });
}
