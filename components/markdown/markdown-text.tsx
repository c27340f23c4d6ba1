"use client";

import { useMemo, useState } from "react";
import { type MarkdownBlock, type MarkdownReading, readBlocks } from "@/lib/markdown/read-blocks";
import { MarkdownBlockView } from "./markdown-block";
import { ShowMore } from "./show-more";
import { useShownLength } from "./use-shown-length";

type MarkdownTextProps = {
  text: string;
  /** True while it is being written. */
  isRunning: boolean;
  /** Shows all of it at once: for a text that was watched while it was written. */
  isWhole: boolean;
  /** True for a document: a line break in a paragraph is a space, and headings have sizes by level. */
  isDocument?: boolean;
  /** The size of its text. */
  className: string;
};

/**
 * A text as Markdown. Each of its blocks is drawn on its own: while the text grows, only the last one is read and drawn
 * again. A long text is cut after a block until the user shows all of it, and is then read as far as it is scrolled.
 */
export function MarkdownText({ text: written, isRunning, isWhole, isDocument = false, className }: MarkdownTextProps) {
  const text = useMemo(() => written.replace(/\r\n?/g, "\n"), [written]);
  const { shownLength, showMore, isCut } = useShownLength(text, isWhole);
  const blocks = useBlocks(isCut ? text.slice(0, shownLength) : text, isCut);
  return (
    <div className={`grid max-w-[660px] min-w-0 grid-cols-[minmax(0,1fr)] gap-[7px] ${className}`}>
      {blocks.map(({ at, source }, index) => (
        <MarkdownBlockView
          key={at}
          source={source}
          isGrowing={isRunning && index === blocks.length - 1}
          isDocument={isDocument}
        />
      ))}
      {isCut ? <ShowMore {...showMore} /> : null}
    </div>
  );
}

/** The blocks of a text; of a text that is cut, those that end before the cut. */
function useBlocks(text: string, isCut: boolean): readonly MarkdownBlock[] {
  const [reading, setReading] = useState<MarkdownReading>(() => readBlocks(text, null));
  let current = reading;
  if (reading.text !== text) {
    current = readBlocks(text, reading);
    setReading(current);
  }
  const { settled, open } = current;
  return isCut && settled.length > 0 ? settled : [...settled, ...open];
}
