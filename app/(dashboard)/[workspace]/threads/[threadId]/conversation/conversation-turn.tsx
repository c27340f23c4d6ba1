import { TranscriptMessageView } from "@/components/chat/transcript-message";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { ScoreBadges } from "@/components/score/score-badges";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { Tag } from "@/components/ui/tag";
import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { exceptionText } from "@/lib/calls/exception-text";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { toolNames, transcriptMessages } from "@/lib/chat/transcript";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import type { Turn } from "@/lib/thread/thread-turns";
import type { TurnMessageForm } from "./use-turn-messages";

type ConversationTurnProps = {
  slug: string;
  turn: Turn;
  /** Undefined until they are loaded. */
  messages: readonly ChatMessage[] | undefined;
  /** True when they could not be loaded; the conversation shows the reason. */
  isUnread: boolean;
  form?: TurnMessageForm;
  scores?: readonly SubjectScore[] | undefined;
  /** The scores of the project. */
  projectScores?: readonly ProjectScore[];
  isSlow: boolean;
  isChosen: boolean;
  hasReasoning: boolean;
  onChosen: () => void;
};

/** One turn under its heading, with all of its messages in order. */
export function ConversationTurn(props: ConversationTurnProps) {
  const { turn, messages, isUnread, form = "said", hasReasoning } = props;
  const shown = (messages ?? []).map((message) => (hasReasoning ? message : withoutReasoning(message)));
  const names = toolNames({ input: shown, output: [], finishReason: null });
  return (
    <article aria-label={`Turn ${turn.number}`} className="pb-0.5">
      <TurnHeading {...props} />
      <ScoreBadges
        scores={props.scores ?? []}
        project={props.projectScores ?? []}
        nowMs={Date.now()}
        className="px-5 pt-2"
      />
      <ol className="max-w-[708px] px-5 pt-2.5 [--surface:var(--bg)]">
        {transcriptMessages(shown).map((item) => (
          <TranscriptMessageView key={item.key} item={item} names={names} />
        ))}
      </ol>
      {messages === undefined && !isUnread ? (
        <span className="grid gap-2 px-5 pb-3">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-2/3" />
        </span>
      ) : null}
      {messages?.length === 0 ? (
        <p className="px-5 pb-3 text-small text-ink-3">
          {form === "sent" && turn.lastModelId === null
            ? "No model was called in this turn."
            : "No messages were logged."}
        </p>
      ) : null}
      {turn.exception ? (
        <p className="mx-5 mb-3 border-l-2 border-err-line pl-3 text-small text-err [overflow-wrap:anywhere] whitespace-pre-wrap">
          {exceptionText(turn.exception)}
        </p>
      ) : null}
    </article>
  );
}

function withoutReasoning(message: ChatMessage): ChatMessage {
  const parts = message.parts.filter((part) => part.kind !== "reasoning");
  return parts.length === message.parts.length ? message : { ...message, parts };
}

function TurnHeading({ slug, turn, isSlow, isChosen, onChosen }: ConversationTurnProps) {
  return (
    <div
      className={classNames(
        "flex h-7 items-center gap-2.5 border-y border-line bg-sunken pr-4 pl-5 text-micro whitespace-nowrap text-ink-3",
        isChosen && "border-accent-line bg-accent-tint shadow-[inset_2px_0_var(--accent)]",
      )}
    >
      <button
        type="button"
        onClick={onChosen}
        className="relative text-small font-semibold text-ink before:absolute before:-inset-1.5"
      >
        Turn {turn.number}
      </button>
      {turn.status === "ok" ? null : <StatusGlyph status={turn.status} />}
      <Quantity text={formatDuration(turn.durationMs)} />
      {turn.tokensIn === null && turn.tokensOut === null ? null : (
        <span>
          {formatTokens(turn.tokensIn)} in, {formatTokens(turn.tokensOut)} out
        </span>
      )}
      {turn.costUsd === null ? null : <span>{formatCallCost(turn.costUsd)}</span>}
      {isSlow ? <span className="text-warn">slow, p99 of the thread</span> : null}
      {turn.status === "running" ? <span className="text-accent-text">running</span> : null}
      {turn.isRewound ? <Tag>rewound</Tag> : null}
      <Link
        href={`/${slug}/traces/${encodeURIComponent(turn.id)}`}
        aria-label={`Trace of turn ${turn.number}`}
        className="relative ml-auto text-accent-text before:absolute before:-inset-1.5 hover:underline"
      >
        Trace
      </Link>
    </div>
  );
}
