import { parseAsBoolean, parseAsString } from "nuqs";

/** The state of the list of queues in the address. */
export const queuesParams = {
  q: parseAsString.withDefault(""),
  new: parseAsBoolean.withDefault(false),
};
