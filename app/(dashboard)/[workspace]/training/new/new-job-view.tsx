"use client";

import { Trash2 } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { useKeys } from "@/components/layout/keyboard";
import { PageFoot, PageHead } from "@/components/layout/page-head";
import { useLeaveWarning } from "@/components/layout/use-leave-warning";
import { useHasRole } from "@/components/layout/use-role";
import type { Workspace } from "@/components/layout/use-workspace";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { pickedIds, splitIds } from "@/components/training/new-job-href";
import { Button } from "@/components/ui/button";
import { KeyHint } from "@/components/ui/key-cap";
import { Shuttle } from "@/components/ui/shuttle";
import { countOf } from "@/lib/format/count";
import { ConfigurationPanel } from "./configuration-panel";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems-panel";
import { RequestPanel } from "./request-panel";
import { newJobParams } from "./search-params";
import { SourcePanel } from "./source-panel";
import { useDraft } from "./use-draft";
import { useSources } from "./use-sources";
import { useSubmit } from "./use-submit";
import { useTarget } from "./use-target";

/** Trajectories from files, threads or traces into a training job of a workspace. */
export function NewJobView() {
  return <WorkspaceGate>{(workspace) => <NewJobForMembers key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function NewJobForMembers({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <Shuttle label="Looking for your role" />;
  if (isMember) return <NewJob workspace={workspace} />;
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

function NewJob({ workspace }: { workspace: Workspace }) {
  const [params, setParams] = useQueryStates(newJobParams);
  const sources = useSources(workspace);
  const control = useDraft(sources.sources);
  const target = useTarget(workspace, params.model, (model) => void setParams({ model }));
  const submit = useSubmit(workspace, control, target);
  const [cursor, setCursor] = useState<number | null>(null);
  const isReading = sources.sources.some(({ progress }) => progress !== null);
  const isEmpty = control.draft.rows.length === 0;
  const blocking = control.problems.filter(({ level }) => level === "error");
  useBeginning(sources, params);
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
      <PageHead title="New training job" count={`in ${workspace.projectId}`}>
        <Button
          kind="ghost"
          size="small"
          className="ml-auto"
          disabled={sources.sources.length === 0}
          icon={<Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => {
            sources.removeAll();
            control.reset();
          }}
        >
          Discard
        </Button>
      </PageHead>
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:flex-none">
          <SourcePanel
            workspace={workspace}
            sources={sources}
            source={params.source}
            onSource={(source) => void setParams({ source })}
            isSmall={!isEmpty}
          />
          <PreviewPanel
            control={control}
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

type Beginning = { threads: string | null; calls: string | null; picked: string | null };

/** Adds what the address names, once. */
function useBeginning(sources: ReturnType<typeof useSources>, { threads, calls, picked }: Beginning) {
  const hasBegun = useRef(false);
  // The outside system is the service, which is asked for what another page picked.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const left = picked === null ? [] : pickedIds(picked);
    const isThreads = picked?.startsWith("threads") ?? false;
    const threadIds = [...splitIds(threads ?? ""), ...(isThreads ? left : [])];
    const callIds = [...splitIds(calls ?? ""), ...(isThreads ? [] : left)];
    if (threadIds.length > 0) sources.addThreads(countOf(threadIds.length, "picked thread"), threadIds);
    if (callIds.length > 0) sources.addTraces(`traces of ${countOf(callIds.length, "picked call")}`, callIds);
  }, [sources, threads, calls, picked]);
}
