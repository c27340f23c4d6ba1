import type { RolloutContents } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { readTokens } from "@/lib/logprobs/token-logprob";
import { signalOf, type TokenSignal } from "@/lib/logprobs/token-signals";

/** Number of tokens checked in each sample: all tokens have a signal, or none. */
const MAX_LOOKED_AT = 20;

/**
 * Returns true if some token of the trajectories has a signal; every token has an advantage, a mask and a probability.
 */
export function hasSignal(contents: readonly RolloutContents[], signal: TokenSignal): boolean {
  if (signal === "probability" || signal === "advantage" || signal === "mask") return true;
  return contents.some(({ messages }) =>
    messages.some(({ sample }) =>
      readTokens(sample?.content.slice(0, MAX_LOOKED_AT)).some(
        (token) => signalOf(token, signal, { advantage: null }) !== null,
      ),
    ),
  );
}
