import { z } from "zod";
import { searchWords } from "@/lib/api/contract/query/search-words";
import { integer, jsonObject, number, timestamp } from "@/lib/api/contract/scalars/scalars";
import { page, pageLimit, pageRequest } from "./page-of-records";
import { trajectoryGroup } from "./trajectories";

const id = z.string().min(1).max(256);

/** Unknown settings are stored and passed to the trainer: clients of different years send different ones. */
const experimentalConfig = z.looseObject({
  learning_rate: number.nullish(),
  precalculate_logprobs: z.boolean().nullish(),
});

export const trainingJobCreate = z.object({
  model_id: id,
  trajectory_groups: z.array(trajectoryGroup),
  experimental_config: experimentalConfig.nullish(),
});

export const trainingJob = z.looseObject({ id: z.string() });

export const trainingJobParams = z.object({ training_job_id: id });

/** `queued` and `running` are active; the others are final, each with exactly one event that reports it. */
const jobStatus = z.enum(["queued", "running", "completed", "failed", "cancelled"]);

export type JobStatus = z.infer<typeof jobStatus>;

/** The members that public services return, and the additional ones on the dashboard's pages. */
export const trainingJobRecord = trainingJob.extend({
  status: jobStatus,
  training_start: timestamp.nullable(),
  training_end: timestamp.nullable(),
  error_message: z.string().nullable(),
  model_id: z.string(),
  model_name: z.string(),
  project_id: z.string(),
  base_model: z.string(),
  created_at: timestamp,
  created_by: z.string(),
  trainer: z.string().nullable().describe("The trainer; null while queued."),
  device: z
    .string()
    .nullish()
    .describe("The device that it trains on; null while queued, and where the service names no devices."),
  priority: integer.nullish().describe("Queued jobs with a higher one start earlier; 0 unless it was set."),
  queue_position: integer.nullish().describe("1 for the job that starts next; null unless it is queued."),
  step: integer.nullable().describe("Step of its checkpoint; null while queued."),
  previous_step: integer.nullable().describe("Step that it trains from; null for the base model, and while queued."),
  forked_from: z
    .looseObject({ model_id: z.string(), name: z.string(), step: integer })
    .nullish()
    .describe("The checkpoint of another model that it trains from, where the model began with it."),
  checkpoint_id: z.string().nullable().describe("Its checkpoint, once it exists."),
  batch_id: z.string().nullable().describe("Its trajectory groups; null when they were deleted with the model."),
  num_sequences: integer.nullable().describe("Gradient steps that the trainer announced."),
  gradient_step_count: integer,
  last_event_at: timestamp.nullable(),
  experimental_config: jsonObject.nullable(),
});

export type JobRecord = z.infer<typeof trainingJobRecord>;

export const jobsList = z.object({
  project_id: z
    .string()
    .min(1)
    .max(256)
    .nullish()
    .describe("entity/project; null for all that the credential may see."),
  model_id: id.nullish(),
  status: jobStatus.nullish(),
  words: searchWords.describe("Each occurs in the id, the status or the model's name, in any case."),
  ...pageRequest,
});

export const jobsPage = page(trainingJobRecord);

export const jobById = z.object({ training_job_id: id });

/** Lines of a log that one request returns. */
const MAX_LOG_LINES = 1000;

/** The lines of a log that are read. */
export const logPlace = {
  before: integer.pipe(z.number().min(0)).nullish().describe("Only lines before this byte. Defaults to the end."),
  search: z.string().max(200).nullish().describe("Only lines with this text, in any case."),
  limit: integer.pipe(z.number().min(1).max(MAX_LOG_LINES)).default(200),
};

export const jobLogLines = z.object({ training_job_id: id, ...logPlace });

export const jobLogPage = z.looseObject({
  lines: z
    .array(z.looseObject({ at: integer.describe("The byte at which it begins."), text: z.string() }))
    .describe("The last ones that match, in the order of the log. What looks like a secret is removed."),
  has_more: z.boolean().describe("Earlier lines match."),
  size_bytes: integer.describe("Of the log so far; its first 4 MiB are stored."),
});

/** The limits of a job's priority, on both sides of 0. */
const MAX_JOB_PRIORITY = 100;

export const jobPriority = z.object({
  training_job_id: id,
  priority: z
    .number()
    .int()
    .min(-MAX_JOB_PRIORITY)
    .max(MAX_JOB_PRIORITY)
    .describe("Jobs with a higher one start earlier; among equal ones the oldest."),
});

export const eventsQuery = z.object({ after: z.string().optional(), limit: pageLimit });

/** The four types that clients know. Other services may send other types, which are shown by their name. */
const trainingEventTypes = ["training_started", "gradient_step", "training_ended", "training_failed"] as const;

export type TrainingEventType = (typeof trainingEventTypes)[number];

export const trainingJobEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: jsonObject,
  created_at: timestamp.optional().describe("Extension of the embedded service."),
});

export const eventsStream = z.object({
  training_job_id: id,
  after: z.string().nullish().describe("Id of the last event that the client has."),
});

export const trainingJobEventsPage = page(trainingJobEvent);
