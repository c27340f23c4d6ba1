import { parseAsArrayOf, parseAsBoolean, parseAsFloat, parseAsString } from "nuqs";

/** Everything that changes what the page shows stands in the address. */
export const modelSearchParams = {
  /** The metric that is drawn, and by which the best checkpoint is marked; the reward where none is named. */
  metric: parseAsString,
  /** Ids of other models whose line is drawn beside. */
  with: parseAsArrayOf(parseAsString).withDefault([]),
  ema: parseAsFloat.withDefault(0),
  log: parseAsBoolean.withDefault(false),
};
