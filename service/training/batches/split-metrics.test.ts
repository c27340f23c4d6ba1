import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeansByName, metricDeviation, SplitMetrics } from "./split-metrics";

interface Group {
  readonly trajectories: readonly { reward: number; metrics?: Record<string, unknown> }[];
  readonly exceptions?: number;
  readonly metrics?: Record<string, unknown>;
}

function metricsOf(groups: readonly Group[]): Record<string, number> {
  const metrics = new SplitMetrics();
  for (const { trajectories, exceptions = 0, metrics: ofGroup = {} } of groups) {
    for (const { reward, metrics: own = {} } of trajectories) metrics.addTrajectory({ reward, metrics: own });
    const rewards = trajectories.map(({ reward }) => reward);
    metrics.addGroup({ rewards, exceptionCount: exceptions, metrics: ofGroup });
  }
  return metrics.result();
}

describe("SplitMetrics", () => {
  it("averages the reward over trajectories and the deviation over groups", () => {
    // Worked by hand: rewards 1 0 0 1 | 1 1 | 0.5; deviations 0.5 and 0, the group of one has none.
    const groups = [[1, 0, 0, 1], [1, 1], [0.5]].map((rewards) => ({
      trajectories: rewards.map((reward) => ({ reward })),
    }));
    expect(metricsOf(groups)).toEqual({ reward: 4.5 / 7, reward_std_dev: 0.25, exception_rate: 0 });
  });

  it("divides by the number of rewards, not by one less", () => {
    expect(metricDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
  });

  it("counts exceptions among all rollouts, and not in the reward", () => {
    const groups = [{ trajectories: [{ reward: 1 }, { reward: 1 }, { reward: 1 }], exceptions: 1 }];
    expect(metricsOf(groups)).toMatchObject({ reward: 1, exception_rate: 0.25 });
  });

  it("averages each metric over the records that have it, booleans as 0 and 1, groups' metrics with a prefix", () => {
    const groups = [
      {
        trajectories: [
          { reward: 0, metrics: { solved: true, duration: 2, note: "slow" } },
          { reward: 0, metrics: { solved: false, tools: 3 } },
        ],
        metrics: { duration: 10 },
      },
      { trajectories: [], metrics: { duration: 20, hard: true } },
    ];
    expect(metricsOf(groups)).toEqual({
      solved: 0.5,
      duration: 2,
      tools: 3,
      group_duration: 15,
      group_hard: 1,
      reward: 0,
      reward_std_dev: 0,
      exception_rate: 0,
    });
  });

  it("lets no metric of a trajectory replace the reward", () => {
    expect(metricsOf([{ trajectories: [{ reward: 0.25, metrics: { reward: 99 } }] }])).toMatchObject({ reward: 0.25 });
  });

  it("omits metrics without values", () => {
    expect(metricsOf([])).toEqual({});
    expect(metricsOf([{ trajectories: [], exceptions: 2 }])).toEqual({ exception_rate: 1 });
  });

  it("returns only finite numbers for any input", () => {
    const metrics = fc.dictionary(fc.string(), fc.oneof(fc.double(), fc.boolean(), fc.string(), fc.constant(null)));
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const group = fc.record({ trajectories: fc.array(fc.record({ reward: finite, metrics })), metrics });
    fc.assert(
      fc.property(fc.array(group), (groups) => {
        for (const value of Object.values(metricsOf(groups))) expect(Number.isFinite(value)).toBe(true);
      }),
    );
  });
});

describe("MeansByName", () => {
  it("averages each name over the records that have it", () => {
    const means = new MeansByName();
    for (const record of [{ loss: 1, entropy: 2 }, { loss: 3 }, {}]) means.add(record);
    expect(means.result()).toEqual({ loss: 2, entropy: 2 });
  });
});
