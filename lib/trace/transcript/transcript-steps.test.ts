import { describe, expect, it } from "vitest";
import { skeletonOf } from "@/lib/trace/skeleton/build-skeleton";
import { idOf, KINDS } from "@/lib/trace/skeleton/trace-skeleton";
import { stepHistories, stepOfRow, stepsNeeded, toolsBefore, transcriptSteps } from "./transcript-steps";

type Made = readonly [id: string, parentId: string, kind: (typeof KINDS)[number]];

const made = (calls: readonly Made[]) => {
  const skeleton = skeletonOf(
    calls.map(([id, parentId, kind], index) => ({
      id,
      parentId,
      op: id,
      name: id.replace(/ again$/, ""),
      note: "",
      startMs: index,
      endMs: index + 1,
      status: 0,
      kind: KINDS.indexOf(kind),
      usage: [],
      threadId: null,
      runId: null,
      runStep: null,
    })),
  );
  const steps = transcriptSteps(skeleton);
  return { skeleton, steps, ids: [...steps.rows].map((row) => idOf(skeleton, row)) };
};

const turns = made([
  ["root", "", "agent"],
  ["turn 1", "root", "agent"],
  ["ask 1", "turn 1", "llm"],
  ["tool 1", "turn 1", "tool"],
  ["ask 2", "turn 1", "llm"],
  ["turn 2", "root", "agent"],
  ["ask 3", "turn 2", "llm"],
]);

describe("the steps of a transcript", () => {
  it("are the model and tool calls, in order", () => {
    expect(turns.ids).toEqual(["ask 1", "tool 1", "ask 2", "ask 3"]);
    expect(turns.steps).toMatchObject({ modelCount: 3, toolCount: 1 });
  });

  it("are the top-level calls where there is no model call", () => {
    expect(
      made([
        ["turn", "", "agent"],
        ["inner", "turn", "op"],
      ]).ids,
    ).toEqual(["turn"]);
  });

  it("are one where two instrumentations report the same request or tool", () => {
    const { ids } = made([
      ["agent", "", "agent"],
      ["wrapper", "agent", "llm"],
      ["client", "wrapper", "llm"],
      ["tool", "agent", "tool"],
      ["tool again", "tool", "tool"],
      ["helper", "tool", "tool"],
      ["ask inside a tool", "tool", "llm"],
    ]);
    expect(ids).toEqual(["wrapper", "tool", "helper", "ask inside a tool"]);
  });

  it("link to what they may repeat: the previous sibling, and the previous of all", () => {
    expect(stepHistories(turns.steps, 2)).toEqual([0]);
    expect(stepHistories(turns.steps, 3)).toEqual([2]);
    expect(toolsBefore(turns.steps, 2)).toEqual([1]);
    expect(stepsNeeded(turns.steps, 2)).toEqual([2, 0, 1]);
    expect(stepsNeeded(turns.steps, 1)).toEqual([1]);
    expect(stepsNeeded(turns.steps, 0)).toEqual([0]);
  });

  it("are found from any row of the tree", () => {
    expect(stepOfRow(turns.steps, 0)).toBe(0);
    expect(stepOfRow(turns.steps, 4)).toBe(2);
    expect(stepOfRow(turns.steps, 5)).toBe(3);
    expect(stepOfRow(turns.steps, 7)).toBe(-1);
  });
});
