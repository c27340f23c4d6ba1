import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { modelViews } from "@/app/(dashboard)/[workspace]/models/[modelId]/curve/model-views";
import { rowChoiceParams } from "@/components/evaluation/rows/row-choice-params";

/** Everything that changes what the page shows is in the URL. */
export const modelSearchParams = {
  /** The metric that is drawn, and that marks the best checkpoint; the reward when none is named. */
  metric: parseAsString,
  /** Ids of other models in the chart. */
  with: parseAsArrayOf(parseAsString).withDefault([]),
  /** Scores while an evaluation is set, unless the URL names a view. */
  view: parseAsStringLiteral(modelViews),
  ...rowChoiceParams,
  x: parseAsStringLiteral(["step", "time"]).withDefault("step"),
  /** The first and the last step that the table lists; all without them. */
  steps: parseAsArrayOf(parseAsInteger).withDefault([]),
  ema: parseAsFloat.withDefault(0),
  log: parseAsBoolean.withDefault(false),
};
