import { describe, expect, it } from "vitest";
import { type JudgedTrial, judgeAgreement } from "./judge-agreement";
import { indexLabels, type Label } from "./labels";

const label = (subject: string, value: unknown, reviewer = "ada", question = "Correct"): Label => ({
  feedbackId: `${subject} ${reviewer}`,
  subject,
  question,
  reviewer,
  value,
  at: "2026-11-20T10:00:00Z",
});

const trial = (id: number, score: unknown): JudgedTrial => ({
  key: `k${id}`,
  trial: 1,
  subjects: [`call-${id}`, `model-${id}`],
  score,
});

/** 20 trials: both say yes to 8 and no to 6, only the judge says yes to 4, only people to 2. */
const verdicts = [
  ...Array(8).fill([true, true]),
  ...Array(6).fill([false, false]),
  ...Array(4).fill([true, false]),
  ...Array(2).fill([false, true]),
] as [boolean, boolean][];

describe("the agreement of a judge with people", () => {
  it("is the share of equal answers and Cohen's kappa, with the trials that differ", () => {
    const trials = verdicts.map(([score], index) => trial(index, score));
    const labels = indexLabels(verdicts.map(([, value], index) => label(`model-${index}`, value)));
    const [agreement, ...others] = judgeAgreement(trials, labels);
    expect(others).toEqual([]);
    expect(agreement).toMatchObject({ question: "Correct", labelled: 20, left: 0, percent: 0.7, measure: "kappa" });
    // Calculated by hand: chance is 0.6 · 0.5 + 0.4 · 0.5 = 0.5, so that kappa is (0.7 − 0.5) / 0.5.
    expect(agreement?.value).toBeCloseTo(0.4, 10);
    expect(agreement?.interval?.low).toBeLessThan(0.4);
    expect(agreement?.disagreements).toHaveLength(6);
    expect(agreement?.disagreements[0]).toEqual({ key: "k14", trial: 1, score: true, label: false });
  });

  it("uses the majority answer, and excludes ties and answers of another kind", () => {
    const trials = [trial(1, true), trial(2, true), trial(3, true), trial(4, null)];
    const labels = indexLabels([
      label("call-1", true),
      label("call-1", true, "bob"),
      label("model-1", false, "eve"),
      label("call-2", true),
      label("call-2", false, "bob"),
      label("call-3", "good"),
      label("call-4", true),
    ]);
    expect(judgeAgreement(trials, labels)).toMatchObject([{ labelled: 1, left: 2, percent: 1, value: null }]);
  });

  it("compares numbers by their distance, and lists the question with most labels first", () => {
    const trials = Array.from({ length: 12 }, (_, index) => trial(index, index % 5));
    const labels = indexLabels([
      label("call-1", true, "ada", "Polite"),
      ...trials.map((_, index) => label(`call-${index}`, index === 0 ? 1 : index % 5, "ada", "Stars")),
    ]);
    const [stars] = judgeAgreement(trials, labels);
    expect(stars).toMatchObject({ question: "Stars", labelled: 12, measure: "alpha" });
    expect(stars?.value).toBeGreaterThan(0.9);
  });

  it("is missing where there are no labels", () => {
    expect(judgeAgreement([trial(1, true)], indexLabels([]))).toEqual([]);
  });
});
