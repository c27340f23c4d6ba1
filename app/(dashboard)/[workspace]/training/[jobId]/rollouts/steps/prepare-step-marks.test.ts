import { describe, expect, it } from "vitest";
import { exampleBatch } from "@/lib/training/trajectories/testing/example-batch";
import { batchNames, batchNameText, batchSources, nearestOf, stepList, stepMarks } from "./prepare-step-marks";

const batch = (step: number, split: string | null, reward?: number, exception_count = 0) =>
  exampleBatch(step, {
    kind: split === null ? "job" : "log",
    split,
    exception_count,
    metrics: reward === undefined ? {} : { reward },
  });

const batches = [
  batch(0, "val", 0.1),
  batch(1, null, 0.2),
  batch(2, "val", 0.3),
  batch(3, null, 0.8, 2),
  batch(4, null),
];

describe("steps", () => {
  it("are named by their numbers, or counted if several jobs were sent at one step", () => {
    const named = (steps: readonly (number | null)[]) =>
      batchNames(steps.map((step) => ({ step }))).map((name, index) => batchNameText(name, index, steps.length));
    expect(named([null, 3])).toEqual(["no step, 1 of 2", "step 3, 2 of 2"]);
    expect(named([0, 0, 0])).toEqual(["batch 1 of 3", "batch 2 of 3", "batch 3 of 3"]);
  });

  it("come from the same source as the shown batch, so that training and validation are never mixed", () => {
    const { batches: steps, at } = stepList(batches, batches[3] ?? null);
    expect(steps.map(({ id }) => id)).toEqual(["b1", "b3", "b4"]);
    expect(at).toBe(1);
    expect(stepList(batches, null)).toEqual({ batches: [], at: -1 });
  });

  it("have sources with their counts, training first", () => {
    expect(batchSources(batches)).toEqual([
      { key: "job", label: "Sent for training", count: 3 },
      { key: "log val", label: "Logged as val", count: 2 },
    ]);
  });

  it("lead to the previous batch of another source, else to its first", () => {
    const [, , , shown, last] = batches;
    if (!shown || !last) throw new Error("no batch");
    expect(nearestOf(batches, shown, "log val")?.id).toBe("b2");
    expect(nearestOf(batches, last, "log val")?.id).toBe("b2");
    expect(nearestOf(batches, batch(0, "val"), "job")?.id).toBe("b1");
    expect(nearestOf(batches, shown, "log train")).toBeNull();
  });
});

describe("stepPicks", () => {
  it("color each mark by its reward among those shown, and mark exceptions", () => {
    const picks = stepMarks(stepList(batches, batches[3] ?? null).batches);
    expect(picks.map(({ shade }) => shade)).toEqual([1, 7, null]);
    expect(picks.map(({ hasExceptions }) => hasExceptions)).toEqual([false, true, false]);
  });

  it("merges steps into runs when there are too many, without losing one", () => {
    const many = Array.from({ length: 1000 }, () => batch(1, null, 0.5, 0));
    const picks = stepMarks(many);
    expect(picks).toHaveLength(160);
    expect(picks[0]?.from).toBe(0);
    expect(picks.at(-1)?.to).toBe(1000);
    for (const [index, pick] of picks.entries()) expect(pick.from).toBe(index === 0 ? 0 : picks[index - 1]?.to);
  });
});
