"use client";

import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { CompareWith } from "@/components/compare/compare-with";
import { useKeys } from "@/components/layout/keyboard";
import { PageFoot } from "@/components/layout/page-head";
import { useNow } from "@/components/layout/use-now";
import type { Workspace } from "@/components/layout/use-workspace";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { CallDetails } from "@/components/trace/call-details";
import { callName } from "@/components/trace/prepare-call";
import { traceTree } from "@/components/trace/prepare-tree";
import { threadHref } from "@/components/trace/thread-href";
import { useCall } from "@/components/trace/use-call";
import { useTrace } from "@/components/trace/use-trace";
import { KeyHint } from "@/components/ui/key-cap";
import { countOf } from "@/lib/format/count";
import { traceParams } from "./search-params";
import { TraceCalls } from "./trace-calls";
import { TraceFacts } from "./trace-facts";
import { TraceHead } from "./trace-head";

/** One trace as a page: the tree of its calls, and the details of the selected one. */
export function TraceView({ callId }: { callId: string }) {
  return <WorkspaceGate>{(workspace) => <Trace key={callId} workspace={workspace} callId={callId} />}</WorkspaceGate>;
}

function Trace({ workspace, callId }: { workspace: Workspace; callId: string }) {
  const router = useRouter();
  const { connectionId, projectId, slug } = workspace;
  const [params, setParams] = useQueryStates(traceParams, { history: "replace" });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const opened = useCall(connectionId, projectId, callId);
  const call = opened.data?.call ?? null;
  const query = useTrace(connectionId, projectId, call?.trace_id ?? null);
  const nowMs = useNow();
  const trace = useMemo(() => traceTree(query.data?.calls ?? [], folded, nowMs), [query.data, folded, nowMs]);
  const selectedId = params.sel ?? callId;
  const select = (id: string) => void setParams({ sel: id === callId ? null : id });
  const fold = (id: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(id);
    else next.delete(id);
    setFolded(next);
  };
  const index = trace.rows.findIndex((row) => row.id === selectedId);
  const step = (by: 1 | -1) => {
    const next = trace.rows[Math.max(0, index + by)];
    if (next) select(next.id);
  };
  const nextError = () => {
    const after = [...trace.rows.slice(index + 1), ...trace.rows.slice(0, index + 1)];
    const found = after.find((row) => row.status === "error");
    if (found) select(found.id);
  };
  const listHref = `/${slug}/traces`;
  const selected = trace.rows[index];
  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    ArrowLeft: () =>
      selected &&
      (selected.childCount > 0 && !selected.isFolded
        ? fold(selected.id, true)
        : selected.parentId && select(selected.parentId)),
    ArrowRight: () => selected?.isFolded && fold(selected.id, false),
    n: nextError,
    Escape: () => router.push(listHref),
  });
  const root = trace.rows[0];
  return (
    <>
      <TraceHead
        listHref={listHref}
        name={root?.name ?? (call ? callName(call) : "Trace")}
        kind={root?.kind ?? null}
        errorCount={trace.errorCount}
        callCount={trace.callCount}
        traceId={call?.trace_id ?? null}
        onNextError={nextError}
      >
        {call ? <CompareWith workspace={workspace} call={call} /> : null}
      </TraceHead>
      {query.data ? (
        <TraceFacts trace={trace} calls={query.data.calls} threadHref={(threadId) => threadHref(slug, threadId)} />
      ) : null}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(360px,480px)] max-lg:grid-cols-1 max-lg:grid-rows-[minmax(0,2fr)_minmax(0,3fr)]">
        <TraceCalls
          opened={opened}
          query={query}
          trace={trace}
          callId={callId}
          selectedId={selectedId}
          onSelect={select}
          onFold={fold}
        />
        <section
          aria-label="Details"
          className="flex min-h-0 min-w-0 flex-col border-l border-line bg-surface max-lg:border-t max-lg:border-l-0"
        >
          <h2 className="sr-only">Details</h2>
          <CallDetails
            key={selectedId}
            connectionId={connectionId}
            projectId={projectId}
            callId={selectedId}
            tab={params.tab}
            onTabChange={(tab) => void setParams({ tab })}
            threadHref={(threadId) => threadHref(slug, threadId)}
          />
        </section>
      </div>
      <PageFoot
        hints={
          <>
            <KeyHint keys={["↑", "↓"]}>move</KeyHint>
            <KeyHint keys={["←", "→"]}>fold</KeyHint>
            <KeyHint keys={["N"]}>next error</KeyHint>
            <KeyHint keys={["Esc"]}>traces</KeyHint>
          </>
        }
      >
        <span>{query.data ? countOf(trace.callCount, "call") : "Asking"}</span>
      </PageFoot>
    </>
  );
}
