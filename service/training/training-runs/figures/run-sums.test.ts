import { expect, it } from "vitest";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { GroupSums } from "@/service/training/training-runs/records/rollout-records";
import type { IterationRecord } from "@/service/training/training-runs/records/run-records";
import { RunSums } from "./run-sums";

const settings = trainingRunSettings.parse({
  name: "sums",
  model: { kind: "existing", model_id: "m" },
  tasks: { kind: "prompts", items: [{ prompt: "2 + 2?" }] },
  reward: { scorers: [{ kind: "exact", name: "right", expected: "4" }] },
});

const runOf = (id: string) => ({ id, taskCount: 1, settings });

const iteration = (number: number, sampledAt: string | null): IterationRecord => ({
  run_id: "run",
  iteration: number,
  state: sampledAt === null ? "sampling" : "training",
  from_step: number - 1,
  step: null,
  failed_jobs: 0,
  job_id: null,
  problem: null,
  started_at: "2026-11-20T14:34:00.000Z",
  sampled_at: sampledAt,
  ended_at: null,
  labels_since: null,
  labels_until: null,
  metrics: null,
});

/** Runs whose sampled iterations have one group each, with two rewards. */
class CountedRollouts {
  readonly asked: [string, number][] = [];
  count = 0;

  groupSums = async (runId: string, after = 0): Promise<GroupSums[]> => {
    this.asked.push([runId, after]);
    return Array.from({ length: Math.max(0, this.count - after) }, (_, index) => {
      const reward = after + index + 1;
      const rewards = { count: 2, sum: reward, squares: reward ** 2, min: 0, max: reward };
      return {
        iteration: reward,
        task: 0,
        ...rewards,
        answered: 2,
        errors: 1,
        error: "broken",
        tokens: 10,
        costUsd: 0.5,
        unpriced: 0,
      };
    });
  };

  answerShares = async (_runId: string, after = 0) => {
    const shares = { repeats: 0.25, truncated: null };
    return new Map(Array.from({ length: this.count - after }, (_, index) => [after + index + 1, shares]));
  };

  scoreMeans = async (_runId: string, after = 0) => {
    return new Map(Array.from({ length: this.count - after }, (_, index) => [after + index + 1, { right: 0.5 }]));
  };
}

const SAMPLED_AT = "2026-11-20T14:35:00.000Z";

it("sums of sampled iterations are read once, those of other iterations each time", async () => {
  const rollouts = new CountedRollouts();
  const sums = new RunSums(rollouts);
  rollouts.count = 3;
  const iterations = [iteration(1, SAMPLED_AT), iteration(2, SAMPLED_AT), iteration(3, null)];
  const first = await sums.read(runOf("run"), iterations);
  expect(first.map(({ reward }) => reward.mean)).toEqual([0.5, 1, 1.5]);
  expect(first[2]).toMatchObject({ groups: 1, groupsWithSignal: 1, rollouts: 2, errors: 1, tokens: 10, costUsd: 0.5 });
  expect(first[2]).toMatchObject({ scores: { right: 0.5 }, repeats: 0.25, truncated: null });
  expect(await sums.read(runOf("run"), iterations)).toEqual(first);
  expect(rollouts.asked).toEqual([
    ["run", 0],
    ["run", 2],
  ]);
});

it("drops the sums of runs that were not read recently", async () => {
  const rollouts = new CountedRollouts();
  const sums = new RunSums(rollouts, 3);
  rollouts.count = 2;
  const iterations = [iteration(1, SAMPLED_AT), iteration(2, SAMPLED_AT)];
  for (const id of ["one", "two", "two", "one"]) await sums.read(runOf(id), iterations);
  expect(rollouts.asked).toEqual([
    ["one", 0],
    ["two", 0],
    ["two", 2],
    ["one", 0],
  ]);
});
