import type { ServiceState } from "@/service/kernel/state/open-state";
import { eventId } from "@/service/traces/events/event-id";
import type { Services } from "@/service/traces/handlers/handler";
import { isSum } from "@/service/traces/measures/measure-values";
import type { Point } from "@/service/traces/measures/read-measure";
import type { SharedReadings } from "@/service/traces/measures/shared-readings";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import { courseFrom, followCourse, type JudgedWindow } from "@/service/watches/rules/watch-course";
import type { WatchLink } from "@/service/watches/rules/watch-link";
import {
  type EventRecord,
  type GroupRecord,
  type WatchRecord,
  WatchRecords,
} from "@/service/watches/rules/watch-records";
import { type Announcement, announce } from "./channels/announce";
import { groupValue, wirePoint, wireSeconds } from "./describe-watch";
import { type GroupWindows, readWindows } from "./preview-watch";
import { quietUntil } from "./quiet-time";
import { eventSentence } from "./watch-sentence";

/** Calls reach the service after they began: a window is read this long after its end. */
const SETTLE_MS = 60_000;
/** After a longer pause, windows are left out. */
const MAX_CATCH_UP = 1000;
/** Windows that are kept for lists. */
const KEPT_WINDOWS = 60;

interface Judge {
  readonly services: Services;
  readonly state: ServiceState;
  readonly link: WatchLink;
  readonly signal: AbortSignal;
  /** Of this look at all watches. */
  readonly readings: SharedReadings;
}

/** The end of the newest window that is settled. */
export function settledUntil(width: Seconds, nowMs: number): Seconds {
  return Math.floor((nowMs - SETTLE_MS) / 1000 / width) * width;
}

/** Returns when a notification of a watch may be sent. */
export function dueTime(
  { settings, mutedUntilMs }: Pick<WatchRecord, "settings" | "mutedUntilMs">,
  nowMs: number,
): number {
  const unmutedMs = Math.max(nowMs, mutedUntilMs ?? 0);
  return quietUntil(unmutedMs, settings.quiet_hours) ?? unmutedMs;
}

function eventOf(watch: WatchRecord, grouped: string, { event, point, endS }: JudgedWindow): EventRecord | null {
  if (event === null) return null;
  const { id: watchId, projectId, settings } = watch;
  return {
    ...{ id: eventId(watchId, grouped, endS, event), projectId, watchId, grouped, kind: event, atS: endS },
    ...{ value: point.value, calls: point.calls, sentence: eventSentence(settings, event, grouped, point) },
  };
}

export function announcementOf(watch: WatchRecord, event: EventRecord, link: WatchLink, nowMs: number): Announcement {
  const { projectId, settings } = watch;
  const { kind, value, calls, sentence, watchId } = event;
  return {
    event,
    channelIds: settings.channel_ids,
    dueMs: dueTime(watch, nowMs),
    notification: {
      ...{ kind, event_id: event.id, watch_id: watchId, name: settings.name, project_id: projectId },
      ...{ group: groupValue(event.grouped), at: wireSeconds(event.atS), value, calls, sentence },
      url: link(projectId, watchId),
    },
  };
}

/** Windows without calls, of a group that had some before. */
function emptyWindows({ settings: { measure } }: WatchRecord, fromS: Seconds, untilS: Seconds): GroupWindows {
  const width = measure.window_seconds;
  const value = isSum(measure) ? 0 : null;
  const points = Array.from({ length: Math.round((untilS - fromS) / width) }, (_, at): Point => {
    return { startS: fromS + at * width, value, low: null, high: null, calls: 0 };
  });
  return { points, before: null };
}

/** Returns a group after its new windows, and what people hear about. */
function followed(
  watch: WatchRecord,
  group: GroupRecord,
  { points, before }: GroupWindows,
): { readonly group: GroupRecord; readonly events: readonly EventRecord[] } {
  const windows = followCourse(watch.settings, group.course, points, before);
  const events = windows.flatMap((window) => eventOf(watch, group.grouped, window) ?? []);
  const course = windows.at(-1)?.course ?? group.course;
  const recent = [...group.recent, ...points.map(wirePoint)].slice(-KEPT_WINDOWS);
  // Acknowledging ends with what was acknowledged.
  const acknowledged = events.length > 0 || course.state !== "firing" ? null : group.acknowledged;
  return { group: { grouped: group.grouped, course, recent, acknowledged }, events };
}

/**
 * Judges the windows of a watch that have ended since, and stores states, events and messages together. Nothing is stored
 * when the watch was changed meanwhile, or another service has judged it.
 */
export async function judgeWatch(
  { services, state, link, signal, readings }: Judge,
  watch: WatchRecord,
  nowMs: number,
): Promise<void> {
  const { projectId, settings } = watch;
  const width = settings.measure.window_seconds;
  const untilS = settledUntil(width, nowMs);
  const fromS = Math.max(watch.judgedUntilS ?? untilS - width, untilS - MAX_CATCH_UP * width);
  if (fromS >= untilS) return;
  const context = { calls: services.calls, rollups: services.rollups, store: services.taskStore, signal, readings };
  const read = await readWindows(context, projectId, settings, { fromS, toS: untilS });
  signal.throwIfAborted();
  await state.transaction().execute(async (transaction) => {
    const records = new WatchRecords(transaction);
    if (!(await records.moveOn(watch, untilS))) return;
    const stored = (await records.groups([watch.id])).get(watch.id) ?? [];
    const known = new Map(stored.map((group) => [group.grouped, group]));
    let hasEvents = false;
    for (const grouped of new Set([...known.keys(), ...read.keys()])) {
      const before = known.get(grouped) ?? { grouped, course: courseFrom(fromS), acknowledged: null, recent: [] };
      const windows = read.get(grouped) ?? emptyWindows(watch, fromS, untilS);
      const { group, events } = followed(watch, before, windows);
      await records.saveGroup(watch.id, group);
      for (const event of events)
        if (await records.addEvent(event)) await announce(transaction, announcementOf(watch, event, link, nowMs));
      hasEvents ||= events.length > 0;
    }
    if (hasEvents) await records.forgetEvents(watch.id);
  });
}
