import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";

const INTERVALS = {
  "bonett-price": "Bonett and Price (2012)",
  resampled: "bootstrap over examples with a fixed seed",
  t: "t over examples",
} as const satisfies Record<NonNullable<EvaluationComparison["interval_method"]>, string>;

const TESTS = {
  mcnemar: "exact McNemar test",
  "sign-flip": "sign-flip test",
} as const satisfies Record<NonNullable<EvaluationComparison["test"]>, string>;

const listed = (names: readonly string[]) => [...new Set(names)].join(" or ");

/** Returns the methods behind shown comparisons in words: `intervals: …; p: …, corrected by Holm`; empty without any. */
export function methodWords(comparisons: readonly EvaluationComparison[]): string {
  const intervals = listed(comparisons.flatMap(({ interval_method: method }) => (method ? [INTERVALS[method]] : [])));
  const tests = listed(comparisons.flatMap(({ p, test }) => (p === null || test === null ? [] : [TESTS[test]])));
  return [
    ...(intervals === "" ? [] : [`intervals: ${intervals}`]),
    ...(tests === "" ? [] : [`p: ${tests}, corrected by Holm`]),
  ].join("; ");
}
