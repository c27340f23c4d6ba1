"use client";

import { useState } from "react";
import type { ColumnTarget } from "@/lib/table/column-arrangement";

/** The column being dragged, and where it would go. */
export interface ColumnDrag {
  /** Null while no column is dragged. */
  readonly id: string | null;
  readonly target: ColumnTarget | null;
  readonly start: (id: string) => void;
  readonly pointAt: (target: ColumnTarget) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
}

/** Moves a column of a grid by dragging its header; `onMove` is called when it is dropped next to another. */
export function useColumnDrag(onMove: ((id: string, target: ColumnTarget) => void) | undefined): ColumnDrag {
  const [id, setId] = useState<string | null>(null);
  const [target, setTarget] = useState<ColumnTarget | null>(null);
  const cancel = () => {
    setId(null);
    setTarget(null);
  };
  return {
    id,
    target,
    start: (dragged) => {
      setId(dragged);
      setTarget(null);
    },
    pointAt: (next) => {
      if (target?.id !== next.id || target.side !== next.side) setTarget(next);
    },
    drop: () => {
      if (id !== null && target !== null) onMove?.(id, target);
      cancel();
    },
    cancel,
  };
}
