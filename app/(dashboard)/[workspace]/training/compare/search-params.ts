import { parseAsArrayOf, parseAsBoolean, parseAsString } from "nuqs";
import { chartParams } from "@/components/training/metrics/chart-params";

/** Everything that changes the contents of the page is in the URL. */
export const compareJobsParams = {
  ...chartParams,
  /** Ids of the jobs; the position assigns the color. */
  jobs: parseAsArrayOf(parseAsString).withDefault([]),
  /** Jobs whose lines are hidden. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  /** Equal settings are listed, too. */
  same: parseAsBoolean.withDefault(false),
};
