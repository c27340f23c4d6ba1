import { expect, it } from "vitest";
import { summarizeRun } from "./summary";

const trial = (scores: Record<string, unknown>, output: unknown = "text") => ({ output, scores, latencySeconds: 0.5 });

it("sums scores up as the Python client does: failed models count in fractions, missing scores do not", () => {
  const trials = [trial({ exact: true }), trial({ exact: false }), trial({ exact: null }), trial({}, null)];
  expect(summarizeRun(["exact"], trials)).toEqual({
    exact: { true_count: 1, true_fraction: 1 / 3 },
    model_latency: { mean: 0.5 },
  });
});

it("sums objects up member by member, and numbers as the mean of those that have one", () => {
  const trials = [
    trial({ near: { within: true, error: 2 } }),
    trial({ near: { within: false, error: null, reason: "none" } }),
    trial({ near: { within: false, error: 4 } }),
  ];
  expect(summarizeRun(["near"], trials)).toMatchObject({
    near: { within: { true_count: 1, true_fraction: 1 / 3 }, error: { mean: 3 } },
  });
});

it("says null for a scorer without any score, and nothing for texts", () => {
  expect(summarizeRun(["verdict"], [trial({ verdict: null })])).toEqual({
    verdict: null,
    model_latency: { mean: 0.5 },
  });
  expect(summarizeRun(["verdict"], [trial({ verdict: "good" })])).toMatchObject({ verdict: null });
  expect(summarizeRun([], [trial({}, { sure: 0.5 }), trial({}, { sure: 1 })])).toMatchObject({
    output: { sure: { mean: 0.75 } },
  });
});
