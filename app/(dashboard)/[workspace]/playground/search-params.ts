import { parseAsNativeArrayOf, parseAsString } from "nuqs";

/**
 * What stands in the address: a logged call whose request is opened here, a request that somebody shared, a turn of a
 * logged trajectory, a version of a stored prompt, or the models of the columns. The draft itself is not for an address.
 */
export const playgroundParams = {
  call: parseAsString,
  request: parseAsString,
  rollout: parseAsString,
  prompt: parseAsString,
  model: parseAsNativeArrayOf(parseAsString),
};

/** The address of a draft of one's own. */
export const NOTHING_OPENED = { call: null, request: null, rollout: null, prompt: null, model: null } as const;
