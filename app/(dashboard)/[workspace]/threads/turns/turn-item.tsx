import { ChevronRight } from "lucide-react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { MediaList } from "@/components/media/media-strip";
import { ScoreBadges } from "@/components/score/score-badges";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { Tag } from "@/components/ui/tag";
import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import type { Turn } from "@/lib/thread/thread-turns";
import type { TurnText } from "@/lib/thread/turn-text";
import { ToolTags } from "./tool-tags";
import { TurnTextView } from "./turn-text-view";

type TurnItemProps = {
  slug: string;
  turn: Turn;
  /** Undefined until it is loaded. */
  text: TurnText | undefined;
  /** True when it could not be loaded; the list shows the reason. */
  isUnread: boolean;
  scores: readonly SubjectScore[];
  /** The scores of the project. */
  projectScores: readonly ProjectScore[];
  isSlow: boolean;
  isLast: boolean;
  isChosen: boolean;
  isFolded: boolean;
  onUnfold: () => void;
  onChosen: () => void;
};

/** One turn on the timeline: its figures, the user's message, the tools, the answer. */
export function TurnItem(props: TurnItemProps) {
  const { turn, isLast } = props;
  return (
    <article className="relative pb-3.5 pl-8" aria-label={`Turn ${turn.number}`}>
      {isLast ? null : (
        <span className="absolute top-5 -bottom-0.5 left-[9px] w-px bg-line-strong" aria-hidden="true" />
      )}
      <TimelineDot {...props} />
      {props.isFolded ? <FoldedTurn {...props} /> : <OpenTurn {...props} />}
    </article>
  );
}

function TimelineDot({ turn, isSlow, isChosen, onChosen }: TurnItemProps) {
  return (
    <button
      type="button"
      onClick={onChosen}
      aria-label={`Turn ${turn.number}${isSlow ? ", the slowest" : ""}`}
      className={classNames(
        "absolute top-0 left-0 grid h-[19px] min-w-[19px] place-items-center rounded-full border border-line-strong bg-bg px-0.5 text-micro text-ink-2 before:absolute before:-inset-[3px]",
        isSlow && "border-dye-weld bg-warn-tint text-warn",
        turn.status === "error" && "border-err-line bg-err-tint text-err",
        turn.status === "running" && "border-accent text-accent-text",
        isChosen && "outline-2 outline-offset-1 outline-focus",
      )}
    >
      {turn.number}
    </button>
  );
}

function FoldedTurn({ turn, text, onUnfold }: TurnItemProps) {
  return (
    <button
      type="button"
      onClick={onUnfold}
      aria-label={`Expand turn ${turn.number}`}
      className="-mt-[3px] flex h-6 w-full min-w-0 items-center gap-2.5 rounded-chip text-left text-micro text-ink-3 hover:text-ink max-md:h-9"
    >
      <Quantity text={formatDuration(turn.durationMs)} className="flex-none font-medium text-ink-2" />
      <span className="truncate text-small text-ink-2">{text?.user?.text ?? text?.answer?.text ?? ""}</span>
      {turn.tools.length > 0 ? <Tag>{countOf(turn.tools.length, "tool")}</Tag> : null}
      <ChevronRight size={12} strokeWidth={2} aria-hidden="true" className="ml-auto flex-none" />
    </button>
  );
}

function OpenTurn({ slug, turn, text, isUnread, scores, projectScores }: TurnItemProps) {
  const isRunning = turn.status === "running";
  return (
    <>
      <TurnMeta slug={slug} turn={turn} />
      <ScoreBadges scores={scores} project={projectScores} nowMs={Date.now()} className="my-1" />
      {text ? (
        <>
          {text.user ? <TurnTextView content={text.user} className="mt-0.5" label="User" /> : null}
          <MediaList label={`Media of turn ${turn.number}`} media={text.userMedia ?? []} />
          <ToolTags tools={turn.tools} />
          {text.answer ? (
            <TurnTextView
              content={text.answer}
              className="mt-1 border-l-2 border-accent-line pl-3 text-ink-2"
              label="Answer"
            />
          ) : null}
          <MediaList label={`Media of answer ${turn.number}`} media={text.answerMedia ?? []} />
          {!text.answer && !isRunning && !turn.exception ? (
            <p className="mt-1 pl-3 text-small text-ink-3">No answer was logged.</p>
          ) : null}
        </>
      ) : isUnread ? (
        <ToolTags tools={turn.tools} />
      ) : (
        <span className="mt-1.5 grid gap-2">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-4/5" />
        </span>
      )}
      {turn.exception ? (
        <p className="mt-1 border-l-2 border-err-line pl-3 text-small text-err [overflow-wrap:anywhere] whitespace-pre-wrap">
          {turn.exception}
        </p>
      ) : null}
    </>
  );
}

function TurnMeta({ slug, turn }: { slug: string; turn: Turn }) {
  const isRunning = turn.status === "running";
  return (
    <div className="flex items-center gap-2.5 text-micro leading-[18px] text-ink-3">
      <span
        className={classNames("flex items-center gap-1.5 font-medium", isRunning ? "text-accent-text" : "text-ink-2")}
      >
        {turn.status === "ok" ? null : <StatusGlyph status={turn.status} />}
        <Quantity text={formatDuration(turn.durationMs)} />
      </span>
      {turn.tokensIn === null && turn.tokensOut === null ? null : (
        <span>
          {formatTokens(turn.tokensIn)} in, {formatTokens(turn.tokensOut)} out
        </span>
      )}
      {turn.costUsd === null ? null : <span>{formatCallCost(turn.costUsd)}</span>}
      {isRunning ? <span className="text-accent-text">running</span> : null}
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
