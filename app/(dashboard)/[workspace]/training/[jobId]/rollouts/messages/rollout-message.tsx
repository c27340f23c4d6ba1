"use client";

import { memo, useMemo } from "react";
import { speakers } from "@/components/chat/transcript-message";
import { TranscriptPart } from "@/components/chat/transcript-part";
import type { ChatPart } from "@/lib/chat/chat-message";
import { formatTokens } from "@/lib/format/tokens";
import type { TokenLogprob } from "@/lib/logprobs/token-logprob";
import { classNames } from "@/lib/style/class-names";
import { type RolloutMessage, sampleTokens } from "./prepare-trajectory";
import { RolloutText } from "./rollout-text";
import { RolloutToolRequest, RolloutToolResult } from "./rollout-tool";
import { SampledTokens } from "./sampled-tokens";

type RolloutMessageItemProps = {
  item: RolloutMessage;
  names: ReadonlyMap<string, string>;
  isCurrent: boolean;
  hasProbabilities: boolean;
  /** Null where clicking has no effect. */
  onSelect: ((index: number) => void) | null;
};

const NO_TOKENS: ReturnType<typeof sampleTokens> = { tokens: [], meanProbability: null };

const stitches: Record<RolloutMessage["stitch"], string> = {
  none: "before:w-px before:bg-line-strong",
  answered: "before:border-l before:border-dashed before:border-line-input",
  failed: "before:border-l before:border-dashed before:border-err",
};

/** One message on the thread of its trajectory. Redrawn only when it changed. */
export const RolloutMessageItem = memo(function RolloutMessageItem(props: RolloutMessageItemProps) {
  const { item, names, isCurrent, hasProbabilities, onSelect } = props;
  const { message, sample, stitch } = item;
  const { title, glyph } = speakers[message.role];
  const read = useMemo(
    () => (sample && hasProbabilities ? sampleTokens(sample) : NO_TOKENS),
    [sample, hasProbabilities],
  );
  const { tokens } = read;
  const words = message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return (
    <article
      aria-label={`Message ${item.index}, ${title}`}
      aria-current={isCurrent ? "true" : undefined}
      className={classNames(
        "relative pr-3 pb-2.5 pl-[35px] before:absolute before:top-4 before:-bottom-[3px] before:left-5",
        stitches[stitch],
        isCurrent && "bg-accent-tint",
      )}
    >
      <span className="absolute top-0.5 left-3.5 grid size-[13px] place-items-center bg-(--ground) [&>svg]:size-3">
        {glyph}
      </span>
      <p className="flex items-baseline gap-2 text-micro leading-4 whitespace-nowrap text-ink-3">
        {onSelect ? (
          <button
            type="button"
            aria-label={`Select message ${item.index}`}
            onClick={() => onSelect(item.index)}
            className="text-small font-medium text-ink hover:underline"
          >
            {title}
          </button>
        ) : (
          <b className="text-small font-medium text-ink">{title}</b>
        )}
        <Facts item={item} meanProbability={read.meanProbability} />
      </p>
      {message.parts.length === 0 ? <p className="text-small text-ink-3">no content</p> : null}
      {message.parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a stored message never move
          key={index}
          part={part}
          names={names}
          tokens={words.length === 1 ? tokens : []}
        />
      ))}
      {tokens.length > 0 ? <SampledTokens tokens={tokens} text={words.length === 1 ? (words[0] ?? "") : ""} /> : null}
    </article>
  );
});

function Part({
  part,
  names,
  tokens,
}: {
  part: ChatPart;
  names: ReadonlyMap<string, string>;
  tokens: readonly TokenLogprob[];
}) {
  switch (part.kind) {
    case "text":
      return <RolloutText text={part.text} tokens={tokens} />;
    case "tool-request":
      return <RolloutToolRequest part={part} />;
    case "tool-result":
      return <RolloutToolResult part={part} name={part.name ?? names.get(part.requestId ?? "") ?? null} />;
    default:
      return <TranscriptPart part={part} names={names} />;
  }
}

function Facts({ item, meanProbability }: { item: RolloutMessage; meanProbability: number | null }) {
  const { sample, turn, message } = item;
  if (sample === null) {
    if (turn !== null) return <span>turn {turn}</span>;
    if (message.role !== "assistant") return null;
    return <span title="Not trained on: only choices are">not trained on</span>;
  }
  const { content, finishReason } = sample;
  const isUsual = finishReason === null || finishReason === "stop" || finishReason === "tool_calls";
  return (
    <>
      <span>{content.length === 0 ? "no logprobs" : `${formatTokens(content.length)} tok`}</span>
      {isUsual ? null : <span className="text-warn">{finishReason}</span>}
      {meanProbability === null ? null : (
        <span className="ml-auto" title="Mean probability of its tokens">
          mean p {meanProbability.toFixed(2)}
        </span>
      )}
    </>
  );
}
