import { formatReward } from "@/lib/format/reward";
import { type AdvantageRule, advantageOf, deviationOf, hasSpread, type RewardSpread } from "./advantage-rule";

/** Returns the advantage of a reward with the figures that it is computed from: `+0.71 = (1 − 0.667) / 0.471`. */
export function advantageText(reward: number, spread: RewardSpread, rule: AdvantageRule): string | null {
  const advantage = advantageOf(reward, spread, rule);
  if (advantage === null) return null;
  if (!hasSpread(spread)) return "0, since all rewards of the group are equal";
  const difference = `${formatReward(reward)} − ${formatReward(spread.mean)}`;
  const scaled = rule.isScaled ? `(${difference}) / ${formatReward(deviationOf(spread, rule))}` : difference;
  const isShrunk = rule.balance !== 0 && advantage > 0 === rule.balance < 0 && advantage !== 0;
  const factor = formatReward(1 - Math.abs(rule.balance));
  const formula = !isShrunk ? scaled : rule.isScaled ? `${scaled} × ${factor}` : `(${scaled}) × ${factor}`;
  return `${advantage > 0 ? "+" : ""}${formatReward(advantage)} = ${formula}`;
}
