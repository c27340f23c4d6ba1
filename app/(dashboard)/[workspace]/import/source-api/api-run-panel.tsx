"use client";

import Link from "next/link";
import { ReportLink } from "@/app/(dashboard)/[workspace]/import/parts/report-link";
import { contentText } from "@/app/(dashboard)/[workspace]/import/preview/prepare-file-preview";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { KeyCap } from "@/components/ui/key-cap";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureText } from "@/lib/failure/failure-text";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ApiImportState } from "./use-api-import";

type ApiRunPanelProps = {
  toolName: string;
  state: ApiImportState;
  workspace: Workspace;
  isReady: boolean;
  onLook: () => void;
  onStart: () => void;
  onStop: () => void;
};

/** Starts the import from an API, and shows how far it is. How much there is, is not known before. */
export function ApiRunPanel({ toolName, state, workspace, isReady, onLook, onStart, onStop }: ApiRunPanelProps) {
  if (state.kind === "entering" || state.kind === "looked" || state.kind === "unread") {
    return (
      <>
        {state.kind === "unread" ? (
          <Callout tone="err">
            <b className="font-medium">{state.refusal ?? failureText(state.failure).title}</b> Nothing was stored.
            {state.refusal === null ? <FailureDetails failure={state.failure} /> : null}
          </Callout>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" disabled={!isReady} onClick={onStart}>
            Import the project
            <KeyCap className="border-current bg-transparent text-current opacity-80 max-md:hidden">⌘↵</KeyCap>
          </Button>
          {state.kind === "looked" ? null : (
            <Button disabled={!isReady} onClick={onLook}>
              Preview
            </Button>
          )}
        </div>
        <p className="text-small leading-[17px] text-ink-3">
          {state.kind === "looked"
            ? "Nothing is stored yet. Your choices apply to all records of the project; kinds that the preview did not meet are imported as read."
            : "Preview reads the beginning of each list, so that you can change what becomes of the records. The total is not known in advance. Importing again adds only what is new."}
        </p>
      </>
    );
  }
  if (state.kind === "looking") {
    return (
      <>
        <ProgressBar label="Reading the beginning of each list" />
        <div role="status" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
          <span>{countOf(state.preview.valueCount, "record")} read, none stored</span>
          <Button size="small" onClick={onStop}>
            Stop
          </Button>
        </div>
      </>
    );
  }
  if (state.kind === "running") return <Running toolName={toolName} state={state} onStop={onStop} />;
  if (state.kind === "stopped") return <Stopped state={state} onStart={onStart} />;
  return (
    <>
      <div role="status">
        <Callout tone="ok">
          Imported <b className="font-medium">{contentText(state.preview)}</b> in {formatDuration(state.runMs)}
          {state.newCalls !== null && state.newCalls < state.summary.calls
            ? `; ${countOf(state.newCalls, "call")} are new: the others were there already, or were deleted before`
            : ""}
          . Importing again creates no duplicates.
        </Callout>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild kind="primary">
          <Link href={`/${workspace.slug}/traces?t=all&source=all`}>Open traces</Link>
        </Button>
        <ReportLink slug={workspace.slug} />
      </div>
    </>
  );
}

type StateOf<Kind extends ApiImportState["kind"]> = Extract<ApiImportState, { kind: Kind }>;

type RunningProps = { toolName: string; state: StateOf<"running">; onStop: () => void };

function Running({ toolName, state, onStop }: RunningProps) {
  const { preview, storedCount, runMs, waitMs } = state;
  const perSecond = runMs > 1000 ? Math.round(preview.valueCount / (runMs / 1000)) : 0;
  return (
    <>
      <ProgressBar label="Importing" />
      <div role="status" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
        <span>
          {countOf(preview.valueCount, "record")} read, {formatCount(storedCount)} stored
          {perSecond > 0 ? `, ${formatCount(perSecond)} a second` : ""}
          {waitMs === null ? "" : `. ${toolName} asks to wait ${formatDuration(waitMs)}`}
        </span>
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      </div>
    </>
  );
}

function Stopped({ state, onStart }: { state: StateOf<"stopped">; onStart: () => void }) {
  const { failure, refusal, storedCount } = state;
  const isByPerson = failure.kind === "cancelled";
  const text = failureText(failure);
  return (
    <>
      <Callout tone={isByPerson ? "warn" : "err"}>
        <b className="font-medium">{isByPerson ? "Import stopped" : (refusal ?? text.title)}</b>{" "}
        {countOf(storedCount, "record")} stored.
        {isByPerson || refusal !== null ? null : ` ${text.advice}`}
        {isByPerson || refusal !== null ? null : <FailureDetails failure={failure} />}
      </Callout>
      <Button kind="primary" onClick={onStart}>
        Continue
      </Button>
    </>
  );
}
