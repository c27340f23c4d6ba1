import { describe, expect, it } from "vitest";
import type { RunTrials, ScoreColumn, Trial } from "./run-trials";
import { slicesOf } from "./slices";

type Scored = { readonly kind: string; readonly values: readonly (boolean | number)[] };

/** A run with an example for each entry, and a trial for each of its values. */
function runOf(examples: readonly Scored[], kind: ScoreColumn["kind"]) {
  const column: ScoreColumn = { id: "right", scorer: "right", kind };
  const byExample = new Map(
    examples.map(({ values }, at): [string, Trial[]] => [
      `e${at}`,
      values.map((value, trial) => ({
        id: `${at}-${trial}`,
        digest: `e${at}`,
        modelCallId: null,
        state: "answered",
        latencyMs: null,
        totalTokens: null,
        costUsd: null,
        scores: new Map([["right", value]]),
        failedScorers: [],
      })),
    ]),
  );
  const run: RunTrials = {
    runId: "run",
    trials: [...byExample.values()].flat(),
    columns: [column],
    byExample,
    inlineExamples: new Map(),
    runTokens: null,
    runCostUsd: null,
    loggedSummary: undefined,
  };
  const texts = new Map(examples.map(({ kind: member }, at) => [`e${at}`, JSON.stringify({ kind: member })]));
  return slicesOf(run, column, texts, "kind", { errorsAsFailures: true }).values;
}

const times = (count: number, scored: Scored) => Array.from({ length: count }, () => scored);
const rounded = (value: number | undefined) => Number(value?.toFixed(3));

describe("the interval of a slice", () => {
  it.each<[string, ScoreColumn["kind"], readonly (boolean | number)[], readonly (boolean | number)[]]>([
    ["passes with one trial", "boolean", [true], [false]],
    ["passes with three trials", "boolean", [true, true, true], [false, false, false]],
    ["numbers from 0 to 1", "number", [1], [0]],
  ])("of %s is Wilson's at 0 and 1", (_, kind, all, none) => {
    const [best, worst] = runOf(
      [...times(16, { kind: "a", values: all }), ...times(12, { kind: "b", values: none })],
      kind,
    );
    // (16 + z²/2) / (16 + z²) less its half: 1 / (1 + z²/16) = 0.806; z²/12 / (1 + z²/12) = 0.242.
    expect([rounded(best?.interval?.low), best?.interval?.high]).toEqual([0.806, 1]);
    expect([worst?.interval?.low, rounded(worst?.interval?.high)]).toEqual([0, 0.242]);
  });

  it("decides whether a slice is within noise of all", () => {
    const half = [...times(12, { kind: "b", values: [true] }), ...times(3, { kind: "c", values: [false] })];
    const [first, second] = runOf([...times(16, { kind: "a", values: [true] }), ...half], "boolean");
    // All: 28 of 31, 0.903, which 16 of 16 and 12 of 12 may be by chance.
    expect([first?.is_within_noise, second?.is_within_noise]).toEqual([true, true]);
  });
});
