import { Square } from "lucide-react";
import { Select } from "@/components/form/select";
import { PauseOrResume } from "@/components/run/pause-or-resume";
import { UserName } from "@/components/session/user-name";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Tag } from "@/components/ui/tag";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { runStates } from "@/lib/run/run-states";
import type { RunControl } from "./use-run";

/** A stopped evaluation lacks trials. */
const STATES = { ...runStates, stopped: { ...runStates.stopped, tone: "warn" } } as const;

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
        {isRunning ? (
          <>
            started by <UserName id={run.created_by} />, keeps running if you close this tab
          </>
        ) : (
          run.reason
        )}
      </span>
      {canAct ? (
        <div className="ml-auto flex flex-none items-center gap-1.5">
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
          <PauseOrResume
            state={run.state}
            acting={control.acting}
            onPause={() => control.act({ kind: "pause" })}
            onResume={() => control.act({ kind: "resume", limits: {} })}
          />
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
