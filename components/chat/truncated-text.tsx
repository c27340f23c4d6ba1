"use client";

import { useState } from "react";
import { useFoundEnd } from "@/components/find/find-words";
import { formatCount } from "@/lib/format/count";

/** Characters shown after the searched text. */
const AFTER_FOUND_LENGTH = 1000;

/** A text as it was logged; a long one is truncated until requested: it may be megabytes. */
export function TruncatedText({
  text,
  shownLength,
  className,
}: {
  text: string;
  shownLength: number;
  className: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const foundEnd = useFoundEnd(text);
  const length = foundEnd > shownLength ? foundEnd + AFTER_FOUND_LENGTH : shownLength;
  const isCut = text.length > length && !isWhole;
  return (
    <>
      <p className={`${className} whitespace-pre-wrap [overflow-wrap:anywhere]`}>
        {isCut ? `${text.slice(0, length)}…` : text}
      </p>
      {isCut ? (
        <button type="button" onClick={() => setIsWhole(true)} className="text-small text-accent-text hover:underline">
          Show all {formatCount(text.length)} characters
        </button>
      ) : null}
    </>
  );
}
