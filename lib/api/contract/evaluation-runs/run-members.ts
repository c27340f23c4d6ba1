import { z } from "zod";
import { integer, number, timestamp } from "@/lib/api/contract/scalars/scalars";

/** The states of evaluations and of training runs. */
const RUN_STATES = ["queued", "running", "paused", "stopping", "stopped", "finished", "failed"] as const;

export type RunState = (typeof RUN_STATES)[number];

/** The progress of a run, and its times. */
export const runCourse = {
  state: z.enum(RUN_STATES),
  reason: z.string().nullable().describe("Why it is paused, stopped or failed."),
  created_at: timestamp,
  created_by: z.string(),
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
};

/** The limits of each call to a model. */
export const callLimits = {
  timeout_s: number.pipe(z.number().min(1).max(3600)).default(120).describe("Of one call to a model."),
  retries: integer
    .pipe(z.number().min(0).max(10))
    .default(2)
    .describe("Of one call, with growing pauses, after 408, 409, 429, 5xx and lost connections."),
};

/** The page of a list of runs, the newest first. */
export const runsPagePlace = {
  limit: integer.pipe(z.number().min(1).max(200)).default(50),
  before: z.string().nullish().describe("The id of the last run of the page before."),
};
