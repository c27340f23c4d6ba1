"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ImportColumns } from "@/app/(dashboard)/[workspace]/import/parts/import-columns";
import { ImportSection } from "@/app/(dashboard)/[workspace]/import/parts/import-section";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { Select } from "@/components/form/select";
import { useKeys } from "@/components/keyboard/use-keys";
import { useWorkspaces } from "@/components/session/use-workspace";
import { FailureState } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { weaveStepRows } from "./prepare-weave-steps";
import { useWeaveImport } from "./use-weave-import";
import { WeaveReportLists } from "./weave-report-lists";
import { WeaveRunPanel } from "./weave-run-panel";
import { WeaveStepsTable } from "./weave-steps-table";

type WeaveImportProps = { workspace: Workspace; sourceChoice: (isBusy: boolean) => ReactNode };

/** Imports the project of another workspace, whose service has the same interface. */
export function WeaveImport({ workspace, sourceChoice }: WeaveImportProps) {
  const control = useWeaveImport(workspace);
  const { state, choose, start, stop } = control;
  const isRunning = state.kind === "running";
  useUnsavedWarning(isRunning);
  useKeys("import", {
    "Mod+Enter": start,
    Escape: () => {
      if (isRunning) stop();
    },
  });
  const rows = weaveStepRows(state);
  const source = "source" in state ? state.source : null;
  const steps = (
    <>
      {sourceChoice(isRunning || state.kind === "counting")}
      <ImportSection
        number={2}
        title="Project"
        isDone={rows.length > 0}
        note="counted first; nothing is stored before Import"
      >
        <SourceProject workspace={workspace} chosen={source} isDisabled={isRunning} onChoose={choose} />
        {state.kind === "counting" ? <ProgressBar label="Counting" className="mt-3" /> : null}
        {state.kind === "uncounted" ? (
          <FailureState failure={state.failure} onRetry={() => choose(state.source)} />
        ) : null}
      </ImportSection>
      {rows.length > 0 ? (
        <ImportSection
          number={3}
          title="What becomes of it"
          isWide
          isDone={state.kind === "done"}
          note={`${source?.projectId} to ${workspace.projectId}`}
        >
          <WeaveStepsTable rows={rows} />
        </ImportSection>
      ) : null}
    </>
  );
  const side =
    rows.length > 0 ? (
      <ImportSection number={4} title="Run" isDone={state.kind === "done"}>
        <div className="grid gap-4">
          <WeaveRunPanel control={control} rows={rows} workspace={workspace} />
          <WeaveReportLists state={state} />
        </div>
      </ImportSection>
    ) : null;
  return <ImportColumns steps={steps} side={side} />;
}

type SourceProjectProps = {
  workspace: Workspace;
  chosen: Workspace | null;
  isDisabled: boolean;
  onChoose: (source: Workspace) => void;
};

function SourceProject({ workspace, chosen, isDisabled, onChoose }: SourceProjectProps) {
  const { query, isPending, workspaces } = useWorkspaces();
  if (isPending) return <ProgressBar label="Loading workspaces" />;
  if (query.isError) return <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const isSame = (other: Workspace) =>
    other.connectionId === workspace.connectionId && other.projectId === workspace.projectId;
  const others = workspaces.filter((other) => !isSame(other));
  return (
    <div className="grid gap-2.5">
      {others.length === 0 ? (
        <Callout tone="plain">There is no other workspace to import from.</Callout>
      ) : (
        <Select
          label="Project to import"
          value={chosen?.id ?? ""}
          placeholder="Choose a workspace"
          isDisabled={isDisabled}
          className="w-full max-w-[420px]"
          options={others.map(({ id, projectId, connectionName }) => ({
            value: id,
            label: `${projectId} (${connectionName})`,
          }))}
          onChange={(id) => {
            const source = others.find((other) => other.id === id);
            if (source) onChoose(source);
          }}
        />
      )}
      <p className="text-small leading-[17px] text-ink-2">
        For another server, add it as a <Link href="/settings/connections">connection</Link> and its project as a{" "}
        <Link href="/settings/workspaces">workspace</Link>. By address and key, without a connection:{" "}
        <code className="text-code [overflow-wrap:anywhere]">
          HEDDLE_SOURCE_KEY=… npm run import -- --source-url URL --source-project entity/project --project{" "}
          {workspace.projectId}
        </code>
      </p>
    </div>
  );
}
