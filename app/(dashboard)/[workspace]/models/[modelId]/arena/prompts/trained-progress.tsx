import { useStore } from "zustand";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import type { TrainedReading } from "./trained-reader";

const trajectories = (count: number) => countOf(count, "trajectory", "trajectories");

/** How much of what the model was trained on has been read, and so what "seen" and "unseen" rest on. */
export function TrainedProgress({ trained }: { trained: TrainedReading }) {
  const { phase, readCount, totalCount, failure } = useStore(trained);
  const soFar =
    totalCount === null ? trajectories(readCount) : `${formatCount(readCount)} of ${trajectories(totalCount)}`;
  const open = "A thread that is not among them is neither seen nor unseen yet.";
  return (
    <div role="status" className="flex min-h-6 flex-wrap items-center gap-x-2 text-small text-ink-2">
      {phase === "reading" ? (
        <>
          <span className="flex items-center gap-1.5 text-accent-text">
            <StatusGlyph status="running" label="" />
            Looking for seen threads: {soFar} read
          </span>
          <Button kind="ghost" size="small" onClick={() => trained.stop()}>
            Stop
          </Button>
        </>
      ) : null}
      {phase === "whole"
        ? readCount === 0
          ? "The model was trained on nothing yet, so every thread is unseen."
          : `Read all ${trajectories(readCount)} that the model was trained on.`
        : null}
      {phase === "stopped" ? (
        <>
          Stopped after {soFar}. {open}
          <Button kind="ghost" size="small" onClick={() => trained.begin()}>
            Read on
          </Button>
        </>
      ) : null}
      {phase === "failed" && failure ? (
        <>
          <span className="text-warn">
            What the model was trained on could not be read{readCount === 0 ? "" : ` beyond ${soFar}`}:{" "}
            {failure.kind === "unsupported" ? `this connection does not offer ${failure.operation}` : failure.message}
          </span>
          {open}
          {failure.kind === "unsupported" ? null : (
            <Button kind="ghost" size="small" onClick={() => trained.begin()}>
              Try again
            </Button>
          )}
        </>
      ) : null}
    </div>
  );
}
