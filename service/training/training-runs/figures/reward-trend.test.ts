import { describe, expect, it } from "vitest";
import { type RewardedIteration, RewardTrend, type Trend, tOfZ, zOfT } from "./reward-trend";
import { NOISE_SAMPLINGS } from "./testing/noise-samplings";
import { groupedRun, judged, loggedRun, noisySeries } from "./testing/reward-noise";
import { sampler } from "./testing/simulated-runs";

const LEARNED = [0.13, 0.29, 0.4, 0.49, 0.54, 0.65, 0.69, 0.71, 0.67, 0.73, 0.81, 0.79];
const half = () => 0.5;
const noise = (count: number, seed: number, mean: (index: number) => number = half, autocorrelation = 0) =>
  noisySeries({ count, seed, mean, deviation: 0.05, autocorrelation });
const groups = { standardError: 0.05, degrees: 7, deviation: 0.4 };

/** The members of the last trend, rounded as they are written here. */
function figuresOf(iterations: readonly RewardedIteration[]): Readonly<Record<string, number>> {
  const { direction, fall, laterHalf, margin } = judged(iterations).last;
  const all = {
    ...direction,
    ...fall,
    laterHalf: laterHalf?.change,
    laterLow: laterHalf?.low,
    laterHigh: laterHalf?.high,
    margin,
    ...(direction ? { low: direction.low, high: direction.high, last: direction.last } : {}),
    fallLow: fall?.low,
    fallHigh: fall?.high,
    now: fall?.last,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      typeof value === "number" ? [[name, Number(value.toFixed(4))]] : [],
    ),
  );
}

/** The kind that all figures of a trend give, without leaving out any: docs/adr/0071. */
function kindOf({ fall, shortage, direction, margin }: Trend, before: Trend["kind"] | null): Trend["kind"] {
  const q = fall?.q ?? Number.NEGATIVE_INFINITY;
  if (q > 2.25 || (before === "fell" && shortage === null && q >= 1)) return "fell";
  if (direction === null) return "cannot_tell";
  const { strongestZ: z, limit, low, high } = direction;
  if (z > limit || (before === "rising" && z >= 2.5)) return "rising";
  if (z < -limit || (before === "falling" && z <= -2.5)) return "falling";
  const isWithin = margin !== null && Math.max(-low, high) <= margin * (before === "flat" ? 1.25 : 1);
  return isWithin ? "flat" : "cannot_tell";
}

/** Movements that bring each word, and take it back. */
const MOVEMENTS = [
  () => 0,
  (index: number) => index / 60,
  (index: number) => (index % 120 < 60 ? 0 : -1.5),
  (index: number) => (index < 80 ? 0 : 0.6) - (index < 160 ? 0 : 1.2),
  (index: number) => 3 * Math.sin(index / 25),
];

describe("the trend of rewards", () => {
  it.each(NOISE_SAMPLINGS)("has after each iteration of %s the word that all its figures give", (_, sampling) => {
    for (const [number, movement] of MOVEMENTS.entries()) {
      const trend = new RewardTrend();
      const draw = sampler(sampling, 1 + number);
      let before: Trend["kind"] | null = null;
      for (let index = 0; index < 240; index++) {
        const kind = trend.add(draw(movement(index)));
        const { now } = trend;
        if (now === null || kind !== kindOf(now, before)) expect([index, kind, before, now]).toBe("consistent");
        before = kind;
      }
    }
  });

  it("draws the series that the check values are of", () => {
    expect(noise(3, 3).map((value) => value.toFixed(4))).toEqual(["0.5226", "0.4850", "0.5073"]);
    expect(noise(3, 9, half, 0.6).map((value) => value.toFixed(4))).toEqual(["0.4563", "0.4506", "0.4732"]);
  });

  it.each<[string, RewardedIteration[], [number, string][], Record<string, number>]>([
    [
      "a run that learns",
      groupedRun(LEARNED, { standardError: 0.05, degrees: 56, deviation: 0.5 }),
      [
        [1, "cannot_tell"],
        [5, "rising"],
      ],
      {
        z: 11.375,
        degrees: 672,
        noise: 0.05,
        first: 0.3275,
        last: 0.75,
        change: 0.4225,
        low: 0.2946,
        high: 0.5504,
        q: -10.3414,
      },
    ],
    [
      "noise of eight groups",
      groupedRun(noise(200, 3), groups),
      [
        [1, "cannot_tell"],
        [42, "flat"],
        [54, "cannot_tell"],
        [69, "flat"],
      ],
      {
        z: 0.6489,
        degrees: 197,
        noise: 0.0544,
        change: 0.0062,
        low: -0.0285,
        high: 0.0409,
        margin: 0.08,
        q: -2.7274,
      },
    ],
    [
      "noise of logged means",
      loggedRun(noise(200, 5)),
      [
        [1, "cannot_tell"],
        [182, "flat"],
      ],
      {
        z: 1.1892,
        strongestZ: 1.9684,
        degrees: 156.6156,
        noise: 0.0525,
        change: 0.0109,
        low: -0.0257,
        high: 0.0475,
        margin: 0.0467,
        q: -2.162,
      },
    ],
    [
      "logged means on a slope",
      loggedRun(noise(60, 6, (index) => 0.3 + 0.005 * index)),
      [
        [1, "cannot_tell"],
        [48, "rising"],
      ],
      {
        z: 7.2715,
        degrees: 43.5846,
        noise: 0.0639,
        first: 0.3442,
        last: 0.5512,
        change: 0.207,
        low: 0.1203,
        high: 0.2938,
        laterHalf: 0.093,
        laterLow: -0.0296,
        laterHigh: 0.2157,
      },
    ],
    [
      "logged means with one that is far away",
      loggedRun(noise(60, 7).with(30, 9)),
      [[1, "cannot_tell"]],
      {
        z: -0.9034,
        strongestZ: -0.995,
        degrees: 46.1118,
        noise: 0.0604,
        change: -0.0174,
        low: -0.0991,
        high: 0.0642,
        margin: 0.054,
        q: -1.431,
      },
    ],
    [
      "logged means that rise, then fall",
      loggedRun(noise(120, 8, (index) => 0.7 - 0.4 * Math.exp(-index / 10) - (index >= 90 ? 0.4 : 0))),
      [
        [1, "cannot_tell"],
        [26, "rising"],
        [35, "cannot_tell"],
        [39, "rising"],
        [95, "cannot_tell"],
        [99, "fell"],
      ],
      {
        q: 4.8068,
        window: 32,
        best: 0.6929,
        bestFrom: 24,
        now: 0.3489,
        fall: 0.344,
        fallLow: 0.193,
        fallHigh: 0.4951,
        z: -3.0272,
      },
    ],
    [
      "logged means whose noise continues",
      loggedRun(noise(100, 9, half, 0.6)),
      [[1, "cannot_tell"]],
      {
        z: 1.1346,
        strongestZ: 1.2001,
        degrees: 20.8074,
        noise: 0.1101,
        change: 0.0316,
        low: -0.0989,
        high: 0.1621,
        margin: 0.0479,
      },
    ],
  ])("of %s", (_, iterations, kinds, figures) => {
    expect(judged(iterations).kinds).toEqual(kinds);
    expect(figuresOf(iterations)).toMatchObject(figures);
  });

  it.each([
    [
      "two groups",
      groupedRun([0.1625, 0.2375], { standardError: 0.0125, degrees: 1, deviation: 0.2 }),
      { iterations: 6, why: "few-groups" },
    ],
    ["means alone", loggedRun(noise(19, 4)), { iterations: 20, why: "only-means" }],
    [
      "iterations that differ more than their groups explain",
      groupedRun(noisySeries({ count: 15, seed: 10, mean: half, deviation: 0.2 }), groups),
      { iterations: 20, why: "scatter" },
    ],
  ])("is not said of few iterations with %s", (_, iterations, shortage) => {
    const { kinds, last } = judged(iterations);
    expect(kinds).toEqual([[1, "cannot_tell"]]);
    expect(last.shortage).toEqual(shortage);
  });

  it("of a fast learner is not the noise of a curve that bends", () => {
    // From 0.1 to 0.9 in seven of twelve iterations, with the error of 64 rollouts.
    const curve = [0.14, 0.19, 0.31, 0.5, 0.69, 0.81, 0.86, 0.88, 0.9, 0.9, 0.9, 0.9];
    const { kinds } = judged(groupedRun(curve, { standardError: 0.05, degrees: 56, deviation: 0.45 }));
    expect(kinds.at(-1)?.[1]).toBe("rising");
  });

  it("is the same for rewards on another scale, and reversed for negated ones", () => {
    const rewards = noise(120, 8, (index) => 0.3 + 0.004 * index);
    const rescaled = rewards.map((reward) => 7 + 100 * reward);
    expect(judged(loggedRun(rescaled)).kinds).toEqual(judged(loggedRun(rewards)).kinds);
    const [plain, negated] = [rewards, rewards.map((reward) => -reward)].map((one) => judged(loggedRun(one)).last);
    expect(negated?.direction?.z).toBeCloseTo(-(plain?.direction?.z ?? 0), 9);
    expect([plain?.kind, negated?.kind]).toEqual(["rising", "fell"]);
  });

  it("of a straight line without noise is clear", () => {
    const line = Array.from({ length: 21 }, (_, index) => index / 21);
    expect(judged(loggedRun(line)).kinds).toEqual([
      [1, "cannot_tell"],
      [20, "rising"],
    ]);
  });

  it("of rare rewards is not the noise of the zeros between them", () => {
    const rewards = Array.from({ length: 300 }, (_, index) => (index % 60 === 59 ? 0.03 : 0));
    expect(judged(loggedRun(rewards)).kinds.map(([, kind]) => kind)).not.toContain("rising");
  });
});

describe("t as a normal z", () => {
  it("asks more of few degrees of freedom", () => {
    expect(tOfZ(3.6, 6)).toBeCloseTo(7.5, 1);
    expect(tOfZ(3.6, 20)).toBeCloseTo(4.3, 1);
    expect(zOfT(-tOfZ(3.6, 6), 6)).toBeCloseTo(-3.6, 9);
  });
});
