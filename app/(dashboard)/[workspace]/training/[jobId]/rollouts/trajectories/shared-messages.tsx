import { ChevronDown, ChevronRight } from "lucide-react";
import { SignalLegend } from "@/components/logprobs/signal-legend";
import type { TokenSignal } from "@/lib/logprobs/token-signals";
import { SHARED_HEIGHT_PX } from "./prepare-column-layout";
import { type SharedPrefix, sharedMessagesText } from "./prepare-shared-beginning";

type SharedMessagesProps = {
  shared: SharedPrefix;
  compared: number;
  all: number;
  isUnfolded: boolean;
  onToggle: () => void;
  hasProbabilities: boolean;
  signal: TokenSignal;
  /** True if the tokens have the chosen signal. */
  hasSignal: boolean;
  width: number;
};

/** The messages that all columns begin with, in one line across them. */
export function SharedMessages(props: SharedMessagesProps) {
  const { shared, compared, all, isUnfolded, onToggle, hasProbabilities, width } = props;
  const Icon = isUnfolded ? ChevronDown : ChevronRight;
  return (
    <div
      className="sticky left-0 flex items-center gap-2 overflow-hidden border-y border-line bg-hover pr-3 text-micro text-ink-2"
      style={{ width, height: SHARED_HEIGHT_PX }}
    >
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={onToggle}
        className="flex h-full min-w-0 flex-1 items-center gap-2 pl-3.5 text-left whitespace-nowrap outline-offset-[-2px] hover:text-ink"
      >
        <Icon size={12} strokeWidth={1.7} aria-hidden="true" className="flex-none" />
        <b className="truncate font-semibold">{sharedMessagesText(shared.fingerprints.length, compared, all)}</b>
        <span className="truncate text-ink-3 max-md:hidden">{shared.words}</span>
      </button>
      {hasProbabilities ? (
        <span className="max-md:hidden">
          <SignalLegend signal={props.signal} isThere={props.hasSignal} />
        </span>
      ) : null}
    </div>
  );
}
