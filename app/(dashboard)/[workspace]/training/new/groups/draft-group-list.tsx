"use client";

import { type ReactNode, useMemo, useRef, useState } from "react";
import type { DraftFigures, TrajectoryControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { useLatest } from "@/components/browser/use-latest";
import { openedLater } from "@/components/dialog/opened-later";
import { useVirtualList } from "@/components/list/use-virtual-list";
import type { AdvantageRule } from "@/lib/training/trajectories/advantage-rule";
import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import { DraftGroupItem } from "./draft-group-item";
import { GROUP_GRID } from "./group-grid";
import { groupLines, problemsByGroup } from "./prepare-group-lines";
import { TrajectoryItem } from "./trajectory-item";

const TrajectoryDialog = openedLater(async () => (await import("./trajectory-dialog")).TrajectoryDialog);

const ROW_HEIGHT_PX = 28;

type GroupListProps = {
  control: DraftFigures & TrajectoryControl;
  rule: AdvantageRule;
  shown: readonly number[];
  cursor: number | null;
  onCursor: (group: number) => void;
  children: ReactNode;
};

/** The groups as lines, open ones with their trajectories. Only lines on screen are drawn. */
export function DraftGroupList({ control, rule, shown, cursor, onCursor, children }: GroupListProps) {
  const { draft, problems } = control;
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [reading, setReading] = useState<TrajectoryRow | null>(null);
  const lines = useMemo(() => groupLines(draft.groups, shown, open), [draft.groups, shown, open]);
  const marks = useMemo(() => problemsByGroup(problems), [problems]);
  const cursorLine = useMemo(() => lines.findIndex((line) => line.group === cursor), [lines, cursor]);
  const list = useVirtualList(frame, {
    count: lines.length,
    itemPx: ROW_HEIGHT_PX,
    overscan: 12,
    // Opening a group moves the lines below it, which is no reason to scroll.
    current: { index: cursorLine, align: "center", id: cursor },
  });
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const onToggle = useLatest((group: number) => {
    onCursor(group);
    toggle(draft.groups[group]?.id ?? "");
  });
  const onRead = useLatest((row: number) => setReading(draft.rows[row] ?? null));
  return (
    <>
      <div className={`${GROUP_GRID} h-7 flex-none border-b border-line text-micro text-ink-3`} aria-hidden="true">
        <span>Group</span>
        <span>Task</span>
        <span>Rewards</span>
        <span className="text-right">Mean</span>
        <span className="text-right">Std</span>
        <span className="text-right max-md:hidden">Messages</span>
        <span className="max-md:hidden">Problem</span>
        <span />
      </div>
      <section
        ref={frame}
        aria-label="Groups"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto"
      >
        <ul {...list.container}>
          {list.items.map((item) => {
            const line = lines[item.index];
            if (!line) return null;
            return (
              <li key={item.key} {...list.fixed(item)}>
                {line.kind === "group" ? (
                  <DraftGroupItem
                    control={control}
                    index={line.group}
                    problem={marks.get(line.group)}
                    isOpen={open.has(draft.groups[line.group]?.id ?? "")}
                    isCursor={line.group === cursor}
                    onToggle={onToggle}
                  />
                ) : (
                  <TrajectoryItem
                    control={control}
                    rule={rule}
                    group={line.group}
                    row={line.row}
                    position={line.position}
                    onRead={onRead}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {children}
      </section>
      {reading === null ? null : <TrajectoryDialog row={reading} onClose={() => setReading(null)} />}
    </>
  );
}
