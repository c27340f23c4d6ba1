import { z } from "zod";
import { callsFilter } from "@/lib/api/contract/calls/calls";
import { scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { integer, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

const MAX_SCORERS = 20;
/** More would be an evaluation of everything. */
const MAX_CALLS_PER_DAY = 1_000_000;

/** The calls and scorers of a monitor, its rate, and its limits for a day. */
export const monitorSettings = z
  .strictObject({
    name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
    description: z.string().max(1000).default(""),
    query_text: z.string().max(4000).default("").describe("The text of the query box that the condition came from."),
    filter: callsFilter.default({}),
    query: queryExpression.nullish(),
    rate_percent: number
      .pipe(z.number().gt(0, { error: "More than 0 %" }).max(100, { error: "At most 100 %" }))
      .describe("Of the calls that match. The id of a call decides, so that the same calls are taken again."),
    scorers: z.array(scorer).min(1, { error: "Add a scorer" }).max(MAX_SCORERS),
    max_calls_per_day: integer
      .pipe(z.number().min(1, { error: "At least 1" }).max(MAX_CALLS_PER_DAY))
      .default(1000)
      .describe("Scored calls; days begin at midnight UTC."),
    max_cost_usd_per_day: number
      .pipe(z.number().positive({ error: "More than 0" }))
      .nullish()
      .describe("Of the judges. Every judge needs a price."),
  })
  .superRefine(({ scorers }, context) => {
    const names = new Set<string>();
    for (const [index, { name, kind }] of scorers.entries()) {
      if (names.has(name))
        context.addIssue({ code: "custom", path: ["scorers", index, "name"], message: "Two scorers have this name" });
      if (kind === "pairwise")
        context.addIssue({
          code: "custom",
          path: ["scorers", index, "kind"],
          message: "A live call has no other answer to compare with",
        });
      names.add(name);
    }
  });

export type MonitorSettings = z.output<typeof monitorSettings>;
export type MonitorSettingsInput = z.input<typeof monitorSettings>;

export const monitorsOfProject = z.object({ project_id: projectId });

export const monitorById = z.object({ project_id: projectId, monitor_id: z.string().min(1).max(128) });

export const monitorDraft = z.object({ project_id: projectId, settings: monitorSettings });

export const monitorSave = monitorDraft.extend({
  monitor_id: z.string().max(128).nullish().describe("The one to change; a new one when absent."),
  is_on: z.boolean().nullish().describe("Absent keeps it as it is; a new one is off."),
});

export const monitorSwitch = monitorById.extend({ is_on: z.boolean() });

/** A scored call. `scores` holds the answers of scorers that did not fail, and `errors` why the others did. */
const scoredCall = z.looseObject({
  call_id: z.string(),
  at: timestamp,
  scores: z.record(z.string(), z.unknown()),
  errors: z.record(z.string(), z.string()),
  /** Null when a judge has no price. */
  cost_usd: number.nullable(),
});

export type MonitoredCall = z.infer<typeof scoredCall>;

const scorerFigures = z.looseObject({
  name: z.string(),
  /** Of numbers, and of booleans as 1 and 0; null without one. */
  mean: number.nullable(),
  /** Answers that the mean counts. */
  scored: integer,
  failed: integer,
  last_error: z.string().nullable(),
});

export const monitor = z.looseObject({
  id: z.string(),
  /** `resting` is on, and has reached a limit of today. */
  state: z.enum(["on", "off", "resting"]),
  /** Why it rests, or why scoring was interrupted. */
  reason: z.string().nullable(),
  created_at: timestamp,
  created_by: z.string(),
  updated_at: timestamp,
  /** The version of the Monitor object. */
  ref: z.string(),
  settings: monitorSettings,
  /** Since midnight UTC. */
  today: z.looseObject({
    calls: integer,
    failed: integer,
    cost_usd: number,
    /** Calls with a judge that has no price. */
    unpriced_calls: integer,
  }),
  /** Of the newest scored calls of the last seven days. */
  scorers: z.array(scorerFigures),
  /** The number of those calls. */
  counted_calls: integer,
  /** Newest first. */
  latest: z.array(scoredCall),
});

export type Monitor = z.infer<typeof monitor>;

export const monitorsList = z.looseObject({ monitors: z.array(monitor) });

export const monitorDeleted = z.looseObject({});

export const monitorEstimate = z.looseObject({
  /** Finished calls of the last seven days that match. */
  matching_calls: integer,
  /** The number of these calls times the rate. */
  sampled_calls: integer,
  /** After the limit of calls of each day, if the calls were spread evenly. */
  scored_calls: integer,
  /** Of one scored call; null when a judge has no price. */
  cost_per_call_usd: number.nullable(),
  /** `sampled_calls` times `cost_per_call_usd`, without the limits of a day. */
  cost_usd: number.nullable(),
  unpriced_models: z.array(z.string()),
  /** What the judges' answers were estimated from: earlier calls, or a usual length. */
  basis: z.enum(["calls", "assumed", "none"]),
  /** Names that scorers can use: the inputs of the newest matching calls. */
  columns: z.array(z.string()),
});

export type MonitorEstimate = z.infer<typeof monitorEstimate>;

export const monitorPreview = z.looseObject({
  /** The three newest calls that match. */
  calls: z.array(
    z.looseObject({
      call_id: z.string(),
      op_name: z.string(),
      started_at: timestamp,
      output: z.unknown(),
      scores: z.array(z.looseObject({ name: z.string(), score: z.unknown(), error: z.string().nullable() })),
      cost_usd: number.nullable(),
    }),
  ),
});

export type MonitorPreview = z.infer<typeof monitorPreview>;
