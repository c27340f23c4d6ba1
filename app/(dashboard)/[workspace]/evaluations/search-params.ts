import { parseAsArrayOf, parseAsString } from "nuqs";

/** All state that changes what the list shows is in the address. */
export const evaluationsParams = {
  q: parseAsString.withDefault(""),
  sel: parseAsArrayOf(parseAsString).withDefault([]),
};
