"use client";

import Link from "next/link";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { KeyCap } from "@/components/ui/key-cap";
import { ProgressBar } from "@/components/ui/progress-bar";
import { pages } from "@/lib/address/page-list";
import { failureText } from "@/lib/failure/failure-text";
import { formatBytes } from "@/lib/format/bytes";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Workspace } from "@/lib/workspace/workspace";
import { ReportLink } from "./parts/report-link";
import { contentText, hasContent } from "./preview/prepare-file-preview";
import type { ImportRun, ImportState, Stored } from "./use-import";

type PanelProps = { workspace: Workspace; control: ImportRun };

/** The actions on a file that was read, and their progress. */
export function ImportProgressPanel({ workspace, control }: PanelProps) {
  const { state } = control;
  return (
    <section aria-label="Import" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {state.kind === "reading" ? <Reading state={state} onStop={control.reset} /> : null}
      {state.kind === "ready" ? <Ready state={state} workspace={workspace} onSend={control.send} /> : null}
      {state.kind === "sending" ? <Sending state={state} onStop={control.stop} /> : null}
      {state.kind === "stopped" ? <Stopped state={state} onSend={control.send} /> : null}
      {state.kind === "done" ? <Done state={state} workspace={workspace} /> : null}
    </section>
  );
}

type StateOf<Kind extends ImportState["kind"]> = Extract<ImportState, { kind: Kind }>;

const NO_COUNTS: Stored = { items: 0, calls: 0 };

function Reading({ state, onStop }: { state: StateOf<"reading">; onStop: () => void }) {
  const { size } = state.chosen.file;
  return (
    <>
      <ProgressBar label="Reading file" share={size === 0 ? 0 : state.readBytes / size} />
      <div role="status" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
        Reading: {formatBytes(state.readBytes)} of {formatBytes(size)}, {countOf(state.preview.valueCount, "value")}
        <Button size="small" onClick={onStop}>
          Stop reading
        </Button>
      </div>
    </>
  );
}

type ReadyProps = { state: StateOf<"ready">; workspace: Workspace; onSend: (from: Stored) => void };

function Ready({ state, workspace, onSend }: ReadyProps) {
  const { preview, stored } = state;
  if (!hasContent(preview)) {
    return <Callout tone="plain">No data to import in this file.</Callout>;
  }
  const isResumed = stored.items > 0;
  return (
    <>
      {isResumed ? (
        <Callout tone="run">
          An earlier import of this file stopped at value {formatCount(stored.items)} of{" "}
          {formatCount(preview.valueCount)}. All values up to there are stored.
        </Callout>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          kind="primary"
          onClick={() => onSend(stored)}
          className="h-auto min-h-7 max-w-full py-1 text-left whitespace-normal max-md:h-auto max-md:min-h-9"
        >
          {isResumed ? `Continue from value ${formatCount(stored.items + 1)}` : `Import ${contentText(preview)}`}
          <KeyCap className="border-current bg-transparent text-current opacity-80 max-md:hidden">⌘↵</KeyCap>
        </Button>
        {isResumed ? (
          <Button kind="ghost" onClick={() => onSend(NO_COUNTS)}>
            Import from the beginning
          </Button>
        ) : null}
        <span className="text-small text-ink-3">
          into <span className="text-code">{workspace.projectId}</span> of {workspace.connectionName}
        </span>
      </div>
    </>
  );
}

function Sending({ state, onStop }: { state: StateOf<"sending">; onStop: () => void }) {
  const { preview, stored, runItems, runMs } = state;
  const valuesPerMs = runMs > 0 ? runItems / runMs : 0;
  return (
    <>
      <ProgressBar label="Importing" share={stored.items / preview.valueCount} />
      <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
        <span>
          <b className="font-medium text-ink">{formatCount(stored.items)}</b> of {formatCount(preview.valueCount)}{" "}
          values, {countOf(stored.calls, "call")} stored
          {valuesPerMs > 0
            ? `, ${formatCount(Math.round(valuesPerMs * 1000))} values/s, about ${formatDuration((preview.valueCount - stored.items) / valuesPerMs)} left`
            : ""}
        </span>
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
        <span className="text-ink-3">Leaving the page also stops the import; you can continue it later.</span>
      </div>
    </>
  );
}

function Stopped({ state, onSend }: { state: StateOf<"stopped">; onSend: (from: Stored) => void }) {
  const { preview, stored, failure } = state;
  const isByPerson = failure.kind === "cancelled";
  const text = failureText(failure);
  return (
    <>
      <Callout tone={isByPerson ? "warn" : "err"}>
        <b className="font-medium">{isByPerson ? "Import stopped" : text.title}</b>
        {stored.items === 0
          ? " before any value was fully stored."
          : ` at value ${formatCount(stored.items)} of ${formatCount(preview.valueCount)}. All values up to there are stored.`}
        {isByPerson ? null : ` ${text.advice}`}
        {isByPerson ? null : <FailureDetails failure={failure} />}
      </Callout>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => onSend(stored)}>
          Continue from value {formatCount(stored.items + 1)}
        </Button>
      </div>
    </>
  );
}

function Done({ state, workspace }: { state: StateOf<"done">; workspace: Workspace }) {
  const { preview, chosen, isFeedbackUnsupported, objects, newCalls } = state;
  const [firstObject] = objects.names;
  const presentCount = objects.promptsPresent + objects.datasetsPresent;
  const hasThreads = preview.counts.conversations > 0 && pages.some(({ id }) => id === "threads");
  return (
    <>
      <div role="status">
        <Callout tone="ok">
          Imported <b className="font-medium">{contentText(preview)}</b> from{" "}
          <span className="text-code">{chosen.file.name}</span> into{" "}
          <span className="text-code">{workspace.projectId}</span>
          {preview.counts.calls > 0 || firstObject === undefined
            ? `: ${countOf(preview.counts.calls, "call")}`
            : `: ${countOf(objects.names.length, "object")}`}
          {newCalls !== null && newCalls < preview.counts.calls
            ? `, of which ${formatCount(newCalls)} are new: the others were there already, or were deleted before`
            : ""}
          {presentCount > 0 ? `; ${countOf(presentCount, "version")} of prompts or datasets existed already` : ""}
          {isFeedbackUnsupported ? ". This service does not store feedback, so rewards are only in the attributes" : ""}
          .{chosen.mapping.newIds ? null : " Importing the same file again creates no duplicates."}
        </Callout>
      </div>
      <div className="flex flex-wrap gap-2">
        {hasThreads ? (
          <Button asChild kind="primary">
            <Link href={`/${workspace.slug}/threads?t=all&source=all`}>Open threads</Link>
          </Button>
        ) : null}
        {preview.counts.calls > 0 || firstObject === undefined ? (
          <Button asChild kind={hasThreads ? "plain" : "primary"}>
            <Link href={`/${workspace.slug}/traces?t=all&source=all`}>Open traces</Link>
          </Button>
        ) : null}
        {firstObject !== undefined ? (
          <Button asChild>
            <Link href={`/${workspace.slug}/objects?${new URLSearchParams({ object: firstObject })}`}>
              Open objects
            </Link>
          </Button>
        ) : null}
        <ReportLink slug={workspace.slug} />
      </div>
    </>
  );
}
