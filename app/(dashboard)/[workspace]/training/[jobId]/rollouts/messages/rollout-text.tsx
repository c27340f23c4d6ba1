"use client";

import { useMemo } from "react";
import { MessageText } from "@/components/chat/message-text";
import type { TokenTint } from "@/components/logprobs/heat-block";
import { HeatText } from "@/components/logprobs/heat-text";
import { useMessageForm } from "@/components/markdown/message-form";
import { joinTokens } from "@/lib/logprobs/join-tokens";
import { splitPieces } from "@/lib/logprobs/split-blocks";
import type { TokenLogprob } from "@/lib/logprobs/token-logprob";
import { piecesOfText } from "@/lib/logprobs/token-pieces";

const TEXT_LOOK = "text-[12.5px] leading-[18px]";

type RolloutTextProps = { text: string; tokens: readonly TokenLogprob[]; tint: TokenTint | undefined };

/**
 * The text of a message. Tokens tint it where they make up exactly this text; any other text is shown as Markdown, or as
 * it was sent.
 */
export function RolloutText({ text, tokens, tint }: RolloutTextProps) {
  const [form] = useMessageForm();
  const pieces = useMemo(() => piecesOfText(joinTokens(tokens), text, false), [tokens, text]);
  const blocks = useMemo(() => splitPieces(pieces), [pieces]);
  if (pieces.length > 0) return <HeatText blocks={blocks} pieces={pieces} tint={tint} className={TEXT_LOOK} />;
  return <MessageText text={text} form={form} className={TEXT_LOOK} />;
}
