import { z } from "zod";
import { limit, offset, sortBy } from "@/lib/api/contract/query/limit-and-order";
import { integer, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

/** The most calls or threads that one request adds to a queue. */
export const MAX_ADDED_ITEMS = 5_000;

const text = z.string().max(10_000);
const id = z.string().min(1).max(256);

/** The state of an item for one reviewer. */
const annotationState = z.enum(["unstarted", "in_progress", "completed", "skipped"]);

export type AnnotationState = z.infer<typeof annotationState>;

const queueFields = {
  name: z.string().trim().min(1).max(200),
  description: text,
  scorer_refs: z.array(z.string().min(1).max(2_000)).max(50).describe("Versions of AnnotationSpec objects, in order."),
  assignees: z.array(id).max(200).describe("Ids of the users who review; empty for everyone. Heddle only."),
  reviews_per_item: integer
    .pipe(z.number().min(1).max(50))
    .nullable()
    .describe("Reviews that each item needs; null for one of every reviewer. Heddle only."),
};

export const annotationQueue = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  scorer_refs: z.array(z.string()),
  /** Absent on public servers, as is the number of reviews. */
  assignees: z.array(z.string()).nullish(),
  reviews_per_item: integer.nullish(),
  created_at: timestamp,
  created_by: z.string().nullish(),
  updated_at: timestamp.nullish(),
  deleted_at: timestamp.nullish(),
});

export type AnnotationQueue = z.infer<typeof annotationQueue>;

export const queueParams = z.object({ queue_id: id });
export const itemParams = z.object({ queue_id: id, item_id: id });
export const projectQuery = z.object({ project_id: projectId });

export const queueCreate = z.object({
  project_id: projectId,
  name: queueFields.name,
  description: queueFields.description.default(""),
  scorer_refs: queueFields.scorer_refs,
  assignees: queueFields.assignees.nullish(),
  reviews_per_item: queueFields.reviews_per_item.nullish(),
});

export const queueCreated = z.looseObject({ id: z.string() });

export const queuesQuery = z.object({
  project_id: projectId,
  name: z.string().nullish().describe("A part of the name, in any case."),
  sort_by: sortBy,
  limit,
  offset,
});

/** Members that are absent or null stay as they are. */
export const queueUpdate = z.object({
  project_id: projectId,
  name: queueFields.name.nullish(),
  description: queueFields.description.nullish(),
  scorer_refs: queueFields.scorer_refs.nullish(),
  assignees: queueFields.assignees.nullish(),
});

export const queueResult = z.looseObject({ queue: annotationQueue });

export const itemsAdd = z.object({
  project_id: projectId,
  call_ids: z.array(id).max(MAX_ADDED_ITEMS).default([]),
  thread_ids: z.array(id).max(MAX_ADDED_ITEMS).nullish().describe("Whole threads. Heddle only."),
  display_fields: z.array(z.string().max(500)).max(50).default([]).describe("Paths to show: inputs.question."),
});

export const itemsAdded = z.looseObject({
  added_count: integer,
  duplicates: integer.describe("Calls and threads that the queue contained already."),
});

export const itemsQuery = z.object({
  project_id: projectId,
  filter: z
    .object({
      call_id: z.string().nullish(),
      call_op_name: z.string().nullish(),
      call_trace_id: z.string().nullish(),
      added_by: z.string().nullish(),
      annotation_states: z.array(annotationState).nullish().describe("States for the caller."),
    })
    .nullish(),
  sort_by: sortBy,
  limit,
  offset,
  include_position: z.boolean().nullish(),
});

const reviewOfItem = z.looseObject({ user_id: z.string(), annotation_state: annotationState, updated_at: timestamp });

export const queueItem = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  queue_id: z.string(),
  /** For a thread its first call. */
  call_id: z.string(),
  call_started_at: timestamp,
  call_ended_at: timestamp.nullish(),
  call_op_name: z.string(),
  call_trace_id: z.string(),
  /** The thread of the call; for an item that is a thread, the thread itself. */
  thread_id: z.string().nullish(),
  /** Absent on public servers, whose items are calls. */
  kind: z.enum(["call", "thread"]).nullish(),
  display_fields: z.array(z.string()).nullish(),
  added_by: z.string().nullish(),
  /** For the caller. */
  annotation_state: annotationState,
  /** The reviewers who have begun. Absent on public servers. */
  reviews: z.array(reviewOfItem).nullish(),
  /** True once the call is deleted. Absent on public servers. */
  is_missing: z.boolean().nullish(),
  created_at: timestamp,
  created_by: z.string().nullish(),
  updated_at: timestamp.nullish(),
  deleted_at: timestamp.nullish(),
  /** From 1. */
  position_in_queue: integer.nullish(),
});

export type QueueItem = z.infer<typeof queueItem>;

export const itemsPage = z.looseObject({ items: z.array(queueItem) });

export const progressUpdate = z.object({
  project_id: projectId,
  annotation_state: annotationState,
  user_id: id
    .nullish()
    .describe("Whose review it is, when it was made elsewhere; the caller's when absent. Heddle only."),
});

export const progressResult = z.looseObject({ item: queueItem });

export const itemRemoved = z.looseObject({ item: queueItem });

export const queuesStats = z.object({ project_id: projectId, queue_ids: z.array(id).max(1_000) });

const queueStats = z.looseObject({
  queue_id: z.string(),
  total_items: integer,
  completed_items: integer.describe("Items that a reviewer has completed or skipped."),
  own_items: integer.nullish().describe("Items that the caller has completed or skipped. Heddle only."),
  reviewed_items: integer.nullish().describe("Items with all their reviews. Heddle only."),
});

export type QueueStats = z.infer<typeof queueStats>;

export const queuesStatsResult = z.looseObject({ stats: z.array(queueStats) });
