import { parseAsNativeArrayOf, parseAsString } from "nuqs";

/**
 * The search parameters: a logged call whose request is opened, a shared request, a turn of a logged trajectory, a
 * version of a stored prompt, a row of a table, a table to run over, or the models of the columns. The draft itself is not in the URL.
 */
export const playgroundParams = {
  call: parseAsString,
  request: parseAsString,
  rollout: parseAsString,
  prompt: parseAsString,
  row: parseAsString,
  table: parseAsString,
  model: parseAsNativeArrayOf(parseAsString),
};

/** The URL of the user's own draft. */
export const NOTHING_OPENED = {
  call: null,
  request: null,
  rollout: null,
  prompt: null,
  row: null,
  table: null,
  model: null,
} as const;
