import { parseAsInteger, parseAsString } from "nuqs";
import { seriesParams } from "@/components/training/series/series-params";

/** The tools of the charts, and the compared rollouts: two iterations, and the task. */
export const runParams = {
  ...seriesParams,
  /** The first iteration with rollouts when absent. */
  from: parseAsInteger,
  /** The last one when absent. */
  to: parseAsInteger,
  task: parseAsString,
};
