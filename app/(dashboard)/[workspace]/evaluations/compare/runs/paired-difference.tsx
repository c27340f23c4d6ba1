import { DifferenceBar } from "@/components/evaluation/difference-bar";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import type { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise, verdictWords } from "@/lib/evaluation/runs/verdict-words";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { ComparedScore } from "./compared-score";

type PairedDifferenceProps = {
  compared: ComparedScore["comparison"];
  direction: ReturnType<typeof scoreDirection>;
  /** Half the width of the axis. */
  reach: number;
};

/** The paired difference to the baseline as a number, a bar with its interval, and words. */
export function PairedDifference({ compared, direction, reach }: PairedDifferenceProps) {
  if (compared === null || compared.difference === null) return <span className="text-ink-3">no shared scores</span>;
  const range = shownRange(compared);
  const { difference, interval } = compared;
  const bar = { difference, interval, isNoise: isWithinNoise(compared), words: verdictWords(compared) };
  return (
    <span className="flex items-center gap-2.5">
      <span className="w-12 text-right">{formatDifference(compared.difference)}</span>
      <DifferenceBar {...bar} direction={direction} reach={reach} />
      <span className="text-micro text-ink-3">{formatCount(compared.examples)}</span>
      <span
        className={classNames(
          "relative max-w-72 truncate text-micro max-2xl:max-w-32",
          isWithinNoise(compared) ? "text-ink-3" : "text-ink-2",
        )}
        title={verdictWords(compared)}
      >
        {range === null ? null : <span aria-hidden="true">{range}</span>}
        <span className={range === null ? undefined : "sr-only"}>{verdictWords(compared)}</span>
      </span>
    </span>
  );
}

/** The interval of a difference that can be read; null where words must say why there is none. */
function shownRange(compared: NonNullable<ComparedScore["comparison"]>): string | null {
  const { interval, verdict } = compared;
  if (interval === null || verdict === "too-few-changes") return null;
  const range = `${formatDifference(interval.low)} to ${formatDifference(interval.high)}`;
  return isWithinNoise(compared) ? `≈ ${range}` : range;
}
