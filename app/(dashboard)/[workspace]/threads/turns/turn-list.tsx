"use client";

import { useCallback, useRef, useState } from "react";
import { useVirtualList } from "@/components/list/use-virtual-list";
import type { SubjectScores } from "@/components/score/use-call-scores";
import { FailureState } from "@/components/state/failure-state";
import { useTurnTexts } from "@/components/thread/use-turn-texts";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { isQuickTurn, isSlowTurn, type ThreadFigures, type Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { TurnItem } from "./turn-item";

type TurnListProps = {
  workspace: Workspace;
  scores: SubjectScores;
  turns: readonly Turn[];
  figures: ThreadFigures;
  turnId: string | null;
  onTurnChange: (id: string) => void;
  isUnfolded: boolean;
  isLive: boolean;
};

const NO_SCORES: readonly SubjectScore[] = [];

const ESTIMATED_HEIGHT_PX = 112;
const OVERSCAN = 4;

/** The conversation, one heading for each turn. Turns far from the screen are neither rendered nor loaded. */
export function TurnList(props: TurnListProps) {
  const { workspace, scores, turns, figures, turnId, onTurnChange, isUnfolded, isLive } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isFollowing = isLive && turnId === null && turns.at(-1)?.status === "running";
  const index = isFollowing ? turns.length - 1 : turns.findIndex((turn) => turn.id === turnId);
  const list = useVirtualList(frame, {
    count: turns.length,
    itemPx: ESTIMATED_HEIGHT_PX,
    overscan: OVERSCAN,
    keyOf: useCallback((at: number) => turns[at]?.id ?? at, [turns]),
    paddingStartPx: 12,
    current: { index, align: isFollowing ? "end" : "auto" },
  });
  const texts = useTurnTexts(workspace, turns, list.range);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div ref={frame} tabIndex={0} className="min-h-0 flex-1 overflow-auto px-4 outline-offset-[-2px]">
      {texts.failure ? <FailureState failure={texts.failure} onRetry={texts.retry} /> : null}
      <ol aria-label="Conversation" {...list.container}>
        {list.items.map((item) => {
          const turn = turns[item.index];
          if (!turn) return null;
          const isFolded =
            !isUnfolded && turn.id !== turnId && !opened.has(turn.id) && isQuickTurn(turn, turns, figures);
          return (
            <li key={turn.id} aria-current={turn.id === turnId || undefined} {...list.measured(item)}>
              <TurnItem
                slug={workspace.slug}
                turn={turn}
                text={texts.byId.get(turn.id)}
                isUnread={texts.failure !== null}
                scores={scores.byId.get(turn.id) ?? NO_SCORES}
                projectScores={scores.project}
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
