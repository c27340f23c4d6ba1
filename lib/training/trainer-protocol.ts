import { z } from "zod";
import { namedValues } from "@/lib/api/contract/scalars/named-values";
import { errorMessage } from "@/lib/guard/error-message";

/**
 * The standard input of a trainer: one JSON object, then the end of the input. Paths are absolute.
 *
 * `version` increases when a member changes its meaning; members are otherwise only added.
 */
export interface TrainerJob {
  readonly version: 1;
  readonly job_id: string;
  readonly model: {
    readonly id: string;
    readonly entity: string;
    readonly project: string;
    readonly name: string;
    readonly base_model: string;
  };
  /** Step of the checkpoint that this job creates. */
  readonly step: number;
  /** `experimental_config` as it was sent, or null. */
  readonly config: unknown;
  /** From 0 to 2^31 − 1, constant for a job: from the settings, or from the job's id. */
  readonly seed: number;
  /** The unchanged body of the job's creation request: JSON with `trajectory_groups`. Read it, never write it. */
  readonly payload: {
    readonly path: string;
    readonly size_bytes: number;
    readonly group_count: number;
    readonly trajectory_count: number;
  };
  /** The folder of the model, left by an earlier job. Null for the untrained base model. */
  readonly previous_checkpoint: { readonly step: number; readonly path: string } | null;
  /** An empty folder. Its contents when the trainer ends successfully are the new checkpoint. */
  readonly output_directory: string;
  /** The file in which the trainer may write signals of tokens, and the bytes of it that are read. */
  readonly token_signals: { readonly path: string; readonly max_bytes: number };
  /** Seconds between the request and the start of the job. */
  readonly waited_s: number;
  /** The device of `HEDDLE_TRAINER_DEVICES` that the job has for itself; null when none are configured. */
  readonly device: string | null;
}

const metricValue = z.number();

/** Numbers by name. A client parses each with `float()` and abandons the run when one is anything else. */
const metrics = namedValues(z.string().min(1).max(256), metricValue);

/**
 * The standard output of a trainer, one JSON object per line:
 *
 * - `training_started` once, first, with the number of gradient steps to come.
 * - `gradient_step` after each, with numbers only.
 * - `checkpoint` once the output folder is complete, optionally with metrics of the checkpoint.
 * - `training_failed` with the reason, instead; the trainer then ends.
 */
const trainerMessage = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("training_started"),
    data: z.looseObject({ num_sequences: z.number().int().min(0) }),
  }),
  z.looseObject({ type: z.literal("gradient_step"), data: metrics }),
  z.looseObject({ type: z.literal("checkpoint"), metrics: metrics.default({}) }),
  z.looseObject({ type: z.literal("training_failed"), data: z.looseObject({ error_message: z.string() }) }),
]);

export type TrainerMessage = z.infer<typeof trainerMessage>;

/** A line from a trainer that violates the protocol; the message names the problem. */
export class TrainerProtocolError extends Error {
  override readonly name = "TrainerProtocolError";
}

/**
 * Parses a line of a trainer's standard output. Returns null for a line that is not a JSON object: libraries print, and
 * their output belongs in the log.
 *
 * @throws TrainerProtocolError for an object that is not one of the messages
 */
export function readTrainerLine(line: string): TrainerMessage | null {
  if (!line.trimStart().startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const reason = errorMessage(error);
    throw new TrainerProtocolError(`It wrote a line that begins like JSON but is not valid JSON: ${reason}`);
  }
  const result = trainerMessage.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join(".") || "the message";
  throw new TrainerProtocolError(
    `It wrote a message that cannot be read, at ${place}: ${issue?.message ?? "unknown"}.`,
  );
}
