import { expect, test } from "vitest";
import { TrajectoryCollector } from "./collect-trajectories";
import { groupRows, type RowGrouping } from "./group-rows";
import { readTrainingValue } from "./read-value";
import type { DraftRows } from "./reward-figures";
import { trainedTrajectories } from "./trained-trajectories";
import { requestBody } from "./training-request-body";
import { originMembers, trajectoryOriginOf } from "./trajectory-origin";

const origins = [
  { kind: "thread", id: "thr-1", table: null },
  { kind: "trace", id: "0199", table: null },
  { kind: "row", id: "rowdigest", table: "tabledigest" },
] as const;

test("reads back what was written into metadata", () => {
  for (const origin of origins) expect(trajectoryOriginOf({ task_id: 3, ...originMembers(origin) })).toEqual(origin);
});

test("returns no origin for metadata without one, or without an id", () => {
  for (const metadata of [null, [], {}, { thread_id: 7 }, { thread_id: "" }, { row_digest: "r" }]) {
    expect(trajectoryOriginOf(metadata)).toBeNull();
  }
  expect(trajectoryOriginOf({ thread_id: "t".repeat(257) })).toBeNull();
});

function draftOf(metadata: readonly object[], isOut: readonly number[], grouping: RowGrouping): DraftRows {
  const collector = new TrajectoryCollector("s");
  for (const one of metadata) {
    const value = { messages: [{ role: "user", content: "a" }], reward: 0.5, metadata: one };
    for (const group of readTrainingValue(value, "").groups) collector.add(group);
  }
  const { rows, groups } = collector.flush();
  return {
    rows,
    groups: groupRows(rows, groups, grouping),
    rewards: Float64Array.from(rows, (_, index) => index / 4),
    isOut: Uint8Array.from(isOut),
  };
}

test("records trajectories at their positions in the request, without excluded ones", async () => {
  const metadata = [
    { task: 1, thread_id: "gone" },
    { task: 2, thread_id: "a" },
    { task: 3, thread_id: "left" },
    { task: 3, thread_id: "b" },
    { task: 3 },
    { task: 3, thread_id: "c" },
  ];
  const draft = draftOf(metadata, [1, 0, 1, 0, 0, 0], { kind: "path", path: "metadata.task" });
  const trained = trainedTrajectories(draft);
  expect(trained.map(({ id, group, trajectory, reward }) => [id, group, trajectory, reward])).toEqual([
    ["a", 0, 0, 0.25],
    ["b", 1, 0, 0.75],
    ["c", 1, 2, 1.25],
  ]);
  const body = JSON.parse(await (await requestBody(draft, { kind: "log", modelId: "m", split: "val" })).text());
  for (const { id, group, trajectory, reward } of trained) {
    expect(body.trajectory_groups[group].trajectories[trajectory]).toMatchObject({
      reward,
      metadata: { thread_id: id },
    });
  }
});
