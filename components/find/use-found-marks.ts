"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { foundPattern } from "@/lib/filter/found-pattern";
import { eachFrame } from "@/lib/scheduling/on-each-frame";
import type { FoundMarks } from "./mark-found";

/**
 * Marks a searched text in an element.
 *
 * @returns scrolls the first place in an element within it into view; false while it has none
 */
export function useFoundMarks(root: RefObject<Element | null>, words: string): FoundMarks["showFirst"] {
  const marks = useRef<FoundMarks | null>(null);
  // The outside system is the document: the browser paints the marks.
  useEffect(() => {
    const pattern = foundPattern(words);
    if (pattern === null) return;
    let isWanted = true;
    // Without its code nothing is marked, and everything can be read.
    const loading = import("./mark-found").catch(() => null);
    void loading.then((code) => {
      if (isWanted && code !== null && root.current) marks.current = code.markFound(root.current, pattern);
    });
    return () => {
      isWanted = false;
      marks.current?.end();
      marks.current = null;
    };
  }, [root, words]);
  return useCallback((within: Element) => marks.current?.showFirst(within) ?? false, []);
}

/** Frames in which a place is kept in view once it is there: what is above it may still get its height. */
const SETTLE_FRAMES = 60;

/** Frames after which nothing is waited for: the text may be only in parts that are not shown. */
const MAX_FRAMES = 600;

/** Events of a person who looks elsewhere. */
const LEAVING_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Scrolls the first place of a searched text in an element into view, for each text and each subject that the element
 * shows; ends when the user scrolls it.
 */
export function useShowFirstFound(
  root: RefObject<Element | null>,
  { words, subject, showFirst }: { words: string; subject: string; showFirst: FoundMarks["showFirst"] },
): void {
  // The outside system is the scroll position, while what the element shows loads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is shown from its own first place
  useEffect(() => {
    const element = root.current;
    if (foundPattern(words) === null || element === null) return;
    const leaving = new AbortController();
    let settled = 0;
    const stop = eachFrame((frame) => {
      if (showFirst(element)) settled += 1;
      return settled < SETTLE_FRAMES && frame < MAX_FRAMES ? "more" : "done";
    });
    for (const event of LEAVING_EVENTS) {
      element.addEventListener(event, stop, { passive: true, signal: leaving.signal });
    }
    return () => {
      stop();
      leaving.abort();
    };
  }, [root, words, subject, showFirst]);
}
