import { formatReward } from "@/lib/format/reward";
import { formatShare } from "@/lib/format/share";
import {
  pieceSignal,
  type SignalContext,
  type SignalLevel,
  signalLevel,
  type TokenSignal,
} from "@/lib/logprobs/token-signals";
import { HEAT_CLASSES, type TokenTint } from "./heat-block";

/** Above the ordinary in one hue, below in another; the outer two steps are also underlined. */
const SIGNAL_CLASSES: Record<SignalLevel, string> = {
  [-3]: "border-b-[1.5px] border-err bg-[color-mix(in_srgb,var(--dye-madder)_34%,transparent)] text-ink",
  [-2]: "border-b border-dotted border-err bg-[color-mix(in_srgb,var(--dye-madder)_22%,transparent)] text-ink",
  [-1]: "bg-[color-mix(in_srgb,var(--dye-madder)_11%,transparent)]",
  0: "",
  1: "bg-[color-mix(in_srgb,var(--dye-indigo)_11%,transparent)]",
  2: "border-b border-dotted border-accent bg-[color-mix(in_srgb,var(--dye-indigo)_22%,transparent)] text-ink",
  3: "border-b-[1.5px] border-accent bg-[color-mix(in_srgb,var(--dye-indigo)_34%,transparent)] text-ink",
};

export const SIGNAL_LABELS: Readonly<Record<TokenSignal, string>> = {
  probability: "Probability",
  advantage: "Advantage",
  ratio: "Ratio",
  kl: "KL",
  entropy: "Entropy",
  mask: "Mask",
};

/** Returns the look of a level of a signal. */
export function signalClass(signal: TokenSignal, level: SignalLevel): string {
  if (signal !== "probability") return SIGNAL_CLASSES[level];
  const heat = Math.abs(level);
  return HEAT_CLASSES[heat === 1 || heat === 2 || heat === 3 ? heat : 0];
}

/** Returns the value of a signal as text. */
export function signalText(signal: TokenSignal, value: number): string {
  if (signal === "probability") return formatShare(value);
  if (signal === "mask") return value === 0 ? "not trained on" : "trained on";
  const sign = value > 0 && (signal === "advantage" || signal === "kl") ? "+" : "";
  return `${sign}${formatReward(value)}${signal === "entropy" ? " nats" : ""}`;
}

/** Returns the tint of tokens by a signal; undefined for the probability, which is the tint without one. */
export function signalTint(signal: TokenSignal, context: SignalContext): TokenTint | undefined {
  if (signal === "probability") return undefined;
  return {
    classOf: (piece) => {
      const value = pieceSignal(piece, signal, context);
      return value === null ? "" : signalClass(signal, signalLevel(signal, value));
    },
    textOf: (piece) => {
      const value = pieceSignal(piece, signal, context);
      return value === null ? null : `${SIGNAL_LABELS[signal].toLowerCase()} ${signalText(signal, value)}`;
    },
  };
}
