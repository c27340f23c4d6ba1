"use client";

import { useLayoutEffect, useRef } from "react";

type LogLinesProps = { lines: readonly { readonly at: number; readonly text: string }[]; search: string };

/** The view is at its end within so many pixels. */
const END_PX = 24;

/** Lines of a log; the view stays at their end while it is there, and on the same lines when earlier ones come. */
export function LogLines({ lines, search }: LogLinesProps) {
  const pane = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const fromEnd = useRef(0);
  const first = lines[0]?.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pane moves when lines are added in front or at the end
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    element.scrollTop = element.scrollHeight - (isAtEnd.current ? 0 : fromEnd.current);
  }, [first, lines.length]);
  return (
    <div
      ref={pane}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
      aria-label="Lines of the log"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - clientHeight - scrollTop < END_PX;
        fromEnd.current = scrollHeight - scrollTop;
      }}
      className="max-h-96 overflow-auto border-t border-line bg-sunken px-4 py-2 text-code whitespace-pre-wrap outline-offset-[-2px] [overflow-wrap:anywhere] max-md:px-3"
    >
      {lines.map(({ at, text }) => (
        <div key={at}>{search === "" ? text || " " : <Found text={text} search={search} />}</div>
      ))}
    </div>
  );
}

/** A line with the places of a text marked. */
function Found({ text, search }: { text: string; search: string }) {
  const parts: { readonly at: number; readonly text: string; readonly isFound: boolean }[] = [];
  const [lower, wanted] = [text.toLowerCase(), search.toLowerCase()];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push({ at: from, text: text.slice(from, at), isFound: false });
    parts.push({ at, text: text.slice(at, at + wanted.length), isFound: true });
    from = at + wanted.length;
  }
  parts.push({ at: from, text: text.slice(from), isFound: false });
  return parts.map((part) =>
    part.isFound ? (
      <mark key={`${part.at} found`} className="bg-accent-tint text-ink">
        {part.text}
      </mark>
    ) : (
      <span key={part.at}>{part.text}</span>
    ),
  );
}
