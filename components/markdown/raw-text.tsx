"use client";

import { memo, useState } from "react";
import { useFoundEnd } from "@/components/find/find-words";
import { countOf } from "@/lib/format/count";
import { FoldBar } from "./fold-bar";
import { ShowMore } from "./show-more";
import { useShownLength } from "./use-shown-length";

/** A longer text is folded. */
const SHOWN_LINES = 20;

/** The marks of Markdown, and code between backticks up to a limited length. */
const MARK = /(^ {0,12}(?:#{1,6} |[-+*] |\d{1,9}[.)] |> )|^ {0,3}(?:`{3}|~{3}).*|\*\*|`[^`\n]{1,200}`)/;

/** A text as it was sent, with line numbers and quiet marks. */
export function RawText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { shownLength, showMore, isCut } = useShownLength(text, false);
  const lines = text.slice(0, shownLength).split("\n");
  const isFound = useFoundEnd(text) > lines.slice(0, SHOWN_LINES).join("\n").length;
  const isFolded = !isOpen && !isFound && lines.length > SHOWN_LINES;
  const shown = isFolded ? lines.slice(0, SHOWN_LINES) : lines;
  return (
    <div className="max-w-[660px] min-w-0 overflow-hidden rounded-control border border-line bg-surface">
      <div className="py-[7px] text-code leading-[17px]">
        {pagesOf(shown).map(({ first, text: part }) => (
          <RawLines key={first} first={first} text={part} />
        ))}
      </div>
      {isFolded ? (
        <FoldBar onOpen={() => setIsOpen(true)}>
          {isCut ? "more lines" : countOf(lines.length - SHOWN_LINES, "more line")}
        </FoldBar>
      ) : null}
      {isCut && !isFolded ? (
        <div className="px-2.5 pb-1.5">
          <ShowMore {...showMore} />
        </div>
      ) : null}
    </div>
  );
}

/** Lines that are drawn together: adding a page leaves the others as they are. */
const PAGE_LINES = 200;

function pagesOf(lines: readonly string[]): readonly { readonly first: number; readonly text: string }[] {
  return Array.from({ length: Math.ceil(lines.length / PAGE_LINES) }, (_, page) => ({
    first: page * PAGE_LINES,
    text: lines.slice(page * PAGE_LINES, (page + 1) * PAGE_LINES).join("\n"),
  }));
}

const RawLines = memo(function RawLines({ first, text }: { first: number; text: string }) {
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by nothing but their place
    <div key={index} className="grid grid-cols-[44px_minmax(0,1fr)]">
      <span aria-hidden="true" className="pr-2.5 text-right text-ink-3 select-none">
        {first + index + 1}
      </span>
      <span className="pr-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">{painted(line)}</span>
    </div>
  ));
});

function painted(line: string) {
  if (line === "") return " ";
  return line.split(MARK).map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line never move
      <span key={index} className={/^`[^`]/.test(part) ? "text-code-string" : "text-ink-3"}>
        {part}
      </span>
    );
  });
}
