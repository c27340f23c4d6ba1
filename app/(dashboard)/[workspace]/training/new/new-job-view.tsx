"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useKeys } from "@/components/layout/keyboard";
import { PageFoot, PageHead } from "@/components/layout/page-head";
import { useLeaveWarning } from "@/components/layout/use-leave-warning";
import { usePerson } from "@/components/layout/use-person";
import { useHasRole } from "@/components/layout/use-role";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { KeyHint } from "@/components/ui/key-cap";
import { Shuttle } from "@/components/ui/shuttle";
import { downloadBlob } from "@/lib/export/file-sink";
import { countOf } from "@/lib/format/count";
import { requestBody } from "@/lib/training/request-body";
import type { Workspace } from "@/lib/workspace/workspace";
import { ConfigurationPanel } from "./configuration-panel";
import { NewJobHead } from "./new-job-head";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems-panel";
import { RequestPanel } from "./request-panel";
import { newJobParams } from "./search-params";
import { SourcePanel } from "./source-panel";
import { UnheardJob } from "./unheard-job";
import { openTable, useSourcesInAddress } from "./use-arrival";
import { useDraft } from "./use-draft";
import { type Beginning, useBeginning, useKeeping } from "./use-kept-draft";
import { useSources } from "./use-sources";
import { useSubmit } from "./use-submit";
import { useTarget } from "./use-target";

/** Trajectories from files, threads, traces or tables into a training job of a workspace. */
export function NewJobView() {
  return <WorkspaceGate>{(workspace) => <NewJobForMembers key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function NewJobForMembers({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <Shuttle label="Looking for your role" />;
  if (isMember) return <KeptJob workspace={workspace} />;
  return (
    <>
      <PageHead title="New training job" count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        <PaneState warp="locked" title="This is not permitted">
          You are a viewer: you can read everything here, and start nothing. Ask a member or an admin to start the job,
          or an admin to make you a member.
        </PaneState>
      </div>
    </>
  );
}

/** The draft of an earlier visit is there before anything is added to it. */
function KeptJob({ workspace }: { workspace: Workspace }) {
  const person = usePerson();
  const beginning = useBeginning(`${workspace.id} ${person?.id ?? ""}`);
  if (beginning === null) return <Shuttle label="Looking for your draft" />;
  return <NewJob workspace={workspace} beginning={beginning} />;
}

function NewJob({ workspace, beginning }: { workspace: Workspace; beginning: Beginning }) {
  const [params, setParams] = useQueryStates(newJobParams);
  const { keeper } = beginning;
  const model = { modelId: params.model, onModelId: (id: string) => void setParams({ model: id }) };
  const target = useTarget(workspace, model, beginning.target);
  const sources = useSources(workspace, { kept: beginning.sources, keeper, onConfig: target.takeConfig });
  const control = useDraft(sources.sources, beginning.choices);
  const keeping = useKeeping(keeper, sources.sources, control.choices, target.choices);
  const submit = useSubmit(workspace, control, target, keeper);
  const [cursor, setCursor] = useState<number | null>(null);
  const isReading = sources.sources.some(({ progress }) => progress !== null);
  const isEmpty = control.draft.rows.length === 0;
  const blocking = control.problems.filter(({ level }) => level === "error");
  useSourcesInAddress(sources, params, () => void setParams({ threads: null, calls: null, picked: null, add: null }));
  useLeaveWarning(submit.state.kind === "sending");
  const toNextProblem = () => {
    const marked = [...new Set(control.problems.flatMap(({ groups }) => groups))].sort((left, right) => left - right);
    setCursor(marked.find((index) => index > (cursor ?? -1)) ?? marked[0] ?? cursor);
  };
  useKeys({
    n: toNextProblem,
    x: () => {
      const group = cursor === null ? undefined : control.draft.groups[cursor];
      if (group) control.setLeftOut(group.rows, !control.figures[cursor ?? 0]?.isOut);
    },
    "Mod+Enter": () => {
      if (!isReading && blocking.length === 0) submit.start();
    },
  });
  return (
    <>
      <NewJobHead
        projectId={workspace.projectId}
        keeping={keeping}
        isEmpty={sources.sources.length === 0}
        canDownload={!isReading && control.totals.groupCount > 0}
        onDiscard={() => {
          sources.removeAll();
          control.reset();
          target.reset();
          void keeper.discard();
        }}
        onDownload={() => {
          const name = `draft-${workspace.projectId.replaceAll("/", "-")}.json`;
          void requestBody(control.draft, target.target).then((body) => downloadBlob(body, name));
        }}
      />
      <UnheardJob workspace={workspace} isSending={submit.state.kind === "sending"} />
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:flex-none">
          <SourcePanel
            workspace={workspace}
            sources={sources}
            source={params.source}
            onSource={(source) => void setParams({ source })}
            table={openTable(params)}
            onTable={({ digest, dataset, rowDigests }) =>
              void setParams({ table: digest, dataset, rows: [...rowDigests] })
            }
            isSmall={!isEmpty}
          />
          <PreviewPanel
            control={control}
            rule={target.rule}
            isReading={isReading}
            view={params.view}
            onView={(view) => void setParams({ view })}
            cursor={cursor}
            onCursor={setCursor}
          />
        </div>
        <aside
          aria-label="Configuration and request"
          className="flex w-[400px] flex-none flex-col overflow-auto border-l border-line max-lg:w-full max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
        >
          <ConfigurationPanel workspace={workspace} target={target} />
          <ProblemsPanel control={control} refusals={submit.refusals} onShow={setCursor} />
          <RequestPanel control={control} target={target} submit={submit} isReading={isReading} />
        </aside>
      </div>
      <PageFoot
        hints={
          <>
            <KeyHint keys={["N"]}>next problem</KeyHint>
            <KeyHint keys={["X"]}>leave group out</KeyHint>
            <KeyHint keys={["⌘", "↵"]}>start</KeyHint>
          </>
        }
      >
        {isEmpty ? (
          <span className="truncate">Files are read in this browser; nothing is sent before you start.</span>
        ) : (
          <span>
            {countOf(control.totals.groupCount, "group")},{" "}
            {countOf(control.totals.trajectoryCount, "trajectory", "trajectories")}
          </span>
        )}
      </PageFoot>
    </>
  );
}
