import { expect, it } from "vitest";
import { messageKey } from "@/service/evaluation/evaluations/message-key";
import type { RunTrials, Trial } from "@/service/evaluation/evaluations/run-trials";
import { scoreFigures } from "@/service/evaluation/evaluations/score-figures";
import { partOf, restrictTrials } from "./counted-runs";
import { isAsked } from "./trained-rows";

const LONG = "a long question of many words, ".repeat(10);

it("recognizes a row by the message that a model was trained on, whole and however it is spaced", () => {
  const trained = new Set(["Move my flight.", LONG, "Question: What is 2+2?"].map(messageKey));
  const isTrained = (row: unknown, template: string | null = null) => isAsked(JSON.stringify(row), template, trained);
  expect(isTrained({ id: 1, message: "Move my\n flight. " })).toBe(true);
  expect(isTrained({ id: 1, inputs: { message: "Move my flight." } })).toBe(true);
  expect(isTrained("Move my flight.")).toBe(true);
  expect(isTrained({ message: LONG })).toBe(true);
  // Equal in what a list shows of it, and another question.
  expect(isTrained({ message: `${LONG}but not this one` })).toBe(false);
  expect(isTrained({ message: "Move my flight. Please!" })).toBe(false);
  expect(isTrained({ question: "What is 2+2?" })).toBe(false);
  expect(isTrained({ question: "What is 2+2?" }, "Question: {question}")).toBe(true);
  expect(isTrained({ question: "What is 3+3?" }, "Question: {question}")).toBe(false);
});

it("holds nothing out where no row or every row was trained on", () => {
  expect(partOf("held_out", 0, 48)).toBe("all");
  expect(partOf("held_out", 48, 48)).toBe("all");
  expect(partOf("held_out", 32, 48)).toBe("held_out");
  expect(partOf("trained", 0, 48)).toBe("trained");
});

it("computes all figures of some rows as if the run had no others", () => {
  const column = { id: "right", scorer: "right", kind: "boolean" } as const;
  const trialsOf = (digest: string, passes: readonly boolean[]) =>
    passes.map(
      (pass, at): Trial => ({
        id: `${digest}-${at}`,
        digest,
        modelCallId: null,
        state: "answered",
        latencyMs: null,
        totalTokens: null,
        costUsd: null,
        scores: new Map([["right", pass]]),
        failedScorers: [],
      }),
    );
  const rows = Array.from({ length: 32 }, (_, at): [string, Trial[]] => [
    `r${at}`,
    trialsOf(`r${at}`, [at < 16 || at < 23]),
  ]);
  const run: RunTrials = {
    runId: "run",
    trials: rows.flatMap(([, trials]) => trials),
    columns: [column],
    byExample: new Map(rows),
    inlineExamples: new Map(),
    runTokens: null,
    runCostUsd: null,
    loggedSummary: { right: { true_fraction: 23 / 32 } },
  };
  const heldOut = restrictTrials(run, new Set(rows.slice(16).map(([digest]) => digest)));
  const figures = scoreFigures(heldOut, column, { errorsAsFailures: true });
  // 7 of 16: (7 + z²/2 ∓ z·√(7·9/16 + z²/4)) / (16 + z²) with z = 1.95996.
  const z = 1.959963984540054;
  const half = (z * Math.sqrt((7 * 9) / 16 + z ** 2 / 4)) / (16 + z ** 2);
  const centre = (7 + z ** 2 / 2) / (16 + z ** 2);
  expect(figures).toMatchObject({ mean: 7 / 16, example_count: 16, trial_count: 16, logged: null });
  expect(figures.interval?.low).toBeCloseTo(centre - half, 9);
  expect(figures.interval?.high).toBeCloseTo(centre + half, 9);
  // Every example is its own run's again, and the same selection the same object.
  expect(restrictTrials(run, new Set(run.byExample.keys()))).toBe(run);
  expect(restrictTrials(run, new Set(heldOut.byExample.keys()))).toBe(heldOut);
});
