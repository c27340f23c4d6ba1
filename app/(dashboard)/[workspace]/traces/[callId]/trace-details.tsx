"use client";

import { useQueryState } from "nuqs";
import { useDeferredValue } from "react";
import { CallDetails } from "@/components/call/call-details";
import { CallFoot } from "@/components/call/call-foot";
import { CallHeadline } from "@/components/call/call-headline";
import { FoundContent } from "@/components/find/found-content";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { threadHref } from "@/lib/address/thread-href";
import type { Workspace } from "@/lib/workspace/workspace";
import { traceParams } from "./search-params";

const PaneSplitter = partLoadedLater(async () => (await import("@/components/ui/pane-splitter")).PaneSplitter);

/** The details of the selected call, next to every view of the trace. */
export function TraceDetails({ workspace, callId }: { workspace: Workspace; callId: string }) {
  const { connectionId, projectId, slug } = workspace;
  const [searched] = useQueryState("q", traceParams.q);
  const words = useDeferredValue(searched);
  const [tab, setTab] = useQueryState("tab", traceParams.tab.withOptions({ history: "replace" }));
  return (
    <section
      aria-label="Details"
      className="relative flex min-h-0 w-(--pane-w,clamp(360px,36vw,480px)) max-w-[70vw] min-w-0 flex-col border-l border-line bg-surface max-lg:w-auto max-lg:max-w-none max-lg:border-t max-lg:border-l-0"
    >
      <PaneSplitter
        name="heddle-details-width"
        label="Width of the details"
        minPx={360}
        maxPx={1100}
        className="max-lg:hidden"
      />
      <h2 className="sr-only">Details</h2>
      <CallHeadline connectionId={connectionId} projectId={projectId} callId={callId} />
      <FoundContent words={words} subject={`${callId} ${tab}`}>
        <CallDetails
          key={callId}
          connectionId={connectionId}
          projectId={projectId}
          callId={callId}
          tab={tab}
          onTabChange={(name) => void setTab(name)}
          threadHref={(threadId) => threadHref(slug, threadId)}
        />
      </FoundContent>
      <CallFoot connectionId={connectionId} projectId={projectId} callId={callId} />
    </section>
  );
}
