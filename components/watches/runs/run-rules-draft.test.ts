import { expect, it } from "vitest";
import { runWatchSettings } from "@/lib/api/contract/watches/run-watches";
import { draftOf, settingsOf } from "./run-rules-draft";

const levels = { silence: 60, kl: 10, entropy: 0.5, signal: 0.1, truncated: 0.5, spend: null };

it("shows shares in percent, and saves what was shown", () => {
  const draft = draftOf({ settings: runWatchSettings.parse({}), levels });
  expect(draft.rules.entropy).toEqual({ isOn: true, level: "50", action: "none" });
  expect(draft.rules.spend.isOn).toBe(false);
  expect(settingsOf(draft)?.rules.entropy).toEqual({ is_on: true, level: 0.5, action: "none" });
  expect(settingsOf(draft)?.rules.not_finite?.level).toBeNull();
});

it("does not save a level that is no number, nor a limit of spending that is missing", () => {
  const draft = draftOf({ settings: runWatchSettings.parse({}), levels });
  const withKl = { ...draft, rules: { ...draft.rules, kl: { ...draft.rules.kl, level: "much" } } };
  expect(settingsOf(withKl)).toBeNull();
  const withSpend = { ...draft, rules: { ...draft.rules, spend: { ...draft.rules.spend, isOn: true } } };
  expect(settingsOf(withSpend)).toBeNull();
});
