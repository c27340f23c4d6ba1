import { describe, expect, it } from "vitest";
import { Budget } from "./budget";

const LIMITS = { concurrency: 8, timeout_s: 120, retries: 2, max_error_percent: 20 };
const MINUTE_MS = 60_000;
const NOTHING = { rollouts: 0, tokens: 0, costUsd: 0, unpriced: 0 };

describe("the budget of a run", () => {
  it("is never reached without limits", () => {
    const budget = new Budget({ rollouts: 10, tokens: 1e9, costUsd: 0, unpriced: 10 }, 1e9);
    expect(budget.reached(LIMITS, 100)).toBeNull();
    expect(budget.mustWait(LIMITS, 100)).toBe(false);
  });

  it("counts each running rollout as the mean of the ended ones", () => {
    const budget = new Budget({ ...NOTHING, rollouts: 10, tokens: 100 }, 0);
    const limits = { ...LIMITS, max_tokens: 150 };
    expect(budget.reached(limits, 4)).toBeNull();
    expect(budget.reached(limits, 5)).toBe("The limit of 150 tokens is reached: the next rollout would exceed it.");
    budget.add({ tokens: 60, costUsd: 0 });
    expect(budget.spent).toEqual({ tokens: 160, costUsd: 0 });
    expect(budget.reached(limits, 0)).toContain("150 tokens is reached");
  });

  it("runs the first rollout alone where tokens or money are limited", () => {
    const budget = new Budget(NOTHING, 0);
    const limits = { ...LIMITS, max_cost_usd: 1 };
    expect([budget.mustWait(limits, 0), budget.mustWait(limits, 1)]).toEqual([false, true]);
    budget.add({ tokens: 10, costUsd: 0.1 });
    expect(budget.mustWait(limits, 1)).toBe(false);
    expect([budget.reached(limits, 8), budget.reached(limits, 9)]).toEqual([
      null,
      "The spending limit of $1 is reached: $0.1 is spent, and the next rollout would exceed it.",
    ]);
  });

  it("counts the time before a restart", () => {
    const limits = { ...LIMITS, max_minutes: 10 };
    expect(new Budget(NOTHING, 10 * MINUTE_MS).reached(limits, 0)).toBe("The limit of 10 minutes is reached.");
    expect(new Budget(NOTHING, MINUTE_MS).reached(limits, 0)).toBeNull();
  });

  it("has an unknown cost for a model without a price", () => {
    const budget = new Budget(NOTHING, 0);
    budget.add({ tokens: 1, costUsd: null });
    budget.add({ tokens: 1, costUsd: 1 });
    expect(budget.spent).toEqual({ tokens: 2, costUsd: null });
  });

  it("applies a cost limit that is set after rollouts without a price", () => {
    const budget = new Budget({ rollouts: 20, tokens: 20, costUsd: 0, unpriced: 20 }, 0);
    const limits = { ...LIMITS, max_cost_usd: 1 };
    expect([budget.mustWait(limits, 1), budget.reached(limits, 0)]).toEqual([true, null]);
    budget.add({ tokens: 1, costUsd: 0.4 });
    expect(budget.reached(limits, 0)).toBeNull();
    expect(budget.reached(limits, 1)).toMatch(/^The spending limit of \$1 is reached: \$0.4 is spent/);
    expect(budget.spent.costUsd).toBeNull();
  });

  it("starts no further rollout under a cost limit once one had no price", () => {
    const budget = new Budget(NOTHING, 0);
    const limits = { ...LIMITS, max_cost_usd: 1 };
    budget.add({ tokens: 1, costUsd: null });
    expect(budget.reached(LIMITS, 0)).toBeNull();
    expect(budget.reached(limits, 0)).toBe(
      "The spending limit of $1 cannot be kept: a rollout used a model that had no price. Add one under Costs.",
    );
  });
});
