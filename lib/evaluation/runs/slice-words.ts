import type { ComparedSliceScore } from "@/lib/api/contract/evaluations/slice-comparison";
import { countOf } from "@/lib/format/count";
import { formatDifference } from "./format-score";
import { decidingPWords, isWithinNoise, pText } from "./verdict-words";

type SliceChange = ComparedSliceScore["change"];

const LINEAGE_NAMES = new Map([
  ["held_out", "held out"],
  ["trained", "trained on"],
]);

/** Returns the name of a slice: the value of a member, or a part of the rows by lineage. */
export const sliceName = (path: string | null, value: string): string =>
  (path === null ? LINEAGE_NAMES.get(value) : undefined) ?? (value === "" ? "(empty)" : value);

/** Returns how the difference of two slices must be read, in a sentence. */
export function sliceVerdictWords(change: SliceChange): string {
  const { interval, verdict, detectable_difference: detectable } = change;
  const range = interval === null ? "" : `${formatDifference(interval.low)} to ${formatDifference(interval.high)}`;
  switch (verdict) {
    case "none":
      return "A slice has no value.";
    case "too-few-examples":
      return "Too few to compare: 10 rows with a value needed in each slice.";
    case "no-difference-shown":
      return `No difference shown; could be from ${range}.${
        detectable === null
          ? ""
          : ` These rows show differences from about ${formatDifference(detectable).replace("+", "")}.`
      }`;
    default:
      if (isWithinNoise(change)) {
        return `No difference shown: ${range} (95% interval), but ${decidingPWords(change, "all runs and scores")}.`;
      }
      return `${verdict === "higher" ? "Higher" : "Lower"}: ${range} (95% interval).`;
  }
}

const TESTS = { fisher: "Fisher's exact test", permutation: "Permutation test" } as const;

/** Returns the test behind a p in words, or why there is none. */
export function slicePWords(change: SliceChange): string {
  if (change.p === null || change.test === null) return sliceVerdictWords(change);
  return `${TESTS[change.test]}: p ${pText(change.p)}; ${pText(change.holm_p ?? 1)} corrected for all runs and scores (Holm)`;
}

const INTERVALS = { wilson: "Wilson", resampled: "bootstrap over rows with a fixed seed", t: "t over rows" } as const;

/** Returns the methods behind compared slices in words. */
export function sliceMethodWords(scores: readonly ComparedSliceScore[]): string {
  const listed = (names: readonly string[]) => [...new Set(names)].join(" or ");
  const means = listed(
    scores.flatMap(({ slices }) => slices.flatMap(({ interval_method: one }) => (one ? [INTERVALS[one]] : []))),
  );
  const tests = scores.flatMap(({ change }) => (change.test ? [TESTS[change.test]] : []));
  if (tests.length === 0) return "";
  const words = listed(tests).replace("Permutation", "permutation");
  return `intervals of means: ${means}; of differences: of both means, as squares (Newcombe, method 10); p: ${words}, Holm over ${countOf(tests.length, "test")}`;
}
