import { Pause, Play, Square } from "lucide-react";
import { Select } from "@/components/form/select";
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

const CONCURRENCIES: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** The numbers to choose from, with the current one. */
const concurrencies = (current: number): number[] =>
  [...new Set([...CONCURRENCIES, current])].sort((left, right) => left - right);

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
            <Select
              label="Calls at a time, per model"
              value={String(run.settings.limits.concurrency)}
              options={concurrencies(run.settings.limits.concurrency ?? 8).map((count) => ({
                value: String(count),
                label: `${count} at a time`,
              }))}
              isDisabled={control.acting !== null}
              onChange={(count) => control.act({ kind: "resume", limits: { concurrency: Number(count) } })}
              className="h-(--ctl-h-small) text-small max-md:hidden"
            />
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
