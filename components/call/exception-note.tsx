"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { exceptionText } from "@/lib/calls/exception-text";

const SHOWN_LINES = 4;

/** The call's error message: its first lines, or all of them on request. */
export function ExceptionNote({ exception }: { exception: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const text = exceptionText(exception);
  const lines = text.trim().split("\n");
  const isLong = lines.length > SHOWN_LINES;
  const shown = isWhole || !isLong ? lines : [...lines.slice(0, SHOWN_LINES - 1), lines.at(-1) ?? ""];
  return (
    <Callout tone="err" className="mx-4 mt-3">
      <span className="float-right -mt-1.5 -mr-2">
        <CopyButton text={text} label="Copy error" copiedMessage="Error copied" />
      </span>
      <pre className={isLong ? "text-code whitespace-pre-wrap" : "font-sans whitespace-pre-wrap"}>
        {shown.join("\n")}
      </pre>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1 text-accent-text hover:underline"
        >
          {isWhole ? "Show less" : `Show all ${lines.length} lines`}
        </button>
      ) : null}
    </Callout>
  );
}
