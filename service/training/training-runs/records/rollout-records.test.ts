import { afterAll, beforeAll, expect, it } from "vitest";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { RolloutRecords, type SampledRollout } from "./rollout-records";

let temporary: TemporaryState;

beforeAll(async () => {
  temporary = await openTemporaryState();
});

afterAll(() => temporary.remove());

type Answer = Pick<SampledRollout, "answer" | "finishReason">;

/** Stores the answers to each task of an iteration. */
async function store(records: RolloutRecords, runId: string, iteration: number, tasks: readonly (readonly Answer[])[]) {
  for (const [task, answers] of tasks.entries())
    for (const [rollout, { answer, finishReason }] of answers.entries()) {
      const isFailed = answer === null && finishReason === null;
      await records.add(runId, {
        ...{ iteration, task, rollout, attempt: 0, callId: `${iteration}-${task}-${rollout}` },
        ...{ endedAt: "2026-11-20T14:34:00.000Z", error: isFailed ? "broken" : null, reward: isFailed ? null : 1 },
        ...{ tokens: 4, costUsd: null, answer, finishReason, scores: {}, values: {}, latencyMs: 1, turns: 1 },
        ...{ steps: [], history: null },
      });
    }
}

const says = (answer: string | null, finishReason: string | null = "stop"): Answer => ({ answer, finishReason });

it("repeated answers are counted within their group, truncated ones among all that say how they ended", async () => {
  const records = new RolloutRecords(temporary.state);
  // Of the first task two of three repeat another one, of the second none; the failed one does not count.
  const first = [says("a\u0000"), says("a\u0000"), says("a\u0000"), says("b", "length")];
  await store(records, "run", 1, [first, [says("a"), says("c"), says(null, null)]]);
  await store(records, "run", 2, [[says("a")], [says("a")]]);
  await store(records, "run", 3, [[says(null, null)]]);
  await store(records, "other", 1, [[says("a"), says("a")]]);
  const shares = await records.answerShares("run");
  expect([...shares.keys()].sort()).toEqual([1, 2]);
  expect(shares.get(1)?.repeats).toBeCloseTo(2 / 4, 12);
  expect(shares.get(1)?.truncated).toBeCloseTo(1 / 6, 12);
  // A single answer of a group cannot repeat another one.
  expect(shares.get(2)).toEqual({ repeats: null, truncated: 0 });
  expect([...(await records.answerShares("run", 1)).keys()]).toEqual([2]);
});
