"use client";

import { ArrowUpRight, ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { CallMenu } from "@/components/call/actions/call-menu";
import { OpenInPlayground } from "@/components/call/open-in-playground";
import { useCall } from "@/components/call/use-call";
import { FoundContent } from "@/components/find/found-content";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { ScoreBadges } from "@/components/score/score-badges";
import { Button } from "@/components/ui/button";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { KeyCap } from "@/components/ui/key-cap";
import { Link } from "@/components/ui/link";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { threadHref } from "@/lib/address/thread-href";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { callKind } from "@/lib/calls/call-facts";
import type { DetailTab } from "@/lib/calls/detail-tabs";
import { formatAgo } from "@/lib/format/relative-time";
import type { Workspace } from "@/lib/workspace/workspace";

const CallDetails = partLoadedLater(
  async () => (await import("@/components/call/call-details")).CallDetails,
  <DetailsSkeleton />,
);

const PaneSplitter = partLoadedLater(async () => (await import("@/components/ui/pane-splitter")).PaneSplitter);

type CallPeekProps = {
  workspace: Workspace;
  callId: string;
  /** The row of the list; absent when the call is not among the loaded ones. */
  row: CallListRow | undefined;
  /** The scores of the project. */
  projectScores: readonly ProjectScore[];
  /** The searched text of the list, which is marked; empty without one. */
  words: string;
  tab: DetailTab | null;
  onTabChange: (tab: DetailTab) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
};

/** The call next to the list, which keeps the focus: the panel is not modal and has no scrim. */
export function CallPeek(props: CallPeekProps) {
  const { workspace, callId, row, projectScores, words, tab, onTabChange, onStep, onClose } = props;
  const href = `/${workspace.slug}/traces/${encodeURIComponent(callId)}`;
  const { connectionId, projectId } = workspace;
  const call = useCall(connectionId, projectId, callId).data?.call ?? null;
  const icon = { size: 15, strokeWidth: 1.7, "aria-hidden": true } as const;
  return (
    <aside
      aria-label="Peek"
      className="animate-from-right fixed top-(--top-h) right-0 bottom-0 z-[8] flex w-(--pane-w,480px) max-w-full flex-col border-l border-line-strong bg-surface shadow-[-12px_0_32px_rgb(28_27_26/0.07)] max-md:top-[12dvh] max-md:bottom-[52px] max-md:w-full max-md:rounded-t-[10px] max-md:border-t max-md:border-l-0"
    >
      <PaneSplitter
        name="heddle-peek-width"
        label="Width of the peek"
        minPx={400}
        maxPx={1100}
        className="max-md:hidden"
      />
      <div className="flex h-11 flex-none items-center gap-2 pr-2 pl-4">
        {row ? (
          <>
            <StatusGlyph status={row.status} />
            <KindGlyph kind={row.kind} />
            <h2 className="truncate text-code font-medium">{row.name}</h2>
            <span className="flex-none text-small text-ink-3">{formatAgo(row.startedMs, row.nowMs)}</span>
          </>
        ) : (
          <h2 className="truncate text-code">{callId}</h2>
        )}
        <span className="ml-auto flex flex-none">
          {call === null ? null : (
            <CallMenu address={{ connectionId, projectId, callId }} call={call} hasKeys onDelete={() => onStep(1)} />
          )}
          <Button kind="ghost" size="icon-small" aria-label="Previous call" onClick={() => onStep(-1)}>
            <ChevronUp {...icon} />
          </Button>
          <Button kind="ghost" size="icon-small" aria-label="Next call" onClick={() => onStep(1)}>
            <ChevronDown {...icon} />
          </Button>
          <Button asChild kind="ghost" size="icon-small">
            <Link href={href} aria-label="Open as page">
              <Maximize2 {...icon} size={14} />
            </Link>
          </Button>
          <Button kind="ghost" size="icon-small" aria-label="Close" onClick={onClose}>
            <X {...icon} />
          </Button>
        </span>
      </div>
      {row && row.scores !== null && row.scores !== "failed" ? (
        <ScoreBadges scores={row.scores} project={projectScores} nowMs={row.nowMs} className="flex-none px-4 pb-2" />
      ) : null}
      <FoundContent words={words} subject={`${callId} ${tab}`}>
        <CallDetails
          key={callId}
          connectionId={connectionId}
          projectId={projectId}
          callId={callId}
          tab={tab}
          onTabChange={onTabChange}
          threadHref={(threadId) => threadHref(workspace.slug, threadId)}
        />
      </FoundContent>
      <div className="flex flex-none items-center gap-2 border-t border-line px-4 py-2.5">
        <Button asChild kind="primary">
          <Link href={href}>
            <ArrowUpRight size={14} strokeWidth={1.7} aria-hidden="true" />
            Open trace
            <KeyCap className="border-current bg-transparent text-current opacity-80 max-md:hidden">↵</KeyCap>
          </Link>
        </Button>
        {call !== null && callKind(call) === "llm" ? <OpenInPlayground callId={callId} /> : null}
      </div>
    </aside>
  );
}
