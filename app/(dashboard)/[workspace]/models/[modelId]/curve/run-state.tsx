import { Tag } from "@/components/ui/tag";
import type { CheckpointRun } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { formatCount } from "@/lib/format/count";

const WORDS: Readonly<Record<CheckpointRun["state"], string>> = {
  waiting: "waiting",
  running: "running",
  paused: "paused",
  over_budget: "over budget",
  stopped: "stopped",
  failed: "failed",
  finished: "finished",
};

const TONES = {
  waiting: "outline",
  running: "run",
  paused: "warn",
  over_budget: "warn",
  stopped: "warn",
  failed: "err",
  finished: "ok",
} as const;

/** The states that need somebody: the curve has no point there, and will get none by itself. */
export const needsAttention = ({ state }: CheckpointRun): boolean =>
  state === "failed" || state === "stopped" || state === "paused" || state === "over_budget";

/** The state of a checkpoint's evaluation, with its progress while it runs. */
export function RunState({ run }: { run: CheckpointRun }) {
  const { state, done, total, reason } = run;
  const progress =
    state === "running" && done !== null && total !== null ? ` ${formatCount(done)} of ${formatCount(total)}` : "";
  return (
    <Tag tone={TONES[state]} title={reason ?? undefined}>
      {WORDS[state]}
      {progress}
    </Tag>
  );
}
