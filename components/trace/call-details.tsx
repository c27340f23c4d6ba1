"use client";

import { readConversation } from "@/components/chat/prepare-messages";
import { Transcript } from "@/components/chat/transcript";
import { JsonViewer } from "@/components/json/json-viewer";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Skeleton } from "@/components/ui/skeleton";
import { type Tab, Tabs } from "@/components/ui/tabs";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls";
import { CallSummary } from "./call-summary";
import { CallUsage } from "./call-usage";
import { type DetailTab, detailTabs } from "./detail-tabs";
import { OpenInPlayground } from "./open-in-playground";
import { PayloadSection } from "./payload-section";
import { callKind, callUsage } from "./prepare-call";
import { useCall } from "./use-call";

type CallDetailsProps = {
  connectionId: string;
  projectId: string;
  callId: string;
  tab: DetailTab;
  onTabChange: (tab: DetailTab) => void;
  /** Where a thread is read. */
  threadHref: (threadId: string) => string;
};

/** Everything about one call, in tabs. The same in the peek panel and on the trace page. */
export function CallDetails({ connectionId, projectId, callId, tab, onTabChange, threadHref }: CallDetailsProps) {
  const query = useCall(connectionId, projectId, callId);
  if (query.isPending) return <DetailsSkeleton />;
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isRefetching}
      />
    );
  }
  const { call } = query.data;
  if (call === null) {
    return (
      <PaneState warp="no-match" title="There is no such call">
        It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
      </PaneState>
    );
  }
  return (
    <>
      {callKind(call) === "llm" ? <OpenInPlayground callId={call.id} /> : null}
      <Tabs label="Details of the call" value={tab} tabs={tabsOf(call, threadHref)} onChange={onTabChange} />
    </>
  );
}

const labels: Record<DetailTab, string> = {
  summary: "Summary",
  chat: "Chat",
  payload: "Input and output",
  attributes: "Attributes",
  usage: "Usage",
  raw: "Raw",
};

function tabsOf(call: Call, threadHref: CallDetailsProps["threadHref"]): readonly Tab<DetailTab>[] {
  const attributeCount = Object.keys(call.attributes ?? {}).length;
  const chat = readConversation(call.inputs, call.output);
  const messageCount = chat.input.length + chat.output.length;
  const contents: Record<DetailTab, { content: React.ReactNode; count?: number }> = {
    summary: { content: <CallSummary call={call} threadHref={threadHref} /> },
    chat: {
      count: messageCount,
      content: messageCount === 0 ? <NoConversation /> : <Transcript conversation={chat} />,
    },
    payload: { content: <CallPayload call={call} /> },
    attributes: {
      count: attributeCount,
      content: <JsonViewer label="attributes" value={call.attributes ?? {}} isFilling />,
    },
    usage: { count: callUsage(call).length, content: <CallUsage call={call} /> },
    raw: { content: <JsonViewer label="call" value={call} isFilling /> },
  };
  return detailTabs.map((value) => ({ value, label: labels[value], ...contents[value] }));
}

function NoConversation() {
  return (
    <PaneState warp="empty" title="This call is no conversation">
      Neither its inputs nor its output hold messages. Input and output show what they are.
    </PaneState>
  );
}

function CallPayload({ call }: { call: Call }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <PayloadSection label="inputs" value={call.inputs ?? null} />
      <PayloadSection label="output" value={call.output ?? null} />
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading the call" className="grid gap-3 p-4">
      {["w-40", "w-56", "w-32", "w-48", "w-64", "w-44"].map((width) => (
        <div key={width} className="grid grid-cols-[88px_1fr] gap-3">
          <Skeleton className="w-14" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
