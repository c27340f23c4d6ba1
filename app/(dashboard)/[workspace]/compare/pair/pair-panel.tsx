"use client";

import { useMemo } from "react";
import type { AlignedRows } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import type { SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { readConversation } from "@/lib/chat/read-messages";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { MessagesDiff } from "./messages-diff";
import type { PairChoice } from "./pair-head";
import { PairHead } from "./pair-head";
import { PairSides } from "./pair-sides";
import type { PairTab } from "./pair-tabs";
import { ParametersTable } from "./parameters-table";
import { conversationCallOf } from "./prepare-conversation-call";
import { usePair } from "./use-pair";
import { ValuesDiff } from "./values-diff";

type PairPanelProps = {
  workspace: Workspace;
  aligned: AlignedRows;
  base: number;
  column: number;
  choice: PairChoice;
  isPhone: boolean;
  onChoose: (choice: Partial<PairChoice>) => void;
};

/** The full calls of the selected row, the base against the chosen side. */
export function PairPanel(props: PairPanelProps) {
  const { workspace, aligned, base, column, choice, isPhone } = props;
  const row = aligned.rows[aligned.selected];
  const own: readonly [SideNode | null, SideNode | null] = [row?.members[base] ?? null, row?.members[column] ?? null];
  const hasThread = own.some((node) => node !== null && node.call === null);
  const isSpeaking = choice.tab === "messages" || choice.tab === null;
  const [left, right] = own;
  // A thread is not a call: only its messages can be shown.
  const nodes =
    isSpeaking || hasThread ? ([left && conversationCallOf(left), right && conversationCallOf(right)] as const) : own;
  const pair = usePair(workspace, nodes, aligned.summaries);
  const { calls } = pair;
  const chats = useMemo(() => calls.map((call) => readConversation(call?.inputs, call?.output)), [calls]);
  const isChat = chats.some(({ input, output }) => input.length + output.length > 0);
  const usual: PairTab = isChat || hasThread ? "messages" : "payload";
  const tab = choice.tab === null || (hasThread && choice.tab === "parameters") ? usual : choice.tab;
  if (!row) return null;
  return (
    <section
      aria-label="Selected row"
      className="flex min-h-[240px] min-w-0 flex-[1_1_50%] flex-col border-t border-line-strong bg-surface"
    >
      <PairHead {...props} row={row} tab={tab} hasThread={hasThread} />
      <PairSides workspace={workspace} nodes={nodes} columns={[base, column]} isPhone={isPhone} />
      {pair.isCached ? (
        <PaneState
          kind="no-match"
          title="Large payloads"
          actions={
            <Button size="small" onClick={pair.allow}>
              Load and compare
            </Button>
          }
        >
          Total size: {formatCount(pair.length)} characters.
        </PaneState>
      ) : pair.queries.some((query) => query.isError) ? (
        pair.queries.map((query, at) =>
          query.isError ? (
            <FailureState
              // biome-ignore lint/suspicious/noArrayIndexKey: a query is its side
              key={at}
              failure={failureOf(query.error)}
              onRetry={() => void query.refetch()}
              isRetrying={query.isRefetching}
            />
          ) : null,
        )
      ) : pair.isAsking || pair.queries.some((query) => query.isLoading) ? (
        <PairSkeleton />
      ) : tab === "messages" ? (
        <MessagesDiff chats={chats} columns={[base, column]} isPhone={isPhone} isChat={isChat} />
      ) : tab === "parameters" ? (
        <ParametersTable workspace={workspace} row={row} columns={[...aligned.sides.keys()]} />
      ) : (
        <ValuesDiff
          calls={calls}
          columns={[base, column]}
          isWhole={tab === "raw"}
          as={choice.as}
          layout={isPhone ? "unified" : choice.layout}
        />
      )}
    </section>
  );
}

function PairSkeleton() {
  return (
    <div role="status" aria-label="Loading calls" className="grid grid-cols-2 gap-6 p-4">
      {["w-72", "w-56", "w-full", "w-64", "w-48", "w-80"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
