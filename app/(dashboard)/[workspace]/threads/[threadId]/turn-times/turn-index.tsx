"use client";

import { useMemo, useRef } from "react";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { useTurnTexts } from "@/components/thread/use-turn-texts";
import { PageFoot } from "@/components/ui/page-head";
import { type DurationAxisScale, durationShareOf, fittedDurationScale } from "@/lib/chart/duration-scale";
import { classNames } from "@/lib/style/class-names";
import type { ThreadFigures, Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { BAR_WIDTH_PX, STRIP_COLUMNS_CLASS, TurnIndexRow } from "./turn-index-row";

type TurnIndexProps = {
  workspace: Workspace;
  turns: readonly Turn[];
  figures: ThreadFigures;
  /** The turns that a search found; null without a search. */
  found: ReadonlySet<string> | null;
  turnId: string | null;
  onTurnChange: (id: string) => void;
};

const ROW_HEIGHT_PX = 48;
const OVERSCAN = 6;

/** The index of the conversation: number, first words, duration, input tokens and cost. */
export function TurnIndex({ workspace, turns, figures, found, turnId, onTurnChange }: TurnIndexProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualList(frame, {
    count: turns.length,
    itemPx: ROW_HEIGHT_PX,
    overscan: OVERSCAN,
    current: { index: turns.findIndex(({ id }) => id === turnId) },
  });
  const texts = useTurnTexts(workspace, turns, list.range);
  const scale = useMemo(() => fittedDurationScale(turns.map((turn) => turn.durationMs)), [turns]);
  return (
    <section aria-label="Turns" className="flex min-h-0 min-w-0 flex-col border-r border-line max-lg:hidden">
      <TurnIndexHead scale={scale} figures={figures} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div ref={frame} tabIndex={0} className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]">
        <ol {...list.container}>
          {list.items.map((item) => {
            const turn = turns[item.index];
            if (!turn) return null;
            const text = texts.byId.get(turn.id);
            return (
              <li key={turn.id} {...list.fixed(item)}>
                <TurnIndexRow
                  turn={turn}
                  words={text === undefined ? null : (text.user?.text ?? text.answer?.text ?? "")}
                  isUnread={texts.failure !== null}
                  figures={figures}
                  scale={scale}
                  isOther={found !== null && !found.has(turn.id)}
                  isChosen={turn.id === turnId}
                  isFirst={item.index === 0}
                  isLast={item.index === turns.length - 1}
                  onPressed={() => onTurnChange(turn.id)}
                />
              </li>
            );
          })}
        </ol>
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[keyHint("thread", ["ArrowUp", "ArrowDown"], "turn"), keyHint("thread", ["n"], "next error")]}
          />
        }
      >
        <span>log scale</span>
      </PageFoot>
    </section>
  );
}

function TurnIndexHead({ scale, figures }: { scale: DurationAxisScale; figures: ThreadFigures }) {
  const { p50Ms, p99Ms } = figures;
  const at = (ms: number) => durationShareOf(scale, ms) * BAR_WIDTH_PX;
  const areFar = p50Ms !== null && p99Ms !== null && at(p99Ms) - at(p50Ms) >= 24;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        STRIP_COLUMNS_CLASS,
        "h-[37px] flex-none items-center border-b border-line bg-sunken text-micro text-ink-3",
      )}
    >
      <span />
      <span className="relative h-3.5 leading-3.5" style={{ width: BAR_WIDTH_PX }}>
        {p50Ms !== null && at(p50Ms) < 32 ? null : <span>{scale[0].label}</span>}
        {p50Ms === null ? null : (
          <span className="absolute top-0 -translate-x-1/2" style={{ left: Math.max(10, at(p50Ms)) }}>
            p50
          </span>
        )}
        {areFar && p99Ms !== null ? (
          <span className="absolute top-0 -translate-x-1/2" style={{ left: at(p99Ms) }}>
            p99
          </span>
        ) : null}
      </span>
      <span className="text-right font-medium">In, cost</span>
    </div>
  );
}
