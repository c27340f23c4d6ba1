import { describe, expect, it } from "vitest";
import { budget } from "@/lib/api/contract/costs/budgets";
import { operations } from "@/lib/api/contract/operations";
import { type BudgetDraft, draftErrors, draftOf, settingsOf } from "./budget-draft";
import { budgetBar, budgetState, coveredBy, forecastText, observedText, periodText } from "./prepare-budget";

const EXAMPLE = operations["budgets.save"].example.result;

const budgetOf = (members: object = {}, settings: object = {}) =>
  budget.parse({ ...EXAMPLE, ...members, settings: { ...EXAMPLE.settings, ...settings } });

describe("the bar of a budget", () => {
  it("ends at the limit, or at what is spent or expected beyond it, and at twice the limit at most", () => {
    expect(budgetBar(budgetOf({ spent_usd: 25, forecast: null }))).toEqual({
      ...{ spent: 0.5, limit: 1, warning: 0.8, forecast: null },
    });
    const beyond = budgetBar(budgetOf({ spent_usd: 41.2 }));
    expect(beyond.limit).toBeCloseTo(50 / 63.6);
    expect(beyond.forecast).toEqual({ low: expect.closeTo(52.6 / 63.6), at: expect.closeTo(58.1 / 63.6), high: 1 });
    expect(budgetBar(budgetOf({ spent_usd: 400 }))).toMatchObject({ spent: 1, limit: 0.5 });
    expect(budgetBar(budgetOf({}, { warn_percent: null })).warning).toBeNull();
  });
});

describe("the words of a budget", () => {
  it("say its state, what it covers and its period", () => {
    expect(budgetState(budgetOf({ state: "reached" })).word).toBe("used up, blocks");
    expect(budgetState(budgetOf({ state: "reached" }, { blocks: false })).word).toBe("used up");
    expect(budgetState(budgetOf({ state: "warned" })).word).toBe("over 80%");
    const names = new Map([["u1", "Ada"]]);
    expect(coveredBy({ scope: "project", value: null }, names)).toBe("whole project");
    expect(coveredBy({ scope: "key", value: "u1" }, names)).toBe("key Ada");
    expect(coveredBy({ scope: "model", value: "gpt-4o" }, names)).toBe("model gpt-4o");
    expect(periodText(budgetOf())).toBe("1 Nov to 30 Nov");
    const day = { from: "2026-11-18T00:00:00Z", until: "2026-11-19T00:00:00Z" };
    expect(periodText(budgetOf(day, { period: "day" }))).toBe("18 Nov, UTC");
  });

  it("say where it is expected to end, or why that is not known", () => {
    expect(forecastText(budgetOf())).toBe("$58.10 expected ($52.60 to $63.60), over the limit");
    const near = { forecast: { usd: 48, low: 44, high: 52 } };
    expect(forecastText(budgetOf(near))).toBe("$48.00 expected ($44.00 to $52.00), may pass the limit");
    expect(forecastText(budgetOf(near, { limit_usd: 60 }))).toBe("$48.00 expected ($44.00 to $52.00)");
    expect(forecastText(budgetOf({ forecast: { usd: 42, low: 42, high: 42.001 } }))).toBe("$42.00 expected");
    expect(forecastText(budgetOf({ forecast: null, history_days: 3 }))).toBe("no forecast: 3 of 7 days of spend");
  });

  it("say what can't be blocked, and what is not counted", () => {
    expect(observedText(budgetOf())).toBe("$28.80 was logged by programs and can't be blocked");
    expect(observedText(budgetOf({ blockable_usd: 41.2 }))).toBe("");
    expect(observedText(budgetOf({ unpriced_tokens: 1200 }, { blocks: false }))).toBe(
      "only warns; 1.2k tokens without a price are not counted",
    );
  });
});

describe("the draft of a budget", () => {
  const draft: BudgetDraft = { ...draftOf(null), name: " Team ", limit: "50" };

  it("is the stored settings again", () => {
    const { settings } = budgetOf({}, { scope: "user", value: "mia", warn_percent: null, channel_ids: ["c"] });
    expect(settingsOf(draftOf(settings))).toEqual(settings);
    expect(settingsOf({ ...draft, value: "left over" })).toMatchObject({ name: "Team", value: null, warn_percent: 80 });
  });

  it("names what is missing or wrong", () => {
    expect(draftErrors(draft)).toEqual({});
    const wrong = { ...draft, name: " ", scope: "model" as const, limit: "-1", warnPercent: "100" };
    expect(Object.keys(draftErrors(wrong)).sort()).toEqual(["limit", "name", "value", "warnPercent"]);
    expect(draftErrors({ ...draft, limit: "", warnPercent: "" })).toEqual({ limit: "An amount such as 50" });
  });
});
