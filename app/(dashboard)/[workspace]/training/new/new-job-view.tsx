"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useDraft } from "@/app/(dashboard)/[workspace]/training/new/draft/use-draft";
import { PreviewPanel } from "@/app/(dashboard)/[workspace]/training/new/groups/preview-panel";
import {
  type LoadedDraft,
  useDraftSaving,
  useLoadedDraft,
} from "@/app/(dashboard)/[workspace]/training/new/keep/use-draft-saving";
import { ConfigurationPanel } from "@/app/(dashboard)/[workspace]/training/new/request/configuration-panel";
import { ProblemsPanel } from "@/app/(dashboard)/[workspace]/training/new/request/problems-panel";
import { RequestPanel } from "@/app/(dashboard)/[workspace]/training/new/request/request-panel";
import { UnconfirmedJobNotice } from "@/app/(dashboard)/[workspace]/training/new/request/unconfirmed-job-notice";
import { useSubmit } from "@/app/(dashboard)/[workspace]/training/new/request/use-submit";
import { useTarget } from "@/app/(dashboard)/[workspace]/training/new/request/use-target";
import { SourcePanel } from "@/app/(dashboard)/[workspace]/training/new/sources/source-panel";
import { useSources } from "@/app/(dashboard)/[workspace]/training/new/sources/use-sources";
import {
  openTable,
  useSourcesInAddress,
} from "@/app/(dashboard)/[workspace]/training/new/sources/use-sources-in-address";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { usePerson } from "@/components/session/use-person";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useToast } from "@/components/ui/toast";
import { downloadBlob } from "@/lib/export/file-sink";
import { errorMessage } from "@/lib/failure/error-message";
import { countOf } from "@/lib/format/count";
import { REVIEW_REWARD } from "@/lib/training/trajectories/group-rows";
import { requestBody } from "@/lib/training/trajectories/training-request-body";
import type { Workspace } from "@/lib/workspace/workspace";
import { EarlierDraftNotice } from "./earlier-draft-notice";
import { NewJobHead } from "./new-job-head";
import { NOTHING_TO_ADD, newJobParams } from "./search-params";

/** Turns trajectories from files, threads, traces or tables into a training job of a workspace. */
export function NewJobView() {
  return <WorkspaceGate>{(workspace) => <NewJobForMembers key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function NewJobForMembers({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <ProgressBar label="Loading your role" />;
  if (isMember) return <StoredDraftGate workspace={workspace} />;
  return (
    <>
      <PageHead title="New training job" count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        <PaneState kind="locked" title="This is not permitted">
          You have read-only access. Ask a member to start the job, or ask an admin for the member role.
        </PaneState>
      </div>
    </>
  );
}

/** The draft of an earlier visit loads before anything is added to it. */
function StoredDraftGate({ workspace }: { workspace: Workspace }) {
  const person = usePerson();
  const beginning = useLoadedDraft(`${workspace.id} ${person?.id ?? ""}`);
  if (beginning === null) return <ProgressBar label="Loading draft" />;
  return <NewJob workspace={workspace} beginning={beginning} />;
}

function NewJob({ workspace, beginning }: { workspace: Workspace; beginning: LoadedDraft }) {
  const [params, setParams] = useQueryStates(newJobParams);
  const { saver: keeper } = beginning;
  const model = { modelId: params.model, onModelId: (id: string) => void setParams({ model: id }) };
  const target = useTarget(workspace, model, beginning.target);
  const sources = useSources(workspace, { restored: beginning.sources, saver: keeper, onConfig: target.takeConfig });
  const control = useDraft(sources.sources, beginning.choices);
  const keeping = useDraftSaving(keeper, sources.sources, control.choices, target.choices);
  const submit = useSubmit(workspace, control, target, keeper);
  const [cursor, setCursor] = useState<number | null>(null);
  const toast = useToast();
  const isReading = sources.sources.some(({ progress }) => progress !== null);
  const isEmpty = control.draft.rows.length === 0;
  const blocking = control.problems.filter(({ level }) => level === "error");
  const waiting = useSourcesInAddress(sources, params, {
    hasDraft: beginning.sources.length > 0,
    onAdded: () => void setParams(NOTHING_TO_ADD),
    onReviewAdded: () => control.setRewardPath(REVIEW_REWARD),
  });
  useUnsavedWarning(submit.state.kind === "sending");
  const toNextProblem = () => {
    const marked = [...new Set(control.problems.flatMap(({ groups }) => groups))].sort((left, right) => left - right);
    setCursor(marked.find((index) => index > (cursor ?? -1)) ?? marked[0] ?? cursor);
  };
  useKeys("newJob", {
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
        saveState={keeping}
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
          void requestBody(control.draft, target.target).then(
            (body) => downloadBlob(body, name),
            (error: unknown) => toast(errorMessage(error), "warning"),
          );
        }}
      />
      <UnconfirmedJobNotice workspace={workspace} isSending={submit.state.kind === "sending"} />
      {waiting === null ? null : (
        <EarlierDraftNotice
          trajectoryCount={control.draft.rows.length}
          onReplace={() => {
            control.reset();
            waiting.replace();
          }}
          onAdd={waiting.add}
        />
      )}
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
          <ConfigurationPanel target={target} />
          <ProblemsPanel control={control} refusals={submit.refusals} onShow={setCursor} />
          <RequestPanel control={control} target={target} submit={submit} isReading={isReading} />
        </aside>
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("newJob", ["n"], "next problem"),
              keyHint("newJob", ["x"], "exclude group"),
              keyHint("newJob", ["Mod+Enter"], "start"),
            ]}
          />
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
