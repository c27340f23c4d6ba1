import type { TokenPiece } from "./join-tokens";
import { HEAT_STEPS, probability } from "./logprob-figures";
import type { TokenLogprob } from "./token-logprob";

/** The figures that tokens can be tinted by. */
export const tokenSignals = ["probability", "advantage", "ratio", "kl", "entropy", "mask"] as const;

export type TokenSignal = (typeof tokenSignals)[number];

/** The data of a sample besides its tokens. */
export interface SignalContext {
  /** The advantage of its trajectory, which all of its tokens have unless they carry their own. */
  readonly advantage: number | null;
}

/** Names under which trainers write a figure beside the logprob of a token. */
const NAMES = {
  advantage: ["advantage"],
  ratio: ["ratio", "importance_ratio", "prob_ratio"],
  kl: ["kl", "kl_div"],
  entropy: ["entropy"],
  mask: ["mask", "loss_mask", "trained"],
} as const satisfies Readonly<Record<Exclude<TokenSignal, "probability">, readonly string[]>>;

const NEW_LOGPROB = ["new_logprob", "current_logprob"] as const;
const REFERENCE_LOGPROB = ["ref_logprob", "reference_logprob"] as const;

function figureOf({ figures }: TokenLogprob, names: readonly string[]): number | null {
  for (const name of names) {
    const figure = figures?.[name];
    if (figure !== undefined) return figure;
  }
  return null;
}

/**
 * Entropy in nats of the alternatives that were sent, with all others as one: never more than the entropy of the model.
 * Null without alternatives.
 */
function entropyOf({ alternatives }: TokenLogprob): number | null {
  if (alternatives.length < 2) return null;
  const shares = alternatives.map(({ logprob }) => probability(logprob));
  const rest = Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0));
  return [...shares, rest].reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
}

/**
 * Returns the value of a signal at a token; null where the data does not have it.
 *
 * ratio: exp(new − sampled logprob). kl: sampled − reference logprob, the estimate of a single sample (Schulman, 2020,
 * "Approximating KL divergence", k1).
 */
export function signalOf(token: TokenLogprob, signal: TokenSignal, context: SignalContext): number | null {
  switch (signal) {
    case "probability":
      return probability(token.logprob);
    case "advantage":
      return figureOf(token, NAMES.advantage) ?? context.advantage;
    case "ratio": {
      const now = figureOf(token, NEW_LOGPROB);
      return figureOf(token, NAMES.ratio) ?? (now === null ? null : Math.exp(now - token.logprob));
    }
    case "kl": {
      const reference = figureOf(token, REFERENCE_LOGPROB);
      return figureOf(token, NAMES.kl) ?? (reference === null ? null : token.logprob - reference);
    }
    case "entropy":
      return figureOf(token, NAMES.entropy) ?? entropyOf(token);
    case "mask":
      // Tokens of a choice are trained on unless the data says otherwise.
      return figureOf(token, NAMES.mask) ?? 1;
  }
}

/** How far a value is from the ordinary: 0 is not tinted, 3 the strongest; below 0 on the other side. */
export type SignalLevel = -3 | -2 | -1 | 0 | 1 | 2 | 3;

const STEPS: Readonly<Record<Exclude<TokenSignal, "probability" | "mask">, readonly [number, number, number]>> = {
  advantage: [0.05, 0.5, 1],
  ratio: [0.1, 0.3, 0.7],
  kl: [0.05, 0.2, 0.7],
  entropy: [0.5, 1, 2],
};

/** Returns the tint of a value. Unlikely tokens are below 0, as are negative advantages and tokens that are masked. */
export function signalLevel(signal: TokenSignal, value: number): SignalLevel {
  if (signal === "mask") return value === 0 ? -1 : 1;
  if (signal === "probability") {
    const steps = HEAT_STEPS.filter(({ below }) => value < below).length;
    return -steps as SignalLevel;
  }
  const distance = signal === "ratio" ? Math.log(value) : value;
  const steps = STEPS[signal].filter((step) => Math.abs(distance) >= step).length;
  return (distance < 0 ? -steps : steps) as SignalLevel;
}

/** Returns the value of a signal at a piece of text: of its first token that has one. */
export function pieceSignal({ tokens }: TokenPiece, signal: TokenSignal, context: SignalContext): number | null {
  for (const token of tokens) {
    const value = signalOf(token, signal, context);
    if (value !== null) return value;
  }
  return null;
}

/** Returns the mean of a signal over tokens; null where none has it. */
export function meanSignal(
  tokens: readonly TokenLogprob[],
  signal: TokenSignal,
  context: SignalContext,
): number | null {
  const values = tokens.flatMap((token) => signalOf(token, signal, context) ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
