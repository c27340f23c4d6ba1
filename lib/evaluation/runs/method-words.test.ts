import { expect, it } from "vitest";
import { comparison } from "@/test/setup/evaluation-fixtures";
import { methodWords } from "./method-words";
import { sliceMethodWords } from "./slice-words";
import { isWithinNoise, verdictWords } from "./verdict-words";

it("names the methods that were used, and no others", () => {
  const single = comparison({ test: "mcnemar", interval_method: "bonett-price" });
  const mean = comparison({ test: "sign-flip", interval_method: "resampled" });
  expect(methodWords([single])).toBe("intervals: Bonett and Price (2012); p: exact McNemar test, corrected by Holm");
  expect(methodWords([single, mean, mean])).toBe(
    "intervals: Bonett and Price (2012) or bootstrap over examples with a fixed seed; p: exact McNemar test or sign-flip test, corrected by Holm",
  );
  expect(methodWords([comparison({ p: null, test: null, interval: null, interval_method: null })])).toBe("");
});

it("names the methods of two slices, of which only one is large enough for t", () => {
  const slice = { rows: 501, examples: 501, mean: 0.5, interval: { low: 0.4, high: 0.6 } };
  const slices = [
    { ...slice, interval_method: "t" as const },
    { ...slice, rows: 20, examples: 20, interval_method: "resampled" as const },
  ];
  const { difference, interval, p } = comparison();
  const change = { difference, interval, p, holm_p: p, test: "permutation" as const };
  const words = sliceMethodWords([
    { id: "length", kind: "number", slices, change: { ...change, verdict: "higher", detectable_difference: null } },
  ]);
  expect(words).toContain("intervals of means: t over rows or bootstrap over rows with a fixed seed;");
});

it("a difference is noise when the p that is shown is above 0.05, whatever its interval is", () => {
  const one = comparison({ p: 0.013, verdict: "higher" });
  expect(isWithinNoise(one)).toBe(false);
  expect(isWithinNoise({ ...one, holm_p: 0.065 })).toBe(true);
  expect(isWithinNoise({ ...one, holm_p: 0.04 })).toBe(false);
  expect(verdictWords({ ...one, holm_p: 0.065 })).toBe(
    "No difference shown: +.050 to +.150 (95% interval), but p .065 after correction for all comparisons of this page.",
  );
});

it("a difference that nothing corrects is judged by its own p, and is not called corrected", () => {
  const single = comparison({ p: 0.065, verdict: "higher" });
  expect(isWithinNoise(single)).toBe(true);
  expect(verdictWords(single)).toBe("No difference shown: +.050 to +.150 (95% interval), but p .065.");
  expect(isWithinNoise({ ...single, p: 0.049 })).toBe(false);
  // The mean of several scores has no test.
  expect(isWithinNoise({ ...single, p: null })).toBe(false);
});
