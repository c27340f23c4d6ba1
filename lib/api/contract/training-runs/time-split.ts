import { z } from "zod";
import { integer, number } from "@/lib/api/contract/scalars/scalars";

/** Where the time of an iteration goes, in the order in which it passes. `other` is what the named ones leave. */
export const TIME_PHASES = ["sampling", "reward", "training", "weight_sync", "loading", "waiting", "other"] as const;

export type TimePhase = (typeof TIME_PHASES)[number];

export const timeSplit = z.looseObject({
  iterations: integer.describe("Iterations of which times are known."),
  phases: z.array(
    z.looseObject({ phase: z.enum(TIME_PHASES), seconds: number.describe("The sum over these iterations.") }),
  ),
  overlaps: z
    .boolean()
    .describe("True where phases take more than the iterations: they ran side by side, and do not add up."),
  stretches: z
    .array(
      z.looseObject({
        from: integer.describe("The first iteration."),
        to: integer.describe("The last iteration."),
        seconds: z.array(number).describe("The mean of an iteration, in the order of `phases`."),
      }),
    )
    .describe("At most 60."),
});

export type TimeSplit = z.output<typeof timeSplit>;
