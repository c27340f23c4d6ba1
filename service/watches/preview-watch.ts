import type { WatchPreview, WatchSettings } from "@/lib/api/contract/watches/watches";
import {
  type MeasureReader,
  type Point,
  type PointsOfGroups,
  readMeasure,
} from "@/service/traces/measures/read-measure";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import { MAX_BUCKETS } from "@/service/traces/store/figures/time-buckets";
import {
  comparedShift,
  courseFrom,
  followCourse,
  type JudgedWindow,
  type Rule,
} from "@/service/watches/rules/watch-course";
import { groupValue, wirePoint, wireSeconds } from "./describe-watch";

const DAY_S = 86_400;
const SHOWN_GROUPS = 10;

/** The windows of a rule in one group, and those that they are compared with. */
export interface GroupWindows {
  readonly points: readonly Point[];
  readonly before: readonly Point[] | null;
}

/** Reads the windows of a rule between two times, with those that `changed` compares with. */
export async function readWindows(
  context: MeasureReader,
  projectId: string,
  rule: Rule,
  { fromS, toS }: { readonly fromS: Seconds; readonly toS: Seconds },
): Promise<ReadonlyMap<string, GroupWindows>> {
  const shift = comparedShift(rule);
  const nothing: PointsOfGroups = new Map();
  const [now, earlier] = await Promise.all([
    readMeasure(context, projectId, rule.measure, { fromS, toS }),
    shift === null
      ? nothing
      : readMeasure(context, projectId, rule.measure, { fromS: fromS - shift, toS: toS - shift }),
  ]);
  return new Map(
    [...now].map(([grouped, points]) => [
      grouped,
      { points, before: shift === null ? null : (earlier.get(grouped) ?? []) },
    ]),
  );
}

type Stretch = WatchPreview["groups"][number]["states"][number];

/** Returns the stretches in which the state is not `ok`. A state begins with the window that causes it. */
function stretchesOf(windows: readonly JudgedWindow[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { course, point, endS } of windows) {
    if (course.state === "ok") continue;
    const [from, to] = [wireSeconds(point.startS), wireSeconds(endS)];
    const last = stretches.at(-1);
    if (last?.state === course.state && last.to === from) last.to = to;
    else stretches.push({ state: course.state, from, to });
  }
  return stretches;
}

const countFirings = (windows: readonly JudgedWindow[]): number =>
  windows.filter(({ event }) => event === "firing").length;

/**
 * Lays a rule over the past of its measure, as if it had been judged then.
 *
 * @throws InvalidRequestError for a measure that cannot be read
 */
export async function previewWatch(
  context: MeasureReader,
  projectId: string,
  settings: WatchSettings,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Promise<WatchPreview> {
  const { window_seconds: width } = settings.measure;
  const toS = Math.floor(nowMs / 1000 / width) * width;
  const fromS = toS - Math.min(Math.ceil((days * DAY_S) / width), MAX_BUCKETS) * width;
  const read = await readWindows(context, projectId, settings, { fromS, toS });
  const groups = [...read].map(([grouped, { points, before }]) => {
    const windows = followCourse(settings, courseFrom(fromS), points, before);
    return { grouped, points, windows, firings: countFirings(windows) };
  });
  const all = groups.flatMap(({ windows }) => windows);
  return {
    after: wireSeconds(fromS),
    before: wireSeconds(toS),
    groups: [...groups]
      .sort((left, right) => right.firings - left.firings)
      .slice(0, SHOWN_GROUPS)
      .map(({ grouped, points, windows }) => ({
        value: groupValue(grouped),
        points: points.map(wirePoint),
        states: stretchesOf(windows),
      })),
    group_count: groups.length,
    firing_count: groups.reduce((sum, { firings }) => sum + firings, 0),
    few_calls_windows: all.filter(({ judgement }) => judgement === "few").length,
    window_count: all.length,
  };
}
