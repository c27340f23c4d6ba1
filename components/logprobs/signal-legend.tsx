import type { SignalLevel, TokenSignal } from "@/lib/logprobs/token-signals";
import { classNames } from "@/lib/style/class-names";
import { HeatLegend } from "./heat-legend";
import { SIGNAL_LABELS, signalClass } from "./signal-tint";

const SWATCHES: Readonly<Record<Exclude<TokenSignal, "probability">, readonly (readonly [SignalLevel, string])[]>> = {
  advantage: [
    [-3, "worse"],
    [3, "better"],
  ],
  ratio: [
    [-3, "less likely now"],
    [3, "more likely"],
  ],
  kl: [
    [-3, "below the base"],
    [3, "above"],
  ],
  entropy: [
    [1, ".5"],
    [2, "1"],
    [3, "2 nats"],
  ],
  mask: [
    [1, "trained on"],
    [-1, "not"],
  ],
};

/** The legend of a signal; where the data does not have it, that. */
export function SignalLegend({ signal, isThere }: { signal: TokenSignal; isThere: boolean }) {
  if (signal === "probability") return <HeatLegend />;
  const name = SIGNAL_LABELS[signal];
  if (!isThere) return <span className="whitespace-nowrap text-warn">these tokens have no {name.toLowerCase()}</span>;
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      {name}
      <span className="flex gap-0.5">
        {SWATCHES[signal].map(([level, label]) => (
          <span key={level} className={classNames("rounded-bar px-1 py-px text-ink-2", signalClass(signal, level))}>
            {label}
          </span>
        ))}
      </span>
    </span>
  );
}
