"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useVirtualList, type VirtualList } from "@/components/list/use-virtual-list";
import { type JsonHit, lineOfHit, matchIndexInLine } from "@/lib/json/lines/line-search";
import type { JsonLine } from "@/lib/json/lines/viewer-line";
import { eachFrame } from "@/lib/scheduling/on-each-frame";
import type { JsonTree } from "./use-json-tree";

const LINE_HEIGHT_PX = 18;
const OVERSCAN = 20;

/** Approximate number of characters in a line of text. */
const LINE_LENGTH = 90;

function heightOf(line: JsonLine | undefined): number {
  if (line?.kind !== "text") return LINE_HEIGHT_PX;
  return Math.ceil((line.to - line.from) / LINE_LENGTH) * LINE_HEIGHT_PX;
}

interface ScrollTarget {
  readonly hit: JsonHit | null;
  readonly words: string;
}

/** Frames in which a line is positioned: heights are measured only when lines are rendered. */
const SETTLE_FRAMES = 60;

/** Frames after which a line that never renders is abandoned, as in a hidden pane. */
const MAX_FRAMES = 600;

/**
 * Scrolls to a line until it is rendered: one attempt can miss it while the heights of the lines before it are
 * estimates.
 */
function scrollUntilRendered(isDrawn: () => boolean, scrollToLine: () => void): () => void {
  scrollToLine();
  return eachFrame((frame) => {
    if (isDrawn() || frame > MAX_FRAMES) return "done";
    scrollToLine();
    return "more";
  });
}

/** Scrolls the highlighted match of a long line into view once the line is rendered, until its position is stable. */
function showMark(find: () => Element | undefined, scrollToLine: () => void): () => void {
  scrollToLine();
  return eachFrame((frame) => {
    const mark = find();
    if (mark) mark.scrollIntoView({ block: "nearest" });
    else scrollToLine();
    return frame < SETTLE_FRAMES ? "more" : "done";
  });
}

/** The visible lines. Loads their lazy values; expands and scrolls to a match. */
export function useJsonRows(
  frame: RefObject<HTMLDivElement | null>,
  tree: JsonTree,
  { hit, words }: ScrollTarget,
): VirtualList {
  const { lines, load, reveal, setActiveId } = tree;
  const list = useVirtualList(frame, {
    count: lines.length,
    itemPx: (index) => heightOf(lines[index]),
    overscan: OVERSCAN,
    keyOf: useCallback((index: number) => lines[index]?.id ?? index, [lines]),
  });
  const { items, scrollTo } = list;

  // The outside system is the service: visible lines request their missing parts.
  useEffect(() => {
    for (const { index } of items) {
      const request = lines[index]?.load;
      if (request && !request.lazy.facts.needsConfirmation) load(request);
    }
  }, [items, lines, load]);

  const target = useRef<JsonHit | null>(null);
  const stopScrolling = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hit is unfolded once; what a person folds later stays folded
  useEffect(() => {
    target.current = hit;
    if (hit) reveal(hit);
    return () => stopScrolling.current();
  }, [hit]);

  // The outside system is the scrolled element. Expanding adds lines, so this follows every new match. A match may need
  // parts to load first: each brings it nearer.
  useEffect(() => {
    const wanted = target.current;
    const place = wanted ? lineOfHit(lines, wanted) : null;
    if (wanted === null || place === null) return;
    stopScrolling.current();
    const line = `[data-index="${place.index}"]`;
    const scrollToLine = () => scrollTo(place.index, "center");
    const foundLine = place.isFound ? lines[place.index] : undefined;
    if (foundLine === undefined) {
      stopScrolling.current = scrollUntilRendered(() => frame.current?.querySelector(line) !== null, scrollToLine);
      return;
    }
    target.current = null;
    setActiveId(foundLine.id);
    const mark = matchIndexInLine(foundLine, wanted, words);
    // Continues when lines around it load in the meantime, and ends on its own.
    stopScrolling.current = showMark(() => frame.current?.querySelectorAll(`${line} mark`)[mark], scrollToLine);
  }, [lines, scrollTo, setActiveId, frame, words]);

  return list;
}
