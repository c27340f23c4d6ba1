"use client";

import { memo, useMemo } from "react";
import { speakers } from "@/components/chat/transcript-message";
import { TranscriptPart } from "@/components/chat/transcript-part";
import type { TokenTint } from "@/components/logprobs/heat-block";
import { SIGNAL_LABELS, signalText, signalTint } from "@/components/logprobs/signal-tint";
import type { ChatPart } from "@/lib/chat/chat-message";
import { formatReward } from "@/lib/format/reward";
import { formatShare } from "@/lib/format/share";
import { formatTokens } from "@/lib/format/tokens";
import { readTokens, type TokenLogprob } from "@/lib/logprobs/token-logprob";
import { meanSignal, type TokenSignal } from "@/lib/logprobs/token-signals";
import { type WeightVersions, weightVersions } from "@/lib/logprobs/weight-versions";
import { classNames } from "@/lib/style/class-names";
import type { RolloutMessage } from "./prepare-trajectory";
import { RolloutText } from "./rollout-text";
import { RolloutToolRequest, RolloutToolResult } from "./rollout-tool";
import { SampledTokens } from "./sampled-tokens";

type RolloutMessageItemProps = {
  item: RolloutMessage;
  names: ReadonlyMap<string, string>;
  isCurrent: boolean;
  hasProbabilities: boolean;
  signal: TokenSignal;
  /** The advantage of the trajectory. */
  advantage: number | null;
  /** The arguments that differ; null where this is not the first message in which trajectories differ. */
  differing: ReadonlySet<string> | null;
  /** True if some message of the trajectory has logprobs, so that a message without them is an exception. */
  hasLogprobs: boolean;
  /** Null where clicking has no effect. */
  onSelect: ((index: number) => void) | null;
};

const NO_TOKENS: readonly TokenLogprob[] = [];

const stitches: Record<RolloutMessage["stitch"], string> = {
  none: "before:w-px before:bg-line-strong",
  answered: "before:border-l before:border-dashed before:border-line-input",
  failed: "before:border-l before:border-dashed before:border-err",
};

/** One message on the thread of its trajectory. Redrawn only when it changed. */
export const RolloutMessageItem = memo(function RolloutMessageItem(props: RolloutMessageItemProps) {
  const { item, names, isCurrent, hasProbabilities, signal, advantage, differing, hasLogprobs, onSelect } = props;
  const { message, sample, stitch } = item;
  const { title, glyph } = speakers[message.role];
  const tokens = useMemo(
    () => (sample && hasProbabilities ? readTokens(sample.content) : NO_TOKENS),
    [sample, hasProbabilities],
  );
  const tint = useMemo(() => signalTint(signal, { advantage }), [signal, advantage]);
  const mean = useMemo(() => meanSignal(tokens, signal, { advantage }), [tokens, signal, advantage]);
  const words = message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return (
    <article
      aria-label={`Message ${item.index}, ${title}`}
      aria-current={isCurrent ? "true" : undefined}
      className={classNames(
        "relative pr-3 pb-2.5 pl-[35px] before:absolute before:top-4 before:-bottom-[3px] before:left-5",
        stitches[stitch],
        differing !== null && "shadow-[inset_2px_0_var(--accent)]",
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
        <Facts item={item} signal={signal} mean={mean} hasLogprobs={hasLogprobs} />
        {differing === null ? null : <span className="ml-auto truncate text-accent-text">first difference</span>}
      </p>
      {message.parts.length === 0 ? <p className="text-small text-ink-3">no content</p> : null}
      {message.parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a stored message never move
          key={index}
          part={part}
          names={names}
          differing={differing}
          tokens={words.length === 1 ? tokens : []}
          tint={tint}
        />
      ))}
      {tokens.length > 0 ? (
        <SampledTokens tokens={tokens} text={words.length === 1 ? (words[0] ?? "") : ""} tint={tint} />
      ) : null}
    </article>
  );
});

type PartProps = {
  part: ChatPart;
  names: ReadonlyMap<string, string>;
  differing: ReadonlySet<string> | null;
  tokens: readonly TokenLogprob[];
  tint: TokenTint | undefined;
};

function Part({ part, names, differing, tokens, tint }: PartProps) {
  switch (part.kind) {
    case "text":
      return <RolloutText text={part.text} tokens={tokens} tint={tint} />;
    case "tool-request":
      return <RolloutToolRequest part={part} differing={differing} />;
    case "tool-result":
      return <RolloutToolResult part={part} name={part.name ?? names.get(part.requestId ?? "") ?? null} />;
    default:
      return <TranscriptPart part={part} names={names} />;
  }
}

function SampledBy({ versions }: { versions: WeightVersions | null }) {
  if (versions === null) return null;
  const { first, last } = versions;
  return (
    <span title="The checkpoint whose weights sampled the tokens">
      {first === last ? `by step ${first}` : `by steps ${first}–${last}`}
    </span>
  );
}

type FactsProps = { item: RolloutMessage; signal: TokenSignal; mean: number | null; hasLogprobs: boolean };

function Facts({ item, signal, mean, hasLogprobs }: FactsProps) {
  const { sample, turn, message } = item;
  const reward = item.reward === null ? null : <span className="text-ink-2">reward {formatReward(item.reward)}</span>;
  if (sample === null) {
    if (reward !== null) return reward;
    if (turn !== null) return <span>turn {turn}</span>;
    if (message.role !== "assistant") return null;
    return <span title="Not trained on: only choices are">not trained on</span>;
  }
  const { content, finishReason } = sample;
  const isUsual = finishReason === null || finishReason === "stop" || finishReason === "tool_calls";
  return (
    <>
      {content.length > 0 ? (
        <span>{formatTokens(content.length)} tok</span>
      ) : hasLogprobs ? (
        <span>no logprobs</span>
      ) : null}
      <SampledBy versions={weightVersions(content)} />
      {reward}
      {isUsual ? null : <span className="text-warn">{finishReason}</span>}
      {mean === null ? null : (
        <span className="ml-auto truncate" title={`Mean ${SIGNAL_LABELS[signal].toLowerCase()} of its tokens`}>
          {signal === "probability"
            ? `mean p ${mean.toFixed(2)}`
            : signal === "mask"
              ? `${formatShare(mean)} trained on`
              : `mean ${signalText(signal, mean)}`}
        </span>
      )}
    </>
  );
}
