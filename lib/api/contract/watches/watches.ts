import { z } from "zod";
import { measure, measuredPoint } from "@/lib/api/contract/measures/measures";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";

const level = number.pipe(z.number({ error: "Enter a number" }));

/** How long ago the window was with which `changed` compares. */
const COMPARED_WINDOWS = ["previous", "day", "week"] as const;

const threshold = {
  level,
  resolve_level: level.nullish().describe("Where it resolves; the level itself when absent."),
};

const watchCondition = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("above"), ...threshold }),
  z.strictObject({ kind: z.literal("below"), ...threshold }),
  z.strictObject({
    kind: z.literal("changed"),
    percent: number.pipe(z.number().positive({ error: "More than 0 %" })).describe("Of the earlier value, up or down."),
    against: z.enum(COMPARED_WINDOWS),
  }),
  z.strictObject({ kind: z.literal("no_data") }),
]);

export type WatchCondition = z.output<typeof watchCondition>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "A time such as 22:00" });

/** Hours of each day in which notifications wait. What has resolved by their end is not sent. */
const quietHours = z
  .strictObject({
    from: clock,
    to: clock.describe("The next day when it is not later."),
    time_zone: z.string().max(64),
  })
  .refine(({ time_zone }) => isTimeZone(time_zone), { path: ["time_zone"], error: "An IANA time zone" });

export type QuietHours = z.output<typeof quietHours>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A rule on a measure, and who hears about it. */
export const watchSettings = z
  .strictObject({
    name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
    measure,
    condition: watchCondition,
    for_windows: integer
      .pipe(z.number().min(1).max(100))
      .default(2)
      .describe("It fires once the condition held in so many windows without one between that is clear of it."),
    least_calls: integer
      .pipe(z.number().min(1).max(1_000_000))
      .default(20)
      .describe("Windows with fewer calls change nothing. Counts and sums need none."),
    no_data_windows: integer
      .pipe(z.number().min(1).max(1000))
      .nullish()
      .describe("Windows without a call until the state is no data; never when absent."),
    quiet_hours: quietHours.nullish(),
    channel_ids: z.array(z.string().min(1).max(128)).max(10).default([]),
  })
  .superRefine(({ measure: { figure, by } }, context) => {
    if (figure.startsWith("latency") && by)
      context.addIssue({ code: "custom", path: ["measure", "by"], message: "Latency has no groups" });
  })
  .superRefine(({ condition }, context) => {
    if (condition.kind !== "above" && condition.kind !== "below") return;
    const { kind, level: at, resolve_level: resolve } = condition;
    if (resolve === null || resolve === undefined) return;
    if (kind === "above" ? resolve > at : resolve < at)
      context.addIssue({
        code: "custom",
        path: ["condition", "resolve_level"],
        message: kind === "above" ? "At most the level" : "At least the level",
      });
  });

export type WatchSettings = z.output<typeof watchSettings>;
export type WatchSettingsInput = z.input<typeof watchSettings>;

export const watchesOfProject = z.object({ project_id: projectId });

export const watchById = z.object({ project_id: projectId, watch_id: z.string().min(1).max(128) });

export const watchDraft = z.object({
  project_id: projectId,
  settings: watchSettings,
  days: integer
    .pipe(z.number().min(1).max(30))
    .default(30)
    .describe("How far to look back. Narrow windows reach 1,500 windows at most."),
});

export const watchSave = z.object({
  project_id: projectId,
  watch_id: z.string().max(128).nullish().describe("The one to change; a new one when absent."),
  settings: watchSettings,
  is_on: z.boolean().default(true),
});

export const watchMute = watchById.extend({
  until: timestampIn.nullable().describe("Nothing is sent before; null unmutes it."),
});

export const watchAcknowledge = watchById.extend({
  group: z.string().max(512).nullish().describe("The group that fires; all that fire when absent."),
  note: z.string().max(1000).default(""),
});

const STATES = ["ok", "pending", "firing", "no_data"] as const;

/** The state of a watch, or of one group of its calls. */
export const watchGroup = z.looseObject({
  /** Null without groups, and for calls without a value. */
  value: z.string().nullable(),
  state: z.enum(STATES),
  /** The end of the window with which the state began. */
  since: timestamp,
  /** Windows in which the condition held, while it is pending or firing. */
  held_windows: integer,
  /** The newest judged window. */
  last: measuredPoint.nullable(),
  acknowledged_at: timestamp.nullable(),
  acknowledged_by: z.string().nullable(),
  note: z.string(),
});

export type WatchGroup = z.output<typeof watchGroup>;

/** `collecting` until a first window has ended. */
export const watch = z.looseObject({
  id: z.string(),
  settings: watchSettings,
  /** The worst of its groups. */
  state: z.enum([...STATES, "collecting", "off"]),
  is_on: z.boolean(),
  /** Nothing is sent before. */
  muted_until: timestamp.nullable(),
  /** The end of the last judged window. */
  judged_until: timestamp.nullable(),
  /** Why it could not be judged last. */
  problem: z.string().nullable(),
  created_at: timestamp,
  created_by: z.string(),
  updated_at: timestamp,
  /** Firing first. */
  groups: z.array(watchGroup),
  /** The newest windows of the first group, oldest first. */
  recent: z.array(measuredPoint),
});

export type Watch = z.output<typeof watch>;

export const watchesList = z.looseObject({
  watches: z.array(watch),
  /** Watches that fire, are not muted and that nobody acknowledged. */
  firing_count: integer,
  /** Training runs that go on, in which a rule fires that nobody acknowledged. */
  firing_run_count: integer.nullish(),
  /** What fired or had no data since the caller read the notifications last. */
  unread_count: integer.nullish(),
});

/** A change of state that people hear about. */
const watchEvent = z.looseObject({
  id: z.string(),
  kind: z.enum(["firing", "resolved", "no_data"]),
  group: z.string().nullable(),
  /** The end of the window that caused it. */
  at: timestamp,
  value: number.nullable(),
  calls: integer,
  sentence: z.string(),
});

export type WatchEvent = z.output<typeof watchEvent>;

export const watchDetail = watch.extend({
  /** The newest 100, newest first. */
  events: z.array(watchEvent),
});

export type WatchDetail = z.output<typeof watchDetail>;

/** A change of state of any watch or training run, for the list of what fired. */
const watchNotification = z.looseObject({
  ...{ id: z.string(), kind: watchEvent.shape.kind },
  /** The watch; null for a training run or a budget. */
  watch_id: z.string().nullable(),
  /** The training run; null for a watch of calls or a budget. */
  run_id: z.string().nullable(),
  /** The budget; absent from a service without budgets. */
  budget_id: z.string().nullish(),
  /** The name of the watch or the run; null where the run was deleted. */
  name: z.string().nullable(),
  group: z.string().nullable(),
  at: timestamp,
  sentence: z.string(),
  is_read: z.boolean(),
});

export type WatchNotification = z.output<typeof watchNotification>;

export const watchNotifications = z.looseObject({
  /** The newest 100, newest first. */
  notifications: z.array(watchNotification),
  /** What fired or had no data since the caller read them last; of the newest 100. */
  unread_count: integer,
});

export const watchNotificationsRead = z.object({
  project_id: projectId,
  last_id: z.string().min(1).max(128).describe("The newest notification that was seen."),
});

export const watchDeleted = z.looseObject({});

const previewedGroup = z.looseObject({
  value: z.string().nullable(),
  points: z.array(measuredPoint),
  /** Stretches of one state, in order; `ok` is left out. */
  states: z.array(z.looseObject({ state: z.enum(STATES), from: timestamp, to: timestamp })),
});

export const watchPreview = z.looseObject({
  after: timestamp,
  before: timestamp,
  /** The ten groups with the most firings first. */
  groups: z.array(previewedGroup),
  group_count: integer,
  /** How often it would have fired, in all groups. */
  firing_count: integer,
  /** Windows with fewer calls than the least. */
  few_calls_windows: integer,
  window_count: integer,
});

export type WatchPreview = z.output<typeof watchPreview>;
