/** The loss that is minimized, and where the ratio of probabilities is clipped. */
export interface PolicyLossSettings {
  readonly name: "cispo" | "ppo";
  readonly epsilonLow: number;
  readonly epsilonHigh: number;
}

/** The values of one token in the loss; logarithms are natural. */
export interface PolicyToken {
  readonly logprob: number;
  /** Under the policy that sampled it. */
  readonly oldLogprob: number;
  readonly advantage: number;
  readonly weight: number;
}

/** A token's part of the loss. */
export interface PolicyTerm {
  readonly loss: number;
  /** The derivative of the loss with respect to the token's log-probability. */
  readonly slope: number;
  /** True where clipping changes the slope. */
  readonly isClipped: boolean;
}

/**
 * With the ratio q = exp(logprob - oldLogprob) and c = clip(q, 1 - low, 1 + high):
 * - cispo: loss = -w * c * A * logprob, with c held constant (MiniMax, 2025, "MiniMax-M1", equation 4);
 * - ppo: loss = -w * min(q * A, c * A) (Schulman et al., 2017, equation 7).
 */
export function policyTerm(token: PolicyToken, { name, epsilonLow, epsilonHigh }: PolicyLossSettings): PolicyTerm {
  const { logprob, oldLogprob, advantage, weight } = token;
  const ratio = Math.exp(logprob - oldLogprob);
  const clipped = Math.min(Math.max(ratio, 1 - epsilonLow), 1 + epsilonHigh);
  if (name === "cispo") {
    const slope = -weight * clipped * advantage;
    return { loss: slope * logprob, slope, isClipped: clipped !== ratio };
  }
  const isFree = ratio * advantage <= clipped * advantage;
  const loss = -weight * (isFree ? ratio : clipped) * advantage;
  return { loss, slope: isFree ? loss : 0, isClipped: !isFree };
}
