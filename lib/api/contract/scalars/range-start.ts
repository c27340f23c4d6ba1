import { timestampIn } from "./scalars";

/** Where a range of calls begins. */
export const rangeStart = timestampIn
  .nullish()
  .describe("Inclusive lower bound for start time. Defaults to the first call.");
