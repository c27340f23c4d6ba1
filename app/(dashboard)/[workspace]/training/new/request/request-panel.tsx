"use client";

import { Activity } from "lucide-react";
import { useMemo } from "react";
import type { DraftFigures } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureText } from "@/lib/failure/failure-text";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { requestBytes } from "@/lib/training/trajectories/training-request-body";
import { MAX_REQUEST_BYTES, requestPreview, startProblem } from "./prepare-request";
import { isStartUncertain } from "./submit-job";
import type { Submit } from "./use-submit";
import type { RequestTarget } from "./use-target";

type RequestPanelProps = { control: DraftFigures; target: RequestTarget; submit: Submit; isReading: boolean };

/** The request preview, its size, and the send button. */
export function RequestPanel({ control, target, submit, isReading }: RequestPanelProps) {
  const { target: aim } = target;
  const { draft, figures } = control;
  const bytes = useMemo(() => requestBytes(draft.groups, figures, aim), [draft.groups, figures, aim]);
  const { state } = submit;
  const refusal = startProblem(control, target, bytes, isReading);
  const isLog = aim.kind === "log";
  return (
    <section
      aria-label="Request"
      className="grid flex-1 grid-rows-[auto_minmax(0,1fr)_auto] gap-2 px-4 py-2.5 max-md:px-3"
    >
      <div className="flex min-w-0 items-center gap-2">
        <h2 className="text-base font-semibold">Request</h2>
        <span className="truncate text-code text-ink-2">
          POST {isLog ? "/v1/preview/models/{model_id}/log" : "/v1/preview/training-jobs"}
        </span>
        <span className="ml-auto flex-none text-small text-ink-2">{formatBytes(bytes)}</span>
      </div>
      <section
        aria-label="Request preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-[320px] min-h-[120px] overflow-auto rounded-control bg-sunken px-3 py-2"
      >
        <pre className="text-code">{requestPreview(control.draft, control.figures, aim)}</pre>
      </section>
      <div className="sticky bottom-0 -mx-4 -mb-2.5 grid gap-2 border-t border-line bg-bg px-4 py-2.5 max-md:-mx-3 max-md:px-3">
        {state.kind === "sending" ? (
          <>
            <ProgressBar label="Sending" share={state.sentBytes / Math.max(1, state.totalBytes)} />
            <div className="flex items-center gap-2 text-small text-ink-2">
              {state.sentBytes < state.totalBytes ? (
                <>
                  {formatBytes(state.sentBytes)} of {formatBytes(state.totalBytes)} sent
                  <Button kind="ghost" size="small" className="ml-auto" onClick={submit.stop}>
                    Stop
                  </Button>
                </>
              ) : (
                `Sent, waiting for the service${isLog ? "" : ". This continues if you leave the page"}`
              )}
            </div>
          </>
        ) : null}
        {state.kind === "failed" ? (
          <Callout tone="err">
            {submit.refusals.length > 0 ? (
              `The service rejected ${countOf(submit.refusals.length, "value")}. See the first entries under Problems.`
            ) : (
              <>
                {failureText(state.failure).title}. {failureText(state.failure).advice}
                {isStartUncertain(state.failure.kind) && !isLog
                  ? " The job may still have started. Starting again checks for it first."
                  : ""}
                <FailureDetails failure={state.failure} />
              </>
            )}
          </Callout>
        ) : null}
        <div className="flex flex-wrap items-center gap-2.5">
          <Button
            kind="primary"
            icon={<Activity size={14} strokeWidth={1.7} aria-hidden="true" />}
            disabled={refusal !== null}
            isBusy={state.kind === "sending"}
            onClick={submit.start}
          >
            {isLog ? "Log trajectories" : "Start training"}
          </Button>
          <span className="min-w-0 flex-1 text-small text-ink-2">
            {refusal ??
              (bytes > MAX_REQUEST_BYTES / 2
                ? `The limit for a request is ${formatBytes(MAX_REQUEST_BYTES)}`
                : countOf(control.totals.trajectoryCount, "trajectory", "trajectories"))}
          </span>
        </div>
      </div>
    </section>
  );
}
