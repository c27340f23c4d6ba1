import { parseAsArrayOf, parseAsBoolean, parseAsFloat, parseAsString } from "nuqs";

/** Everything that changes what the page shows is in the URL. */
export const modelSearchParams = {
  /** The metric that is drawn, and that marks the best checkpoint; the reward when none is named. */
  metric: parseAsString,
  /** Ids of other models in the chart. */
  with: parseAsArrayOf(parseAsString).withDefault([]),
  ema: parseAsFloat.withDefault(0),
  log: parseAsBoolean.withDefault(false),
};
