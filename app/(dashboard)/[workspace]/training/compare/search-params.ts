import { parseAsArrayOf, parseAsBoolean, parseAsString } from "nuqs";
import { chartParams } from "@/components/training/metrics/chart-params";

/** Everything that changes what the page shows stands in the address. */
export const compareJobsParams = {
  ...chartParams,
  /** Ids of the jobs; each keeps its dye by its place. */
  jobs: parseAsArrayOf(parseAsString).withDefault([]),
  /** Jobs whose lines are not drawn. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  /** Settings that are the same in all jobs are listed too. */
  same: parseAsBoolean.withDefault(false),
};
