// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { TrainingIteration } from "@/lib/api/contract/training-runs/training-runs";
import { exampleIteration, exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { IterationRow } from "./iteration-row";

afterEach(cleanPage);

/** The texts of the cells, and whether there is something to compare. */
function drawn(source: "log" | "service", changes: Partial<TrainingIteration>) {
  renderElementOnPage(
    <table>
      <tbody>
        <IterationRow
          slug="demo"
          run={exampleRun({ source })}
          iteration={{ ...exampleIteration(3), ...changes }}
          hasEvaluation={false}
          onCompare={() => undefined}
        />
      </tbody>
    </table>,
  );
  const [, , signal, rollouts, , , sampling] = screen.getAllByRole("cell").map(({ textContent }) => textContent);
  return { signal, rollouts, sampling, isCompared: screen.queryByRole("button", { name: /Compare/ }) !== null };
}

const NONE = { groups: 0, groups_with_signal: 0, rollouts: 0, rollouts_planned: 0, errors: 0, unlabeled: 0 };

it("shows unknown rollouts of a program that logs none as unknown, and how long it sampled", () => {
  const found = drawn("log", { ...NONE, sampling_seconds: 40 });
  expect(found).toEqual({ signal: "–", rollouts: "–", sampling: "40.0 s", isCompared: false });
});

it("shows that all rollouts of a logged iteration failed", () => {
  expect(drawn("log", { ...NONE, errors: 8 })).toMatchObject({ signal: "0 of 0", rollouts: "08 failed" });
});

it("shows that an iteration of the service has no rollouts yet", () => {
  const found = drawn("service", { ...NONE, state: "sampling", rollouts_planned: 64 });
  expect(found).toMatchObject({ signal: "0 of 0", rollouts: "0 of 64", isCompared: true });
});
