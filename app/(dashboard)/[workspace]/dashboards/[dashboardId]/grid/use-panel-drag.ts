"use client";

import { type PointerEvent, useRef, useState } from "react";

/** Pixels of movement before a press becomes a drag. */
const DRAG_FROM_PX = 4;

/** Where a dragged panel would go: before or behind another. */
interface DropTarget {
  readonly id: string;
  readonly isAfter: boolean;
}

interface Drag {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

function targetAt(event: PointerEvent): DropTarget | null {
  const found = document
    .elementsFromPoint(event.clientX, event.clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.dataset.panel !== undefined);
  const id = found?.dataset.panel;
  if (found === undefined || id === undefined) return null;
  const { left, width } = found.getBoundingClientRect();
  return { id, isAfter: event.clientX > left + width / 2 };
}

/**
 * Follows drags of panels. Only the order of panels can change, so a drag shows between which two a panel would go.
 *
 * @param onDrop called with the panel, and the one that it goes before or behind
 */
export function usePanelDrag(onDrop: (id: string, target: DropTarget) => void) {
  const pressed = useRef<Drag | null>(null);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const end = () => {
    pressed.current = null;
    setDraggedId(null);
    setTarget(null);
  };
  const handlersOf = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      pressed.current = { id, x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const drag = pressed.current;
      if (drag === null) return;
      const isMoved = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_FROM_PX;
      if (draggedId === null && !isMoved) return;
      setDraggedId(drag.id);
      setTarget(targetAt(event));
    },
    onPointerUp: () => {
      if (draggedId !== null && target !== null && target.id !== draggedId) onDrop(draggedId, target);
      end();
    },
    onPointerCancel: end,
  });
  return { draggedId, target, handlersOf };
}
