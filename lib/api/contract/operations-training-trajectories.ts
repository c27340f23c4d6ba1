import { row } from "./operation-row";
import { EXAMPLE_BATCH_ID, EXAMPLE_CREATED_AT, EXAMPLE_GROUPS, EXAMPLE_MODEL_ID } from "./training-examples";
import {
  batchesList,
  batchesPage,
  groupRead,
  groupReadResult,
  groupsList,
  groupsPage,
  trajectoryRead,
  trajectoryReadResult,
} from "./training-trajectories";

/** What was sent to train on and what was logged, down to one trajectory. */
export const trajectoryOperations = {
  "trajectories.batches": row({
    id: "trajectories.batches",
    title: "Trajectory batches",
    summary: "Lists what was sent for a model: the data of its jobs and its logs, by kind, split and step.",
    path: "/trajectories/batches",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: batchesList },
    result: { kind: "json", schema: batchesPage },
    standing: "extension",
    gaps: ["training-lists"],
    example: {
      body: { model_id: EXAMPLE_MODEL_ID, kind: "log", split: "val", step: 1 },
      result: {
        data: [
          {
            id: EXAMPLE_BATCH_ID,
            model_id: EXAMPLE_MODEL_ID,
            kind: "log",
            training_job_id: null,
            split: "val",
            step: 1,
            created_at: EXAMPLE_CREATED_AT,
            size_bytes: 402,
            group_count: 1,
            trajectory_count: 2,
            exception_count: 0,
            metrics: { reward: 0.5, reward_std_dev: 0.5, exception_rate: 0 },
          },
        ],
        has_more: false,
        object: "list",
        first_id: EXAMPLE_BATCH_ID,
        last_id: EXAMPLE_BATCH_ID,
      },
    },
  }),
  "trajectories.groups": row({
    id: "trajectories.groups",
    title: "Trajectory groups",
    summary: "Lists the groups of a batch with the reward of each trajectory, in the order in which they came.",
    path: "/trajectories/groups",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: groupsList },
    result: { kind: "json", schema: groupsPage },
    standing: "extension",
    gaps: ["training-lists"],
    example: {
      body: { batch_id: EXAMPLE_BATCH_ID },
      result: {
        data: [
          { id: "0", index: 0, trajectory_count: 2, exception_count: 0, rewards: [1, 0], label: null, title: "2 + 2?" },
        ],
        has_more: false,
        object: "list",
        first_id: "0",
        last_id: "0",
      },
    },
  }),
  "trajectories.group": row({
    id: "trajectories.group",
    title: "Trajectory group",
    summary: "Reads everything of a group but its trajectories: exceptions, metadata, metrics, logs.",
    path: "/trajectories/group",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: groupRead },
    result: { kind: "json", schema: groupReadResult },
    standing: "extension",
    gaps: ["training-lists"],
    example: {
      body: { batch_id: EXAMPLE_BATCH_ID, group: 0 },
      result: { batch_id: EXAMPLE_BATCH_ID, group_index: 0, group: { exceptions: [] } },
    },
  }),
  "trajectories.read": row({
    id: "trajectories.read",
    title: "Trajectory",
    summary: "Reads one trajectory of a batch, exactly as it was sent.",
    path: "/trajectories/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: trajectoryRead },
    result: { kind: "json", schema: trajectoryReadResult },
    standing: "extension",
    gaps: ["training-lists"],
    example: {
      body: { batch_id: EXAMPLE_BATCH_ID, group: 0, trajectory: 0 },
      result: {
        batch_id: EXAMPLE_BATCH_ID,
        group_index: 0,
        trajectory_index: 0,
        trajectory: EXAMPLE_GROUPS[0]?.trajectories[0],
      },
    },
  }),
};
