"use client";

import { type ReactNode, useCallback, useDeferredValue, useRef, useState } from "react";
import { FoldAllProvider, UNCHOSEN } from "@/components/chat/fold-all";
import { FindWordsProvider } from "@/components/find/find-words";
import { useFoundMarks } from "@/components/find/use-found-marks";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useVirtualList } from "@/components/list/use-virtual-list";
import type { SubjectScores } from "@/components/score/use-call-scores";
import { FailureState } from "@/components/state/failure-state";
import { PageFoot } from "@/components/ui/page-head";
import type { Call } from "@/lib/api/contract/calls/calls";
import { countOf } from "@/lib/format/count";
import { isSlowTurn, type ThreadFigures, type Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { ConversationHead } from "./conversation-head";
import { ConversationTurn } from "./conversation-turn";
import { SystemPrompt } from "./system-prompt";
import { useAnchoredScroll } from "./use-anchored-scroll";
import { type TurnMessageForm, useTurnMessages } from "./use-turn-messages";

type ConversationPaneProps = {
  workspace: Workspace;
  scores: SubjectScores;
  turns: readonly Turn[];
  figures: ThreadFigures;
  callsByTurn: ReadonlyMap<string, readonly Call[]>;
  turnId: string | null;
  onTurnChange: (id: string) => void;
  form: TurnMessageForm;
  onFormChange: (form: TurnMessageForm) => void;
  hasReasoning: boolean;
  onReasoningChange: (hasReasoning: boolean) => void;
  isLive: boolean;
  /** The searched text, which is marked; empty without a search. */
  findText: string;
  /** True when the system prompt has the searched text too. */
  isInSystemPrompt: boolean;
  /** The search in the thread. */
  findBox: ReactNode;
};

const ESTIMATED_HEIGHT_PX = 220;
const OVERSCAN = 2;

/** The full conversation, one heading for each turn. Turns far from the screen are neither rendered nor loaded. */
export function ConversationPane(props: ConversationPaneProps) {
  const { workspace, scores, turns, figures, callsByTurn, turnId, onTurnChange, form, hasReasoning, isLive } = props;
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualList(frame, {
    count: turns.length,
    itemPx: ESTIMATED_HEIGHT_PX,
    overscan: OVERSCAN,
    keyOf: useCallback((at: number) => turns[at]?.id ?? at, [turns]),
  });
  const { items } = list;
  const messages = useTurnMessages(workspace, { turns, calls: callsByTurn, form, range: list.range });
  const isFollowing = isLive && turnId === null && turns.at(-1)?.status === "running";
  const index = isFollowing ? turns.length - 1 : turns.findIndex((turn) => turn.id === turnId);
  const isRead = messages.failure !== null || items.every((item) => messages.byId.has(turns[item.index]?.id ?? ""));
  const isDrawn = items.some((item) => item.index === index);
  const words = useDeferredValue(props.findText);
  const showFirst = useFoundMarks(frame, words);
  const scroll = useAnchoredScroll(list.scrollTo, {
    index,
    align: isFollowing ? "end" : "start",
    isRead: isDrawn && isRead,
    showPlace: useCallback(() => {
      const chosen = frame.current?.querySelector("li[aria-current]");
      return chosen ? showFirst(chosen) : false;
    }, [showFirst]),
  });
  const toolCount = turns.reduce((sum, turn) => sum + turn.tools.length, 0);
  const [foldAll, setFoldAll] = useState(UNCHOSEN);
  return (
    <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-col">
      <ConversationHead
        findBox={props.findBox}
        form={form}
        onFormChange={props.onFormChange}
        hasReasoning={hasReasoning}
        onReasoningChange={props.onReasoningChange}
        areUnfolded={foldAll.areOpen}
        onUnfoldedChange={(areOpen) => setFoldAll({ areOpen })}
      />
      {props.isInSystemPrompt ? (
        <p className="flex-none border-b border-line px-4 py-1 text-micro text-ink-3">
          The text is also in the system prompt, which every model call repeats: turns without a mark are counted too.
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div ref={frame} tabIndex={0} className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]" {...scroll}>
        {messages.failure ? <FailureState failure={messages.failure} onRetry={messages.retry} /> : null}
        <FoldAllProvider value={foldAll}>
          {form === "said" ? <SystemPrompt workspace={workspace} first={turns[0]} /> : null}
          <FindWordsProvider words={words}>
            <ol aria-label="Turns of the conversation" {...list.container}>
              {items.map((item) => {
                const turn = turns[item.index];
                if (!turn) return null;
                return (
                  <li key={turn.id} aria-current={turn.id === turnId || undefined} {...list.measured(item)}>
                    <ConversationTurn
                      slug={workspace.slug}
                      turn={turn}
                      messages={messages.byId.get(turn.id)}
                      isUnread={messages.failure !== null}
                      form={form}
                      scores={scores.byId.get(turn.id)}
                      projectScores={scores.project}
                      isSlow={isSlowTurn(turn, figures)}
                      isChosen={turn.id === turnId}
                      hasReasoning={hasReasoning}
                      onChosen={() => onTurnChange(turn.id)}
                    />
                  </li>
                );
              })}
            </ol>
          </FindWordsProvider>
        </FoldAllProvider>
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("thread", ["[", "]"], "thread"),
              keyHint("thread", ["v"], "rendered or raw"),
              keyHint("thread", ["t"], "trace"),
              keyHint("thread", ["p"], "playground"),
              keyHint("everywhere", ["Escape"], "threads"),
            ]}
          />
        }
      >
        <span>
          {countOf(turns.length, "turn")}
          {toolCount > 0 ? `, ${countOf(toolCount, "tool call")}` : ""}
        </span>
        {isFollowing ? <span>Following the live turn</span> : null}
      </PageFoot>
    </section>
  );
}
