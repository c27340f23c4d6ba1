import type { TraceSkeleton } from "../skeleton/trace-skeleton";

type TraceStatisticsProps = {
  skeleton: TraceSkeleton;
  /** Running calls have run up to here, in milliseconds after the start. */
  untilMs: number;
  selectedRow: number;
  onSelect: (row: number) => void;
};

/** The ops of a trace with their figures. */
export function TraceStatistics(_: TraceStatisticsProps) {
  return null;
}
