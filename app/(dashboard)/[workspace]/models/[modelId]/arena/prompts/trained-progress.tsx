import { useStore } from "zustand";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import type { TrainedReading } from "./trained-reader";

const trajectories = (count: number) => countOf(count, "trajectory", "trajectories");

/** How much of the training data has been read: "seen" and "unseen" depend on it. */
export function TrainedProgress({ trained }: { trained: TrainedReading }) {
  const { phase, readCount, totalCount, failure } = useStore(trained);
  const soFar =
    totalCount === null ? trajectories(readCount) : `${formatCount(readCount)} of ${trajectories(totalCount)}`;
  const open = "Threads that were not found yet may still be in the training data.";
  return (
    <div role="status" className="flex min-h-6 flex-wrap items-center gap-x-2 text-small text-ink-2">
      {phase === "reading" ? (
        <>
          <span className="flex items-center gap-1.5 text-accent-text">
            <StatusGlyph status="running" label="" />
            Checking training data: {soFar} read
          </span>
          <Button kind="ghost" size="small" onClick={() => trained.stop()}>
            Stop
          </Button>
        </>
      ) : null}
      {phase === "whole"
        ? readCount === 0
          ? "The model has no training data yet, so every thread is unseen."
          : `Checked all ${trajectories(readCount)} of the training data.`
        : null}
      {phase === "stopped" ? (
        <>
          Stopped after {soFar}. {open}
          <Button kind="ghost" size="small" onClick={() => trained.begin()}>
            Continue
          </Button>
        </>
      ) : null}
      {phase === "failed" && failure ? (
        <>
          <span className="text-warn">
            Could not load the training data{readCount === 0 ? "" : ` after ${soFar}`}:{" "}
            {failure.kind === "unsupported" ? `this connection does not support ${failure.operation}` : failure.message}
          </span>
          {open}
          {failure.kind === "unsupported" ? null : (
            <Button kind="ghost" size="small" onClick={() => trained.begin()}>
              Retry
            </Button>
          )}
        </>
      ) : null}
    </div>
  );
}
