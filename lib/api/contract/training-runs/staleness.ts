import { z } from "zod";
import { integer, number } from "@/lib/api/contract/scalars/scalars";

export const staleness = z.looseObject({
  rollouts: integer.describe("Rollouts that say which weights sampled them."),
  unknown: integer.describe("Other rollouts of the same iterations."),
  mean: number.describe("Of the training steps between the weights that sampled a rollout and those that it trains."),
  most: integer,
  bands: z
    .array(z.looseObject({ from: integer, to: integer }))
    .describe("Numbers of these steps, ascending: each alone, or at most 10 ranges of equal width."),
  stretches: z
    .array(
      z.looseObject({
        from: integer.describe("The first iteration."),
        to: integer.describe("The last iteration."),
        shares: z.array(number).describe("Of its rollouts that say it, in the order of `bands`."),
      }),
    )
    .describe("At most 60."),
});

export type Staleness = z.output<typeof staleness>;
