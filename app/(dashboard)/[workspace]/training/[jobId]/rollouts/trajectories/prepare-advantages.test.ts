import { describe, expect, it } from "vitest";
import { advantageOf, rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import { advantageBasis, type TrainingOf } from "./prepare-advantages";

const job = { kind: "job" } as const;

const trained = (
  experimental_config: Record<string, unknown> | null,
  trainer: string | null = "built-in",
): TrainingOf => ({
  trainer,
  experimental_config,
});

const advantages = (training: TrainingOf, rewards: readonly number[]) => {
  const { rule } = advantageBasis(job, training);
  return rewards.map((reward) => advantageOf(reward, rewardSpread(rewards), rule));
};

describe("advantageBasis", () => {
  it("computes advantages with the job's own settings", () => {
    expect(advantages(trained(null), [1, 0])).toEqual([0.5 / 0.500001, -0.5 / 0.500001]);
    expect(advantages(trained({ scale_rewards: false }), [1, 0])).toEqual([0.5, -0.5]);
    expect(advantages(trained({ scale_rewards: null, normalize_advantages: false }), [1, 0])).toEqual([0.5, -0.5]);
    expect(advantages(trained({ scale_rewards: false, advantage_balance: 0.5 }), [1, 0])).toEqual([0.5, -0.25]);
    expect(advantages(trained({ scale_rewards: false, advantage_balance: -0.5 }), [1, 0])).toEqual([0.25, -0.5]);
  });

  it("names the formula and the settings that it uses", () => {
    const { full, short, settings } = advantageBasis(
      job,
      trained({ learning_rate: 1, scale_rewards: false, advantage_balance: 0.3, normalize_advantages: null }),
    );
    expect(full).toBe("reward − group mean, negative ones × 0.7");
    expect(short).toBe("reward minus mean, negative ones × 0.7");
    expect(settings).toEqual([
      ["scale_rewards", "false"],
      ["advantage_balance", "0.3"],
    ]);
  });

  it("is certain only for the built-in trainer", () => {
    expect(advantageBasis(job, trained({})).isKnown).toBe(true);
    for (const trainer of ["external", "somebody's", null]) {
      const basis = advantageBasis(job, trained({ scale_rewards: false }, trainer));
      expect(basis.isKnown).toBe(false);
      expect(basis.source).toContain("may compute advantages differently");
      expect(basis.rule.isScaled).toBe(false);
    }
  });

  it("names settings that change single tokens, which one figure cannot show", () => {
    const config = { kl_penalty_coef: 0.1, kimi_k2_tau: 0.2 };
    // The built-in trainer ignores the second.
    expect(advantageBasis(job, trained(config)).hiddenCount).toMatch(/^kl_penalty_coef changes it per token/);
    expect(advantageBasis(job, trained(config, "external")).hiddenCount).toMatch(
      /^kl_penalty_coef and kimi_k2_tau change it/,
    );
    expect(advantageBasis(job, trained({ kl_penalty_coef: 0 }, "external")).hiddenCount).toBeNull();
  });

  it("names what advantages depend on besides the rewards of their group", () => {
    const config = { loss_type: "dapo", scale_rewards: "batch", soft_punish_cache: 64 };
    expect(advantageBasis(job, trained(config, "external")).hiddenCount).toMatch(/all rewards of the job.*soft_punish/);
    expect(advantageBasis(job, trained({ loss_type: "dapo" }, "external"))).toMatchObject({
      hiddenCount: null,
      rule: { isSample: true },
      full: "(reward − group mean) / (sample standard deviation of the group + 10⁻⁴)",
    });
    // The built-in trainer has no other types of the loss.
    expect(advantageBasis(job, trained({ loss_type: "dapo" })).rule).toEqual({ isScaled: true, balance: 0 });
  });

  it("falls back to the formula without settings and gives the reason", () => {
    for (const [batch, training, why] of [
      [{ kind: "log" } as const, null, /^Logged, not trained on\./],
      [job, "reading", /^Loading the job settings/],
      [job, "failed", /^Could not load the job settings/],
      [job, null, /are unavailable/],
    ] as const) {
      const basis = advantageBasis(batch, training);
      expect(basis.source).toMatch(why);
      expect(basis.source).toContain("a job without settings");
      expect(basis).toMatchObject({ isKnown: false, rule: { isScaled: true, balance: 0 } });
    }
  });
});
