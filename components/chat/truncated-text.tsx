"use client";

import { useState } from "react";
import { formatCount } from "@/lib/format/count";

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
  const isCut = text.length > shownLength && !isWhole;
  return (
    <>
      <p className={`${className} whitespace-pre-wrap [overflow-wrap:anywhere]`}>
        {isCut ? `${text.slice(0, shownLength)}…` : text}
      </p>
      {isCut ? (
        <button type="button" onClick={() => setIsWhole(true)} className="text-small text-accent-text hover:underline">
          Show all {formatCount(text.length)} characters
        </button>
      ) : null}
    </>
  );
}
