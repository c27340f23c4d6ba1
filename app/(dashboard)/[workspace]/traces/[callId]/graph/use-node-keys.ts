"use client";

import type { RefObject } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import type { GraphLayout } from "./lay-out-graph";
import { adjacentNode, type Direction } from "./prepare-layout";

/** Returns the element of a node. */
export function nodeElement(frame: HTMLElement | null, node: number): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-node="${node}"]`) ?? null;
}

/** Arrow keys move the focus from node to node, from the selected one where none has it. Enter presses a node. */
export function useNodeKeys(frame: RefObject<HTMLElement | null>, layout: GraphLayout, selected: number): void {
  const move = (direction: Direction) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-node]") ?? null;
    const from = focused && frame.current?.contains(focused) ? Number(focused.dataset.node) : selected;
    nodeElement(frame.current, adjacentNode(layout, from, direction))?.focus();
  };
  useKeys("trace", {
    ArrowUp: () => move("up"),
    ArrowDown: () => move("down"),
    ArrowLeft: () => move("left"),
    ArrowRight: () => move("right"),
  });
}
