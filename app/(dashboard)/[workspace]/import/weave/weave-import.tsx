"use client";

import type { ReactNode } from "react";
import { ImportColumns } from "@/app/(dashboard)/[workspace]/import/parts/import-columns";
import { ImportSection } from "@/app/(dashboard)/[workspace]/import/parts/import-section";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureDetails, FailureState } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Workspace } from "@/lib/workspace/workspace";
import { weaveStepRows, weaveTotal } from "./prepare-weave-steps";
import { SourceProject } from "./source-project";
import { useWeaveImport, type WeaveState } from "./use-weave-import";
import { WeaveReportLists } from "./weave-report-lists";
import { WeaveRunPanel } from "./weave-run-panel";
import { WeaveStepsTable } from "./weave-steps-table";

const EstimateFigures = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/import/estimate/estimate-figures")).EstimateFigures,
);

type WeaveImportProps = { workspace: Workspace; sourceChoice: (isBusy: boolean) => ReactNode };

/** Imports a project of a service that has the same interface: of another workspace, or by address and key. */
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
        <SourceProject
          workspace={workspace}
          chosen={source}
          isDisabled={isRunning || state.kind === "counting"}
          onChoose={choose}
        />
        {state.kind === "counting" ? <ProgressBar label="Counting" className="mt-3" /> : null}
        {state.kind === "uncounted" ? <Uncounted state={state} onRetry={() => choose(state.source)} /> : null}
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
          {state.kind === "ready" ? (
            <EstimateFigures workspace={workspace} size={{ records: weaveTotal(rows), bytes: state.content.bytes }} />
          ) : null}
          <WeaveRunPanel control={control} rows={rows} workspace={workspace} />
          <WeaveReportLists state={state} />
        </div>
      </ImportSection>
    ) : null;
  return <ImportColumns steps={steps} side={side} />;
}

type UncountedProps = { state: Extract<WeaveState, { kind: "uncounted" }>; onRetry: () => void };

/** What an address answers is said beside its form, which is also how it is tried again. */
function Uncounted({ state: { failure, source }, onRetry }: UncountedProps) {
  if (source.id !== null) return <FailureState failure={failure} onRetry={onRetry} />;
  return (
    <Callout tone="err" className="mt-3">
      <b className="font-medium">The project cannot be read</b>
      <FailureDetails failure={failure} />
    </Callout>
  );
}
