"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import type { JsonLine } from "./prepare-lines";
import { type JsonHit, lineOfHit, placeInLine } from "./prepare-search";
import type { JsonTree } from "./use-json-tree";

const LINE_HEIGHT = 18;
const OVERSCAN = 20;

/** About how many characters stand beside each other. */
const LINE_LENGTH = 90;

function heightOf(line: JsonLine | undefined): number {
  if (line?.kind !== "text") return LINE_HEIGHT;
  return Math.ceil((line.to - line.from) / LINE_LENGTH) * LINE_HEIGHT;
}

interface Sought {
  readonly hit: JsonHit | null;
  readonly words: string;
}

/** Frames in which a line gets its place: heights are known only when lines are drawn. */
const SETTLING = 60;

/** Brings a marked place of a long line into view, once the line is drawn, until it has settled. */
function showMark(find: () => Element | undefined, scrollToLine: () => void): void {
  let frames = 0;
  const look = () => {
    const mark = find();
    if (mark) mark.scrollIntoView({ block: "nearest" });
    else scrollToLine();
    frames += 1;
    if (frames < SETTLING) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The lines that are on the screen. What they wait for is read; a hit is unfolded and scrolled to. */
export function useJsonRows(frame: RefObject<HTMLDivElement | null>, tree: JsonTree, { hit, words }: Sought) {
  const { lines, load, reveal, setActiveId } = tree;
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => heightOf(lines[index]),
    overscan: OVERSCAN,
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();

  // The outside system is the service: lines on the screen ask for what they lack.
  useEffect(() => {
    for (const { index } of rows) {
      const request = lines[index]?.load;
      if (request && !request.lazy.facts.mustAsk) load(request);
    }
  }, [rows, lines, load]);

  const target = useRef<JsonHit | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hit is unfolded once; what a person folds later stays folded
  useEffect(() => {
    target.current = hit;
    if (hit) reveal(hit);
  }, [hit]);

  // The outside system is the scrolled element. Unfolding makes new lines, so this follows every new hit. A hit may need parts to be read first: each brings it nearer.
  useEffect(() => {
    const wanted = target.current;
    const place = wanted ? lineOfHit(lines, wanted) : null;
    if (place === null) return;
    virtualizer.scrollToIndex(place.index, { align: "center" });
    if (!place.isFound) return;
    target.current = null;
    const line = lines[place.index];
    setActiveId(line?.id ?? null);
    if (!line || !wanted) return;
    const mark = placeInLine(line, wanted, words);
    const scrollToLine = () => virtualizer.scrollToIndex(place.index, { align: "center" });
    // Goes on when lines around it are read meanwhile; it ends by itself.
    showMark(() => frame.current?.querySelectorAll(`[data-index="${place.index}"] mark`)[mark], scrollToLine);
  }, [lines, virtualizer, setActiveId, frame, words]);

  return {
    ...{ rows, height: virtualizer.getTotalSize(), measure: virtualizer.measureElement },
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  };
}
