import { z } from "zod";
import { integer, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

/** What is watched of a training run. */
export const RUN_RULES = [
  "silence",
  "not_finite",
  "kl",
  "entropy",
  "reward_falls",
  "reward_flat",
  "signal",
  "truncated",
  "spend",
] as const;

export type RunRule = (typeof RUN_RULES)[number];

/** What a rule does besides telling. Only runs of the service can be paused or stopped. */
const ACTIONS = ["none", "pause", "stop"] as const;

export const ruleSettings = z.strictObject({
  is_on: z.boolean(),
  level: number
    .nullable()
    .default(null)
    .describe(
      "silence: minutes. kl: KL. entropy: the share of its beginning. signal: share of groups. truncated: share of answers. spend: US dollars. Null for the default, and for rules without a level.",
    ),
  action: z.enum(ACTIONS).default("none"),
});

export type RunRuleSettings = z.output<typeof ruleSettings>;

/** What is watched of training runs, and who hears about it. */
export const runWatchSettings = z.strictObject({
  is_on: z.boolean().default(true),
  rules: z.partialRecord(z.enum(RUN_RULES), ruleSettings).default({}).describe("Absent ones have their defaults."),
  channel_ids: z.array(z.string().min(1).max(128)).max(10).default([]),
});

export type RunWatchSettings = z.output<typeof runWatchSettings>;

const runId = z.string().min(1).max(128).describe("As in training runs, with its prefix.");

export const runWatchRead = z.object({
  project_id: projectId,
  run_id: runId.nullish().describe("The settings for all runs of the project when absent."),
  job_id: z.string().max(128).nullish().describe("Instead of `run_id`: the run that a training job belongs to."),
});

export const runWatchesList = z.object({ project_id: projectId });

export const runWatchSave = z.object({
  project_id: projectId,
  run_id: runId.nullish().describe("For all runs of the project when absent."),
  settings: runWatchSettings.nullable().describe("Null: those of the project; without a run, the defaults."),
});

export const runWatchAcknowledge = z.object({
  project_id: projectId,
  run_id: runId,
  note: z.string().max(1000).default(""),
});

/**
 * `unknown`: what the rule needs is not known, which is never taken for quiet. `ended`: it was firing when the run ended.
 */
const STATES = ["ok", "firing", "unknown", "ended"] as const;

export const runRuleState = z.looseObject({
  rule: z.enum(RUN_RULES),
  state: z.enum(STATES),
  since: timestamp,
  value: number.nullable(),
  sentence: z.string().describe("In words, with the figures that it rests on."),
  action: z.enum(ACTIONS).describe("What it did to the run when it fired, or is about to do."),
  acknowledged_at: timestamp.nullable(),
  acknowledged_by: z.string().nullable(),
  note: z.string(),
});

export type RunRuleState = z.output<typeof runRuleState>;

/** A training run that is watched. */
export const runWatch = z.looseObject({
  run_id: z.string(),
  name: z.string(),
  is_over: z.boolean(),
  judged_at: timestamp,
  /** Firing first. */
  states: z.array(runRuleState),
});

export type RunWatch = z.output<typeof runWatch>;

export const runWatchDetail = z.looseObject({
  run_id: z.string().nullable(),
  settings: runWatchSettings,
  /** The levels that apply, by rule: the default where none is set. Null for rules without one. */
  levels: z.record(z.string(), number.nullable()),
  /** True where the run has no settings of its own. */
  is_of_project: z.boolean(),
  /** Null until the run was judged, and without a run. */
  watch: runWatch.nullable(),
});

export type RunWatchDetail = z.output<typeof runWatchDetail>;

export const runWatchesResult = z.looseObject({
  /** Runs that go on, and those that ended while a rule fired; the newest 100. */
  runs: z.array(runWatch),
  /** Runs that go on, in which a rule fires that nobody acknowledged. */
  firing_count: integer,
});
