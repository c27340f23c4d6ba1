// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { TrainingRunVerdict } from "@/lib/api/contract/training-runs/training-runs";
import { exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { VerdictBand } from "./verdict-band";

afterEach(cleanup);

const show = (sentence: string, kind: TrainingRunVerdict["kind"] = "rising") => {
  const run = exampleRun();
  render(<VerdictBand run={{ ...run, verdict: { ...run.verdict, kind, sentence } }} />);
  return screen.getByRole("region", { name: "Verdict" }).textContent;
};

test("shows the word once, then the figures", () => {
  expect(show("Rising: the mean reward went from 0.1 to 0.7.")).toBe("RisingThe mean reward went from 0.1 to 0.7.");
});

test("does not repeat that nothing can be said yet", () => {
  expect(show("Cannot tell yet: with 2 groups, at least 6 iterations are needed.", "cannot_tell")).toBe(
    "Cannot tell yetWith 2 groups, at least 6 iterations are needed.",
  );
});

test("keeps a sentence that does not begin with the word", () => {
  expect(show("It rises.")).toBe("RisingIt rises.");
});
