import { expect, test } from "vitest";
import { reachedLimit } from "./reached-limit";
import { runFacts } from "./run-facts";
import { orderRuns } from "./run-list";
import { phaseText } from "./run-words";
import { exampleIteration, exampleRun } from "./testing/example-iteration";

const phase = (name: "sampling" | "labeling" | "sending" | "training", done: number, total: number | null) =>
  phaseText({ phase: { name, iteration: 3, done, total, since: "2026-11-20T14:00:00Z", job_id: null } });

test("the current work is a sentence with its count", () => {
  expect(phase("sampling", 12, 64)).toBe("Iteration 3: sampling, 12 of 64 rollouts");
  expect(phase("labeling", 12, 32)).toBe("Iteration 3: waiting for labels, 12 of 32 rollouts");
  expect(phase("sending", 0, null)).toBe("Iteration 3: sending the groups to the trainer");
  expect(phase("training", 0, null)).toBe("Iteration 3: training, waiting for the trainer");
  expect(phase("training", 1, 3)).toBe("Iteration 3: training, 1 of 3 gradient steps");
  expect(phaseText({ phase: null })).toBeNull();
  const start = {
    name: "sampling",
    iteration: 1,
    done: 0,
    total: 64,
    since: "2026-11-20T14:00:00Z",
    job_id: null,
  } as const;
  expect(phaseText({ phase: { ...start, waits_for: "model_server" } })).toBe(
    "Iteration 1: sampling, waiting for the model server to start",
  );
  expect(phaseText({ phase: { ...start, waits_for: "other_server" } })).toBe(
    "Iteration 1: sampling, waiting for another model server to end",
  );
});

test("unfinished runs are first, then the newest, and none is listed twice", () => {
  const old = exampleRun({ id: "old", created_at: "2026-11-01T00:00:00Z" });
  const done = exampleRun({ id: "done", state: "finished" });
  const client = exampleRun({ id: "client", state: "finished", created_at: "2026-11-21T00:00:00Z" });
  expect(orderRuns([old, done], [client, done]).map(({ id }) => id)).toEqual(["old", "client", "done"]);
});

test("limits are shown beside the spending, and the time left follows the pace", () => {
  const run = exampleRun({ limits: { tokens: 10_000, cost_usd: 2, minutes: null } });
  const facts = Object.fromEntries(runFacts(run).map(({ label, value }) => [label, value]));
  expect(facts).toMatchObject({
    Iteration: "2 of 12",
    "Reward, first to last": "0.100 → 0.200",
    "Groups with signal": "6 of 8",
    Tokens: "6.0k of 10.0k",
    Cost: "$0.00 of $2.00",
    Left: "about 5 m 00 s",
    "Learning rate": "0.050",
  });
  const paused = runFacts(
    exampleRun({ state: "paused", rewards: [], iterations: [exampleIteration(1, { groups: 0 })] }),
  );
  expect(paused.find(({ label }) => label === "Left")).toBeUndefined();
  expect(paused.find(({ label }) => label === "Groups with signal")?.value).toBe("–");
});

test("the limit that a run has paused at can be raised", () => {
  const limits = { tokens: 10_000, cost_usd: 2, minutes: 3 };
  const memberOf = (reason: string | null) => reachedLimit({ reason, limits })?.member;
  expect(memberOf("The limit of 10000 tokens is reached: 9700 are spent.")).toBe("max_tokens");
  expect(memberOf("The limit of 3 minutes is reached.")).toBe("max_minutes");
  expect(memberOf("The spending limit of $2 is reached.")).toBe("max_cost_usd");
  expect(memberOf("Paused.")).toBeUndefined();
  expect(memberOf(null)).toBeUndefined();
});
