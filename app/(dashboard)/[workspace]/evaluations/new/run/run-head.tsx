import { Square } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Select } from "@/components/form/select";
import { PauseOrResume } from "@/components/run/pause-or-resume";
import { UserName } from "@/components/session/user-name";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Tag } from "@/components/ui/tag";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { isOpen, runStates } from "@/lib/run/run-states";
import { AfterRun } from "./after-run";
import type { RunControl } from "./use-run";

const StopEvaluation = openedLater(async () => (await import("./stop-evaluation")).StopEvaluation);

/** A stopped evaluation lacks trials. */
const STATES = { ...runStates, stopped: { ...runStates.stopped, tone: "warn" } } as const;

const CONCURRENCIES: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** The numbers to choose from, with the current one. */
const concurrencies = (current: number): number[] =>
  [...new Set([...CONCURRENCIES, current])].sort((left, right) => left - right);

type RunHeadProps = { run: EvaluationRunDetail; slug: string; control: RunControl; canAct: boolean };

/** The name and the state of a run, its actions, and its results once it has ended. */
export function RunHead({ run, slug, control, canAct }: RunHeadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { text, tone } = STATES[run.state];
  const isRunning = run.state === "running" || run.state === "queued";
  // The request is answered when the running trials have ended; the dialog closes when the run begins to stop.
  const canStop = canAct && (isRunning || run.state === "paused");
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
        ) : null}
      </span>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        {canAct && isRunning ? (
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
        {canAct ? (
          <PauseOrResume
            state={run.state}
            acting={control.acting}
            onPause={() => control.act({ kind: "pause" })}
            onResume={() => control.act({ kind: "resume", limits: {} })}
          />
        ) : null}
        {canStop ? (
          <Button
            size="small"
            kind="danger"
            isBusy={control.stopping.isPending}
            icon={<Square size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            Stop
          </Button>
        ) : null}
        {isOpen(run) ? null : <AfterRun run={run} slug={slug} canAct={canAct} />}
      </div>
      {isAsking && canStop ? <StopEvaluation run={run} control={control} onClose={() => setIsAsking(false)} /> : null}
    </PageHead>
  );
}
