import { parseAsNativeArrayOf, parseAsString } from "nuqs";

/**
 * What stands in the address: a logged call whose request is opened here, a turn of a logged trajectory, or the models of
 * the columns. The draft itself is not for an address.
 */
export const playgroundParams = {
  call: parseAsString,
  rollout: parseAsString,
  model: parseAsNativeArrayOf(parseAsString),
};
