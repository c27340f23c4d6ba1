import { Check, RefreshCw, X } from "lucide-react";
import {
  type Difference,
  differenceLabel,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-answer-content";
import type { ScoreComparison } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";
import type { CellResult } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RewardSquare } from "@/components/training/trajectories/reward-square";
import { Button } from "@/components/ui/button";
import { Quantity } from "@/components/ui/quantity";
import { tokensOut } from "@/lib/completion/answer-choices";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatReward } from "@/lib/format/reward";
import type { Status } from "@/lib/format/status";
import { classNames } from "@/lib/style/class-names";
import type { AnswerCells } from "./table-parts";

type AnswerMetaProps = {
  arena: AnswerCells;
  /** The label of the column. */
  name: string;
  cell: string;
  result: CellResult | null;
  isWaiting: boolean;
  reward: number | null;
  difference: Difference;
  verdict: ScoreComparison | null;
  onRetry: () => void;
};

const scoreComparisonColor: Readonly<Record<ScoreComparison, string>> = {
  win: "text-ok",
  tie: "text-ink-2",
  loss: "text-err",
};

/** The reward of an answer, its figures, its difference, and its result against the pinned one. */
export function AnswerMeta(props: AnswerMetaProps) {
  const { arena, name, cell, result, isWaiting, reward, difference, verdict, onRetry } = props;
  const answer = result?.answer;
  const isOther = result !== null && result.asked !== arena.setting.parameters;
  const tokens = answer ? tokensOut(answer).count : null;
  return (
    <div className="mt-auto flex h-[30px] flex-none items-center gap-2.5 text-micro whitespace-nowrap text-ink-3">
      <State isWaiting={isWaiting} status={answer?.status} />
      {answer?.status === "done" && arena.setting.scorer.kind === "marks" && !isOther ? (
        <Marks mark={result?.mark ?? null} onMark={(mark) => arena.results.mark(cell, mark)} />
      ) : reward === null ? null : (
        <span className="font-medium text-ink tabular-nums">
          <RewardSquare value={reward} />
          {formatReward(reward)}
        </span>
      )}
      {answer?.durationMs == null ? null : <Quantity text={formatDuration(answer.durationMs)} />}
      {tokens === null || tokens === 0 ? null : <span>{formatCount(tokens)} tok</span>}
      {isOther ? (
        <span className="text-warn">other parameters</span>
      ) : (
        <span className="truncate text-ink-2">{differenceLabel(difference)}</span>
      )}
      <span className="ml-auto flex flex-none items-center gap-1">
        {verdict === null ? null : (
          <b className={classNames("font-medium", scoreComparisonColor[verdict])}>{verdict}</b>
        )}
        <Button
          kind="ghost"
          size="icon-small"
          aria-label={`${result === null ? "Run" : "Run again:"} ${name}`}
          title={result === null ? "Run this cell" : "Run this cell again"}
          disabled={!arena.mayRun || isWaiting || answer?.status === "running"}
          onClick={onRetry}
          className="disabled:border-transparent"
        >
          <RefreshCw size={12} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </span>
    </div>
  );
}

const states: Readonly<Record<string, { readonly glyph: Status; readonly words: string }>> = {
  running: { glyph: "running", words: "streaming" },
  failed: { glyph: "error", words: "not counted" },
  stopped: { glyph: "cancelled", words: "stopped" },
};

function State({ isWaiting, status }: { isWaiting: boolean; status: string | undefined }) {
  if (isWaiting) return <span className="text-ink-2">waiting</span>;
  if (status === undefined) return <span>not run</span>;
  const state = states[status];
  if (!state) return null;
  return (
    <span className={classNames("inline-flex items-center gap-1.5", status === "running" && "text-accent-text")}>
      <StatusGlyph status={state.glyph} label="" />
      {state.words}
    </span>
  );
}

/** Buttons for good and bad: pressing the same one again clears the mark. */
function Marks({ mark, onMark }: { mark: number | null; onMark: (mark: number | null) => void }) {
  return (
    <span className="-ml-1.5 inline-flex items-center">
      <Button
        kind="ghost"
        size="icon-small"
        isOn={mark === 1}
        aria-pressed={mark === 1}
        aria-label="Good"
        title="Good"
        onClick={() => onMark(mark === 1 ? null : 1)}
      >
        <Check size={12} strokeWidth={2} aria-hidden="true" />
      </Button>
      <Button
        kind="ghost"
        size="icon-small"
        isOn={mark === 0}
        aria-pressed={mark === 0}
        aria-label="Bad"
        title="Bad"
        onClick={() => onMark(mark === 0 ? null : 0)}
      >
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </Button>
    </span>
  );
}
