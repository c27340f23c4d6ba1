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
  /** True to bring the hit into view in the page, too; otherwise only the lines scroll. */
  readonly isOwn: boolean;
}

/** Frames in which a rendered line is positioned: heights are measured only when lines are rendered. */
const SETTLE_FRAMES = 60;

/** Frames after which a line that never renders is abandoned, as in a hidden pane. */
const MAX_FRAMES = 600;

/** Events of a person who looks elsewhere: the match is no longer kept in view. */
const LEAVING_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a line until what is looked for is rendered and stays in its place: one attempt can miss it while the
 * heights of the lines before it are estimates.
 *
 * @param show scrolls to the highlighted match, or to its line where nothing is highlighted; false while it is not
 *   rendered
 */
function bringIntoView(show: () => boolean, scrollToLine: () => void): () => void {
  scrollToLine();
  let settled = 0;
  return eachFrame((frame) => {
    if (show()) settled += 1;
    else scrollToLine();
    return settled < SETTLE_FRAMES && frame < MAX_FRAMES ? "more" : "done";
  });
}

/** The visible lines. Loads their lazy values; expands and scrolls to a match. */
export function useJsonRows(
  frame: RefObject<HTMLDivElement | null>,
  tree: JsonTree,
  { hit, words, isOwn }: ScrollTarget,
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

  // The outside system is the person, who may look elsewhere at any time.
  useEffect(() => {
    const leaving = new AbortController();
    const leave = () => {
      target.current = null;
      stopScrolling.current();
    };
    for (const event of LEAVING_EVENTS) {
      frame.current?.addEventListener(event, leave, { passive: true, signal: leaving.signal });
    }
    return () => leaving.abort();
  }, [frame]);

  // The outside system is the scrolled element. Lines are added when the match is unfolded and when parts around it
  // load, at any time and in any order, so each of them brings the match into view again.
  useEffect(() => {
    const wanted = target.current;
    const place = wanted ? lineOfHit(lines, wanted) : null;
    if (wanted === null || place === null) return;
    stopScrolling.current();
    const rendered = () => frame.current?.querySelector(`[data-index="${place.index}"]`);
    const scrollToLine = () => scrollTo(place.index, "center");
    const foundLine = place.isFound ? lines[place.index] : undefined;
    if (foundLine) setActiveId(foundLine.id);
    const mark = foundLine ? matchIndexInLine(foundLine, wanted, words) : -1;
    stopScrolling.current = bringIntoView(() => {
      const line = rendered();
      if (!isOwn) scrollToLine();
      else (line?.querySelectorAll("mark")[mark] ?? line)?.scrollIntoView({ block: "nearest" });
      return Boolean(line);
    }, scrollToLine);
  }, [lines, scrollTo, setActiveId, frame, words, isOwn]);

  return list;
}
