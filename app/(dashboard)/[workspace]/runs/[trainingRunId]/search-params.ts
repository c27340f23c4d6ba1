import { parseAsInteger, parseAsString } from "nuqs";

/** The compared rollouts: two iterations, and the task. */
export const runParams = {
  /** The first iteration with rollouts when absent. */
  from: parseAsInteger,
  /** The last one when absent. */
  to: parseAsInteger,
  task: parseAsString,
};
