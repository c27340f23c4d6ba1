"use client";

import { useQueryStates } from "nuqs";
import { useMemo, useRef } from "react";
import { ConversationPane } from "@/app/(dashboard)/[workspace]/threads/[threadId]/conversation/conversation-pane";
import { TurnDetails } from "@/app/(dashboard)/[workspace]/threads/[threadId]/turn-times/turn-details";
import { TurnIndex } from "@/app/(dashboard)/[workspace]/threads/[threadId]/turn-times/turn-index";
import { FindBox } from "@/components/filter/find-box";
import { useTurnScores } from "@/components/score/use-call-scores";
import { ThreadGate } from "@/components/thread/thread-gate";
import type { OpenedThread } from "@/components/thread/use-thread-turns";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { callsByTurn } from "@/lib/thread/calls-by-turn";
import type { Workspace } from "@/lib/workspace/workspace";
import { threadParams } from "./search-params";
import { ThreadFactRow } from "./thread-fact-row";
import { useIsInSystemPrompt } from "./use-is-in-system-prompt";
import { useThreadFind } from "./use-thread-find";
import { useThreadPageKeys } from "./use-thread-page-keys";

type ThreadBodyProps = {
  workspace: Workspace;
  threadId: string;
  thread: Thread | undefined;
  opened: OpenedThread;
  isLive: boolean;
};

/** The turns, the conversation and the details of one turn, or the reason why they cannot be shown. */
export function ThreadBody({ workspace, threadId, thread, opened, isLive }: ThreadBodyProps) {
  const { calls, turns, figures } = opened;
  const [{ turn: turnId, reasoning, messages, find: findText }, setParams] = useQueryStates(threadParams, {
    history: "replace",
  });
  const choose = (turn: string) => setParams({ turn });
  const scores = useTurnScores(workspace, threadId, turns);
  const find = useThreadFind(workspace, threadId, turns, { text: findText, turnId });
  const isInSystemPrompt = useIsInSystemPrompt(workspace, turns, findText);
  const findRef = useRef<HTMLInputElement>(null);
  const byTurn = useMemo(() => callsByTurn(calls), [calls]);
  useThreadPageKeys({
    slug: workspace.slug,
    turns,
    turnId,
    onTurnChange: choose,
    onFind: () => findRef.current?.focus(),
  });
  const chosen = turns.find(({ id }) => id === turnId) ?? turns[0];
  return (
    <ThreadGate
      workspace={workspace}
      threadId={threadId}
      thread={thread}
      opened={opened}
      facts={<ThreadFactRow turns={turns} figures={figures} scores={scores.ofThread} />}
    >
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] grid-cols-[352px_minmax(0,1fr)_312px] max-xl:grid-cols-[300px_minmax(0,1fr)] max-lg:grid-cols-1">
        <TurnIndex
          workspace={workspace}
          turns={turns}
          figures={figures}
          found={find.found}
          turnId={chosen?.id ?? null}
          onTurnChange={choose}
        />
        <ConversationPane
          workspace={workspace}
          scores={scores}
          turns={turns}
          figures={figures}
          callsByTurn={byTurn}
          turnId={turnId}
          onTurnChange={choose}
          form={messages}
          onFormChange={(next) => void setParams({ messages: next })}
          hasReasoning={reasoning}
          onReasoningChange={(next) => void setParams({ reasoning: next })}
          isLive={isLive}
          findText={findText}
          isInSystemPrompt={isInSystemPrompt && find.found !== null}
          findBox={
            <FindBox
              label="Search in this thread"
              text={findText}
              onText={(text) => void setParams({ find: text })}
              inputRef={findRef}
              matchCount={find.found?.size ?? (find.isPending ? 0 : null)}
              matchIndex={find.foundIndex}
              isBehind={false}
              isPending={find.isPending}
              isCut={find.isCut}
              onRetry={find.retry}
              onStep={(by) => {
                const next = find.next(by);
                if (next !== null) void choose(next);
              }}
            />
          }
        />
        {chosen ? (
          <TurnDetails
            slug={workspace.slug}
            turn={chosen}
            turnCount={turns.length}
            calls={byTurn.get(chosen.id) ?? []}
            scores={scores.byId.get(chosen.id) ?? []}
            projectScores={scores.project}
          />
        ) : null}
      </div>
    </ThreadGate>
  );
}
