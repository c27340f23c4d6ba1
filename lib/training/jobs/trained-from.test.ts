import { expect, test } from "vitest";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { trainedFrom } from "./trained-from";

test("a job trains from its base, an earlier step, or the checkpoint that its model was forked from", () => {
  const from = (previous_step: number | null, forked_from: JobRecord["forked_from"] = null) =>
    trainedFrom({ previous_step, forked_from } as JobRecord);
  const fork = { model_id: "m", name: "agent", step: 3 };
  expect([from(null), from(0), from(2), from(0, fork), from(1, fork)]).toEqual([
    "base",
    "base",
    "step 2",
    "step 3 of agent",
    "step 1",
  ]);
});
