import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import {
  checkpointEvaluation,
  checkpointEvaluationById,
  checkpointEvaluationList,
  checkpointEvaluationSet,
  checkpointEvaluationStart,
  checkpointEvaluations,
} from "./checkpoint-evaluations";

const PROJECT_ID = "demo/airline";
const MODEL_ID = "019aa1bf-1c3d-7a52-9f0e-52b7c1d0e4aa";
const RUN_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b21";
const CREATED_AT = "2026-11-20T14:30:01.882Z";

const SETTINGS = {
  is_on: true,
  every: 1,
  score: "exact",
  direction: "higher",
  name: "airline tasks",
  messages: [{ role: "user", content: "{question}" }],
  params: { temperature: 0 },
  rows: { dataset_ref: `weave:///${PROJECT_ID}/object/airline-tasks:v0`, sample: { kind: "first", count: 50 } },
  scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
  trials: 1,
};

const EVALUATION = {
  model_id: MODEL_ID,
  settings: SETTINGS,
  set_by: "ada",
  set_at: CREATED_AT,
  checkpoints: [
    {
      id: "019aa1bf-1c3d-7a52-9f0e-52b7c1d0e4ab",
      step: 1,
      gradient_steps: 60,
      created_at: CREATED_AT,
      run: {
        run_id: RUN_ID,
        call_id: "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b22",
        state: "finished",
        reason: null,
        done: 50,
        total: 50,
        requested_by: null,
        requested_at: CREATED_AT,
        ended_at: "2026-11-20T14:33:00.000Z",
        figures: {
          example_count: 50,
          trial_count: 50,
          error_count: 0,
          cost_usd: 0,
          scores: [
            {
              id: "exact",
              kind: "boolean",
              mean: 0.62,
              low: 0.48,
              high: 0.74,
              example_count: 50,
              failure_count: 0,
            },
          ],
        },
      },
    },
  ],
  has_more: false,
  best: { step: 1, mean: 0.62, low: 0.48, high: 0.74 },
  other_count: 0,
};

/** The evaluation that is set on a model, and runs on each of its new checkpoints. */
export const checkpointEvaluationOperations = {
  "checkpointEvaluations.read": defineOperation({
    id: "checkpointEvaluations.read",
    title: "Evaluation of checkpoints",
    summary: "Returns the evaluation that is set on a model, and what it found for each checkpoint.",
    path: "/checkpoint_evaluations/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: checkpointEvaluationById },
    result: { kind: "json", schema: checkpointEvaluation },
    standing: "extension",
    gaps: ["checkpoint-evaluations"],
    example: { body: { model_id: MODEL_ID }, result: EVALUATION },
  }),
  "checkpointEvaluations.list": defineOperation({
    id: "checkpointEvaluations.list",
    title: "Best checkpoints",
    summary: "Returns the best checkpoint of each model on which an evaluation is set.",
    path: "/checkpoint_evaluations/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: checkpointEvaluationList },
    result: { kind: "json", schema: checkpointEvaluations },
    standing: "extension",
    gaps: ["checkpoint-evaluations"],
    example: {
      body: { project_id: PROJECT_ID, model_ids: [MODEL_ID] },
      result: {
        models: [
          {
            model_id: MODEL_ID,
            is_on: true,
            name: "airline tasks",
            score: "exact",
            best: EVALUATION.best,
            evaluated_count: 1,
            failed_count: 0,
          },
        ],
      },
    },
  }),
  "checkpointEvaluations.set": defineOperation({
    id: "checkpointEvaluations.set",
    title: "Set the evaluation of checkpoints",
    summary:
      "Sets the evaluation that runs on each new checkpoint of a model. Checks it against its newest checkpoint.",
    path: "/checkpoint_evaluations/set",
    auth: "basic",
    effect: "write",
    scope: "train",
    body: { kind: "json", schema: checkpointEvaluationSet },
    result: { kind: "json", schema: checkpointEvaluation },
    standing: "extension",
    gaps: ["checkpoint-evaluations"],
    example: { body: { model_id: MODEL_ID, settings: SETTINGS }, result: EVALUATION },
  }),
  "checkpointEvaluations.start": defineOperation({
    id: "checkpointEvaluations.start",
    title: "Evaluate existing checkpoints",
    summary: "Evaluates checkpoints that exist already, one after the other, or again where it failed or was stopped.",
    path: "/checkpoint_evaluations/start",
    auth: "basic",
    effect: "write",
    scope: "train",
    body: { kind: "json", schema: checkpointEvaluationStart },
    result: { kind: "json", schema: checkpointEvaluation },
    standing: "extension",
    gaps: ["checkpoint-evaluations"],
    example: { body: { model_id: MODEL_ID, steps: [0] }, result: EVALUATION },
  }),
  "checkpointEvaluations.remove": defineOperation({
    id: "checkpointEvaluations.remove",
    title: "Remove the evaluation of checkpoints",
    summary: "New checkpoints of the model are no longer evaluated. Evaluations that ran or run are kept.",
    path: "/checkpoint_evaluations/remove",
    auth: "basic",
    effect: "write",
    scope: "train",
    body: { kind: "json", schema: checkpointEvaluationById },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    gaps: ["checkpoint-evaluations"],
    example: { body: { model_id: MODEL_ID }, result: {} },
  }),
};
