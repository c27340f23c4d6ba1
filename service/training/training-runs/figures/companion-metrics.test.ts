import { expect, it } from "vitest";
import { UNKNOWN_SHARES } from "@/service/training/answers/answer-shares";
import { clientCompanions } from "./companion-metrics";

it("a client's batch is as long as its metrics say, else as large as its trajectories are", () => {
  expect(clientCompanions({ entropy: 1.2, completion_length: 80 }, [400, 600], UNKNOWN_SHARES)).toMatchObject({
    ...{ entropy: 1.2, length: 80, bytes: null, repeats: null },
  });
  expect(clientCompanions({ reward: 1 }, [400, 600], UNKNOWN_SHARES)).toMatchObject({ length: null, bytes: 500 });
  expect(clientCompanions({}, [], UNKNOWN_SHARES)).toMatchObject({ length: null, bytes: null });
});

it("shares of a client's answers are those of its batch, else those that its metrics say, else unknown", () => {
  const metrics = { "completions/clipped_ratio": 0.5 };
  expect(clientCompanions(metrics, [], { repeats: 0.25, truncated: 0 })).toMatchObject({ repeats: 0.25, truncated: 0 });
  expect(clientCompanions(metrics, [], UNKNOWN_SHARES)).toMatchObject({ repeats: null, truncated: 0.5 });
});
