"use client";

import { useMemo } from "react";
import { HeatText } from "@/components/logprobs/heat-text";
import { joinTokens } from "@/lib/logprobs/join-tokens";
import { splitPieces, splitText } from "@/lib/logprobs/split-blocks";
import type { TokenLogprob } from "@/lib/logprobs/token-logprob";
import { piecesOfText } from "@/lib/logprobs/token-pieces";
import { classNames } from "@/lib/style/class-names";
import { isJsonLike, jsonColors } from "./json-colors";

type AnswerTextProps = {
  text: string;
  tokens: readonly TokenLogprob[];
  isRunning: boolean;
};

/**
 * The text of an answer: JSON with syntax colors, unlikely tokens tinted. While it grows, only the last block is
 * redrawn.
 */
export function AnswerText({ text, tokens, isRunning }: AnswerTextProps) {
  const pieces = useMemo(() => piecesOfText(joinTokens(tokens), text, isRunning), [tokens, text, isRunning]);
  const blocks = useMemo(() => {
    if (pieces.length === 0) return splitText(text);
    const inPieces = pieces.reduce((length, piece) => length + piece.text.length, 0);
    return [...splitPieces(pieces), ...splitText(text.slice(inPieces))];
  }, [pieces, text]);
  const isJson = isJsonLike(text);
  return (
    <HeatText
      blocks={blocks}
      pieces={pieces}
      colorsOf={isJson ? jsonColors : undefined}
      isRunning={isRunning}
      className={classNames(isJson ? "font-mono text-small leading-5 tracking-[-0.015em]" : "text-read")}
    />
  );
}
