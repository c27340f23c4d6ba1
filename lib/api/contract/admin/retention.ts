import { z } from "zod";
import { integer, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

/** A hundred years. */
const MAX_AGE_DAYS = 36_500;

const maxAgeDays = z
  .number({ error: "Enter a whole number of days" })
  .int({ error: "Enter a whole number of days" })
  .min(1, { error: "At least 1 day" })
  .max(MAX_AGE_DAYS, { error: `At most ${MAX_AGE_DAYS} days` })
  .nullable()
  .describe("Traces that ended longer ago are removed; null for no limit.");

const maxBytes = z
  .number({ error: "Enter a size" })
  .int({ error: "Enter a whole number of bytes" })
  .min(1, { error: "More than 0" })
  .max(Number.MAX_SAFE_INTEGER, { error: "Too large" })
  .nullable()
  .describe("The oldest traces are removed when the JSON text of all calls is longer; null for no limit.");

export const retentionRead = z.object({ project_id: projectId });

/** Limits of a project. With both limits, a trace is removed when it passes one of them. */
export const retentionSet = z.object({ project_id: projectId, max_age_days: maxAgeDays, max_bytes: maxBytes });

export const retentionResult = z.looseObject({
  project_id: z.string(),
  max_age_days: integer.nullable(),
  max_bytes: integer.nullable(),
});

/** The limit of age alone, as public clients read it. */
export const retentionDaysResult = z.looseObject({
  retention_days: integer.nullable().describe("Null without a limit of age."),
});

/** The calls that the limits would remove now. */
export const retentionPreviewResult = z.looseObject({
  calls: integer,
  traces: integer,
  /** Bytes of stored JSON text. */
  bytes: integer,
  /** Every removed trace ended before this time; null when nothing is removed. */
  before: timestamp.nullable(),
  /** The start of the oldest call that remains; null when none does. */
  oldest_remaining: timestamp.nullable(),
  remaining_bytes: integer,
});
