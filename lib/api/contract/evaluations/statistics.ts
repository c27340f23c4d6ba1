import { z } from "zod";
import { integer, number } from "@/lib/api/contract/scalars/scalars";

/** A 95 % interval. */
export const interval = z.looseObject({ low: number, high: number });

/** How the interval of a mean is computed. */
export const meanIntervalMethod = z
  .enum(["wilson", "resampled", "t"])
  .nullable()
  .describe("`wilson`: every example is 0 or 1. `resampled`: up to 500 examples, `t` above.");

/** A paired difference between two runs on the examples that both have. */
export const comparison = z.looseObject({
  examples: integer,
  difference: number.nullable(),
  interval: interval.nullable(),
  interval_method: z
    .enum(["bonett-price", "resampled", "t"])
    .nullish()
    .describe("`bonett-price`: passes with one trial. `resampled`: up to 500 examples, `t` above."),
  p: number.nullable(),
  test: z.enum(["mcnemar", "sign-flip"]).nullable(),
  higher: integer,
  same: integer,
  lower: integer,
  verdict: z.enum(["none", "too-few-examples", "too-few-changes", "no-difference-shown", "higher", "lower"]),
  needed_examples: integer.nullable(),
  detectable_difference: number.nullable(),
});

export const errorsAsFailures = z
  .boolean()
  .nullish()
  .describe("Count a trial without an answer as failed in yes-or-no scores. Defaults to true.");

export type EvaluationComparison = z.infer<typeof comparison>;
