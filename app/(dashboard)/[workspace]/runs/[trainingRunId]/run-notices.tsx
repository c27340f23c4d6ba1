"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { reachedLimit } from "@/lib/training/runs/reached-limit";
import type { RunControl } from "./use-run";

type RunNoticesProps = { run: TrainingRunDetail; control: RunControl; isMember: boolean | undefined };

/** What hinders the run: a failed request, a limit that was reached, the reason why it rests. */
export function RunNotices({ run, control, isMember }: RunNoticesProps) {
  const { failure, actionFailure } = control;
  const hasReason = run.reason !== null && (run.state === "paused" || run.state === "failed");
  const isViewer = isMember === false && run.source === "service" && run.state === "paused";
  if (failure === null && actionFailure === null && !hasReason && !isViewer) return null;
  return (
    <div className="grid flex-none gap-2 px-4 pb-3 max-md:px-3">
      {failure === null ? null : (
        <Callout tone="err">
          The figures are not up to date. <FailureDetails failure={failure} />
        </Callout>
      )}
      {actionFailure === null ? null : (
        <Callout tone="err">
          <FailureDetails failure={actionFailure} />
        </Callout>
      )}
      {hasReason ? (
        <Callout tone={run.state === "failed" ? "err" : "warn"}>
          {run.reason}
          {isMember ? <RaiseLimit run={run} control={control} /> : null}
        </Callout>
      ) : null}
      {isViewer ? <Callout tone="plain">Resuming a run needs the member role. Ask an admin.</Callout> : null}
    </div>
  );
}

/** A new value for the limit that was reached, with which the run continues. */
function RaiseLimit({ run, control }: { run: TrainingRunDetail; control: RunControl }) {
  const limit = run.state === "paused" ? reachedLimit(run) : null;
  const [text, setText] = useState(limit === null ? "" : String(limit.value * 2));
  if (limit === null) return null;
  const value = Number(text);
  return (
    <form
      className="mt-1.5 flex items-end gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (value > limit.value) control.act({ kind: "resume", limits: { [limit.member]: value } });
      }}
    >
      <Field label={limit.label} className="w-[132px]">
        {(ids) => (
          <Input
            {...ids}
            size="small"
            inputMode="decimal"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" disabled={!(value > limit.value)} isBusy={control.acting === "resume"}>
        Resume
      </Button>
    </form>
  );
}
