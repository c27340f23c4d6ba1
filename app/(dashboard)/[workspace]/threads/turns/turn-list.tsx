"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { FailureState } from "@/components/state/failure-state";
import { useTurnTexts } from "@/components/thread/use-turn-texts";
import { isQuickTurn, isSlowTurn, type ThreadFigures, type Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { TurnItem } from "./turn-item";

type TurnListProps = {
  workspace: Workspace;
  turns: readonly Turn[];
  figures: ThreadFigures;
  turnId: string | null;
  onTurnChange: (id: string) => void;
  isUnfolded: boolean;
  isLive: boolean;
};

const ESTIMATED_HEIGHT_PX = 112;
const OVERSCAN = 4;

/** The conversation, one heading for each turn. Turns far from the screen are neither rendered nor loaded. */
export function TurnList(props: TurnListProps) {
  const { workspace, turns, figures, turnId, onTurnChange, isUnfolded, isLive } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const virtualizer = useVirtualizer({
    count: turns.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => turns[index]?.id ?? index,
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    overscan: OVERSCAN,
    paddingStart: 12,
    scrollPaddingStart: 12,
  });
  const items = virtualizer.getVirtualItems();
  const texts = useTurnTexts(workspace, turns, { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 });
  const isFollowing = isLive && turnId === null && turns.at(-1)?.status === "running";
  const index = isFollowing ? turns.length - 1 : turns.findIndex((turn) => turn.id === turnId);
  // The outside system is the scroll position: another turn was chosen, or a new one began.
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: isFollowing ? "end" : "auto" });
  }, [virtualizer, index, isFollowing]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div ref={frame} tabIndex={0} className="min-h-0 flex-1 overflow-auto px-4 outline-offset-[-2px]">
      {texts.failure ? <FailureState failure={texts.failure} onRetry={texts.retry} /> : null}
      <ol aria-label="Conversation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const turn = turns[item.index];
          if (!turn) return null;
          const isFolded =
            !isUnfolded && turn.id !== turnId && !opened.has(turn.id) && isQuickTurn(turn, turns, figures);
          return (
            <li
              key={turn.id}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-current={turn.id === turnId || undefined}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <TurnItem
                slug={workspace.slug}
                turn={turn}
                text={texts.byId.get(turn.id)}
                isUnread={texts.failure !== null}
                isSlow={isSlowTurn(turn, figures)}
                isLast={item.index === turns.length - 1}
                isChosen={turn.id === turnId}
                isFolded={isFolded}
                onUnfold={() => setOpened(new Set([...opened, turn.id]))}
                onChosen={() => onTurnChange(turn.id)}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
