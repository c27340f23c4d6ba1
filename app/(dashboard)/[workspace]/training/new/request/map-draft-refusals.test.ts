import { expect, test } from "vitest";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { groupRows } from "@/lib/training/trajectories/group-rows";
import { readTrainingValue } from "@/lib/training/trajectories/read-value";
import { draftRefusals } from "./map-draft-refusals";

const failure = (loc: string[]): ServiceFailure => ({
  kind: "validation",
  message: "refused",
  requestId: "",
  operation: null,
  detail: [{ loc, msg: "Input should be a valid string", type: "string_type" }],
});

test("finds the group and the trajectory that a service rejected when other groups are excluded", () => {
  const collector = new TrajectoryCollector("a");
  for (const line of [1, 2, 3]) {
    for (const group of readTrainingValue(
      { task: line, reward: 1, messages: [{ role: "user", content: "x" }] },
      `line ${line}`,
    ).groups) {
      collector.add(group);
    }
  }
  const { rows, groups } = collector.flush();
  const draft = {
    rows,
    groups: groupRows(rows, groups, { kind: "path", path: "metadata.task" }),
    rewards: Float64Array.of(1, 1, 1),
    isOut: Uint8Array.of(1, 0, 0),
  };
  const loc = ["body", "trajectory_groups", "1", "trajectories", "0", "messages_and_choices", "4", "role"];
  expect(draftRefusals(failure(loc), [1, 2], draft)).toEqual([
    {
      level: "error",
      path: "trajectory_groups[1].trajectories[0].messages_and_choices[4].role",
      message: "Input should be a valid string",
      place: "line 3",
      groups: [2],
    },
  ]);
  expect(draftRefusals(failure(["body", "model_id"]), [1, 2], draft)).toMatchObject([{ path: "model_id", groups: [] }]);
});
