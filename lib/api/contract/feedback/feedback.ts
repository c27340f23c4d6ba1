import { z } from "zod";
import { limit, offset, sortBy } from "@/lib/api/contract/query/limit-and-order";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { jsonObject, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

export const feedbackCreate = z.object({
  id: z.string().nullish(),
  project_id: projectId,
  weave_ref: z.string(),
  creator: z.string().nullish(),
  feedback_type: z.string().min(1).max(255),
  payload: jsonObject,
  annotation_ref: z.string().nullish(),
  runnable_ref: z.string().nullish(),
  call_ref: z.string().nullish(),
  trigger_ref: z.string().nullish(),
  svc_user_id: z.string().nullish(),
});

export const feedbackReplace = z.object({
  ...feedbackCreate.shape,
  feedback_id: z.string().min(1).describe("The feedback that is replaced. An id that does not exist is ignored."),
  id: z.string().nullish().describe("The id of the new feedback; it differs from `feedback_id`."),
});

export const feedbackCreateResult = z.looseObject({
  id: z.string(),
  created_at: timestamp,
  svc_user_id: z.string().nullish(),
  payload: jsonObject,
});

/** Several records at once, as newer Python clients send them. */
export const feedbackCreateBatch = z.object({ batch: z.array(feedbackCreate) });

export const feedbackCreateBatchResult = z.looseObject({ res: z.array(feedbackCreateResult) });

export const feedbackQuery = z.object({
  project_id: projectId,
  fields: z.array(z.string()).nullish(),
  query: queryExpression.nullish(),
  sort_by: sortBy,
  limit,
  offset,
});

export const feedbackQueryResult = z.looseObject({ result: z.array(jsonObject) });

export const feedbackPurge = z.object({ project_id: projectId, query: queryExpression });
