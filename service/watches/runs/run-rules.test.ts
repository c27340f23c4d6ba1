import { describe, expect, it } from "vitest";
import { type RunRule, runWatchSettings } from "@/lib/api/contract/watches/run-watches";
import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import { noisySeries } from "@/service/training/training-runs/figures/testing/reward-noise";
import { verdictOf } from "@/service/training/training-runs/figures/verdict";
import type { RunSigns } from "@/service/training/training-runs/reading/run-signs";
import { noteFigures, sized } from "@/test/setup/test-length";
import { judgeRun } from "./run-rules";

const NOW_MS = Date.parse("2026-11-20T11:20:00Z");

function iteration(number: number, members: Partial<JudgedIteration> = {}): JudgedIteration {
  return {
    ...{ iteration: number, mean: 0.5, error: null, deviation: null, failures: null, min: 0, max: 1 },
    ...{ groups: 10, groupsWithSignal: 8, entropy: null, kl: null, length: null, truncated: null, repeats: null },
    ...members,
  };
}

const iterations = (values: readonly Partial<JudgedIteration>[]) => values.map((one, at) => iteration(at + 1, one));

function signsOf(members: Partial<RunSigns> = {}): RunSigns {
  const judged = members.judged ?? iterations([{}, {}, {}]);
  const verdict = members.verdict ?? verdictOf(judged, null);
  return {
    ...{ runId: "run", projectId: "demo/airline", name: "policy", canBeActedOn: true, isOver: false, isWaiting: false },
    ...{ lastEventMs: NOW_MS, costUsd: 1, notFinite: null, verdict, judged },
    ...members,
  };
}

const settings = (rules: object = {}) => runWatchSettings.parse({ rules });

function outcome(rule: RunRule, signs: Partial<RunSigns>, rules: object = {}) {
  const found = judgeRun(signsOf(signs), settings(rules), NOW_MS).find((one) => one.rule === rule);
  if (!found) throw new Error(`${rule} is off`);
  return found.outcome;
}

it("watches everything by default but spending, which has no limit until one is chosen", () => {
  const rules = judgeRun(signsOf(), settings(), NOW_MS).map(({ rule }) => rule);
  expect(rules).toHaveLength(8);
  expect(rules).not.toContain("spend");
  expect(judgeRun(signsOf(), runWatchSettings.parse({ is_on: false }), NOW_MS)).toEqual([]);
});

describe("a run that says nothing", () => {
  const silent = { lastEventMs: NOW_MS - 61 * 60_000 };

  it("holds after its minutes, unless the run has ended or waits for a device or for people", () => {
    expect(outcome("silence", silent)).toMatchObject({ isHeld: true, value: 61 });
    expect(outcome("silence", { lastEventMs: NOW_MS - 59 * 60_000 }).isHeld).toBe(false);
    expect(outcome("silence", { ...silent, isOver: true }).isHeld).toBe(false);
    expect(outcome("silence", { ...silent, isWaiting: true }).isHeld).toBe(false);
  });

  it("is unknown without a time, not quiet", () => {
    expect(outcome("silence", { lastEventMs: null }).isHeld).toBeNull();
  });
});

it("holds for NaN until five iterations passed without", () => {
  const notFinite = { iteration: 3, names: ["loss"] };
  expect(outcome("not_finite", { notFinite })).toMatchObject({
    isHeld: true,
    sentence: expect.stringContaining("loss"),
  });
  const judged = iterations(Array.from({ length: 8 }, () => ({})));
  expect(outcome("not_finite", { notFinite, judged }).isHeld).toBe(false);
});

describe("KL and truncated answers", () => {
  const kl = (...values: (number | null)[]) => ({ judged: iterations(values.map((value) => ({ kl: value }))) });

  it("hold after three values above the level in a row, and not after one", () => {
    expect(outcome("kl", kl(1, 11, 12, 13)).isHeld).toBe(true);
    expect(outcome("kl", kl(1, 11, 2, 13))).toMatchObject({ isHeld: false, isBetween: true });
    expect(outcome("kl", kl(11, 12, 13, 1, 1, 1))).toMatchObject({ isHeld: false, isBetween: false });
    const truncated = { judged: iterations([0.6, 0.7, 0.8].map((value) => ({ truncated: value }))) };
    expect(outcome("truncated", truncated).isHeld).toBe(true);
  });

  it("take the level that a person chose", () => {
    expect(outcome("kl", kl(0.06, 0.07, 0.08), { kl: { is_on: true, level: 0.05 } }).isHeld).toBe(true);
  });

  it("are unknown without a value", () => {
    expect(outcome("kl", kl(null, null, null))).toMatchObject({ isHeld: null, value: null });
  });
});

describe("entropy", () => {
  const entropy = (values: readonly number[]) => ({ judged: iterations(values.map((value) => ({ entropy: value }))) });

  it("holds when the last five iterations have less than half of the first five", () => {
    const collapsed = [1.2, 1.1, 1.2, 1.15, 1.2, 1, 0.7, 0.3, 0.25, 0.2, 0.2, 0.2];
    expect(outcome("entropy", entropy(collapsed))).toMatchObject({ isHeld: true });
    expect(outcome("entropy", entropy(collapsed.map((value) => value + 2))).isHeld).toBe(false);
  });

  it("holds in few runs of pure noise, over all looks at 100 iterations", (context) => {
    const runs = sized({ once: 60, all: 1000 });
    const verdict = verdictOf([], null);
    const wrongShare = (deviation: number, autocorrelation: number) => {
      const wrong = Array.from({ length: runs }, (_, seed) => {
        const noise = { count: 100, seed: seed + 1, mean: () => 1, deviation, autocorrelation };
        const judged = iterations(noisySeries(noise).map((value) => ({ entropy: Math.max(0.01, value) })));
        return judged.some(
          (_value, at) => at >= 9 && outcome("entropy", { verdict, judged: judged.slice(0, at + 1) }).isHeld,
        );
      });
      return wrong.filter(Boolean).length / runs;
    };
    const rates = { steady: wrongShare(0.1, 0.6), noisy: wrongShare(0.2, 0), slow: wrongShare(0.2, 0.6) };
    noteFigures(context, rates);
    expect(rates.steady).toBeLessThanOrEqual(0.005);
    expect(rates.noisy).toBeLessThanOrEqual(0.005);
    // A quarter of the mean, with neighbours that are alike.
    expect(rates.slow).toBeLessThanOrEqual(0.02);
  }, 60_000);
});

describe("groups with signal", () => {
  const signal = (count: number, groups: number, withSignal: number) => ({
    judged: iterations(Array.from({ length: count }, () => ({ groups, groupsWithSignal: withSignal }))),
  });

  it("holds when the whole interval is below the level, and not for a few groups", () => {
    expect(outcome("signal", signal(10, 16, 0))).toMatchObject({ isHeld: true, value: 0 });
    expect(outcome("signal", signal(3, 4, 0))).toMatchObject({ isHeld: false, isBetween: true });
    expect(outcome("signal", signal(10, 16, 4)).isHeld).toBe(false);
    expect(outcome("signal", signal(3, 0, 0)).isHeld).toBeNull();
  });
});

it("compares spending with its limit, and does not take an unknown price for 0", () => {
  const limit = { spend: { is_on: true, level: 5 } };
  expect(outcome("spend", { costUsd: 5.2 }, limit)).toMatchObject({ isHeld: true, value: 5.2 });
  expect(outcome("spend", { costUsd: 4.8 }, limit).isHeld).toBe(false);
  expect(outcome("spend", { costUsd: null }, limit).isHeld).toBeNull();
});

it("uses the verdict for a reward that falls or is flat", () => {
  const verdict = verdictOf([], null);
  expect(outcome("reward_falls", { verdict: { ...verdict, kind: "collapsed" } }).isHeld).toBe(true);
  expect(outcome("reward_falls", { verdict: { ...verdict, kind: "flat" } }).isHeld).toBe(false);
  expect(outcome("reward_flat", { verdict: { ...verdict, kind: "flat" } }).isHeld).toBe(true);
  expect(outcome("reward_flat", { verdict: { ...verdict, kind: "too_early" } }).isHeld).toBeNull();
});
