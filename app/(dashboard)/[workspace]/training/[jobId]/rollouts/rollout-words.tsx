"use client";

import { useMemo, useState } from "react";
import { HeatText } from "@/components/logprobs/heat-text";
import { joinTokens } from "@/components/logprobs/join-tokens";
import { piecesOfText } from "@/components/logprobs/pieces-of-text";
import { splitPieces } from "@/components/logprobs/split-blocks";
import type { TokenLogprob } from "@/components/logprobs/token-logprob";
import { formatCount } from "@/lib/format/count";

const SHOWN_LENGTH = 2000;

export const WORDS_LOOK = "text-[12.5px] leading-[18px]";

/** What was said. Tokens tint it where they make up this very text; a long text is cut until it is asked for. */
export function RolloutWords({ text, tokens }: { text: string; tokens: readonly TokenLogprob[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const pieces = useMemo(() => piecesOfText(joinTokens(tokens), text, false), [tokens, text]);
  const blocks = useMemo(() => splitPieces(pieces), [pieces]);
  if (pieces.length > 0) return <HeatText blocks={blocks} pieces={pieces} className={WORDS_LOOK} />;
  const isCut = text.length > SHOWN_LENGTH && !isWhole;
  return (
    <>
      <p className={`${WORDS_LOOK} whitespace-pre-wrap [overflow-wrap:anywhere]`}>
        {isCut ? `${text.slice(0, SHOWN_LENGTH)}…` : text}
      </p>
      {isCut ? (
        <button type="button" onClick={() => setIsWhole(true)} className="text-small text-accent-text hover:underline">
          Show all {formatCount(text.length)} characters
        </button>
      ) : null}
    </>
  );
}
