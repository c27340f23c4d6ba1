"use client";

import Link from "next/link";
import { ReportLink } from "@/app/(dashboard)/[workspace]/import/parts/report-link";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { KeyCap } from "@/components/ui/key-cap";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureText } from "@/lib/failure/failure-text";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type WeaveStepRow, weaveContentText, weaveRunText, weaveShare } from "./prepare-weave-steps";
import type { WeaveImportControl, WeaveState } from "./use-weave-import";

type WeaveRunPanelProps = {
  control: WeaveImportControl;
  rows: readonly WeaveStepRow[];
  workspace: Workspace;
};

/** Starts the import of a project, and shows how far it is. */
export function WeaveRunPanel({ control, rows, workspace }: WeaveRunPanelProps) {
  const { state, start, stop } = control;
  if (state.kind === "ready") return <Ready rows={rows} onStart={start} />;
  if (state.kind === "running") {
    return (
      <div className="grid gap-2.5">
        <ProgressBar label="Importing" share={weaveShare(rows)} />
        <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
          <span>{weaveRunText(state)}</span>
          <Button size="small" onClick={stop}>
            Stop
          </Button>
          <span className="text-ink-3">
            Leaving the page also stops the import; run again, it adds what is missing.
          </span>
        </div>
      </div>
    );
  }
  if (state.kind === "stopped") return <Stopped state={state} onStart={start} />;
  if (state.kind === "done") return <Done state={state} workspace={workspace} />;
  return null;
}

function Ready({ rows, onStart }: { rows: readonly WeaveStepRow[]; onStart: () => void }) {
  const text = weaveContentText(rows);
  if (text === "") return <Callout tone="plain">This project is empty.</Callout>;
  return (
    <Button kind="primary" onClick={onStart}>
      Import {text}
      <KeyCap className="border-current bg-transparent text-current opacity-80 max-md:hidden">⌘↵</KeyCap>
    </Button>
  );
}

type StateOf<Kind extends WeaveState["kind"]> = Extract<WeaveState, { kind: Kind }>;

function Stopped({ state, onStart }: { state: StateOf<"stopped">; onStart: () => void }) {
  const { failure, progress, source } = state;
  const isByPerson = failure.kind === "cancelled";
  // An address is no connection whose settings could be changed.
  const text = source.id === null ? { title: "Import failed", advice: "" } : failureText(failure);
  return (
    <div className="grid gap-2.5">
      <Callout tone={isByPerson ? "warn" : "err"}>
        <b className="font-medium">{isByPerson ? "Import stopped" : text.title}</b>
        {progress === null
          ? " before anything was stored."
          : `: ${countOf(progress.callsDone, "call")} done. What is stored stays.`}
        {isByPerson ? null : ` ${text.advice}`}
        {isByPerson ? null : <FailureDetails failure={failure} />}
      </Callout>
      <div>
        <Button kind="primary" onClick={onStart}>
          Continue
        </Button>
      </div>
    </div>
  );
}

function Done({ state, workspace }: { state: StateOf<"done">; workspace: Workspace }) {
  const { counts, callsThere, callsHere } = state.report;
  return (
    <div className="grid gap-2.5">
      <div role="status">
        <Callout tone={callsHere < callsThere ? "warn" : "ok"}>
          Imported <b className="font-medium">{countOf(counts.calls.stored, "call")}</b>,{" "}
          {countOf(counts.objects.stored, "object version")} and {formatCount(counts.feedback.stored)} feedback from{" "}
          <span className="text-code">{state.source.projectId}</span>. Calls until the import began:{" "}
          {formatCount(callsThere)} there, {formatCount(callsHere)} here. Importing again creates no duplicates.
        </Callout>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild kind="primary">
          <Link href={`/${workspace.slug}/traces?t=all&source=all`}>Open traces</Link>
        </Button>
        <Button asChild>
          <Link href={`/${workspace.slug}/objects`}>Open objects</Link>
        </Button>
        <ReportLink slug={workspace.slug} />
      </div>
    </div>
  );
}
