"use client";

import { type ReactNode, useRef } from "react";
import { FindWordsProvider } from "./find-words";
import { useFoundMarks, useShowFirstFound } from "./use-found-marks";

type FoundContentProps = {
  /** The searched text; empty without a search. */
  words: string;
  /** What is shown, such as the id of a call: its first place is scrolled into view. */
  subject: string;
  children: ReactNode;
};

/** Content in which the searched text is marked, with its first place in view. */
export function FoundContent({ words, subject, children }: FoundContentProps) {
  const root = useRef<HTMLDivElement>(null);
  const showFirst = useFoundMarks(root, words);
  useShowFirstFound(root, { words, subject, showFirst });
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <FindWordsProvider words={words}>{children}</FindWordsProvider>
    </div>
  );
}
