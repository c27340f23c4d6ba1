"use client";

import { useMemo } from "react";
import { HeatText } from "@/components/logprobs/heat-text";
import { TruncatedText } from "@/components/ui/truncated-text";
import { joinTokens } from "@/lib/logprobs/join-tokens";
import { splitPieces } from "@/lib/logprobs/split-blocks";
import type { TokenLogprob } from "@/lib/logprobs/token-logprob";
import { piecesOfText } from "@/lib/logprobs/token-pieces";

const SHOWN_LENGTH = 2000;

const TEXT_LOOK = "text-[12.5px] leading-[18px]";

/**
 * The text of a message. Tokens tint it where they make up exactly this text; a long text is truncated until it is
 * expanded.
 */
export function RolloutText({ text, tokens }: { text: string; tokens: readonly TokenLogprob[] }) {
  const pieces = useMemo(() => piecesOfText(joinTokens(tokens), text, false), [tokens, text]);
  const blocks = useMemo(() => splitPieces(pieces), [pieces]);
  if (pieces.length > 0) return <HeatText blocks={blocks} pieces={pieces} className={TEXT_LOOK} />;
  return <TruncatedText text={text} shownLength={SHOWN_LENGTH} className={TEXT_LOOK} />;
}
