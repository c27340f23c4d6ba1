import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import {
  feedbackCreate,
  feedbackCreateBatch,
  feedbackCreateBatchResult,
  feedbackCreateResult,
  feedbackPurge,
  feedbackQuery,
  feedbackQueryResult,
  feedbackReplace,
} from "./feedback";

const PROJECT = "demo/airline";
const FEEDBACK_ID = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";
const CALL_REF = `weave:///${PROJECT}/call/${FEEDBACK_ID}`;

export const feedbackOperations = {
  "feedback.create": defineOperation({
    id: "feedback.create",
    title: "Add feedback",
    summary: "Adds a reaction, a note, an annotation or a score to a call or an object.",
    path: "/feedback/create",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: feedbackCreate },
    result: { kind: "json", schema: feedbackCreateResult },
    standing: "extension",
    example: {
      body: {
        project_id: PROJECT,
        weave_ref: CALL_REF,
        feedback_type: "wandb.note.1",
        payload: { note: "Wrong flight" },
      },
      result: { id: FEEDBACK_ID, created_at: "2026-11-20T14:30:01.882000Z", svc_user_id: "key-local", payload: {} },
    },
  }),
  "feedback.createBatch": defineOperation({
    id: "feedback.createBatch",
    title: "Add several feedback records",
    summary: "Adds reactions, notes, annotations or scores, all or none.",
    path: "/feedback/batch/create",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: feedbackCreateBatch },
    result: { kind: "json", schema: feedbackCreateBatchResult },
    standing: "extension",
    example: {
      body: {
        batch: [
          {
            id: FEEDBACK_ID,
            project_id: PROJECT,
            weave_ref: CALL_REF,
            feedback_type: "wandb.reaction.1",
            payload: { emoji: "👍" },
          },
        ],
      },
      result: {
        res: [
          {
            id: FEEDBACK_ID,
            created_at: "2026-11-20T14:30:01.882000Z",
            svc_user_id: "key-local",
            payload: { emoji: "👍", alias: ":thumbs_up:", detoned: "👍", detoned_alias: ":thumbs_up:" },
          },
        ],
      },
    },
  }),
  "feedback.query": defineOperation({
    id: "feedback.query",
    title: "Feedback",
    summary: "Lists feedback of a project.",
    path: "/feedback/query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: feedbackQuery },
    result: { kind: "json", schema: feedbackQueryResult },
    standing: "extension",
    example: {
      body: {
        project_id: PROJECT,
        query: { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: CALL_REF }] } },
      },
      result: { result: [{ id: FEEDBACK_ID, feedback_type: "wandb.note.1", payload: { note: "Wrong flight" } }] },
    },
  }),
  "feedback.purge": defineOperation({
    id: "feedback.purge",
    title: "Remove feedback",
    summary: "Removes feedback by id.",
    path: "/feedback/purge",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: feedbackPurge },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    example: {
      body: { project_id: PROJECT, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: FEEDBACK_ID }] } } },
      result: {},
    },
  }),
  "feedback.replace": defineOperation({
    id: "feedback.replace",
    title: "Replace feedback",
    summary: "Removes feedback and adds new feedback in its place, both or neither.",
    path: "/feedback/replace",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: feedbackReplace },
    result: { kind: "json", schema: feedbackCreateResult },
    standing: "extension",
    gaps: ["feedback-replace"],
    example: {
      body: {
        project_id: PROJECT,
        feedback_id: FEEDBACK_ID,
        weave_ref: CALL_REF,
        feedback_type: "wandb.note.1",
        payload: { note: "Right flight, wrong day" },
      },
      result: {
        id: "0199a7c2-7c02-7b11-9f5e-0d1c2b3a4958",
        created_at: "2026-11-20T14:31:10.120000Z",
        svc_user_id: "key-local",
        payload: {},
      },
    },
  }),
};
