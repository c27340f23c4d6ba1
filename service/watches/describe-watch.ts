import type { MeasuredPoint } from "@/lib/api/contract/measures/measures";
import type { Watch, WatchEvent, WatchGroup } from "@/lib/api/contract/watches/watches";
import type { Point } from "@/service/traces/measures/read-measure";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import type { WatchState } from "@/service/watches/rules/watch-course";
import type { EventRecord, GroupRecord, WatchRecord } from "@/service/watches/rules/watch-records";

export const wireSeconds = (seconds: Seconds): string => new Date(seconds * 1000).toISOString();

export function wirePoint({ startS, value, low, high, calls }: Point): MeasuredPoint {
  return { start: wireSeconds(startS), value, low, high, calls };
}

/** Returns the value of a group from its stored JSON text. */
export const groupValue = (grouped: string): string | null => JSON.parse(grouped) as string | null;

/** The worst first. */
const ORDER: readonly WatchState[] = ["firing", "pending", "no_data", "ok"];

function wireGroup({ grouped, course, acknowledged, recent }: GroupRecord): WatchGroup {
  return {
    value: groupValue(grouped),
    state: course.state,
    since: wireSeconds(course.sinceS),
    held_windows: course.held,
    last: recent.at(-1) ?? null,
    acknowledged_at: acknowledged?.at ?? null,
    acknowledged_by: acknowledged?.by ?? null,
    note: acknowledged?.note ?? "",
  };
}

/** Returns a watch as clients see it at a time. */
export function describeWatch(watch: WatchRecord, groups: readonly GroupRecord[], nowMs: number): Watch {
  const sorted = [...groups].sort(
    (left, right) => ORDER.indexOf(left.course.state) - ORDER.indexOf(right.course.state),
  );
  const { mutedUntilMs, judgedUntilS } = watch;
  const isMuted = mutedUntilMs !== null && mutedUntilMs > nowMs;
  return {
    id: watch.id,
    settings: watch.settings,
    state: watch.isOn ? (sorted[0]?.course.state ?? "collecting") : "off",
    is_on: watch.isOn,
    muted_until: isMuted ? new Date(mutedUntilMs).toISOString() : null,
    judged_until: judgedUntilS === null || groups.length === 0 ? null : wireSeconds(judgedUntilS),
    problem: watch.problem,
    created_at: watch.createdAt,
    created_by: watch.userId,
    updated_at: watch.updatedAt,
    groups: sorted.map(wireGroup),
    recent: [...(sorted[0]?.recent ?? [])],
  };
}

export function describeEvent({ id, kind, grouped, atS, value, calls, sentence }: EventRecord): WatchEvent {
  return { id, kind, group: groupValue(grouped), at: wireSeconds(atS), value, calls, sentence };
}

/** Returns whether a watch counts as firing: on, not muted, and not acknowledged by anyone. */
export function isAlarming({ is_on: isOn, muted_until: muted, groups }: Watch): boolean {
  return isOn && muted === null && groups.some((group) => group.state === "firing" && group.acknowledged_at === null);
}
