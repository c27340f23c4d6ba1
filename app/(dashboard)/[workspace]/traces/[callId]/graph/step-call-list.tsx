"use client";

import { useRef } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { PopoverClose } from "@/components/ui/popover";
import { Quantity } from "@/components/ui/quantity";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import { durationOf, idOf, nameOf, noteOf, statusOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

type StepCallListProps = {
  skeleton: TraceSkeleton;
  /** The name of the step. */
  name: string;
  rows: Int32Array;
  /** The position of the selected call; -1 for none. */
  at: number;
  untilMs: number;
  onSelect: (row: number) => void;
};

const ROW_PX = 30;
const MAX_HEIGHT_PX = 320;
const OVERSCAN = 6;

/** All calls of a step with when they began and how long they took. A press selects one. */
export function StepCallList({ skeleton, name, rows, at, untilMs, onSelect }: StepCallListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualList(frame, {
    count: rows.length,
    itemPx: ROW_PX,
    overscan: OVERSCAN,
    current: { index: at, align: "center" },
  });
  return (
    <div
      ref={frame}
      style={{ height: Math.min(MAX_HEIGHT_PX, rows.length * ROW_PX) }}
      className="w-[380px] max-w-[calc(100vw-24px)] overflow-auto"
    >
      <div {...list.container}>
        {list.items.map((item) => {
          const row = rows[item.index] ?? 0;
          return (
            <div key={idOf(skeleton, row)} {...list.fixed(item)}>
              <PopoverClose asChild>
                <button
                  type="button"
                  aria-current={item.index === at}
                  onClick={() => onSelect(row)}
                  className={classNames(
                    "flex size-full items-center gap-2 px-3 text-left text-small hover:bg-hover focus-visible:outline-offset-[-2px]",
                    item.index === at && "bg-accent-tint",
                  )}
                >
                  <StatusGlyph status={statusOf(skeleton, row)} />
                  <span className="w-16 flex-none text-right text-ink-3">
                    <Quantity text={formatDuration(skeleton.startMs[row] ?? 0)} />
                  </span>
                  <span className="min-w-0 flex-1 truncate text-code">{textOf(skeleton, row, name)}</span>
                  <span className="flex-none">
                    <Quantity text={formatDuration(durationOf(skeleton, row, untilMs))} />
                  </span>
                </button>
              </PopoverClose>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The name of a call or, where that is the step's too, its error or model. */
function textOf(skeleton: TraceSkeleton, row: number, stepName: string): string {
  const name = nameOf(skeleton, row);
  return name === stepName ? noteOf(skeleton, row) || name : name;
}
