"use client";

import { DeletedState } from "@/components/call/actions/deleted-state";
import { useDeletions } from "@/components/call/actions/deletions";
import { useFeedback } from "@/components/call/feedback/use-feedback";
import { JsonViewer } from "@/components/json/json-viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureState } from "@/components/state/failure-state";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { DetailBar } from "@/components/ui/pane-bar";
import { type Tab, Tabs } from "@/components/ui/tabs";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { callKind, callUsage } from "@/lib/calls/call-facts";
import { type DetailTab, detailTabs } from "@/lib/calls/detail-tabs";
import { countOf } from "@/lib/format/count";
import { CallNotFound, FullCallLoader } from "./full-call-loader";
import { OpenedCall } from "./opened-call";
import { ResolvedCall } from "./refs/resolved-call";
import { SummaryTab } from "./summary-tab";
import { useCall } from "./use-call";

const CallChat = partLoadedLater(async () => (await import("./call-chat")).CallChat, <DetailsSkeleton />);
const PayloadTab = partLoadedLater(async () => (await import("./payload-tab")).PayloadTab, <DetailsSkeleton />);
const CallCode = partLoadedLater(async () => (await import("./call-code")).CallCode, <DetailsSkeleton />);
const CallUsage = partLoadedLater(async () => (await import("./call-usage")).CallUsage, <DetailsSkeleton />);
const CallRaw = partLoadedLater(async () => (await import("./call-raw")).CallRaw, <DetailsSkeleton />);
const CallFeedback = partLoadedLater(
  async () => (await import("@/components/call/feedback/call-feedback")).CallFeedback,
  <DetailsSkeleton />,
);

type CallDetailsProps = {
  connectionId: string;
  projectId: string;
  callId: string;
  /** Null selects the default tab for the kind of call. */
  tab: DetailTab | null;
  onTabChange: (tab: DetailTab) => void;
  /** The href of a thread. */
  threadHref: (threadId: string) => string;
};

/** All details of one call, in tabs. The same in the peek panel and on the trace page. */
export function CallDetails({ connectionId, projectId, callId, tab, onTabChange, threadHref }: CallDetailsProps) {
  const place = { connectionId, projectId, callId };
  const query = useCall(connectionId, projectId, callId);
  const { feedback } = useFeedback(place);
  useKeys("call", {
    "1-8": ({ key }) => {
      const name = detailTabs[Number(key) - 1];
      if (name) onTabChange(name);
    },
  });
  const { pending, hidden } = useDeletions();
  if (hidden.has(callId)) return <DeletedState callId={callId} pending={pending} />;
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
  if (call === null) return <CallNotFound callId={callId} />;
  const counts: TabCounts = {
    attributes: Object.keys(call.attributes ?? {}).length,
    usage: callUsage(call).length,
    ...(feedback && { feedback: feedback.length }),
  };
  const parts: CallParts = {
    summary: (
      <SummaryTab address={place} call={call} threadHref={threadHref} onOpenPayload={() => onTabChange("payload")} />
    ),
    chat: (
      <FullCallLoader address={place}>
        {(fullCall) => (
          <OpenedCall call={fullCall}>
            {(opened) => (
              <ResolvedCall connectionId={place.connectionId} call={opened}>
                {(resolved) => <CallChat call={resolved} />}
              </ResolvedCall>
            )}
          </OpenedCall>
        )}
      </FullCallLoader>
    ),
    payload: <PayloadTab address={place} />,
    attributes: <CallAttributes call={call} />,
    usage: <CallUsage address={place} call={call} />,
    feedback: <CallFeedback address={place} />,
    code: <CallCode address={place} opName={call.op_name} />,
    raw: <FullCallLoader address={place}>{(fullCall) => <CallRaw call={fullCall} />}</FullCallLoader>,
  };
  return (
    <Tabs
      label="Call details"
      value={tab ?? (callKind(call) === "llm" ? "chat" : "summary")}
      tabs={tabsOf(parts, counts)}
      onChange={onTabChange}
    />
  );
}

type CallParts = Readonly<Record<DetailTab, React.ReactNode>>;
type TabCounts = Partial<Readonly<Record<DetailTab, number>>>;

const labels: Record<DetailTab, string> = {
  summary: "Summary",
  chat: "Chat",
  payload: "Input and output",
  attributes: "Attributes",
  usage: "Usage and cost",
  feedback: "Feedback",
  code: "Code",
  raw: "Raw",
};

function tabsOf(parts: CallParts, counts: TabCounts): readonly Tab<DetailTab>[] {
  return detailTabs.map((value) => {
    const count = counts[value];
    return { value, label: labels[value], content: parts[value], ...(count ? { count } : {}) };
  });
}

function CallAttributes({ call }: { call: Call }) {
  const attributes = call.attributes ?? {};
  return (
    <>
      <DetailBar
        copied={{ text: () => stringifyJson(attributes), label: "Copy attributes", copiedMessage: "Attributes copied" }}
      >
        {countOf(Object.keys(attributes).length, "attribute")}
      </DetailBar>
      <JsonViewer label="attributes" value={attributes} isFilling />
    </>
  );
}
