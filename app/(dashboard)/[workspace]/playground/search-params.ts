import { parseAsNativeArrayOf, parseAsString } from "nuqs";

/**
 * What stands in the address: a logged call whose request is opened here, a request that somebody shared, or the models
 * of the columns. The draft itself is not for an address.
 */
export const playgroundParams = {
  call: parseAsString,
  request: parseAsString,
  model: parseAsNativeArrayOf(parseAsString),
};
