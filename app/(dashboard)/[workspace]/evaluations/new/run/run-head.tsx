import { Pause, Play, Square } from "lucide-react";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Tag } from "@/components/ui/tag";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { RunControl } from "./use-run";

const STATES: Readonly<
  Record<EvaluationRunDetail["state"], { text: string; tone: "run" | "warn" | "ok" | "err" | "plain" }>
> = {
  queued: { text: "Queued", tone: "plain" },
  running: { text: "Running", tone: "run" },
  paused: { text: "Paused", tone: "warn" },
  stopping: { text: "Stopping", tone: "warn" },
  stopped: { text: "Stopped", tone: "warn" },
  finished: { text: "Finished", tone: "ok" },
  failed: { text: "Failed", tone: "err" },
};

/** The name and the state of a run, and its actions. */
export function RunHead({ run, control, canAct }: { run: EvaluationRunDetail; control: RunControl; canAct: boolean }) {
  const { text, tone } = STATES[run.state];
  const isRunning = run.state === "running" || run.state === "queued";
  return (
    <PageHead title={run.name}>
      <Tag tone={tone} role="status">
        {text}
      </Tag>
      <span className="min-w-0 truncate text-small text-ink-3 max-md:hidden">
        {isRunning ? `started by ${run.created_by}, keeps running if you close this tab` : run.reason}
      </span>
      {canAct ? (
        <div className="ml-auto flex flex-none items-center gap-1.5">
          {run.state === "paused" ? (
            <Button
              size="small"
              kind="primary"
              isBusy={control.acting === "resume"}
              icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => control.act({ kind: "resume", limits: {} })}
            >
              Resume
            </Button>
          ) : null}
          {isRunning ? (
            <Button
              size="small"
              isBusy={control.acting === "pause"}
              icon={<Pause size={13} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => control.act({ kind: "pause" })}
            >
              Pause
            </Button>
          ) : null}
          {isRunning || run.state === "paused" ? (
            <Button
              size="small"
              kind="danger"
              isBusy={control.acting === "stop"}
              icon={<Square size={13} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => control.act({ kind: "stop" })}
            >
              Stop
            </Button>
          ) : null}
        </div>
      ) : null}
    </PageHead>
  );
}
