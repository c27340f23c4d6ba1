import { describe, expect, it } from "vitest";
import { TrajectoryCollector } from "./collect-trajectories";
import { fieldPaths, type RowGrouping, rewardIn } from "./group-rows";
import { groupingFigures, proposeGrouping } from "./propose-grouping";
import { readTrainingValue } from "./read-value";

interface Given {
  readonly metadata: Readonly<Record<string, string | number>>;
  readonly reward?: number;
  readonly text?: string;
}

function draftOf(given: readonly Given[]) {
  const collector = new TrajectoryCollector("s");
  for (const [index, { metadata, reward, text = `question ${index}` }] of given.entries()) {
    const value = {
      metadata,
      messages: [{ role: "user", content: text }],
      ...(reward === undefined ? {} : { reward }),
    };
    for (const group of readTrainingValue(value, "").groups) collector.add(group);
  }
  const { rows } = collector.flush();
  return { rows, rewards: Float64Array.from(rows, (row) => rewardIn(row, "reward")) };
}

function proposal(given: readonly Given[], current: RowGrouping = { kind: "first-message" }) {
  const { rows, rewards } = draftOf(given);
  return proposeGrouping(rows, rewards, fieldPaths(rows), groupingFigures(rows, rewards, current));
}

const intents = Array.from({ length: 12 }, (_, index) => ({
  metadata: { intent: `intent ${index % 3}`, channel: index < 6 ? "web" : "app", id: index },
  reward: Number(index > 5),
}));

describe("a proposed grouping", () => {
  it("is the field that makes the most groups with different rewards, where first messages make groups of one", () => {
    expect(proposal(intents)).toEqual({
      grouping: { kind: "path", path: "metadata.intent" },
      figures: { groupCount: 3, singleCount: 0, spreadCount: 3 },
    });
  });

  it("is missing where most groups have several trajectories, and where no field makes different rewards", () => {
    expect(proposal(intents, { kind: "path", path: "metadata.intent" })).toBeNull();
    expect(proposal(intents.map((one) => ({ ...one, reward: 1 })))).toBeNull();
  });

  it("is the first message where that repeats", () => {
    const given = intents.map((one, index) => ({ ...one, text: `question ${index % 6}` }));
    expect(proposal(given, { kind: "source" })?.grouping).toEqual({ kind: "first-message" });
  });

  it("is never an outcome", () => {
    const given = [0, 1, 0, 1].map((reward, index) => ({
      metadata: { judge_score: index % 2 ? 3 : 4, reward_class: index < 2 ? "a" : "b" },
      reward,
    }));
    expect(proposal(given)).toBeNull();
  });
});

describe("the figures of a grouping", () => {
  it("ignore missing rewards", () => {
    const { rows, rewards } = draftOf([
      { metadata: { task: 1 } },
      { metadata: { task: 1 }, reward: 1 },
      { metadata: { task: 2 }, reward: 1 },
      { metadata: { task: 2 }, reward: 0 },
      { metadata: { task: 3 }, reward: 0 },
    ]);
    expect(groupingFigures(rows, rewards, { kind: "path", path: "metadata.task" })).toEqual({
      groupCount: 3,
      singleCount: 1,
      spreadCount: 1,
    });
  });
});
