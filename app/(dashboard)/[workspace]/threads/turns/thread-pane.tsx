"use client";

import { useState } from "react";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { ScoreBadges } from "@/components/score/score-badges";
import { useTurnScores } from "@/components/score/use-call-scores";
import { ThreadGate } from "@/components/thread/thread-gate";
import { useThreadTurns } from "@/components/thread/use-thread-turns";
import { PageFoot } from "@/components/ui/page-head";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { countOf } from "@/lib/format/count";
import { isQuickTurn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { ThreadFacts } from "./thread-facts";
import { ThreadPaneHead } from "./thread-pane-head";
import { TurnBars } from "./turn-bars";
import { TurnList } from "./turn-list";
import { useTurnKeys } from "./use-turn-keys";

type ThreadPaneProps = {
  workspace: Workspace;
  threadId: string;
  /** The row of the list; absent when the thread is not loaded. */
  thread: Thread | undefined;
  turnId: string | null;
  onTurnChange: (id: string) => Promise<unknown>;
  isLive: boolean;
  onClose: () => void;
};

/** The conversation next to the list, which keeps the focus. */
export function ThreadPane(props: ThreadPaneProps) {
  const { workspace, threadId, onClose } = props;
  return (
    <aside
      aria-label="Thread"
      className="flex w-[464px] flex-none flex-col border-l border-line bg-bg max-xl:animate-from-right max-xl:fixed max-xl:top-(--top-h) max-xl:right-0 max-xl:bottom-0 max-xl:z-[8] max-xl:w-[440px] max-xl:border-line-strong max-xl:shadow-[-12px_0_32px_rgb(28_27_26/0.07)] max-md:bottom-[52px] max-md:w-full min-[1600px]:w-[min(720px,calc(464px+100vw-1600px))]"
    >
      <ThreadPaneHead slug={workspace.slug} threadId={threadId} onClose={onClose} />
      <PaneBody {...props} />
    </aside>
  );
}

function PaneBody({ workspace, threadId, thread, turnId, onTurnChange, isLive }: ThreadPaneProps) {
  const opened = useThreadTurns(workspace, threadId, thread, isLive);
  const { turns, figures } = opened;
  const scores = useTurnScores(workspace, threadId, turns);
  useTurnKeys({ workspace, turns, turnId, onTurnChange });
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <ThreadGate
      workspace={workspace}
      threadId={threadId}
      thread={thread}
      opened={opened}
      facts={
        <>
          <ThreadFacts turns={turns} figures={figures} />
          <ScoreBadges
            scores={scores.ofThread}
            project={scores.project}
            nowMs={Date.now()}
            className="flex-none px-4 pb-2.5"
          />
          {turns.length > 0 ? (
            <TurnBars turns={turns} figures={figures} turnId={turnId} onTurnChange={onTurnChange} />
          ) : null}
        </>
      }
    >
      <TurnList
        key={threadId}
        workspace={workspace}
        scores={scores}
        turns={turns}
        figures={figures}
        turnId={turnId}
        onTurnChange={onTurnChange}
        isUnfolded={isUnfolded}
        isLive={isLive}
      />
      <PageFoot
        hints={
          <KeyHints
            hints={[keyHint("threads", ["ArrowUp", "ArrowDown"], "turn"), keyHint("threads", ["t"], "open trace")]}
          />
        }
      >
        {turns.some((turn) => isQuickTurn(turn, turns, figures)) ? (
          <button type="button" className="text-accent-text" onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? "Collapse turns" : "Expand all turns"}
          </button>
        ) : (
          <span>{countOf(turns.length, "turn")}</span>
        )}
        {isLive && turns.at(-1)?.status === "running" ? <span>Following the live turn</span> : null}
      </PageFoot>
    </ThreadGate>
  );
}
