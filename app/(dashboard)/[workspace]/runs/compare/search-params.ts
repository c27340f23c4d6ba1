import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString } from "nuqs";
import { seriesParams } from "@/components/training/series/series-params";

export const compareRunsParams = {
  ...seriesParams,
  /** The ids of the runs; the first is the baseline. */
  runs: parseAsArrayOf(parseAsString).withDefault([]),
  /** Those that are not drawn. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  /** The iteration whose rollouts are compared; the last one of all runs by default. */
  step: parseAsInteger,
  prompt: parseAsString,
  /** Shows settings with equal values too. */
  same: parseAsBoolean.withDefault(false),
};
