"use client";

import { useQueryState } from "nuqs";
import { CallDetails } from "@/components/call/call-details";
import { CallFoot } from "@/components/call/call-foot";
import { CallHeadline } from "@/components/call/call-headline";
import { threadHref } from "@/lib/address/thread-href";
import type { Workspace } from "@/lib/workspace/workspace";
import { traceParams } from "./search-params";

/** The details of the selected call, next to every view of the trace. */
export function TraceDetails({ workspace, callId }: { workspace: Workspace; callId: string }) {
  const { connectionId, projectId, slug } = workspace;
  const [tab, setTab] = useQueryState("tab", traceParams.tab.withOptions({ history: "replace" }));
  return (
    <section
      aria-label="Details"
      className="flex min-h-0 min-w-0 flex-col border-l border-line bg-surface max-lg:border-t max-lg:border-l-0"
    >
      <h2 className="sr-only">Details</h2>
      <CallHeadline connectionId={connectionId} projectId={projectId} callId={callId} />
      <CallDetails
        key={callId}
        connectionId={connectionId}
        projectId={projectId}
        callId={callId}
        tab={tab}
        onTabChange={(name) => void setTab(name)}
        threadHref={(threadId) => threadHref(slug, threadId)}
      />
      <CallFoot connectionId={connectionId} projectId={projectId} callId={callId} />
    </section>
  );
}
