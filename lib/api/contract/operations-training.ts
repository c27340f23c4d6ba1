import { bulkLimits, row } from "./operation-row";
import {
  checkpointsPage,
  checkpointsQuery,
  eventsQuery,
  logTrajectories,
  modelParams,
  trainingJob,
  trainingJobCreate,
  trainingJobEventsPage,
  trainingJobParams,
} from "./training";
import { emptyResult } from "./wire";

const groups = [
  {
    trajectories: [
      {
        messages_and_choices: [
          { role: "user", content: "2 + 2?" },
          { role: "assistant", content: "4" },
        ],
        reward: 1,
      },
    ],
  },
];

export const trainingOperations = {
  "trainingJobs.create": row({
    id: "trainingJobs.create",
    title: "Create training job",
    summary: "Starts a training job from groups of trajectories.",
    path: "/v1/preview/training-jobs",
    auth: "bearer",
    effect: "write",
    body: { kind: "json-stream", schema: trainingJobCreate },
    result: { kind: "json", schema: trainingJob },
    standing: "core",
    limits: bulkLimits,
    gaps: ["training-required", "training-record"],
    example: { body: { model_id: "airline-agent", trajectory_groups: groups }, result: { id: "tj_01K9X4QZ" } },
  }),
  "models.log": row({
    id: "models.log",
    title: "Log trajectories",
    summary: "Logs trajectories for a model under a split.",
    path: "/v1/preview/models/{model_id}/log",
    auth: "bearer",
    effect: "write",
    params: modelParams,
    body: { kind: "json-stream", schema: logTrajectories },
    result: { kind: "json", schema: emptyResult },
    standing: "core",
    limits: bulkLimits,
    gaps: ["training-required", "log-answer"],
    example: { params: { model_id: "airline-agent" }, body: { split: "val", trajectory_groups: groups }, result: {} },
  }),
  "models.checkpoints": row({
    id: "models.checkpoints",
    title: "Checkpoints",
    summary: "Lists the checkpoints of a model, a page at a time.",
    method: "GET",
    path: "/v1/preview/models/{model_id}/checkpoints",
    auth: "bearer",
    effect: "read",
    params: modelParams,
    query: checkpointsQuery,
    body: { kind: "none" },
    result: { kind: "json", schema: checkpointsPage },
    standing: "core",
    example: {
      params: { model_id: "airline-agent" },
      query: { limit: 20, order: "asc" },
      result: {
        data: [{ id: "cp_1", step: 5, metrics: { reward: 0.41 } }],
        has_more: false,
        object: "list",
        first_id: "cp_1",
        last_id: "cp_1",
      },
    },
  }),
  "trainingJobs.events": row({
    id: "trainingJobs.events",
    title: "Job events",
    summary: "Lists the events of a training job after a cursor.",
    method: "GET",
    path: "/v1/preview/training-jobs/{training_job_id}/events",
    auth: "bearer",
    effect: "read",
    params: trainingJobParams,
    query: eventsQuery,
    body: { kind: "none" },
    result: { kind: "json", schema: trainingJobEventsPage },
    standing: "core",
    gaps: ["event-types"],
    example: {
      params: { training_job_id: "tj_01K9X4QZ" },
      query: { limit: 20 },
      result: {
        data: [{ id: "ev_1", type: "training_started", data: {} }],
        has_more: false,
        object: "list",
        first_id: "ev_1",
        last_id: "ev_1",
      },
    },
  }),
};
