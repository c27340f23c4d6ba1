import { z } from "zod";
import { TRAINED_PER_REQUEST } from "./lineage-limits";

/** The source of a trajectory: a thread, a trace, or a row of a table. */
const originKind = z.enum(["thread", "trace", "row"]);

const name = z.string().min(1).max(256);
const index = z.number().int().min(0).max(10_000_000);

/** One trajectory of a job: its position in the request, its reward, and its source. */
const trainedTrajectory = z.strictObject({
  group: index,
  trajectory: index,
  reward: z.number(),
  kind: originKind,
  /** Id of the thread or trace; digest of the row. */
  id: name,
  /** Digest of the row's table; null for the others. */
  table: name.nullable(),
});

export type TrainedTrajectory = z.infer<typeof trainedTrajectory>;

const jobOf = z.strictObject({ workspaceId: name, jobId: name });

/** A job that will be sent, in several parts when it is large: the first returns the plan's id. */
export const lineagePlan = z.strictObject({
  workspaceId: name,
  modelId: name,
  planId: name.nullable(),
  trajectories: z.array(trainedTrajectory).max(TRAINED_PER_REQUEST),
});

const planOf = z.strictObject({ workspaceId: name, planId: name });

export const lineageConfirm = planOf.extend({ jobId: name });

export const lineagePlanned = planOf;

/** The state of a plan. */
export const lineagePlannedResult = z.object({
  /** Its job; null until the service responds, and for an unknown plan. */
  jobId: z.string().nullable(),
});

export const lineageJobRequest = jobOf.extend({ offset: index.default(0) });

export const lineageJob = z.object({
  counts: z.object({ thread: z.number().int(), trace: z.number().int(), row: z.number().int() }),
  /** In the order of the request, starting at `offset`. */
  trajectories: z.array(trainedTrajectory),
});

export const lineageModelRequest = z.strictObject({ workspaceId: name, modelId: name });

/** A job that was started here, with the number of its sources. */
export const lineageModel = z.object({
  jobs: z.array(
    z.object({
      jobId: z.string(),
      createdAt: z.string(),
      counts: lineageJob.shape.counts,
    }),
  ),
});

/** A thread, a trace, a row, or a full table. */
export const lineageOriginRequest = z.strictObject({
  workspaceId: name,
  kind: z.enum([...originKind.options, "table"]),
  id: name,
});

export const lineageOrigin = z.object({
  /** Newest first. */
  jobs: z.array(
    z.object({
      jobId: z.string(),
      modelId: z.string(),
      createdAt: z.string(),
      trajectoryCount: z.number().int(),
      /** Position and reward of its first trajectory of this origin. */
      group: z.number().int(),
      trajectory: z.number().int(),
      reward: z.number(),
    }),
  ),
});
