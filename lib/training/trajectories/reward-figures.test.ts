import { expect, test } from "vitest";
import { advantageOf, rewardSpread, STANDARD_RULE } from "./advantage-rule";
import { TrajectoryCollector } from "./collect-trajectories";
import { draftProblems } from "./draft-problems";
import { fieldPaths, groupRows, guessGrouping, guessRewardField, rewardIn } from "./group-rows";
import { readTrainingValue } from "./read-value";
import {
  type DraftRows,
  draftTotals,
  duplicateRows,
  groupFigures,
  outliersIn,
  rewardHistogram,
  rewardLengths,
} from "./reward-figures";
import { requestBody, requestBytes } from "./training-request-body";

const recorded = (task: number, reward: number | undefined, text: string) => ({
  task_id: task,
  reward,
  messages: [
    { role: "user", content: text },
    { role: "assistant", content: `Zug ${text}` },
  ],
});

function draftOf(values: readonly unknown[], out: readonly number[] = []): DraftRows {
  const collector = new TrajectoryCollector("a");
  for (const [index, value] of values.entries()) {
    for (const group of readTrainingValue(value, `line ${index + 1}`).groups) collector.add(group);
  }
  const { rows, groups } = collector.flush();
  const paths = fieldPaths(rows);
  const path = guessRewardField(paths);
  return {
    rows,
    groups: groupRows(rows, groups, guessGrouping(rows, paths)),
    rewards: Float64Array.from(rows, (row) => rewardIn(row, path)),
    isOut: Uint8Array.from(rows, (_, index) => (out.includes(index) ? 1 : 0)),
  };
}

const example = [recorded(1, 1, "a"), recorded(2, 0, "b"), recorded(1, 0, "c"), recorded(2, 0, "b")];

test("groups by task and reports mean, spread and groups without a gradient", () => {
  const draft = draftOf(example);
  const figures = groupFigures(draft);
  expect(draft.groups.map(({ label, rows }) => [label, rows])).toEqual([
    ["task_id 1", [0, 2]],
    ["task_id 2", [1, 3]],
  ]);
  expect(draftTotals(draft, figures)).toMatchObject({
    groupCount: 2,
    trajectoryCount: 4,
    rewardMean: 0.25,
    deviationMean: 0.25,
    flatGroups: [1],
    missingRewards: 0,
  });
  expect(duplicateRows(draft)).toEqual([3]);
});

test("returns advantages with mean zero, and zeros where all rewards are equal", () => {
  const spread = rewardSpread([1, 0, 0, 1]);
  expect(spread).toMatchObject({ mean: 0.5, deviation: 0.5 });
  expect(advantageOf(1, spread, STANDARD_RULE)).toBeCloseTo(1, 5);
  expect(advantageOf(0, spread, STANDARD_RULE)).toBeCloseTo(-1, 5);
  expect(advantageOf(0.1, rewardSpread([0.1, 0.1, 0.1]), STANDARD_RULE)).toBe(0);
  expect(advantageOf(Number.NaN, spread, STANDARD_RULE)).toBeNull();
});

test("distinguishes errors from warnings, with locations in the request and in the source", () => {
  const draft = draftOf(
    [...example, recorded(3, undefined, "ä"), { messages: [{ role: "user", content: 1 }, 7] }],
    [1, 3],
  );
  const problems = draftProblems(draft, groupFigures(draft));
  expect(problems.filter(({ level }) => level === "error")).toMatchObject([
    { path: "trajectory_groups[1].trajectories[0].reward", place: "line 5", groups: [2] },
    { path: "trajectory_groups[2].trajectories[0].reward", place: "line 6", groups: [3] },
    { path: "trajectory_groups[2].trajectories[0].messages_and_choices[1]", groups: [3] },
  ]);
  const alone = draftOf(example);
  expect(draftProblems(alone, groupFigures(alone))).toMatchObject([
    { level: "warning", path: "trajectory_groups[1]", groups: [1] },
    { level: "warning", path: "trajectory_groups[1]", message: "Duplicate trajectory" },
  ]);
});

test("writes the request with current rewards, without excluded rows, and computes its size", async () => {
  const draft = draftOf([...example, recorded(3, 1, "ä")], [1]);
  draft.rewards[2] = 0.75;
  const target = { kind: "job", modelId: "m", config: { learning_rate: 5e-6 } } as const;
  const body = await requestBody(draft, target);
  const sent = JSON.parse(await body.text());
  expect(sent).toMatchObject({ model_id: "m", experimental_config: { learning_rate: 5e-6 } });
  expect(
    sent.trajectory_groups.map(({ trajectories }: { trajectories: { reward: number }[] }) =>
      trajectories.map(({ reward }) => reward),
    ),
  ).toEqual([[1, 0.75], [0], [1]]);
  expect(sent.trajectory_groups[2].trajectories[0]).toEqual({
    reward: 1,
    messages_and_choices: [
      { role: "user", content: "ä" },
      { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: "Zug ä" } },
    ],
    metadata: { task_id: 3 },
  });
  expect(requestBytes(draft.groups, groupFigures(draft), target)).toBe(body.size);
});

test("keeps groups, exceptions and members of a file, and moves exceptions along when regrouped", async () => {
  const exceptions = [{ type: "ValueError", message: "no" }];
  const values = [
    { trajectories: [recorded(1, 1, "a")], exceptions, metadata: { id: 9 } },
    { trajectories: [], exceptions },
  ];
  const draft = draftOf(values);
  const target = { kind: "log", modelId: "m", split: "val" } as const;
  const body = await requestBody(draft, target);
  expect(requestBytes(draft.groups, groupFigures(draft), target)).toBe(body.size);
  expect(JSON.parse(await body.text())).toMatchObject({
    split: "val",
    trajectory_groups: [
      { exceptions, metadata: { id: 9 } },
      { trajectories: [], exceptions },
    ],
  });
  const collector = new TrajectoryCollector("a");
  for (const value of values) for (const group of readTrainingValue(value, "").groups) collector.add(group);
  const { rows, groups } = collector.flush();
  expect(groupRows(rows, groups, { kind: "all" }).map((group) => group.exceptions.length)).toEqual([1, 1]);
});

test("counts each distinct reward while there are few, and bars of equal width otherwise", () => {
  const few = rewardHistogram({ rewards: Float64Array.of(1, 0, 1, Number.NaN), isOut: new Uint8Array(4) });
  expect(few).toEqual([
    { from: 0, to: 0, count: 1 },
    { from: 1, to: 1, count: 2 },
  ]);
  const many = rewardHistogram({
    rewards: Float64Array.from({ length: 100 }, (_, index) => index),
    isOut: new Uint8Array(100),
  });
  expect(many).toHaveLength(20);
  expect(many.map(({ count }) => count)).toEqual(Array.from({ length: 20 }, () => 5));
});

test("finds a correlation with length, and outliers", () => {
  const draft = draftOf(Array.from({ length: 30 }, (_, index) => recorded(index, index, "x".repeat(10 + index))));
  expect(rewardLengths(draft)?.correlation).toBeCloseTo(1, 2);
  expect(outliersIn(Float64Array.from({ length: 30 }, (_, index) => (index === 7 ? 1000 : index)))).toEqual([7]);
  expect(outliersIn(Float64Array.from({ length: 30 }, (_, index) => index % 2))).toEqual([]);
});

test("updates statistics when a reward is typed, and keeps those of the other groups", () => {
  const draft = draftOf(example);
  const before = groupFigures(draft);
  const rewards = draft.rewards.slice();
  rewards[1] = 0.25;
  const after = groupFigures({ ...draft, rewards });
  const index = draft.groups.findIndex(({ rows }) => rows.includes(1));
  expect(after[index]).toEqual(groupFigures({ ...draft, groups: [...draft.groups], rewards })[index]);
  expect(after[index]).not.toEqual(before[index]);
  for (const [at, figure] of after.entries()) if (at !== index) expect(figure).toBe(before[at]);
  // Restored, and with a row excluded.
  expect(groupFigures(draft)).toEqual(before);
  const isOut = draft.isOut.slice();
  isOut[1] = 1;
  expect(groupFigures({ ...draft, isOut })[index]?.count).toBe((before[index]?.count ?? 0) - 1);
});
