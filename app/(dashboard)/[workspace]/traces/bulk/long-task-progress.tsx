import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureText } from "@/lib/failure/failure-text";
import { formatCount } from "@/lib/format/count";
import type { LongTaskState } from "./use-long-task";

type LongTaskProgressProps = {
  state: LongTaskState;
  total: number | null;
  /** The counted things and their verb: `rows written`. */
  noun: string;
  onStop: () => void;
  /** Describes the state after a stop or a failure. */
  remaining: (done: number) => string;
};

/** The progress of a long task with a stop button, and the state it left behind if it did not finish. */
export function LongTaskProgress({ state, total, noun, onStop, remaining }: LongTaskProgressProps) {
  if (state.kind === "resting") return null;
  if (state.kind === "stopped") return <Callout tone="warn">Stopped. {remaining(state.done)}</Callout>;
  if (state.kind === "failed") {
    return (
      <Callout tone="err">
        <span className="font-medium">{failureText(state.failure).title}</span>. {remaining(state.done)}
        <FailureDetails failure={state.failure} />
      </Callout>
    );
  }
  const share = total === null || total === 0 ? null : Math.min(1, state.done / total);
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={noun}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={share === null ? undefined : state.done}
        className="h-1 overflow-hidden rounded-full bg-active"
      >
        <div className="h-full bg-accent" style={{ width: share === null ? "30%" : `${share * 100}%` }} />
      </div>
      <span className="flex items-center gap-2 text-small text-ink-2">
        <span role="status">
          {formatCount(state.done)}
          {total === null ? "" : ` of ${formatCount(total)}`} {noun}
        </span>
        <Button size="small" className="ml-auto" onClick={onStop}>
          Stop
        </Button>
      </span>
    </div>
  );
}
