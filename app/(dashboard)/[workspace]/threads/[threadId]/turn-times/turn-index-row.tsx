import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { type DurationAxisScale, durationShareOf } from "@/lib/chart/duration-scale";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import { isSlowTurn, type ThreadFigures, type Turn } from "@/lib/thread/thread-turns";

export const BAR_WIDTH_PX = 128;

/** Columns of number, text and bar, tokens and cost, shared by the header and the rows. */
export const STRIP_COLUMNS_CLASS = "grid grid-cols-[22px_minmax(0,1fr)_54px] gap-x-[9px] pr-3 pl-3.5";

type TurnIndexRowProps = {
  turn: Turn;
  /** Null until they are loaded. */
  words: string | null;
  isUnread: boolean;
  figures: ThreadFigures;
  scale: DurationAxisScale;
  /** True when a search found other turns. */
  isOther: boolean;
  isChosen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onPressed: () => void;
};

/** One turn of the index. */
export function TurnIndexRow(props: TurnIndexRowProps) {
  const { turn, words, isUnread, figures, scale, isOther, isChosen, isFirst, isLast, onPressed } = props;
  const isSlow = isSlowTurn(turn, figures);
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onPressed}
      className={classNames(
        STRIP_COLUMNS_CLASS,
        "relative size-full content-center text-left text-small leading-[17px] outline-offset-[-2px] before:absolute before:left-6 before:w-px before:bg-line-strong",
        isFirst ? "before:top-1/2" : "before:top-0",
        isLast ? "before:bottom-1/2" : "before:bottom-0",
        isChosen ? "bg-accent-tint shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
      )}
    >
      <span
        className={classNames(
          "relative row-span-2 grid h-[21px] min-w-[21px] place-items-center self-center rounded-full border border-line-strong bg-bg text-micro text-ink-2",
          isSlow && "border-dye-weld bg-warn-tint text-warn",
          turn.status === "error" && "border-err bg-err-tint text-err",
          turn.status === "running" && "border-accent text-accent-text",
          isChosen && "border-accent bg-accent text-accent-on",
        )}
      >
        {turn.number}
      </span>
      <span className={classNames("truncate", isOther && "text-ink-3")}>
        {words ?? (isUnread ? "–" : <Skeleton className="w-3/5" />)}
      </span>
      <span className="text-right text-micro text-ink-3">{formatTokens(turn.tokensIn)}</span>
      <span className="flex items-center gap-2 text-micro whitespace-nowrap text-ink-2">
        <LatencyBar turn={turn} figures={figures} scale={scale} isSlow={isSlow} />
        <Quantity text={formatDuration(turn.durationMs)} />
        {turn.status === "ok" ? null : <StatusGlyph status={turn.status} className="size-3" />}
      </span>
      <span className="text-right text-micro text-ink-3">{formatCallCost(turn.costUsd)}</span>
    </button>
  );
}

type LatencyBarProps = { turn: Turn; figures: ThreadFigures; scale: DurationAxisScale; isSlow: boolean };

function LatencyBar({ turn, figures: { p50Ms, p99Ms }, scale, isSlow }: LatencyBarProps) {
  const at = (ms: number) => durationShareOf(scale, ms) * BAR_WIDTH_PX;
  const lines = [p50Ms, p99Ms].filter((ms) => ms !== null);
  return (
    <svg width={BAR_WIDTH_PX} height={10} aria-hidden="true" className="flex-none overflow-visible">
      {turn.durationMs === null ? null : (
        <rect
          x={0}
          y={2}
          width={Math.max(2, at(turn.durationMs))}
          height={6}
          rx={1}
          fill={isSlow ? "var(--dye-weld)" : "var(--vat-3)"}
        />
      )}
      {lines.map((ms) => (
        <line
          key={ms}
          x1={Math.round(at(ms)) + 0.5}
          x2={Math.round(at(ms)) + 0.5}
          y1={0}
          y2={10}
          stroke="var(--ink-3)"
          strokeDasharray="2 2"
        />
      ))}
    </svg>
  );
}
