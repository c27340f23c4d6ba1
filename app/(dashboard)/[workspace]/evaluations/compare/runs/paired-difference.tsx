import { PairedBar } from "@/components/evaluation/paired-bar";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import type { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise, verdictWords } from "@/lib/evaluation/runs/verdict-words";
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
  return (
    <span className="flex items-center gap-2.5">
      <span className="w-12 text-right">{formatDifference(compared.difference)}</span>
      <PairedBar compared={compared} direction={direction} reach={reach} />
      <span
        className={classNames("max-w-72 truncate text-micro", isWithinNoise(compared) ? "text-ink-3" : "text-ink-2")}
        title={verdictWords(compared)}
      >
        {verdictWords(compared)}
      </span>
    </span>
  );
}
