import type { TraceSkeleton } from "../skeleton/trace-skeleton";

type TraceTranscriptProps = {
  connectionId: string;
  projectId: string;
  skeleton: TraceSkeleton;
  selectedRow: number;
  onSelect: (row: number) => void;
};

/** What was said in a trace, in order. */
export function TraceTranscript(_: TraceTranscriptProps) {
  return null;
}
