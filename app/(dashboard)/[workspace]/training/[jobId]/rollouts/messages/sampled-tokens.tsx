"use client";

import { useMemo } from "react";
import type { TokenTint } from "@/components/logprobs/heat-block";
import { HeatText } from "@/components/logprobs/heat-text";
import { joinTokens } from "@/lib/logprobs/join-tokens";
import { splitPieces } from "@/lib/logprobs/split-blocks";
import type { TokenLogprob } from "@/lib/logprobs/token-logprob";
import { piecesOfText } from "@/lib/logprobs/token-pieces";

type SampledTokensProps = { tokens: readonly TokenLogprob[]; text: string; tint: TokenTint | undefined };

/**
 * The sampled tokens one by one, where the message shows them in another form: tool calls, truncated or rewritten
 * texts.
 */
export function SampledTokens({ tokens, text, tint }: SampledTokensProps) {
  const pieces = useMemo(() => joinTokens(tokens), [tokens]);
  const isShownAsText = useMemo(() => piecesOfText(pieces, text, false).length > 0, [pieces, text]);
  const blocks = useMemo(() => splitPieces(pieces), [pieces]);
  if (isShownAsText) return null;
  return (
    <div className="mt-1.5">
      <p className="text-micro text-ink-3">as sampled</p>
      <HeatText
        blocks={blocks}
        pieces={pieces}
        tint={tint}
        className="font-mono text-[11px] leading-4 tracking-[-0.02em]"
      />
    </div>
  );
}
